// One iteration, swept: what is known of its states, and how arrays go back in place.
#include "ad/reverse/reverse_of_loop.hpp"

#include <algorithm>

#include "ad/reverse/loops.hpp"
#include "ad/tape/reach.hpp"
#include "ad/tape/shapes.hpp"

namespace laguz::ad::reverse {

using core::Stm;

namespace {

bool has_history(const core::Loop& e, std::size_t k) {
  return std::find(e.history.begin(), e.history.end(), k) != e.history.end();
}

bool is_constant(const core::Loop& e, std::size_t k) {
  return e.body.results[k] == e.params[k].atom() && !has_history(e, k);
}

/// Parameters that iterations read; the others are there so that what iterations end with is kept.
std::vector<bool> are_read(const core::Loop& e) {
  std::unordered_set<VarId> used;
  for (const Binder& free : core::free_variables(e.body)) used.insert(free.id);
  if (const auto* form = std::get_if<core::WhileForm>(&e.form))
    for (const Binder& free : core::free_variables(form->condition)) used.insert(free.id);
  std::vector<bool> read;
  for (const Binder& param : e.params) read.push_back(used.count(param.id) > 0);
  for (std::size_t h = 0; h < e.history.size(); ++h)
    if (!e.is_after(h)) read[e.history[h]] = true;
  return read;
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

/// From [last] to [first], and what each gives; there is no way to what has been [tried].
bool add_links(const graph::Graph& graph, std::size_t from, const Atom& first, const Atom& last,
               std::vector<Chain::Link>& links, std::vector<VarId>& given,
               std::unordered_set<VarId>& tried) {
  if (last == first) return true;
  if (!tried.insert(last.var).second) return false;
  const auto position = graph.position_of(last.var);
  if (!position || *position < from) return false;
  const graph::Node& node = graph[*position];
  std::size_t r = 0;
  while (node.results[r].id != last.var) ++r;
  const auto* app = std::get_if<core::ArrayApp>(&node.exp.node);
  const bool copies = app != nullptr && app->op == core::ArrayOp::copy;
  given.push_back(last.var);
  for (const Atom& source : tape::put_back(node.exp, r)) {
    if (!copies)
      links.push_back({*position, source, std::holds_alternative<core::Loop>(node.exp.node)});
    if (add_links(graph, from, first, source, links, given, tried)) return true;
    if (!copies) links.pop_back();
  }
  given.pop_back();
  return false;
}

std::optional<Chain> chain_of(const graph::Graph& graph, std::size_t from, std::size_t to,
                              const Atom& first, const Atom& last) {
  Chain chain;
  std::vector<VarId> later;
  std::unordered_set<VarId> tried;
  if (!add_links(graph, from, first, last, chain.links, later, tried)) return {};
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

}  // namespace

tape::Again::Known ReverseOfLoop::known_again() const {
  const auto is_range = [this](VarId var) {
    const graph::Node* node = sweep_.graph().find(var);
    const auto* app = node != nullptr ? std::get_if<core::ArrayApp>(&node->exp.node) : nullptr;
    return app != nullptr && app->op == core::ArrayOp::iota;
  };
  const auto is_counted = [this](VarId param) {
    const Binders counted = counted_on();
    return std::any_of(counted.begin(), counted.end(),
                       [param](const Binder& one) { return one.id == param; });
  };
  return {is_range, is_counted};
}

void ReverseOfLoop::classify() {
  const auto active = sweep_.active_results(exp_, results_.size());
  std::vector<bool> wanted;
  for (std::size_t k = 0; k < n_; ++k) wanted.push_back(sweep_.adjoint(results_[k]).has_value());
  for (std::size_t h = 0; h < e_.history.size(); ++h) {
    auto cotangent = sweep_.adjoint(results_[n_ + h]);
    if (!cotangent) continue;
    const Type type = e_.params[e_.history[h]].type;
    histories_.push_back({e_.history[h], {type, *cotangent, e_.is_flat(h)}, e_.is_after(h)});
    wanted[e_.history[h]] = true;
  }
  const auto live = tape::reaching(e_, wanted);
  const std::vector<bool> read = are_read(e_);
  const tape::Shapes& shapes = shapes_.emplace(e_, sweep_.graph());
  const auto fixed_lengths = [&](const Atom& array) {
    Atoms lengths;
    for (const core::facts::Length& length :
         shapes.fixed(array).value_or(std::vector<core::facts::Length>{}))
      if (length.dim < 0) lengths.push_back(length.atom);
    return lengths.size() == array.type.rank ? lengths : Atoms{};
  };
  for (std::size_t k = 0; k < n_; ++k)
    by_.push_back(active[k] || has_history(e_, k) ? std::nullopt : tape::added_to(e_, k));
  for (std::size_t k = 0; k < n_; ++k) {
    LoopState state;
    state.active = active[k];
    state.constant = is_constant(e_, k);
    state.now = names_.bind(e_.params[k].type, names_.hint(e_.params[k].id));
    if (state.constant) {
      constants_[e_.params[k].id] = e_.inits[k];
    } else {
      // (Nothing comes back to a state that nobody reads, but from its final value.)
      if (active[k] && live[k] && (read[k] || sweep_.adjoint(results_[k]))) carried_.push_back(k);
      if (state.now.type.rank > 0 && shapes.kept(k))
        sweep_.graph().know_shape(state.now.atom(), e_.inits[k]);
      if (state.now.type.rank > 0) {
        core::Loop probe = e_;
        state.undo = tape::remember(names_, probe, k, known_again(), sweep_.in_map());
      }
      if (state.undo) tape::know_lengths(state.undo->steps, fixed_lengths);
      if (state.undo) state.end = names_.bind(state.now.type);
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

namespace {

/// Whether [array] is made number by number by a map, which may as well do something else to them.
bool is_mapped(const graph::Graph& graph, const Atom& array) {
  const graph::Node* node = graph.find(array.var);
  const auto* soac = node != nullptr ? std::get_if<core::Soac>(&node->exp.node) : nullptr;
  if (soac == nullptr || array.type.rank != 1) return false;
  const std::size_t maps = soac->row_shapes.size();
  for (std::size_t r = node->results.size() - maps; r < node->results.size(); ++r)
    if (node->results[r].id == array.var) return soac->scans.empty();
  return false;
}

}  // namespace

// What an iteration hands back to [state], where [cotangent] came to it. What shrinks from
// iteration to iteration is to reach 0; what is only added to does not shrink.
Atom ReverseOfLoop::handed_back(Sweep& sweep, const Atom& state, const Atom& cotangent) {
  const Atom back = sweep.adjoint_or_zeros(state);
  const ScalarType type = back.type.elem;
  if ((type != ScalarType::f64 && type != ScalarType::f32) || back.is_constant() ||
      back == cotangent)
    return back;
  if (back.type.rank > 0) {
    if (!is_mapped(sweep.graph(), back)) return back;
    return sweep.emit().elementwise(
        {back}, type, [](Emit& emit, const Atoms& at) { return emit.prim("flush", {at[0]}); });
  }
  const graph::Node* node = sweep.graph().find(back.var);
  const auto* prim = node != nullptr ? std::get_if<core::PrimApp>(&node->exp.node) : nullptr;
  const bool adds = prim != nullptr && prims::op_of(prim->prim) == prims::Op::add;
  if (adds && (prim->args[0] == cotangent || prim->args[1] == cotangent)) return back;
  return sweep.emit().prim("flush", {back});
}

/// What is known from the number of the iteration: the loop's index, and parameters.
Binders ReverseOfLoop::counted_on() const {
  Binders counted;
  if (const auto* form = std::get_if<core::ForForm>(&e_.form)) counted.push_back(form->index);
  for (std::size_t k = 0; k < n_; ++k)
    if (by_[k]) counted.push_back(e_.params[k]);
  return counted;
}

/// Adds that to [known].
void ReverseOfLoop::count_on(Emit& emit, core::Substitution& known) const {
  const auto as = [&](ScalarType type) {
    return type == ScalarType::i64 ? at_ : emit.prim("cvt_" + std::string(name(type)), {at_});
  };
  if (const auto* form = std::get_if<core::ForForm>(&e_.form))
    known[form->index.id] = as(form->index.type.elem);
  for (std::size_t k = 0; k < n_; ++k)
    if (const auto& by = by_[k])
      known[e_.params[k].id] =
          emit.prim("add", {e_.inits[k], emit.prim("mul", {*by, as(e_.params[k].type.elem)})});
}

Atoms ReverseOfLoop::step(Sweep& sweep, const Atom& i, const Atoms& cotangents) {
  Emit& emit = sweep.emit();
  sweep.set_in_iteration(tapes_);
  at_ = i;
  core::Substitution& substitution = names_of_body_;
  substitution = constants_;
  for (std::size_t k = 0; k < n_; ++k) {
    if (states_[k].constant || by_[k]) continue;
    substitution[e_.params[k].id] = states_[k].now.atom();
    if (states_[k].now.type.rank > 0) sweep.add_turning(states_[k].now.id);
    if (!states_[k].active) continue;
    sweep.activate(states_[k].now.atom());
    sweep.sink(states_[k].now.id);
  }
  count_on(emit, known_);
  for (const Binder& counted : counted_on()) substitution[counted.id] = known_.at(counted.id);
  const auto from = body_from_ = sweep.position();
  const Atoms next = sweep.trace_names(e_.body, substitution, false);
  const auto to = body_to_ = sweep.position();
  // (The body has computed it, so it is known to be of the iteration.)
  for (const LoopState& state : states_)
    if (state.undo) tape::compute_again(emit, state.undo->again, known_);
  sweep.tape_calls(sweep_.tape_of_loops(), to);
  for (std::size_t c = 0; c < carried_.size(); ++c)
    sweep.add(next[carried_[c]], cotangents[c], there_at(cotangents, c));
  for (std::size_t k = 0; k < n_; ++k) {
    states_[k].before = states_[k].now.atom();
    states_[k].next = next[k];
    if (!states_[k].undo) continue;
    know_places(sweep, states_[k]);
    go_back_in_place(sweep, states_[k], from, to);
  }
  // What was kept of states has cotangents of its own: those of starts come last.
  const auto weigh_histories = [&](bool after) {
    for (const HistoryCotangent& history : histories_)
      if (history.after == after)
        sweep.add(after ? next[history.param] : states_[history.param].now.atom(),
                  tape::load(emit, history.kept, i));
  };
  weigh_histories(true);
  sweep.sweep(sweep.graph(), from, to);
  for (LoopState& state : states_)
    if (state.undo) state.before = sweep.versions().restored(state.now.atom());

  weigh_histories(false);
  Atoms out;
  for (std::size_t c = 0; c < carried_.size(); ++c)
    out.push_back(handed_back(sweep, states_[carried_[c]].now.atom(), cotangents[c]));
  for (std::size_t c = 0; c < carried_.size(); ++c) {
    if (there_[c] == 0) continue;
    const Sink& sink = sweep.sink(states_[carried_[c]].now.id);
    out.push_back(sink.there ? *sink.there : Atom::boolean(sink.value.has_value()));
  }
  return out;
}

// Where an iteration overwrites an array at some places, what was there is kept, and what it left
// there is read before it is put back.
void ReverseOfLoop::know_places(Sweep& sweep, LoopState& state) {
  const auto& steps = state.undo->steps;
  if (steps.size() != 1 || steps[0].kind != tape::UndoStep::Kind::places) return;
  const Atoms* places = nullptr;
  const graph::Node* node = sweep.graph().find(state.next.var);
  if (const auto* hist = std::get_if<core::Hist>(&node->exp.node)) places = &hist->indices;
  if (const auto* scatter = std::get_if<core::Scatter>(&node->exp.node)) places = &scatter->indices;
  if (places == nullptr) return;
  const Atom old = known_.at(steps[0].old.var);
  state.there = names_.bind(old.type);
  sweep.graph().know_rows(state.now.atom(), *places, old);
  sweep.graph().know_rows(state.next, *places, state.there.atom());
}

// The way back of an iteration begins with the array as the iteration left it. If later versions of
// it than the first are read, the sweep undoes the updates as it passes them, so that what it reads
// is always the one array there is. Otherwise they are undone before it.
void ReverseOfLoop::go_back_in_place(Sweep& sweep, LoopState& state, std::size_t from,
                                     std::size_t to) {
  const auto chain = chain_of(sweep.graph(), from, to, state.now.atom(), state.next);
  if (!chain || !chain->later_read || chain->links.size() != state.undo->steps.size()) return;
  sweep.graph().know_shape(state.end.atom(), state.now.atom());
  sweep.versions().restore(state.next, state.end.atom());
  for (std::size_t l = 0; l < chain->links.size(); ++l) {
    const Chain::Link link = chain->links[l];
    const Atom after = l + 1 < chain->links.size() ? chain->links[l + 1].from : state.next;
    const tape::UndoStep& step = state.undo->steps[l];
    const auto go_back = [this, &sweep, &step, link, after, from] {
      // Else the rule of a loop has done it.
      if (sweep.versions().restored(link.from) == link.from) {
        const Atom array =
            tape::undo(sweep.emit(), {step}, sweep.versions().restored(after), known_);
        if (!(array == link.from)) sweep.graph().know_shape(array, link.from);
        sweep.versions().restore(link.from, array);
      }
      look_again(sweep, link.from, from, link.position);
    };
    // (What a branch begins with its rule reads, and nothing of what it ends with.)
    if (step.kind == tape::UndoStep::Kind::branch)
      sweep.when_reached(link.position, go_back);
    else
      sweep.when_passed(link.position, go_back);
  }
}

// Views of [array] that the body has taken, from [from] on and before [to], which overwrites it,
// are those of what stands for it now: the others would keep it from being overwritten in place.
void ReverseOfLoop::look_again(Sweep& sweep, const Atom& array, std::size_t from, std::size_t to) {
  std::unordered_set<VarId> viewed{array.var};
  for (std::size_t p = from; p < to; ++p) {
    const graph::Node& node = sweep.graph()[p];
    const Atom* of = core::viewed(node.exp);
    const Binder view = node.results.empty() ? Binder{} : node.results[0];
    if (of == nullptr || viewed.count(of->var) == 0 || view.type.rank == 0) continue;
    viewed.insert(view.id);
    sweep.emit().place = node.place;
    sweep.versions().restore(
        view.atom(), sweep.emit().emit1(sweep.versions().with_restored(node.exp), view.type));
  }
}

void ReverseOfLoop::run(Atom trips) {
  classify();
  Atoms carried;
  for (std::size_t k : carried_) carried.push_back(sweep_.adjoint_or_zeros(results_[k]));
  for (HistoryCotangent& history : histories_) {
    if (!history.kept.flat) continue;
    Stm stm = forward_[position_].stm();
    std::vector<Stm> before;
    tape::History parts = tape::LoopEditor(names_, stm, before).parts(history.param, history.after);
    parts.data = history.kept.data;
    history.kept = std::move(parts);
    forward_.replace(position_, std::move(stm), std::move(before));
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

  const Atoms start = run_backwards(
      sweep_, trips, carried, outer,
      [this](Sweep& sweep, const Atom& i, const Atoms& now) { return step(sweep, i, now); },
      [this](core::Loop& loop, const graph::Graph& inner, const Atoms& next) {
        for (std::size_t c = 0; c < carried_.size(); ++c)
          names_.name(loop.params[c].id, names_.hint(e_.params[carried_[c]].id));
        finish(loop, inner, next);
      });
  for (const auto& [k, r] : restored_) {
    sweep_.graph().know_shape(start[r], e_.inits[k]);
    sweep_.versions().restore(e_.inits[k], start[r]);
  }
  for (std::size_t c = 0; c < carried_.size(); ++c)
    sweep_.add(e_.inits[carried_[c]], start[c], there_at(start, c));
  for (std::size_t k = 0; k < n_; ++k)
    if (states_[k].constant) sweep_.hand_on(results_[k], e_.inits[k]);
}

}  // namespace laguz::ad::reverse
