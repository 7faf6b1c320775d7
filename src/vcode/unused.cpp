#include "vcode/unused.hpp"

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

}  // namespace

void leave_out_unused(Unit& unit) {
  Sweep sweep(unit);
  unit.size -= sweep.code(unit.loop.body);
  if (auto* form = std::get_if<Repeat::While>(&unit.loop.form))
    unit.size -= sweep.code(form->condition);
  unit.size -= sweep.code(unit.before);
  for (Function& function : unit.functions) unit.size -= sweep.code(function.body);
}

}  // namespace laguz::vcode
