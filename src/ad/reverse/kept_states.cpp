// What a loop keeps of its iterations for the way back, and how that reads it.
#include <algorithm>

#include "ad/reverse/loops.hpp"
#include "ad/reverse/reverse_of_loop.hpp"
#include "ad/tape/call_tape.hpp"
#include "ad/tape/whole.hpp"
#include "support/assert.hpp"

namespace laguz::ad::reverse {

using core::Stm;

/// What the loop is to keep besides states.
void ReverseOfLoop::begin_tape(const graph::Graph& inner) {
  core::Substitution states, around;
  for (std::size_t k = 0; k < n_; ++k)
    if (!states_[k].constant && !by_[k]) states[states_[k].now.id] = e_.params[k].atom();
  for (const Binder& counted : counted_on())
    if (const Atom number = names_of_body_.at(counted.id); !number.is_constant())
      states[number.var] = counted.atom();
  for (const Binder& free : core::free_variables(forward_[position_].exp)) {
    const Atom now = sweep_.versions().restored(free.atom());
    around[now.var] = around[free.id] = free.atom();
  }
  if (const tape::CallTape* tape = sweep_.tape_of_loops()) around[tape->acc().var] = tape->acc();
  std::vector<tape::Tape::ArrayState> arrays;
  for (const LoopState& state : states_)
    if (!state.constant && state.now.type.rank > 0)
      arrays.push_back({state.now.id, state.end.id, state.known});
  const tape::Tape::Traced traced{inner,
                                  body_from_,
                                  body_to_,
                                  names_of_body_,
                                  states,
                                  around,
                                  arrays,
                                  !tapes_,
                                  sweep_.in_iteration(),
                                  sweep_.turning(),
                                  sweep_.in_map() ? tape::put_back_in_lanes : tape::put_back};
  tape_.emplace(e_, traced, sweep_.tape_of_loops());
}

/// Makes the body; the parameters whose states it reads. Arrays carried backwards are results too.
std::vector<std::size_t> ReverseOfLoop::schedule(core::Loop& loop, const graph::Graph& inner,
                                                 const Atoms& next) {
  for (bool kept_whole = true;;) {
    // (What is kept besides is decided by what states take.)
    if (kept_whole) begin_tape(inner);
    Atoms results = next;
    for (const LoopState& state : states_)
      if (state.wanted() && state.undo) results.push_back(state.before);
    const std::size_t count = results.size();
    for (const LoopState& state : states_)
      if (state.again()) results.push_back(state.next);
    loop.body = inner.schedule(results);
    loop.body = tape_->cut(std::move(loop.body));
    loop.body.results.resize(count);
    std::unordered_set<VarId> used;
    for (const Binder& free : core::free_variables(loop.body)) used.insert(free.id);
    bool changed = false;
    std::vector<std::size_t> wanted;
    for (std::size_t k = 0; k < n_; ++k) {
      LoopState& state = states_[k];
      const auto note = [&](const Binder& one, bool& is_used) {
        if (is_used || used.count(one.id) == 0) return;
        is_used = true;
        changed = changed || state.undo;
      };
      note(state.now, state.now_used);
      note(state.there, state.now_used);
      if (state.undo) note(state.end, state.end_used);
      // (What was kept is loaded with the array.)
      for (std::size_t i = 0; i < state.known.size() && !state.wanted(); ++i)
        note(state.known[i], state.now_used);
      if (state.wanted()) wanted.push_back(k);
    }
    kept_whole = !changed && keep_whole(used);
    if (!changed && !kept_whole) return wanted;
  }
}

// Of an array that is only read as the iteration began, a copy is kept where that is less than what
// its updates overwrite. [used]: by the iteration's sweep.
bool ReverseOfLoop::keep_whole(const std::unordered_set<VarId>& used) {
  bool changed = false;
  for (std::size_t k = 0; k < n_; ++k) {
    LoopState& state = states_[k];
    if (!state.undo || !state.now_used || state.end_used || !shapes_->kept(k)) continue;
    const auto is_used = [&](const Binder& one) { return used.count(one.id) > 0; };
    if (is_used(state.there) || std::any_of(state.known.begin(), state.known.end(), is_used))
      continue;
    const Atoms dims = sweep_.emit().shape(e_.inits[k]);
    if (!tape::is_all_overwritten(sweep_.graph(), e_, *state.undo, dims)) continue;
    state.undo.reset();
    state.known.clear();
    changed = true;
  }
  return changed;
}

/// Where the body has updated [state] again, that is what it ends with.
void ReverseOfLoop::end_again(core::Body& body, const LoopState& state) const {
  std::size_t place = 0;
  for (std::size_t s = 0; s < body.stms.size(); ++s)
    for (const Binder& binder : body.stms[s].binders)
      if (binder.id == state.next.var) place = s + 1;
  body.stms.insert(body.stms.begin() + static_cast<std::ptrdiff_t>(place),
                   sweep_.emit().place.stm({state.end}, {core::Copy{state.next}}));
}

void ReverseOfLoop::finish(core::Loop& loop, const graph::Graph& inner, const Atoms& next) {
  const std::vector<std::size_t> wanted = schedule(loop, inner, next);
  const Atoms& taped = tape_->values();
  if (wanted.empty() && taped.empty()) return;
  // Now the way there is run for certain, before this one: what fails has failed.
  drop(loop.body, sweep_.checks());
  Stm stm = forward_[position_].stm();
  std::vector<Stm> before;
  tape::LoopEditor editor(names_, stm, before);

  struct Load {
    Binder to;
    tape::History history;
  };
  std::vector<Load> loads;
  if (!taped.empty()) {
    const std::vector<tape::History> kept = tape_->keep(editor);
    for (std::size_t v = 0; v < taped.size(); ++v)
      loads.push_back({{taped[v].var, taped[v].type}, kept[v]});
  }
  std::vector<std::pair<std::size_t, Binder>> carried;
  for (std::size_t k : wanted) {
    const LoopState& state = states_[k];
    if (!state.undo) {
      const bool flat = state.now.type.rank > 0 && !shapes_->kept(k);
      loads.push_back({state.now, editor.history(k, flat)});
      continue;
    }
    restored_.emplace_back(k, loop.params.size());
    carried.emplace_back(k, state.now_used ? names_.bind(state.now.type) : state.end);
    loop.params.push_back(carried.back().second);
    loop.inits.push_back(sweep_.versions().restored(results_[k]));
  }
  std::unordered_set<VarId> used, logged;
  for (const Binder& free : core::free_variables(loop.body)) used.insert(free.id);
  for (const auto& [k, array] : carried) {
    const auto remembered =
        tape::remember(names_, editor.loop(), k, known_again(), sweep_.in_map());
    LAGUZ_ASSERT(remembered && remembered->needed.size() == states_[k].known.size(),
                 "a loop that forgets what it updates");
    for (std::size_t a = 0; a < remembered->needed.size(); ++a) {
      const VarId known = states_[k].known[a].id;
      if (!states_[k].now_used && used.count(known) == 0) continue;
      if (!logged.insert(known).second) continue;
      loads.push_back({states_[k].known[a], editor.log(remembered->needed[a])});
    }
  }
  forward_.replace(position_, std::move(stm), std::move(before));

  for (const auto& [k, array] : carried)
    if (states_[k].again()) end_again(loop.body, states_[k]);

  // What is kept of the iteration stands before everything but its number.
  Atoms made;
  Binders names;
  core::Body first = sweep_.emit().body([&](Emit& emit) {
    count_on(emit, known_);
    for (const auto& [k, array] : carried)
      tape::compute_again(emit, states_[k].undo->again, known_);
    core::Substitution loaded;
    for (const Load& one : loads) {
      names.push_back(one.to);
      made.push_back(tape::load(emit, one.history, at_));
      loaded[one.to.id] = made.back();
    }
    for (auto& [var, known] : known_) known = core::replaced(known, loaded);
    for (const auto& [k, array] : carried) {
      const LoopState& state = states_[k];
      if (!state.now_used) continue;
      emit.graph().know_shape(array.atom(), e_.inits[k]);
      if (used.count(state.there.id) > 0) {
        names.push_back(state.there);
        made.push_back(tape::left_there(emit, state.undo->steps[0], array.atom(), known_));
      }
      names.push_back(state.now);
      made.push_back(tape::undo(emit, state.undo->steps, array.atom(), known_));
    }
    return made;
  });
  for (std::size_t m = 0; m < names.size(); ++m)
    first.stms.push_back(sweep_.emit().place.stm({names[m]}, {core::Copy{made[m]}}));
  std::size_t place = 0;
  for (std::size_t s = 0; s < loop.body.stms.size(); ++s)
    for (const Binder& binder : loop.body.stms[s].binders)
      if (!at_.is_constant() && binder.id == at_.var) place = s + 1;
  loop.body.stms.insert(loop.body.stms.begin() + static_cast<std::ptrdiff_t>(place),
                        first.stms.begin(), first.stms.end());
}

}  // namespace laguz::ad::reverse
