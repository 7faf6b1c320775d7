// Loops. Reverse mode runs the iterations again, last to first, each from the state it started
// with, and sweeps them. How a state is had depends on the parameter:
//   - scalars, and arrays that are made anew, are kept by the forward loop (its history);
//   - an array that is only overwritten here and there is carried backwards, and what was
//     overwritten is put back (undo.hpp);
//   - a parameter that never changes is its initial value.
// What of the iteration would be dear to run again is kept, too (tape.hpp).
// Only states that the derived code reads are kept, and only cotangents that can be more than zero
// are carried.
#include <algorithm>

#include "ad/reach.hpp"
#include "ad/shapes.hpp"
#include "ad/stripmine.hpp"
#include "ad/sweep.hpp"
#include "ad/tape.hpp"
#include "ad/undo.hpp"
#include "support/assert.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;
using core::Stm;

namespace {

/// One parameter of a loop, seen from its reverse.
struct State {
  Binder now{};  ///< at the start of the iteration that is swept
  bool active = false;
  bool constant = false;  ///< the initial value, in all iterations
  std::optional<Undo> undo{};
  Binders known{};  ///< what [undo] needs of the iteration
  Atom before{};    ///< equal to [now], after the sweep
  bool wanted = false;
};

/// What may be kept of it has been looked to.
bool is_bounded(const core::Loop& e) {
  return e.budget != 0 || e.hints.states != core::KeptStates::weighed;
}

bool is_constant(const core::Loop& e, std::size_t k) {
  if (!(e.body.results[k] == e.params[k].atom())) return false;
  return std::find(e.history.begin(), e.history.end(), k) == e.history.end();
}

/// Takes out the statements of [body], at any depth, that bind one of [vars].
void drop(core::Body& body, const std::unordered_set<VarId>& vars) {
  std::erase_if(body.stms, [&](const Stm& stm) {
    return !stm.binders.empty() && vars.count(stm.binders[0].id) > 0;
  });
  for (Stm& stm : body.stms)
    core::visit(
        stm.exp, [](Atom&) {}, [&](core::Body& inner, Binders&) { drop(inner, vars); });
}

/// Updates of an array in the graph of a loop's body, first to last.
struct Chain {
  struct Link {
    std::size_t position;
    Atom from;
    bool loop = false;
  };
  std::vector<Link> links;
  bool later_read = false;  ///< an array other than the first is read
};

std::optional<Chain> chain_of(const graph::Graph& graph, std::size_t from, std::size_t to,
                              const Atom& first, const Atom& last) {
  Chain chain;
  std::unordered_map<VarId, std::size_t> versions{{first.var, 0}};
  std::vector<VarId> later;
  for (Atom atom = last; !(atom == first);) {
    const auto position = graph.position_of(atom.var);
    if (!position || *position < from) return {};
    const graph::Node& node = graph[*position];
    std::size_t r = 0;
    while (node.results[r].id != atom.var) ++r;
    const auto source = overwritten(node.exp, r);
    if (!source) return {};
    later.push_back(atom.var);
    atom = *source;
    const auto* app = std::get_if<core::ArrayApp>(&node.exp.node);
    if (app != nullptr && app->op == core::ArrayOp::copy) continue;
    chain.links.push_back({*position, *source, std::holds_alternative<core::Loop>(node.exp.node)});
  }
  std::reverse(chain.links.begin(), chain.links.end());
  const std::unordered_set<VarId> versions_later(later.begin(), later.end());
  std::unordered_set<std::size_t> positions;
  for (const auto& link : chain.links) {
    positions.insert(link.position);
    chain.later_read = chain.later_read || link.loop;
  }
  for (std::size_t p = from; p < to && !chain.later_read; ++p) {
    const auto* app = std::get_if<core::ArrayApp>(&graph[p].exp.node);
    if (app != nullptr && app->op == core::ArrayOp::shape) continue;
    const bool link =
        positions.count(p) > 0 && !std::holds_alternative<core::If>(graph[p].exp.node);
    if (link) continue;
    for (const Binder& free : core::free_variables(graph[p].exp))
      chain.later_read = chain.later_read || versions_later.count(free.id) > 0;
  }
  return chain;
}

/// Everything about one loop's reverse that its steps share.
class ReverseOfLoop {
 public:
  ReverseOfLoop(Sweep& sweep, graph::Graph& forward, std::size_t position, core::Loop e, bool tapes)
      : sweep_(sweep),
        names_(sweep.graph().names()),
        forward_(forward),
        position_(position),
        e_(std::move(e)),
        n_(e_.params.size()),
        tapes_(tapes && !sweep.in_map() && e_.hints.states != core::KeptStates::checkpoints),
        kept_(n_) {
    const Binders results = forward[position].results;
    for (const Binder& result : results) results_.push_back(result.atom());
  }

  void run(Atom trips);
  /// For each parameter: whether anything is kept of its states.
  const std::vector<bool>& kept() const { return kept_; }

 private:
  void classify();
  Atoms step(Sweep& sweep, const Atom& i, const Atoms& cotangents);
  void go_back_in_place(Sweep& sweep, State& state, const Atom& last, std::size_t from,
                        std::size_t to);
  void finish(core::Loop& loop, const graph::Graph& inner, const Atoms& next);
  std::optional<Atom> there_at(const Atoms& carried, std::size_t c) const {
    return there_[c] == 0 ? std::nullopt : std::optional(carried[there_[c]]);
  }
  std::vector<std::size_t> schedule(core::Loop& loop, const graph::Graph& inner, const Atoms& next);
  void begin_tape(const graph::Graph& inner);

  Sweep& sweep_;
  core::Names& names_;
  graph::Graph& forward_;
  std::size_t position_;
  const core::Loop e_;
  const std::size_t n_;
  const bool tapes_;
  Atoms results_;
  std::vector<State> states_;
  std::vector<std::size_t> carried_;  ///< parameters whose cotangents are carried backwards
  /// For each of them, the carried value that says whether its cotangent is there yet (0: it is).
  std::vector<std::size_t> there_;
  struct HistoryCotangent {
    std::size_t param;
    Atom kept;
    bool flat, after;
    std::size_t end = 0;  ///< flat: the carried value that says where the next state ends
  };
  std::vector<HistoryCotangent> histories_;
  core::Substitution constants_;
  core::Substitution known_;          ///< what undoing needs, as it is called in the reverse loop
  core::Substitution names_of_body_;  ///< variables of the body, as it calls them
  std::size_t body_from_ = 0, body_to_ = 0;  ///< and where it has the body
  std::optional<Tape> tape_;
  Atom at_;  ///< the iteration, inside the reverse loop
  std::vector<std::pair<std::size_t, std::size_t>> restored_;  ///< parameter, result of the reverse
  std::vector<bool> kept_;
};

void ReverseOfLoop::classify() {
  const auto active = sweep_.active_results({e_}, results_.size());
  std::vector<bool> wanted;
  for (std::size_t k = 0; k < n_; ++k) wanted.push_back(sweep_.adjoint(results_[k]).has_value());
  for (std::size_t h = 0; h < e_.history.size(); ++h) {
    auto cotangent = sweep_.adjoint(results_[n_ + h]);
    if (!cotangent) continue;
    histories_.push_back({e_.history[h], *cotangent, e_.is_flat(h), e_.is_after(h)});
    wanted[e_.history[h]] = true;
  }
  const auto live = reaching(e_, wanted);
  const Shapes shapes(e_);
  for (std::size_t k = 0; k < n_; ++k) {
    State state;
    state.active = active[k];
    state.constant = is_constant(e_, k);
    state.now = names_.bind(e_.params[k].type, names_.hint(e_.params[k].id));
    if (state.constant) {
      constants_[e_.params[k].id] = e_.inits[k];
    } else {
      if (active[k] && live[k]) carried_.push_back(k);
      if (state.now.type.rank > 0 && shapes.kept(k))
        sweep_.graph().know_shape(state.now.atom(), e_.inits[k]);
      if (state.now.type.rank > 0 && e_.hints.states != core::KeptStates::checkpoints) {
        core::Loop probe = e_;
        state.undo = remember(names_, probe, k);
      }
      if (state.undo)
        for (const Atom& atom : state.undo->needed) {
          // Arrays that are overwritten at the same place share it.
          auto [known, added] = known_.try_emplace(atom.var);
          if (added) known->second = names_.bind(atom.type).atom();
          state.known.push_back({known->second.var, atom.type});
        }
    }
    states_.push_back(std::move(state));
  }
}

Atoms ReverseOfLoop::step(Sweep& sweep, const Atom& i, const Atoms& cotangents) {
  Emit& emit = sweep.emit();
  if (is_bounded(e_)) sweep.set_bounded();
  at_ = i;
  core::Substitution& substitution = names_of_body_;
  substitution = constants_;
  for (std::size_t k = 0; k < n_; ++k) {
    if (states_[k].constant) continue;
    substitution[e_.params[k].id] = states_[k].now.atom();
    if (!states_[k].active) continue;
    sweep.activate(states_[k].now.atom());
    sweep.sink(states_[k].now.id);
  }
  if (const auto* form = std::get_if<core::ForForm>(&e_.form)) {
    const ScalarType type = form->index.type.elem;
    const Atom index =
        type == ScalarType::i64 ? i : emit.prim("cvt_" + std::string(name(type)), {i});
    substitution[form->index.id] = index;
    known_[form->index.id] = index;
  }
  const auto from = body_from_ = sweep.position();
  const Atoms next = sweep.trace_names(e_.body, substitution, false);
  const auto to = body_to_ = sweep.position();
  for (std::size_t c = 0; c < carried_.size(); ++c)
    sweep.add(next[carried_[c]], cotangents[c], there_at(cotangents, c));
  for (std::size_t k = 0; k < n_; ++k) {
    states_[k].before = states_[k].now.atom();
    if (states_[k].undo) go_back_in_place(sweep, states_[k], next[k], from, to);
  }
  // What was kept of states has cotangents of its own: those of starts come last.
  Atoms ends(histories_.size());
  auto weigh_histories = [&](bool after) {
    for (std::size_t h = 0; h < histories_.size(); ++h) {
      const HistoryCotangent& history = histories_[h];
      if (history.after != after) continue;
      const Atom state = after ? next[history.param] : states_[history.param].now.atom();
      if (!history.flat) {
        sweep.add(state, emit.index(history.kept, {i}));
        continue;
      }
      Atom size = Atom::i64(1);
      Atoms args;
      for (const Atom& dim : emit.shape(state)) {
        args.push_back(dim);
        size = emit.prim("mul", {size, dim});
      }
      core::DimSlice range;
      range.end = cotangents[history.end];
      range.start = ends[h] = emit.prim("sub", {*range.end, size});
      args.insert(args.begin(), emit.slice(history.kept, {range}));
      sweep.add(state, emit.array_op(core::ArrayOp::reshape, std::move(args), state.type));
    }
  };
  weigh_histories(true);
  sweep.sweep(sweep.graph(), from, to);
  for (State& state : states_)
    if (state.undo) state.before = sweep.restored(state.now.atom());

  weigh_histories(false);
  Atoms out;
  for (std::size_t k : carried_) out.push_back(sweep.adjoint_or_zeros(states_[k].now.atom()));
  for (std::size_t h = 0; h < histories_.size(); ++h)
    if (histories_[h].flat) out.push_back(ends[h]);
  for (std::size_t c = 0; c < carried_.size(); ++c) {
    if (there_[c] == 0) continue;
    const Sink& sink = sweep.sink(states_[carried_[c]].now.id);
    out.push_back(sink.there ? *sink.there : Atom::boolean(sink.value.has_value()));
  }
  return out;
}

// The iteration is run again from the array at its start, and updates it in place. If nothing but
// that array itself is read, the updates are not even needed. If later ones are read too, the sweep
// undoes the updates as it passes them, so that what it reads is always the one array there is.
void ReverseOfLoop::go_back_in_place(Sweep& sweep, State& state, const Atom& last, std::size_t from,
                                     std::size_t to) {
  const auto chain = chain_of(sweep.graph(), from, to, state.now.atom(), last);
  if (!chain || !chain->later_read || chain->links.size() != state.undo->steps.size()) return;
  for (std::size_t l = 0; l < chain->links.size(); ++l) {
    const Chain::Link link = chain->links[l];
    const Atom after = l + 1 < chain->links.size() ? chain->links[l + 1].from : last;
    const UndoStep& step = state.undo->steps[l];
    sweep.when_passed(link.position, [this, &sweep, &step, link, after] {
      if (sweep.restored(link.from) == link.from)  // else the rule of a loop has done it
        sweep.restore(link.from, undo(sweep.emit(), {step}, sweep.restored(after), known_));
    });
  }
}

/// What the loop is to keep besides states. (Not where an iteration is itself a stretch of a loop:
/// that is run again whole.)
void ReverseOfLoop::begin_tape(const graph::Graph& inner) {
  core::Substitution states, around;
  for (std::size_t k = 0; k < n_; ++k)
    if (!states_[k].constant) states[states_[k].now.id] = e_.params[k].atom();
  if (const auto* form = std::get_if<core::ForForm>(&e_.form))
    if (const Atom index = names_of_body_.at(form->index.id); !index.is_constant())
      states[index.var] = form->index.atom();
  for (const Binder& free : core::free_variables(forward_[position_].exp)) {
    const Atom now = sweep_.restored(free.atom());
    around[now.var] = around[free.id] = free.atom();
  }
  const Tape::Traced traced{inner, body_from_, body_to_, names_of_body_, states, around};
  tape_.emplace(e_, traced, !sweep_.in_map());
}

/// Makes the body; the parameters whose states it reads. Arrays carried backwards are results too.
std::vector<std::size_t> ReverseOfLoop::schedule(core::Loop& loop, const graph::Graph& inner,
                                                 const Atoms& next) {
  for (;;) {
    Atoms results = next;
    for (const State& state : states_)
      if (state.wanted && state.undo) results.push_back(state.before);
    loop.body = inner.schedule(results);
    if (tape_) loop.body = tape_->cut(std::move(loop.body));
    std::unordered_set<VarId> used;
    for (const Binder& free : core::free_variables(loop.body)) used.insert(free.id);
    bool changed = false;
    std::vector<std::size_t> wanted;
    for (std::size_t k = 0; k < n_; ++k) {
      if (!states_[k].wanted && used.count(states_[k].now.id) > 0) {
        states_[k].wanted = true;
        changed = changed || states_[k].undo;
      }
      if (states_[k].wanted) wanted.push_back(k);
    }
    if (!changed) return wanted;
  }
}

void ReverseOfLoop::finish(core::Loop& loop, const graph::Graph& inner, const Atoms& next) {
  // The way back has no more iterations than are kept of the way there; and stretches where that
  // has them.
  if (is_bounded(e_))
    loop.hints.states = e_.hints.states == core::KeptStates::checkpoints
                            ? core::KeptStates::checkpoints
                            : core::KeptStates::all;
  if (tapes_) begin_tape(inner);
  const std::vector<std::size_t> wanted = schedule(loop, inner, next);
  const Atoms taped = tape_ ? tape_->values() : Atoms{};
  if (wanted.empty() && taped.empty()) return;
  // Now the way there is run for certain, before this one: what fails has failed.
  drop(loop.body, sweep_.checks());
  Stm stm = forward_[position_].stm();
  std::vector<Stm> before;
  LoopEditor editor(names_, stm, before);

  struct Load {
    Binder to;
    History history;
  };
  std::vector<Load> loads;
  if (!taped.empty()) {
    const std::vector<History> kept = tape_->keep(editor);
    for (std::size_t v = 0; v < taped.size(); ++v)
      loads.push_back({{taped[v].var, taped[v].type}, kept[v]});
    std::fill(kept_.begin(), kept_.end(), true);
  }
  std::vector<std::pair<std::size_t, Binder>> carried;
  for (std::size_t k : wanted) {
    const State& state = states_[k];
    if (!state.undo) {
      const bool flat = state.now.type.rank > 0 && !Shapes(e_).kept(k);
      loads.push_back({state.now, editor.history(k, flat)});
      kept_[k] = true;
      continue;
    }
    restored_.emplace_back(k, loop.params.size());
    carried.emplace_back(k, names_.bind(state.now.type));
    loop.params.push_back(carried.back().second);
    loop.inits.push_back(sweep_.restored(results_[k]));
  }
  std::unordered_set<VarId> logged;
  for (const auto& [k, array] : carried) {
    const auto remembered = remember(names_, editor.loop(), k);
    LAGUZ_ASSERT(remembered && remembered->needed.size() == states_[k].known.size(),
                 "a loop that forgets what it updates");
    for (std::size_t a = 0; a < remembered->needed.size(); ++a) {
      if (!logged.insert(states_[k].known[a].id).second) continue;
      kept_[k] = true;
      loads.push_back({states_[k].known[a], editor.log(remembered->needed[a])});
    }
  }
  forward_.replace(position_, std::move(stm), std::move(before));

  // What is kept of the iteration stands before everything but its number.
  Atoms made;
  core::Body first = sweep_.emit().body([&](Emit& emit) {
    if (const auto* form = std::get_if<core::ForForm>(&e_.form)) {
      const ScalarType type = form->index.type.elem;
      known_[form->index.id] =
          type == ScalarType::i64 ? at_ : emit.prim("cvt_" + std::string(name(type)), {at_});
    }
    core::Substitution loaded;
    for (const Load& one : loads) {
      made.push_back(load(emit, one.history, at_));
      loaded[one.to.id] = made.back();
    }
    for (auto& [var, known] : known_) known = core::replaced(known, loaded);
    for (const auto& [k, array] : carried) {
      emit.graph().know_shape(array.atom(), e_.inits[k]);
      made.push_back(undo(emit, states_[k].undo->steps, array.atom(), known_));
    }
    return made;
  });
  Binders names;
  for (const Load& one : loads) names.push_back(one.to);
  for (const auto& [k, array] : carried) names.push_back(states_[k].now);
  for (std::size_t m = 0; m < names.size(); ++m)
    first.stms.push_back(sweep_.emit().place.stm({names[m]}, {core::Copy{made[m]}}));
  std::size_t place = 0;
  for (std::size_t s = 0; s < loop.body.stms.size(); ++s)
    for (const Binder& binder : loop.body.stms[s].binders)
      if (!at_.is_constant() && binder.id == at_.var) place = s + 1;
  loop.body.stms.insert(loop.body.stms.begin() + static_cast<std::ptrdiff_t>(place),
                        first.stms.begin(), first.stms.end());
}

void ReverseOfLoop::run(Atom trips) {
  classify();
  Atoms carried;
  for (std::size_t k : carried_) carried.push_back(sweep_.adjoint_or_zeros(results_[k]));
  for (HistoryCotangent& history : histories_) {
    if (!history.flat) continue;
    history.end = carried.size();
    carried.push_back(sweep_.emit().shape(history.kept, 0));
  }
  // A state whose final value nobody weighs gets its first cotangent from an earlier iteration.
  for (std::size_t k : carried_) {
    const auto there = sweep_.adjoint(results_[k]) ? sweep_.there_of(results_[k])
                                                   : std::optional(Atom::boolean(false));
    there_.push_back(there ? carried.size() : 0);
    if (there) carried.push_back(*there);
  }
  // Variables around the body gather in the loop. Initial values gather from its results.
  Binders outer;
  std::unordered_set<VarId> seen;
  core::Lambda body{e_.params, e_.body};
  if (const auto* form = std::get_if<core::ForForm>(&e_.form)) body.params.push_back(form->index);
  auto gather = [&](const Atom& atom) {
    if (atom.type.acc || !sweep_.is_active(atom) || !seen.insert(atom.var).second) return;
    outer.push_back({atom.var, atom.type});
  };
  for (const Binder& free : core::free_variables(body)) gather(free.atom());
  for (std::size_t k = 0; k < n_; ++k)
    if (states_[k].constant) gather(e_.inits[k]);

  const Atoms start = sweep_.reverse_loop(
      trips, carried, outer,
      [this](Sweep& sweep, const Atom& i, const Atoms& now) { return step(sweep, i, now); },
      [this](core::Loop& loop, const graph::Graph& inner, const Atoms& next) {
        finish(loop, inner, next);
      });
  for (const auto& [k, r] : restored_) sweep_.restore(e_.inits[k], start[r]);
  for (std::size_t c = 0; c < carried_.size(); ++c)
    sweep_.add(e_.inits[carried_[c]], start[c], there_at(start, c));
  for (std::size_t k = 0; k < n_; ++k)
    if (states_[k].constant) sweep_.hand_on(results_[k], e_.inits[k]);
}

}  // namespace

void Sweep::rule_loop(graph::Graph& forward, std::size_t position) {
  const core::Loop e = std::get<core::Loop>(forward[position].exp.node);
  if (e.hints.stripmine > 1 && e.history.empty()) {
    // Now that the number of iterations is known, the loop is run again in blocks.
    count_trips(forward, position);
    const Binders results = forward[position].results;
    const core::Loop counted = std::get<core::Loop>(forward[position].exp.node);
    const Atom trips = trips_of(counted, results);
    return rerun(stripmined(graph().names(), e, trips, e.hints.stripmine, emit_.place), results);
  }
  if (is_weighed(e)) return weighed_loop(forward, position);
  reverse_of_loop(forward, position);
}

void Sweep::count_trips(graph::Graph& forward, std::size_t position) {
  if (std::holds_alternative<core::ForForm>(std::get<core::Loop>(forward[position].exp.node).form))
    return;
  Stm stm = forward[position].stm();
  std::vector<Stm> before;
  LoopEditor(graph().names(), stm, before).count();
  forward.replace(position, std::move(stm));
}

Atom Sweep::trips_of(const core::Loop& loop, const Binders& results) {
  if (loop.counted) return results[loop.count_at()].atom();
  const Atom bound = std::get<core::ForForm>(loop.form).bound;
  const Atom trips = bound.type.elem == ScalarType::i64 ? bound : emit_.prim("cvt_i64", {bound});
  return emit_.prim("max", {trips, Atom::i64(0)});
}

std::vector<bool> Sweep::reverse_of_loop(graph::Graph& forward, std::size_t position, bool tapes) {
  count_trips(forward, position);
  const core::Exp exp = with_restored(forward[position].exp);
  const auto& e = std::get<core::Loop>(exp.node);
  ReverseOfLoop reverse(*this, forward, position, e, tapes);
  reverse.run(trips_of(e, forward[position].results));
  return reverse.kept();
}

}  // namespace laguz::ad
