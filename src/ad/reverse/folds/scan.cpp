#include "ad/reverse/folds/scan.hpp"

#include "ad/reverse/loops.hpp"
#include "ad/tape/reach.hpp"

namespace laguz::ad::reverse::folds {

using core::Binder;
using core::Binders;

void scan_one_by_one(Sweep& sweep, const core::Soac& e, const Binders& results) {
  const core::Scan& scan = e.scans[0];
  const std::size_t n = scan.neutral.size();
  Binders outer;
  for (const Binder& free : core::free_variables(scan.op))
    if (!free.type.acc && sweep.is_active(free.id)) outer.push_back(free);
  std::vector<bool> wanted;
  for (const Binder& result : results) wanted.push_back(sweep.adjoint(result.atom()).has_value());
  const auto live = tape::reaching(scan.op, wanted);
  Atoms carried;
  std::vector<std::size_t> arrays;
  for (std::size_t k = 0; k < n; ++k) carried.push_back(sweep.emit().zeros_like(scan.neutral[k]));
  for (std::size_t k = 0; k < n; ++k)
    if (sweep.is_active(e.arrays[k])) {
      arrays.push_back(k);
      carried.push_back(sweep.emit().zeros_like(e.arrays[k]));
    }
  std::vector<bool> reached(n, false);  // of the elements: which of them something comes to
  const Atom last = sweep.emit().prim("sub", {e.width, Atom::i64(1)});
  auto step = [&](Sweep& within, const Atom& i, const Atoms& now) {
    Emit& emit = within.emit();
    core::If prefix;
    prefix.condition = emit.prim("gt", {i, Atom::i64(0)});
    const Atom previous = emit.prim("sub", {i, Atom::i64(1)});
    prefix.then_body = emit.body([&](Emit& then) {
      Atoms out;
      for (const Binder& result : results) out.push_back(then.index(result.atom(), {previous}));
      return out;
    });
    prefix.else_body.results = scan.neutral;
    std::vector<Type> types;
    for (const Atom& ne : scan.neutral) types.push_back(ne.type);
    Atoms states = emit.graph().append({std::move(prefix)}, types, emit.place);
    core::Substitution substitution;
    Atoms elements;
    for (std::size_t k = 0; k < n; ++k) {
      // Names of their own: equal values elsewhere are not these operands.
      const Binder element = emit.graph().names().bind(types[k]);
      emit.graph().append_as({core::Index{e.arrays[k], {i}}}, {element}, emit.place);
      elements.push_back(element.atom());
      substitution[scan.op.params[k].id] = states[k];
      substitution[scan.op.params[n + k].id] = elements[k];
      within.activate(states[k]);
      within.sink(states[k].var);
      within.activate(elements[k]);
      within.sink(elements[k].var);
    }
    const auto from = within.position();
    Atoms next = within.trace(scan.op.body, std::move(substitution), false);
    const auto to = within.position();
    for (std::size_t k = 0; k < n; ++k) {
      // Nothing comes to the last element from behind it.
      if (live[k]) within.add(next[k], now[k], emit.prim("lt", {i, last}));
      if (auto cotangent = sweep.adjoint(results[k].atom()))
        within.add(next[k], emit.index(*cotangent, {i}), sweep.there_of(results[k].atom()));
    }
    within.sweep(within.graph(), from, to);
    Atoms after;
    for (std::size_t k = 0; k < n; ++k) after.push_back(within.adjoint_or_zeros(states[k]));
    for (std::size_t k = 0; k < n; ++k) reached[k] = within.adjoint(elements[k]).has_value();
    for (std::size_t a = 0; a < arrays.size(); ++a)
      after.push_back(
          emit.update_at(now[n + a], {i}, within.adjoint_or_zeros(elements[arrays[a]])));
    return after;
  };
  Atoms start = run_backwards(sweep, e.width, carried, outer, step);
  for (std::size_t k = 0; k < n; ++k) sweep.add(scan.neutral[k], start[k]);
  for (std::size_t a = 0; a < arrays.size(); ++a)
    if (reached[arrays[a]]) sweep.add(e.arrays[arrays[a]], start[n + a]);
}

}  // namespace laguz::ad::reverse::folds
