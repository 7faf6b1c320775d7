// What a branch computes that an earlier one has computed by the same condition: that gives it, if
// it is dear. (The way back through a branch begins with the way there.)
#include <algorithm>

#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::ptrdiff_t kFarthest = 512;  ///< statements between the two
constexpr std::size_t kLongest = 256;      ///< statements of a side

/// Statements of one side that are what some of another are.
class Same {
 public:
  explicit Same(const Body& before) : before_(before) {}

  /// The number of [before] that [app], of the other side, is. Asked about each in their order.
  std::optional<Atom> of(const PrimApp& app, const Binder& binder) {
    Atoms args = app.args;
    for (Atom& arg : args)
      if (const auto known = same_.find(arg.var); !arg.is_constant() && known != same_.end())
        arg = known->second;
    for (const Stm& stm : before_.stms) {
      const auto* other = std::get_if<PrimApp>(&stm.exp.node);
      if (other == nullptr || !(other->prim == app.prim) || other->args != args) continue;
      same_.emplace(binder.id, stm.binders[0].atom());
      return stm.binders[0].atom();
    }
    return std::nullopt;
  }

 private:
  const Body& before_;
  std::unordered_map<VarId, Atom> same_;
};

/// More than a sum, a product or a choice.
bool is_dear(const PrimApp& app) {
  return prims::op_of(app.prim) != prims::Op::mul &&
         support::is_float(prims::result_type(app.prim)) &&
         !prims::row_of(app.prim).has(prims::kCheap);
}

}  // namespace

void Simplifier::take_from_before(If& choice) {
  if (facts_.keeps_derivatives() || choice.condition.is_constant()) return;
  std::vector<Stm>& out = frames_.back().out;
  const auto first = out.end() - std::min<std::ptrdiff_t>(kFarthest, std::ssize(out));
  const auto found = std::find_if(first, out.end(), [&](const Stm& stm) {
    const auto* other = std::get_if<If>(&stm.exp.node);
    return other != nullptr && other->condition == choice.condition;
  });
  if (found == out.end()) return;
  auto& before = std::get<If>(found->exp.node);
  const auto in_side = [&](Body& side, Body& earlier, Body& other) {
    if (side.stms.size() > kLongest || earlier.stms.size() > kLongest) return;
    Same same(earlier);
    std::vector<bool> kept;
    for (const Stm& stm : side.stms) {
      kept.push_back(true);
      const auto* app = std::get_if<PrimApp>(&stm.exp.node);
      const auto number = app != nullptr ? same.of(*app, stm.binders[0]) : std::nullopt;
      if (!number || !is_dear(*app)) continue;
      kept.back() = false;
      const auto given = std::find(earlier.results.begin(), earlier.results.end(), *number);
      const auto at = static_cast<std::size_t>(given - earlier.results.begin());
      if (given == earlier.results.end()) {
        found->binders.push_back(program_.names.bind(number->type));
        facts_.bind(found->binders.back(), facts_.depth());
        earlier.results.push_back(*number);
        other.results.push_back(Atom::constant({number->type.elem, 0}));
      }
      alias(stm.binders[0], found->binders[at].atom());
    }
    if (std::find(kept.begin(), kept.end(), false) == kept.end()) return;
    keep(side.stms, kept);
    resolve_all(side);
  };
  in_side(choice.then_body, before.then_body, before.else_body);
  in_side(choice.else_body, before.else_body, before.then_body);
}

}  // namespace laguz::core::simplifier
