#include "vcode/unused.hpp"

#include <algorithm>

#include "vcode/elements.hpp"

namespace laguz::vcode {
namespace {

class Sweep {
 public:
  explicit Sweep(const Unit& unit) : uses_(uses(unit)) {}

  /// From the last step to the first one: what only unused ones ask for is unused.
  std::size_t code(Code& code) {
    std::size_t gone = 0;
    for (std::size_t s = code.size(); s-- > 0;) {
      Node& node = code[s].node;
      if (auto* branch = std::get_if<Branch>(&node)) {
        gone += this->code(branch->yes) + this->code(branch->no);
      } else if (auto* loop = std::get_if<Repeat>(&node)) {
        gone += this->code(loop->body);
        if (auto* form = std::get_if<Repeat::While>(&loop->form))
          gone += this->code(form->condition);
      } else if (is_unused(node)) {
        code.erase(code.begin() + static_cast<std::ptrdiff_t>(s));
        ++gone;
      }
    }
    return gone;
  }

 private:
  bool is_unused(const Node& node) {
    if (const auto* load = std::get_if<Load>(&node)) return let_go({load->at}, load->to);
    if (const auto* count = std::get_if<Count>(&node)) return let_go({}, count->to);
    const auto* apply = std::get_if<Apply>(&node);
    return apply != nullptr && !apply->site && let_go(apply->args, apply->to);
  }
  bool let_go(const Operands& args, Value to) {
    if (uses_[to] != 0) return false;
    for (const Operand& arg : args)
      if (arg.value) --uses_[*arg.value];
    return true;
  }

  std::vector<int> uses_;
};

/// So many elements there is always memory for.
constexpr std::uint64_t kFew = 256;

/// Arrays of which somebody asks for something, or that may be more than there is memory for.
class Needs {
 public:
  explicit Needs(const Unit& unit) : needed_(unit.arrays.size()) {
    code(unit.before);
    loop(unit.loop);
  }
  bool has(ArrayNumber array) const { return needed_[array]; }

 private:
  void code(const Code& code) {
    for (const Step& step : code) {
      if (const Touch touched = touch(step.node); touched.reads) {
        needed_[*touched.array] = true;
        if (touched.other) needed_[*touched.other] = true;
      }
      if (const auto* reserve = std::get_if<Reserve>(&step.node))
        if (reserve->size.value || reserve->size.bits > kFew) needed_[reserve->array] = true;
      if (const auto* repeat = std::get_if<Repeat>(&step.node)) loop(*repeat);
      if (const auto* branch = std::get_if<Branch>(&step.node)) {
        this->code(branch->yes);
        this->code(branch->no);
      }
    }
  }
  void loop(const Repeat& e) {
    if (const auto* form = std::get_if<Repeat::While>(&e.form)) code(form->condition);
    code(e.body);
  }

  std::vector<bool> needed_;
};

std::size_t leave_out(Code& code, const std::vector<bool>& unneeded) {
  std::size_t gone = std::erase_if(code, [&](const Step& step) {
    const auto* store = std::get_if<Store>(&step.node);
    const auto* reserve = std::get_if<Reserve>(&step.node);
    const auto* clear = std::get_if<Clear>(&step.node);
    return (store && unneeded[store->array]) || (reserve && unneeded[reserve->array]) ||
           (clear && unneeded[clear->array]);
  });
  for (Step& step : code) {
    if (auto* branch = std::get_if<Branch>(&step.node))
      gone += leave_out(branch->yes, unneeded) + leave_out(branch->no, unneeded);
    if (auto* loop = std::get_if<Repeat>(&step.node)) {
      gone += leave_out(loop->body, unneeded);
      if (auto* form = std::get_if<Repeat::While>(&loop->form))
        gone += leave_out(form->condition, unneeded);
    }
  }
  return gone;
}

std::size_t sweep(Unit& unit) {
  Sweep sweep(unit);
  std::size_t gone = sweep.code(unit.loop.body);
  if (auto* form = std::get_if<Repeat::While>(&unit.loop.form)) gone += sweep.code(form->condition);
  gone += sweep.code(unit.before);
  for (Function& function : unit.functions) gone += sweep.code(function.body);
  return gone;
}

}  // namespace

void leave_out_unused(Unit& unit) {
  unit.size -= sweep(unit);
  std::vector<bool> unneeded = own_arrays(unit);
  const Needs needs(unit);
  for (ArrayNumber a = 0; a < unit.arrays.size(); ++a) unneeded[a] = unneeded[a] && !needs.has(a);
  if (std::find(unneeded.begin(), unneeded.end(), true) == unneeded.end()) return;
  std::size_t gone = leave_out(unit.before, unneeded) + leave_out(unit.loop.body, unneeded);
  if (auto* form = std::get_if<Repeat::While>(&unit.loop.form))
    gone += leave_out(form->condition, unneeded);
  if (gone == 0) return;
  unit.size -= gone + sweep(unit);
}

}  // namespace laguz::vcode
