#include "ad/reverse/folds/carries.hpp"

#include "ad/reverse/loops.hpp"
#include "ad/tape/reach.hpp"

namespace laguz::ad::reverse::folds {

using core::Binder;

Carries::Carries(Sweep& sweep, const core::Lambda& op, const Atoms& neutral, const Binders& results)
    : sweep_(sweep), op_(op), neutral_(neutral) {
  std::vector<bool> wanted;
  for (const Binder& result : results) wanted.push_back(sweep.adjoint(result.atom()).has_value());
  live_ = tape::reaching(op, wanted);
  for (const Atom& ne : neutral) types_.push_back(ne.type);
}

std::vector<Type> Carries::arrays_of(int dims) const {
  std::vector<Type> all;
  for (const Type& type : types_) all.push_back(type.array_of(dims));
  return all;
}

core::Exp Carries::state_before(Emit& emit, const Atoms& states, const Atom& at) const {
  core::If choose;
  choose.condition = emit.prim("gt", {at, Atom::i64(0)});
  choose.then_body = emit.body([&](Emit& then) {
    const Atom before = then.prim("sub", {at, Atom::i64(1)});
    Atoms state;
    for (const Atom& array : states) state.push_back(then.index(array, {before}));
    return state;
  });
  choose.else_body.results = neutral_;
  return {std::move(choose)};
}

Atoms Carries::before(const Pieces& pieces, const Atoms& states, std::int64_t numbers) const {
  Emit& emit = sweep_.emit();
  const core::Lambda lambda = emit.lambda({core::kIndex}, [&](Emit& in, const Atoms& x) {
    const Atom at = numbers == 1 ? x[0] : in.prim("mul", {x[0], Atom::i64(numbers)});
    return in.emit(state_before(in, states, at), types_);
  });
  return emit.map(pieces.count(), {emit.iota(pieces.count())}, lambda, arrays_of(1),
                  std::vector<Atoms>(types_.size()));
}

Atoms Carries::apply(Emit& emit, const Atoms& carry, const Atoms& own) const {
  core::Substitution substitution;
  for (std::size_t k = 0; k < types_.size(); ++k) {
    substitution[op_.params[k].id] = carry[k];
    substitution[op_.params[types_.size() + k].id] = own[k];
  }
  Tracer plain(sweep_.functions(), emit.graph());
  plain.emit().place = emit.place;
  return plain.trace(op_.body, std::move(substitution), false);
}

Components Carries::back(Emit& emit, const Atoms& carry, const Atoms& own,
                         const Components& cotangents, const Components& there) const {
  Sweep within(sweep_.functions(), emit.graph());  // nothing else is active
  within.emit().place = emit.place;
  core::Substitution substitution;
  Atoms states;
  for (std::size_t k = 0; k < types_.size(); ++k) {
    const Binder state = emit.graph().names().bind(types_[k]);
    emit.graph().append_as({core::Copy{carry[k]}}, {state}, emit.place);
    within.activate(state.atom());
    states.push_back(state.atom());
    substitution[op_.params[k].id] = state.atom();
    substitution[op_.params[types_.size() + k].id] = own[k];
  }
  const auto from = within.position();
  const Atoms next = within.trace(op_.body, std::move(substitution), false);
  const auto to = within.position();
  for (std::size_t k = 0; k < types_.size(); ++k)
    if (cotangents[k]) within.add(next[k], *cotangents[k], there[k]);
  within.sweep(within.graph(), from, to);
  Components found;
  for (const Atom& state : states) found.push_back(within.adjoint(state));
  return found;
}

Carries::Back Carries::through(const Pieces& pieces, const Chain& chain,
                               const Atoms& behind) const {
  const std::size_t n = types_.size();
  Emit& outer = sweep_.emit();
  Atoms carried = behind;
  for (const Type& type : types_) carried.push_back(outer.zeros(type.elem, {pieces.count()}));
  auto step = [&](Sweep& within, const Atom& piece, const Atoms& now) {
    Emit& emit = within.emit();
    const Atom next = emit.prim("add", {piece, Atom::i64(1)});
    const Atom end = emit.prim("mul", {next, Atom::i64(Pieces::kLength)});
    const Atom last = emit.prim("sub", {end, Atom::i64(1)});
    Atoms carry, own;
    Components cotangents(n), there(n);
    for (std::size_t k = 0; k < n; ++k) {
      carry.push_back(emit.index(chain.carries[k], {piece}));
      own.push_back(emit.index(chain.totals[k], {piece}));
      if (live_[k]) cotangents[k] = now[k];
      if (!chain.ends[k]) continue;
      const Atom here = emit.index(*chain.ends[k], {last});
      if (!cotangents[k]) there[k] = chain.there[k];
      cotangents[k] = cotangents[k] ? emit.add(*cotangents[k], here) : here;
    }
    const Components found = back(emit, carry, own, cotangents, there);
    Atoms out;
    for (std::size_t k = 0; k < n; ++k) {
      const Atom sum =
          chain.sums.empty() ? emit.zero(types_[k].elem) : emit.index(chain.sums[k], {piece});
      out.push_back(!found[k] ? sum : chain.sums.empty() ? *found[k] : emit.add(sum, *found[k]));
    }
    for (std::size_t k = 0; k < n; ++k) out.push_back(emit.update_at(now[n + k], {piece}, now[k]));
    return out;
  };
  const Atoms all = run_backwards(sweep_, pieces.count(), carried, {}, step);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(n);
  return {{middle, middle + static_cast<std::ptrdiff_t>(n)}, {all.begin(), middle}};
}

}  // namespace laguz::ad::reverse::folds
