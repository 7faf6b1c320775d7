#include <fmt/format.h>

#include "prims/catalog.hpp"
#include "runtime/value_text.hpp"
#include "support/overloaded.hpp"
#include "vcode/code.hpp"

namespace laguz::vcode {
namespace {

class Printer {
 public:
  explicit Printer(const Unit& unit) : unit_(unit) {}

  std::string run() {
    for (const Unit::Input& input : unit_.inputs)
      line(0, fmt::format("{} = input {}", typed(input.value), input.var));
    for (std::size_t a = 0; a < unit_.arrays.size(); ++a) array(a);
    code(unit_.before, 0);
    for (const Unit::Limit& limit : unit_.limits)
      line(0, fmt::format("limit {} <= {}", of(limit.value), limit.most));
    repeat(unit_.loop, 0);
    for (std::size_t f = 0; f < unit_.functions.size(); ++f) {
      const Function& function = unit_.functions[f];
      line(0, fmt::format("f{}({})", f, typed(function.params)));
      code(function.body, 1);
      line(1, fmt::format("gives {}", of(function.results, ", ")));
    }
    return std::move(text_);
  }

 private:
  void line(int depth, const std::string& text) {
    text_.append(static_cast<std::size_t>(2 * depth), ' ');
    text_ += text;
    text_ += '\n';
  }
  std::string typed(Value value) const {
    return fmt::format("v{} : {}", value, support::name(unit_.types[value]));
  }
  std::string typed(const std::vector<Value>& values) const {
    std::string all;
    for (const Value value : values) all += (all.empty() ? "" : ", ") + typed(value);
    return all;
  }
  static std::string of(const Operand& operand) {
    return operand.value
               ? fmt::format("v{}", *operand.value)
               : runtime::print(support::Scalar{operand.type, operand.bits}, runtime::Style::human);
  }
  static std::string of(const Operands& operands, const char* between) {
    std::string all;
    for (const Operand& operand : operands) {
      if (!all.empty()) all += between;
      all += of(operand);
    }
    return all;
  }

  std::string list(const std::vector<Value>& values) const {
    std::string all;
    for (const Value value : values) all += fmt::format("{}v{}", all.empty() ? "" : ", ", value);
    return all;
  }
  void array(std::size_t number) {
    const Unit::Array& array = unit_.arrays[number];
    const std::string head = fmt::format("a{} : {}", number, support::name(array.elem));
    const std::string shape =
        fmt::format("lengths ({}) strides ({})", list(array.lengths), list(array.strides));
    switch (array.origin) {
      case Unit::Origin::given:
        return line(0, fmt::format("{} = {} {} {}{}", head, array.written ? "written" : "read",
                                   array.var, shape, array.backwards ? " backwards" : ""));
      case Unit::Origin::sum:
        return line(
            0,
            fmt::format("{} = part {} of accumulator {} {}{}", head, array.part, array.var, shape,
                        array.stripes > 1 ? fmt::format(" stripes {}", array.stripes) : ""));
      case Unit::Origin::filled:
        if (array.lengths.empty()) return line(0, head + " = filled");
        return line(
            0, fmt::format("{} = filled as {} lengths ({})", head, array.var, list(array.lengths)));
    }
  }

  void code(const Code& code, int depth) {
    for (const Step& step : code)
      std::visit([&](const auto& node) { this->step(node, depth); }, step.node);
  }
  void step(const Apply& e, int depth) {
    line(depth, fmt::format("{} = {} {}{}", typed(e.to), prims::full_name(e.prim), of(e.args, " "),
                            e.site ? fmt::format(" site {}", *e.site) : ""));
  }
  void step(const Inside& e, int depth) {
    line(depth, fmt::format("inside {} < {} site {}", of(e.index), of(e.length), e.site));
  }
  void step(const Load& e, int depth) {
    line(depth, fmt::format("{} = a{}[{}]", typed(e.to), e.array, of(e.at)));
  }
  void step(const Store& e, int depth) {
    line(depth, fmt::format("a{}[{}] <- {}", e.array, of(e.at), of(e.value)));
  }
  void step(const Keep& e, int depth) {
    line(depth, fmt::format("keep {} in a{}", of(e.value), e.array));
  }
  void step(const Reserve& e, int depth) {
    line(depth, fmt::format("reserve {} in a{}", of(e.size), e.array));
  }
  void step(const Swap& e, int depth) { line(depth, fmt::format("swap a{} a{}", e.a, e.b)); }
  void step(const Clear& e, int depth) { line(depth, fmt::format("clear a{}", e.array)); }
  void step(const Count& e, int depth) {
    line(depth, fmt::format("{} = count a{}", typed(e.to), e.array));
  }
  void step(const Note& e, int depth) {
    line(depth, fmt::format("note {} = {}", e.number, of(e.value)));
  }
  void step(const Invoke& e, int depth) {
    line(depth, fmt::format("{} = f{}({})", typed(e.to), e.function, of(e.args, ", ")));
  }
  void step(const Check& e, int depth) {
    line(depth, fmt::format("check {} site {}", of(e.condition), e.site));
  }
  void step(const Branch& e, int depth) {
    line(depth, fmt::format("if {}", of(e.condition)));
    code(e.yes, depth + 1);
    line(depth, "else");
    code(e.no, depth + 1);
    for (const Branch::Result& result : e.results)
      line(depth, fmt::format("{} = {} | {}", typed(result.to), of(result.yes), of(result.no)));
  }
  void step(const Repeat& e, int depth) { repeat(e, depth); }

  void repeat(const Repeat& e, int depth) {
    for (const Repeat::State& state : e.states)
      line(depth, fmt::format("{} begins as {}", typed(state.state), of(state.init)));
    if (const auto* count = std::get_if<Repeat::Upwards>(&e.form)) {
      line(depth, fmt::format("for {} < {}", typed(count->index), of(count->bound)));
    } else {
      const auto& form = std::get<Repeat::While>(e.form);
      line(depth, "while");
      code(form.condition, depth + 1);
      line(depth, fmt::format("holds {}", of(form.holds)));
    }
    code(e.body, depth + 1);
    for (const Repeat::State& state : e.states)
      line(depth, fmt::format("v{} becomes {}", state.state, of(state.next)));
  }

  const Unit& unit_;
  std::string text_;
};

}  // namespace

std::string print(const Unit& unit) { return Printer(unit).run(); }

}  // namespace laguz::vcode
