// What simplification does to loops.
#include <algorithm>

#include "core/facts/find.hpp"
#include "core/simplifier/loops/fresh_cells.hpp"
#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {

namespace {

std::int64_t trips_of(const Scalar& bound) {
  return support::is_signed(bound.type) ? std::max<std::int64_t>(bound.as_i64(), 0)
                                        : static_cast<std::int64_t>(bound.bits);
}

// A loop of so few iterations is those, unless they come to too many statements.
constexpr std::int64_t kFewIterations = 4;
constexpr std::size_t kMostUnrolled = 256;

bool has_few_iterations(const Loop& loop) {
  const auto* form = std::get_if<ForForm>(&loop.form);
  return form != nullptr && form->bound.is_constant() && loop.history.empty() && !loop.counted &&
         trips_of(form->bound.scalar()) <= kFewIterations;
}

/// Of [loop] and the loops in it, if they are of few iterations; as many as matter.
std::size_t statements_of(const Loop& loop);

std::size_t statements_of(const Body& body) {
  std::size_t count = body.stms.size();
  for (const Stm& stm : body.stms) {
    if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) {
      count += statements_of(*loop);
      continue;
    }
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { count += statements_of(inner); });
  }
  return std::min(count, kMostUnrolled + 1);
}

std::size_t statements_of(const Loop& loop) {
  const std::size_t count = statements_of(loop.body);
  if (!has_few_iterations(loop)) return count;
  const Scalar bound = std::get<ForForm>(loop.form).bound.scalar();
  return count * static_cast<std::size_t>(trips_of(bound));
}

}  // namespace

// A loop that runs never or once, as far as the bound tells; where it is done often, one that runs
// a few times.
bool Simplifier::replaced(Stm& stm, Loop& loop) {
  if (!has_few_iterations(loop)) return false;
  const auto& form = std::get<ForForm>(loop.form);
  const Scalar bound = form.bound.scalar();
  const std::int64_t trips = trips_of(bound);
  if (trips > 1 && (repeated_.empty() || statements_of(loop) > kMostUnrolled)) return false;
  Atoms states = loop.inits;
  for (std::int64_t i = 0; i < trips; ++i) {
    Substitution now{{form.index.id, Atom::constant(Scalar::integer(bound.type, i))}};
    for (std::size_t k = 0; k < loop.params.size(); ++k) now[loop.params[k].id] = states[k];
    CallSites turn(stm, {"loop", i});
    states = placed(loop.body, std::move(now), &turn);
  }
  for (std::size_t k = 0; k < loop.params.size(); ++k) alias(stm.binders[k], states[k]);
  return true;
}

void Simplifier::inner_bodies(Stm& stm, Loop& loop) {
  drop_invariants(stm, loop);
  drop_known(stm, loop);
  for (std::size_t i = 0; i < loop.params.size(); ++i)
    if (const ArrayApp* made = facts_.array_app(loop.inits[i]); made && made->op == ArrayOp::zeros)
      for (const VarId zero : read_fresh_zeros(loop, i, *made)) zeros_.insert(zero);
  const auto learn = [&] {
    for (std::size_t i = 0; i < loop.params.size(); ++i) learn_stable_lengths(loop, i);
  };
  std::vector<std::vector<bool>> kept;
  const auto look = [&] {
    for (std::size_t i = 0; i < loop.params.size(); ++i) kept.push_back(lengths_kept(stm, loop, i));
  };
  if (auto* form = std::get_if<ForForm>(&loop.form)) {
    facts_.learn_below(form->index.id, form->bound);
    numbers_[form->index.id] = form->bound;
    Binders params = loop.params;
    params.push_back(form->index);
    in(loop.body, params, {true, form->bound}, learn, look);
  } else {
    in(std::get<WhileForm>(loop.form).condition, loop.params, {true}, learn);
    in(loop.body, loop.params, {true}, learn, look);
  }
  loop.regular.resize(loop.params.size(), 0);
  for (std::size_t i = 0; i < loop.params.size(); ++i)
    loop.regular[i] = find_stable_lengths(stm, loop, i, kept[i]) ? 1 : 0;
  for (std::size_t entry = 0; entry < loop.history.size(); ++entry) learn_stacked(stm, loop, entry);
}

// Of stacked states there is one for each iteration.
void Simplifier::learn_stacked(const Stm& stm, const Loop& loop, std::size_t entry) {
  const Binder& stacked = stm.binders[loop.params.size() + entry];
  if (loop.is_flat(entry)) {
    flat_.insert(stacked.id);
    return;
  }
  kept_rows_.insert(stacked.id);
  const std::size_t param = loop.history[entry];
  std::vector<Length> lengths;
  for (int dim = 0; dim < stacked.type.rank; ++dim)
    lengths.push_back(dim > 0 && loop.is_regular(param)
                          ? facts_.defined_length(loop.inits[param], dim - 1)
                          : Length{stacked.atom(), dim});
  const auto* form = std::get_if<ForForm>(&loop.form);
  if (loop.counted)
    lengths[0] = {stm.binders[loop.count_at()].atom()};
  else if (form && form->bound.is_constant())
    lengths[0] = {Atom::i64(trips_of(form->bound.scalar()))};
  else if (form && form->bound.type == kIndex && facts_.is_natural(form->bound))
    lengths[0] = {form->bound};
  else if (form && form->bound.type == kIndex)
    facts_.learn_trips(stacked.id, form->bound);
  facts_.learn_lengths(stacked, std::move(lengths));
}

namespace {

/// Whether parameters [a] and [b] that are equal are so after an iteration, as far as one step
/// tells: running sums that derivatives keep are.
bool stay_equal(const Loop& loop, std::size_t a, std::size_t b) {
  const Atom &next = loop.body.results[a], &other = loop.body.results[b];
  if (next == other) return true;
  const auto made = place_of(loop.body, next.var), at = place_of(loop.body, other.var);
  const auto* p = made ? std::get_if<PrimApp>(&loop.body.stms[*made].exp.node) : nullptr;
  const auto* q = at ? std::get_if<PrimApp>(&loop.body.stms[*at].exp.node) : nullptr;
  if (p == nullptr || q == nullptr || !(p->prim == q->prim)) return false;
  for (std::size_t k = 0; k < p->args.size(); ++k)
    if (!(p->args[k] == q->args[k]) &&
        !(p->args[k] == loop.params[a].atom() && q->args[k] == loop.params[b].atom()))
      return false;
  return true;
}

}  // namespace

bool is_bound_inside(const Loop& loop, const Atom& atom) {
  if (atom.is_constant()) return false;
  if (atom.var == std::get<ForForm>(loop.form).index.id) return true;
  for (const Binder& param : loop.params)
    if (param.id == atom.var) return true;
  return place_of(loop.body, atom.var).has_value();
}

// Parameters that every iteration hands on as they are, and those that are always equal to another.
void Simplifier::drop_invariants(Stm& stm, Loop& loop) {
  std::vector<bool> kept_history(loop.params.size());
  for (const std::uint32_t index : loop.history) kept_history[index] = true;
  std::vector<std::uint32_t> renumbered(loop.params.size());
  std::size_t kept = 0;
  const std::size_t count = loop.params.size();
  loop.regular.resize(count, 0);
  loop.sums.resize(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (loop.body.results[i] == loop.params[i].atom() && !kept_history[i]) {
      alias(loop.params[i], loop.inits[i]);
      alias(stm.binders[i], loop.inits[i]);
      continue;
    }
    std::size_t same = 0;
    while (same < kept && !(loop.inits[same] == loop.inits[i] && stay_equal(loop, same, i))) ++same;
    renumbered[i] = static_cast<std::uint32_t>(same);
    if (same < kept) {
      alias(loop.params[i], loop.params[same].atom());
      alias(stm.binders[i], stm.binders[same].atom());
      continue;
    }
    loop.params[kept] = loop.params[i];
    loop.inits[kept] = loop.inits[i];
    loop.regular[kept] = loop.regular[i];
    loop.sums[kept] = loop.sums[i];
    loop.body.results[kept] = loop.body.results[i];
    stm.binders[kept++] = stm.binders[i];
  }
  if (kept == count) return;
  for (std::uint32_t& index : loop.history) index = renumbered[index];
  stm.binders.erase(stm.binders.begin() + static_cast<std::ptrdiff_t>(kept),
                    stm.binders.begin() + static_cast<std::ptrdiff_t>(count));
  loop.params.resize(kept);
  loop.inits.resize(kept);
  loop.regular.resize(kept);
  loop.sums.resize(kept);
  loop.body.results.resize(kept);
  drop_equal_histories(stm, loop);
}

void Simplifier::drop_equal_histories(Stm& stm, Loop& loop) {
  std::vector<bool> kept;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    std::size_t same = 0;
    while (same < h &&
           !(kept[same] && loop.history[same] == loop.history[h] &&
             loop.is_flat(same) == loop.is_flat(h) && loop.is_after(same) == loop.is_after(h)))
      ++same;
    kept.push_back(same == h);
    learnt_ = learnt_ || same < h;  // a loop around may keep them
    if (same < h)
      alias(stm.binders[loop.params.size() + h], stm.binders[loop.params.size() + same].atom());
  }
  drop_histories(stm, loop, kept);
}

// What is kept of the iterations' numbers, and of what is the same in all of them.
void Simplifier::drop_known(Stm& stm, Loop& loop) {
  const auto* form = std::get_if<ForForm>(&loop.form);
  if (form == nullptr || form->bound.type != kIndex) return;
  std::vector<bool> kept;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const Atom value = loop.body.results[loop.history[h]];
    const bool counts = value == form->index.atom();
    const bool stays = !loop.is_flat(h) && !is_bound_inside(loop, value);
    kept.push_back(!loop.is_after(h) || !(counts || stays));
    if (kept.back()) continue;
    const Atom trips = computed("max", {form->bound, Atom::i64(0)}, stm);
    const Binder all = program_.names.bind(value.type.array_of());
    ArrayApp app{ArrayOp::replicate, {trips, value}, {}};
    if (counts) app = {ArrayOp::iota, {trips, Atom::i64(0), Atom::i64(1)}, {}};
    place({{all}, {std::move(app)}, stm.span, stm.inlined_at});
    alias(stm.binders[loop.params.size() + h], all.atom());
  }
  drop_histories(stm, loop, kept);
}

void Simplifier::drop_histories(Stm& stm, Loop& loop, const std::vector<bool>& kept) {
  if (std::find(kept.begin(), kept.end(), false) == kept.end()) return;
  Loop rest;
  std::vector<bool> flags(loop.params.size(), true);
  for (std::size_t h = 0; h < kept.size(); ++h) {
    flags.push_back(kept[h]);
    if (kept[h]) rest.keep(loop.history[h], loop.is_flat(h), loop.is_after(h));
  }
  if (loop.counted) flags.push_back(true);
  keep(stm.binders, flags);
  loop.history = std::move(rest.history);
  loop.flat = std::move(rest.flat);
  loop.after = std::move(rest.after);
}

// By dimension of a parameter: whether the next one is as long, or as the first one, by what an
// iteration has checked.
std::vector<bool> Simplifier::lengths_kept(const Stm& near, const Loop& loop, std::size_t i) {
  const Binder& param = loop.params[i];
  std::vector<bool> kept;
  for (int dim = 0; dim < param.type.rank; ++dim) {
    const Length next = facts_.length(loop.body.results[i], dim);
    const auto sum = joined_length(near, next);
    const Length now = sum ? Length{*sum} : next;
    kept.push_back(facts_.is_same(now, facts_.length(param.atom(), dim)) ||
                   facts_.is_same(now, facts_.length(loop.inits[i], dim)));
  }
  return kept;
}

// An array parameter keeps a length if the next parameter has it whatever it is. That is seen
// after the body, and of use in it in the next run. Whether it keeps all of them.
bool Simplifier::find_stable_lengths(const Stm& stm, const Loop& loop, std::size_t i,
                                     const std::vector<bool>& kept) {
  const Binder& param = loop.params[i];
  if (param.type.rank == 0 || param.type.acc) return true;
  std::vector<bool>& stable = stable_lengths_[param.id];
  stable.resize(param.type.rank, false);
  const std::vector<bool> known = stable;  // for good
  std::vector<Length> lengths;
  for (int dim = 0; dim < param.type.rank; ++dim) {
    const Length before = facts_.defined_length(loop.inits[i], dim);
    bool same = true;
    std::vector<Length> possible = facts_.possible_lengths(loop.inits[i], dim);
    for (const Length& length : facts_.possible_lengths(loop.body.results[i], dim)) {
      if (loop.is_regular(i) || known[static_cast<std::size_t>(dim)] ||
          kept[static_cast<std::size_t>(dim)] || facts_.is_same(length, {param.atom(), dim}) ||
          facts_.is_same(facts_.known(length), facts_.known(before)))
        continue;
      same = false;
      possible.push_back(length);
    }
    facts_.learn_possible(stm.binders[i], dim, possible);
    learnt_ = learnt_ || (same && !known[static_cast<std::size_t>(dim)]);
    stable[static_cast<std::size_t>(dim)] = same;
    lengths.push_back(same ? before : Length{stm.binders[i].atom(), dim});
  }
  facts_.learn_lengths(stm.binders[i], std::move(lengths));
  return std::find(stable.begin(), stable.end(), false) == stable.end();
}

void Simplifier::learn_stable_lengths(const Loop& loop, std::size_t i) {
  const auto found = stable_lengths_.find(loop.params[i].id);
  if (found == stable_lengths_.end() && !loop.is_regular(i)) return;
  std::vector<Length> lengths;
  for (int dim = 0; dim < loop.params[i].type.rank; ++dim)
    lengths.push_back(loop.is_regular(i) || found->second[static_cast<std::size_t>(dim)]
                          ? facts_.defined_length(loop.inits[i], dim)
                          : Length{loop.params[i].atom(), dim});
  facts_.learn_lengths(loop.params[i], std::move(lengths));
}

}  // namespace laguz::core::simplifier
