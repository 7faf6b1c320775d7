#include <algorithm>

#include <fmt/format.h>

#include "prims/catalog.hpp"
#include "vcode/code.hpp"

namespace laguz::vcode {
namespace {

/// Follows the code in its order.
class Verifier {
 public:
  explicit Verifier(const Unit& unit) : unit_(unit), given_(unit.types.size()) {}

  std::optional<std::string> run() {
    for (const Unit::Input& input : unit_.inputs) give(input.value);
    arrays();
    code(unit_.before);
    for (const Unit::Limit& limit : unit_.limits) read(limit.value, ScalarType::i64);
    repeat(unit_.loop);
    for (const Function& function : unit_.functions) {
      given_.assign(unit_.types.size(), false);
      arrays();
      for (const Value param : function.params) give(param);
      code(function.body);
      for (const Operand& result : function.results) read(result);
    }
    return wrong_;
  }

 private:
  void expect(bool holds, const char* what) {
    if (!holds && !wrong_) wrong_ = what;
  }
  void give(Value value) {
    expect(value < given_.size() && !given_[value], "a value is given twice");
    if (value < given_.size()) given_[value] = true;
  }
  void read(const Operand& operand) {
    if (!operand.value) return;
    expect(*operand.value < given_.size() && given_[*operand.value], "a value is not there yet");
    if (*operand.value < given_.size())
      expect(unit_.types[*operand.value] == operand.type, "an operand has another type");
  }
  void read(const Operand& operand, ScalarType type) {
    read(operand);
    expect(operand.type == type, "an operand is of the wrong type");
  }
  void at(SiteNumber site) {
    expect(site < unit_.sites.size(), "there is no such site");
    if (site < unit_.sites.size())
      for (const Operand& number : unit_.sites[site].numbers) read(number);
  }
  void arrays() {
    for (const Unit::Array& array : unit_.arrays)
      for (const auto* numbers : {&array.lengths, &array.strides})
        for (const Value number : *numbers) give(number);
  }
  const Unit::Array* array(ArrayNumber array) {
    expect(array < unit_.arrays.size(), "there is no such array");
    return array < unit_.arrays.size() ? &unit_.arrays[array] : nullptr;
  }
  void element(ArrayNumber number, const Operand& at, ScalarType type) {
    const Unit::Array* of = array(number);
    if (of != nullptr) expect(of->elem == type, "an array has other elements");
    read(at, ScalarType::i64);
  }
  void is_filled(ArrayNumber number) {
    const Unit::Array* of = array(number);
    if (of != nullptr)
      expect(of->origin == Unit::Origin::filled, "an array is filled that has its elements");
  }

  void code(const Code& code) {
    for (const Step& step : code)
      std::visit([this](const auto& node) { this->step(node); }, step.node);
  }
  void step(const Apply& e) {
    expect(e.args.size() == static_cast<std::size_t>(prims::row_of(e.prim).arity),
           "a primitive has other operands");
    for (std::size_t i = 0; i < e.args.size(); ++i)
      read(e.args[i], prims::operand_type(e.prim, static_cast<int>(i)));
    if (e.site) at(*e.site);
    give(e.to);
    expect(unit_.types[e.to] == prims::result_type(e.prim), "a primitive gives another type");
  }
  void step(const Inside& e) {
    read(e.index, ScalarType::i64);
    read(e.length, ScalarType::i64);
    at(e.site);
  }
  void step(const Load& e) {
    element(e.array, e.at, unit_.types[e.to]);
    give(e.to);
  }
  void step(const Store& e) {
    element(e.array, e.at, e.value.type);
    read(e.value);
    if (const Unit::Array* to = array(e.array))
      expect(to->written, "what is written is not said to be");
  }
  void step(const Keep& e) {
    is_filled(e.array);
    if (const Unit::Array* to = array(e.array)) read(e.value, to->elem);
  }
  void step(const Reserve& e) {
    is_filled(e.array);
    read(e.size, ScalarType::i64);
  }
  void step(const Swap& e) {
    is_filled(e.a);
    is_filled(e.b);
  }
  void step(const Clear& e) { is_filled(e.array); }
  void step(const Count& e) {
    is_filled(e.array);
    give(e.to);
  }
  void step(const Note& e) {
    expect(e.number < unit_.notes, "there is no such note");
    read(e.value, ScalarType::i64);
  }
  void step(const Invoke& e) {
    expect(e.function < unit_.functions.size(), "there is no such function");
    if (e.function >= unit_.functions.size()) return;
    const Function& function = unit_.functions[e.function];
    expect(e.args.size() == function.params.size() && e.to.size() == function.results.size(),
           "a function has other operands");
    for (std::size_t i = 0; i < e.args.size() && i < function.params.size(); ++i)
      read(e.args[i], unit_.types[function.params[i]]);
    for (std::size_t i = 0; i < e.to.size() && i < function.results.size(); ++i) {
      give(e.to[i]);
      expect(unit_.types[e.to[i]] == function.results[i].type, "a function gives another type");
    }
  }
  void step(const Check& e) {
    read(e.condition, ScalarType::boolean);
    at(e.site);
  }
  void step(const Branch& e) {
    read(e.condition, ScalarType::boolean);
    const std::vector<bool> before = given_;
    code(e.yes);
    for (const Branch::Result& result : e.results) read(result.yes, unit_.types[result.to]);
    given_ = before;
    code(e.no);
    for (const Branch::Result& result : e.results) read(result.no, unit_.types[result.to]);
    given_ = before;
    for (const Branch::Result& result : e.results) give(result.to);
  }
  void step(const Repeat& e) { repeat(e); }

  void repeat(const Repeat& e) {
    for (const Repeat::State& state : e.states) read(state.init, unit_.types[state.state]);
    if (const auto* count = std::get_if<Repeat::Upwards>(&e.form)) read(count->bound);
    for (const Repeat::State& state : e.states) give(state.state);
    const std::vector<bool> before = given_;
    if (const auto* count = std::get_if<Repeat::Upwards>(&e.form)) {
      give(count->index);
    } else {
      const auto& form = std::get<Repeat::While>(e.form);
      code(form.condition);
      read(form.holds, ScalarType::boolean);
    }
    code(e.body);
    for (const Repeat::State& state : e.states) read(state.next, unit_.types[state.state]);
    given_ = before;
  }

  const Unit& unit_;
  std::vector<bool> given_;
  std::optional<std::string> wrong_;
};

}  // namespace

std::optional<std::string> verify(const Unit& unit) { return Verifier(unit).run(); }

}  // namespace laguz::vcode
