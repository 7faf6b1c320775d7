#include "ad/reverse/loops.hpp"

#include "ad/tape/loop_editor.hpp"
#include "ad/tape/overwritten.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

void rerun(Sweep& sweep, const core::Body& body, const Binders& results) {
  const auto from = sweep.position();
  const Atoms values = sweep.trace(body, {}, false);
  const auto to = sweep.position();
  for (std::size_t i = 0; i < values.size(); ++i) sweep.hand_on(results[i].atom(), values[i]);
  sweep.sweep(sweep.graph(), from, to);
}

bool is_of_state(Sweep& sweep, const Atom& array) {
  core::VarId var = sweep.versions().original(array.var);
  while (sweep.turning().count(var) == 0) {
    const graph::Node* node = sweep.graph().find(var);
    if (node == nullptr) return false;
    std::size_t r = 0;
    while (node->results[r].id != var) ++r;
    const auto before = tape::overwritten(node->exp, r);
    if (!before || before->is_constant()) return false;
    var = before->var;
  }
  return true;
}

void replace_there(Sweep& sweep, const Swept& node, core::Stm stm, std::vector<core::Stm> before) {
  core::Names& names = sweep.graph().names();
  const auto as_there = [&](core::Stm& one) {
    one.exp = sweep.versions().with_versions(std::move(one.exp), names);
  };
  as_there(stm);
  std::for_each(before.begin(), before.end(), as_there);
  node.forward.replace(node.position, std::move(stm), std::move(before));
}

Atoms do_there(Sweep& sweep, const Swept& node, core::Stm stm, std::vector<core::Stm> before,
               const Atoms& wanted) {
  if (&node.forward == &sweep.graph()) {
    replace_there(sweep, node, std::move(stm), std::move(before));
    return wanted;
  }
  // Nothing can be seen of what another graph has done: it is done again.
  stm.exp = sweep.versions().with_restored(std::move(stm.exp));
  core::Body again{std::move(before), wanted};
  again.stms.push_back(std::move(stm));
  return sweep.trace(again, {}, false);
}

void count_trips(Sweep& sweep, graph::Graph& forward, std::size_t position) {
  if (std::holds_alternative<core::ForForm>(std::get<core::Loop>(forward[position].exp.node).form))
    return;
  core::Stm stm = forward[position].stm();
  std::vector<core::Stm> before;
  tape::LoopEditor(sweep.graph().names(), stm, before).count();
  forward.replace(position, std::move(stm));
}

Atoms run_backwards(
    Sweep& sweep, const Atom& trips, const Atoms& carried, const Binders& outer,
    const std::function<Atoms(Sweep&, const Atom&, const Atoms&)>& step,
    const std::function<void(core::Loop&, const graph::Graph&, const Atoms&)>& finish) {
  core::Names& names = sweep.graph().names();
  core::Loop loop;
  Binder reversed = names.bind({ScalarType::i64, 0, false}, "i");
  Atoms params;
  for (const Atom& init : carried) {
    loop.params.push_back(names.bind(init.type));
    loop.inits.push_back(init);
    params.push_back(loop.params.back().atom());
  }
  Binders gathered;
  for (const Binder& var : outer)
    if (!sweep.accumulator_for(var.id)) gathered.push_back(var);

  graph::Graph inner(names, &sweep.graph());
  Sweep within(sweep.functions(), inner, &sweep);
  Binders gather_params;
  for (const Binder& var : gathered) {
    gather_params.push_back(names.bind(var.type));
    inner.know_shape(gather_params.back().atom(), var.atom());
    within.sink(var.id).value = gather_params.back().atom();
  }
  Atom last = within.emit().prim("sub", {trips, Atom::i64(1)});
  Atom i = within.emit().prim("sub", {last, reversed.atom()});
  inner[inner.size() - 1].pinned = true;  // [finish] may use it in statements of its own
  Atoms next = step(within, i, params);

  Binders kept;
  for (std::size_t k = 0; k < gathered.size(); ++k) {
    const Atom value = *within.sink(gathered[k].id).value;
    if (value == gather_params[k].atom()) continue;  // nothing reaches it in here
    loop.sums.resize(loop.params.size(), 0);
    loop.sums.push_back(1);
    loop.params.push_back(gather_params[k]);
    loop.inits.push_back(sweep.adjoint_or_zeros(gathered[k].atom()));
    next.push_back(value);
    kept.push_back(gathered[k]);
  }
  loop.form = core::ForForm{reversed, trips};
  if (finish) {
    finish(loop, inner, next);
  } else {
    loop.body = inner.take(next);
  }
  std::vector<Type> types;
  for (const Binder& param : loop.params) types.push_back(param.type);
  Atoms results = sweep.emit().region({std::move(loop)}, types);
  for (std::size_t k = 0; k < kept.size(); ++k)
    sweep.set(kept[k].atom(), results[carried.size() + k]);
  return results;
}

}  // namespace laguz::ad::reverse
