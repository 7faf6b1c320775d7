#include "vcode/code.hpp"

namespace laguz::vcode {
namespace {

class Uses {
 public:
  explicit Uses(const Unit& unit) : counts(unit.types.size(), 0) { all(unit); }
  Uses(const Unit& unit, const Function& one) : counts(unit.types.size(), 0) { function(one); }
  std::vector<int> counts;

 private:
  void all(const Unit& unit) {
    for (const Site& site : unit.sites) operands(site.numbers);
    code(unit.before);
    for (const Unit::Limit& limit : unit.limits) operand(limit.value);
    for (const Function& one : unit.functions) function(one);
    step(unit.loop);
  }
  void function(const Function& function) {
    code(function.body);
    operands(function.results);
  }
  void operand(const Operand& operand) {
    if (operand.value) ++counts[*operand.value];
  }
  void operands(const Operands& all) {
    for (const Operand& one : all) operand(one);
  }
  void code(const Code& code) {
    for (const Step& step : code)
      std::visit([this](const auto& node) { this->step(node); }, step.node);
  }
  void step(const Apply& e) { operands(e.args); }
  void step(const Inside& e) {
    operand(e.index);
    operand(e.length);
  }
  void step(const Load& e) { operand(e.at); }
  void step(const Store& e) {
    operand(e.at);
    operand(e.value);
  }
  void step(const Keep& e) { operand(e.value); }
  void step(const Reserve& e) { operand(e.size); }
  void step(const Swap&) {}
  void step(const Clear&) {}
  void step(const Count&) {}
  void step(const Note& e) { operand(e.value); }
  void step(const Invoke& e) { operands(e.args); }
  void step(const Check& e) { operand(e.condition); }
  void step(const Branch& e) {
    operand(e.condition);
    code(e.yes);
    code(e.no);
    for (const Branch::Result& result : e.results) {
      operand(result.yes);
      operand(result.no);
    }
  }
  void step(const Repeat& e) {
    for (const Repeat::State& state : e.states) {
      operand(state.init);
      operand(state.next);
    }
    if (const auto* count = std::get_if<Repeat::Upwards>(&e.form)) {
      operand(count->bound);
    } else {
      const auto& form = std::get<Repeat::While>(e.form);
      code(form.condition);
      operand(form.holds);
    }
    code(e.body);
  }
};

}  // namespace

std::optional<core::Prim> addition_in(const Branch& branch) {
  if (!branch.no.empty() || !branch.results.empty() || branch.yes.size() != 3) return {};
  const auto* load = std::get_if<Load>(&branch.yes[0].node);
  const auto* sum = std::get_if<Apply>(&branch.yes[1].node);
  const auto* store = std::get_if<Store>(&branch.yes[2].node);
  if (load == nullptr || sum == nullptr || store == nullptr || sum->site) return {};
  const bool adds = load->array == store->array && is_same(load->at, store->at) &&
                    sum->args.size() == 2 && sum->args[0].value == load->to &&
                    store->value.value == sum->to;
  return adds ? std::optional(sum->prim) : std::nullopt;
}

std::vector<int> uses(const Unit& unit) { return Uses(unit).counts; }
std::vector<int> uses(const Unit& unit, const Function& function) {
  return Uses(unit, function).counts;
}

}  // namespace laguz::vcode
