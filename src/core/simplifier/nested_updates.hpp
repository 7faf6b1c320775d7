// What is added to an accumulator inside of loops and lambdas. Only core/ includes this.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/walk.hpp"

namespace laguz::core::simplifier {

/// [acc] adds up one array that nobody has said the order of.
inline bool is_plain(const WithAcc::Acc& acc) {
  return acc.apart && !acc.op && acc.growth == WithAcc::Growth::none && acc.arrays.size() == 1;
}

/// All updates of [acc] in [body], if each is of a number, inside of two loops or lambdas at least:
/// there are more of them than of places, as a rule.
class NestedUpdates {
 public:
  explicit NestedUpdates(VarId acc) : acc_(acc) {}

  std::optional<std::vector<AccUpdate*>> of(Body& body) {
    in(body, 0);
    return known_ && !updates_.empty() ? std::optional(updates_) : std::nullopt;
  }

 private:
  void in(Body& body, int nesting) {
    for (Stm& stm : body.stms) {
      auto* update = std::get_if<AccUpdate>(&stm.exp.node);
      if (update != nullptr && update->acc.var == acc_) {
        known_ = known_ && nesting >= 2 && update->values[0].type.is_scalar();
        updates_.push_back(update);
        continue;
      }
      const bool repeats =
          std::holds_alternative<Soac>(stm.exp.node) || std::holds_alternative<Loop>(stm.exp.node);
      visit(
          stm.exp, [this](const Atom& atom) { known_ = known_ && atom.var != acc_; },
          [&](Body& inner, Binders&) { in(inner, nesting + (repeats ? 1 : 0)); });
    }
  }

  VarId acc_;
  bool known_ = true;
  std::vector<AccUpdate*> updates_;
};

/// An accumulator that adds up one array, in no order, only by [updates] inside of loops and
/// lambdas.
struct NestedSums {
  WithAcc::Acc& acc;
  Binder& result;
  std::vector<AccUpdate*> updates;
};

/// Those of the statement that gives [results].
inline std::vector<NestedSums> nested_sums(Binders& results, WithAcc& with) {
  std::vector<NestedSums> found;
  std::size_t result = 0;
  for (WithAcc::Acc& acc : with.accs) {
    Binder& binder = results[result];
    result += acc.arrays.size();
    if (!is_plain(acc)) continue;
    if (auto updates = NestedUpdates(acc.acc.id).of(with.body))
      found.push_back({acc, binder, std::move(*updates)});
  }
  return found;
}

}  // namespace laguz::core::simplifier
