// Accumulators of the program that is differentiated.
#include <algorithm>

#include "ad/sequential.hpp"
#include "ad/silence.hpp"
#include "ad/sweep.hpp"

namespace laguz::ad {

using core::Binders;

bool is_addition_by_column(const core::WithAcc::Acc& acc) {
  if (!acc.op) return acc.arrays[0].type.elem != ScalarType::boolean;
  if (acc.arrays.size() == 1) return is_addition(*acc.op);
  const auto parts = split_columns(*acc.op);
  return parts && std::all_of(parts->begin(), parts->end(), is_addition);
}

// What is added has the cotangent of the place it is added to. With any other operator the order of
// updates matters: they are written out one after the other, and that is differentiated.
void Sweep::rule_with_acc(const core::WithAcc& e, const Binders& results) {
  if (!std::all_of(e.accs.begin(), e.accs.end(), is_addition_by_column))
    return rerun(sequential(functions_, graph().names(), e, emit_.place), results);
  std::size_t r = 0;
  std::vector<std::pair<Atom, Atom>> initial;  // array, cotangent of its final value
  std::unordered_set<VarId> accs;
  for (const auto& acc : e.accs) {
    std::vector<std::optional<Atom>> finals;
    for (const Atom& array : acc.arrays) {
      auto cotangent = adjoint(results[r++].atom());
      if (cotangent) initial.emplace_back(array, *cotangent);
      finals.push_back(std::move(cotangent));
    }
    set_acc_cotangents(acc.acc.id, std::move(finals));
    accs.insert(acc.acc.id);
  }
  const auto from = position();
  Atoms values = trace(e.body, {}, false);
  const auto to = position();
  for (std::size_t i = 0; r < results.size(); ++r, ++i) hand_on(results[r].atom(), values[i]);
  sweep(graph(), from, to);
  silence(functions_, graph(), from, accs);
  for (const auto& [array, cotangent] : initial) add(array, cotangent);
}

void Sweep::rule_acc_update(const core::AccUpdate& e) {
  const auto* finals = acc_cotangents(e.acc.var);
  if (finals == nullptr) return;
  const std::vector<std::optional<Atom>> arrays = *finals;
  for (std::size_t c = 0; c < e.values.size(); ++c)
    if (arrays[c] && is_active(e.values[c]))
      add(e.values[c], e.indices.empty() ? *arrays[c] : emit_.guarded_index(*arrays[c], e.indices));
}

}  // namespace laguz::ad
