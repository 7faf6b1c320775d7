// Accumulators of the program that is differentiated.
#include <algorithm>

#include "ad/operators.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/rules.hpp"
#include "ad/rewrite/sequential.hpp"
#include "ad/rewrite/silence.hpp"

namespace laguz::ad::reverse {

using core::Binders;

// What is added has the cotangent of the place it is added to. With any other operator the order of
// updates matters: they are written out one after the other, and that is differentiated.
void with_acc_rule(Sweep& sweep, const core::WithAcc& e, const Swept& node) {
  if (!std::all_of(e.accs.begin(), e.accs.end(), is_addition_by_column))
    return rerun(
        sweep, rewrite::sequential(sweep.functions(), sweep.graph().names(), e, sweep.emit().place),
        node.results);
  std::size_t r = 0;
  std::vector<std::pair<Atom, Atom>> initial;  // array, cotangent of its final value
  std::unordered_set<VarId> accs;
  for (const auto& acc : e.accs) {
    std::vector<std::optional<Atom>> finals;
    for (const Atom& array : acc.arrays) {
      auto cotangent = sweep.adjoint(node.results[r++].atom());
      if (cotangent) initial.emplace_back(array, *cotangent);
      finals.push_back(std::move(cotangent));
    }
    sweep.set_acc_cotangents(acc.acc.id, std::move(finals));
    accs.insert(acc.acc.id);
  }
  const auto from = sweep.position();
  Atoms values = sweep.trace(e.body, {}, false);
  const auto to = sweep.position();
  for (std::size_t i = 0; r < node.results.size(); ++r, ++i)
    sweep.hand_on(node.results[r].atom(), values[i]);
  sweep.sweep(sweep.graph(), from, to);
  rewrite::silence(sweep.functions(), sweep.graph(), from, accs);
  for (const auto& [array, cotangent] : initial) sweep.add(array, cotangent);
}

namespace {

/// From place [at] of a vector on, in the shape of [like].
Atom elements_at(Sweep& sweep, const Atom& vector, const Atom& at, const Atom& like) {
  Atoms args = sweep.emit().shape(like);
  Atom size = args[0];
  for (std::size_t d = 1; d < args.size(); ++d) size = sweep.emit().prim("mul", {size, args[d]});
  core::DimSlice range;
  range.start = at;
  range.end = sweep.emit().prim("add", {at, size});
  args.insert(args.begin(), sweep.emit().slice(vector, {range}));
  return sweep.emit().array_op(core::ArrayOp::reshape, std::move(args), like.type);
}

}  // namespace

void acc_update_rule(Sweep& sweep, const core::AccUpdate& e, const Swept&) {
  const auto* finals = sweep.acc_cotangents(e.acc.var);
  if (finals == nullptr) return;
  const std::vector<std::optional<Atom>> arrays = *finals;
  for (std::size_t c = 0; c < e.values.size(); ++c) {
    const Atom& value = e.values[c];
    if (!arrays[c] || !sweep.is_active(value)) continue;
    if (value.type.rank + e.indices.size() > e.acc.type.rank) {  // elements, on a tape
      sweep.add(value, elements_at(sweep, *arrays[c], e.indices[0], value));
    } else {
      sweep.add(value,
                e.indices.empty() ? *arrays[c] : sweep.emit().guarded_index(*arrays[c], e.indices));
    }
  }
}

}  // namespace laguz::ad::reverse
