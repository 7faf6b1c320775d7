#include "ad/tape/undo.hpp"

#include <algorithm>
#include <unordered_set>

#include "ad/tracer.hpp"
#include "core/walk.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad::tape {

using core::ArrayOp;
using core::Binder;
using core::Binders;
using core::Body;
using core::Stm;
using core::VarId;
using support::overloaded;

namespace {

using Steps = std::vector<UndoStep>;
using Bound = std::unordered_set<VarId>;

// ----------------------------------------------------------------------- what the steps mention

template <class F>
void each_atom(std::vector<core::DimSlice>& dims, F&& f) {
  for (core::DimSlice& dim : dims) {
    if (dim.fixed) f(dim.index);
    for (auto* part : {&dim.start, &dim.end, &dim.stride})
      if (*part) f(**part);
  }
}

/// Atoms of the body that did the steps: not those that belong to bodies inside it.
void visit_atoms(Steps& steps, const std::function<void(Atom&)>& f) {
  for (UndoStep& step : steps) {
    switch (step.kind) {
      case UndoStep::Kind::write:
        each_atom(step.dims, f);
        f(step.old);
        break;
      case UndoStep::Kind::flat_write:
      case UndoStep::Kind::places:
        for (Atom& index : step.indices) f(index);
        f(step.old);
        break;
      case UndoStep::Kind::whole: f(step.old); break;
      case UndoStep::Kind::branch:
        f(step.condition);
        visit_atoms(step.steps, f);
        visit_atoms(step.else_steps, f);
        break;
      case UndoStep::Kind::loop: {
        f(step.trips);
        Bound inner{step.index.id};
        for (Stm& stm : step.again) inner.insert(stm.binders[0].id);
        for (Stm& stm : step.again)
          core::visit(
              stm.exp,
              [&](Atom& atom) {
                if (inner.count(atom.var) == 0) f(atom);
              },
              [](Body&, Binders&) {});
        for (auto& kept : step.kept) {
          inner.insert(kept.atom.var);
          visit(kept.log, f);
        }
        visit_atoms(step.steps, [&](Atom& atom) {
          if (inner.count(atom.var) == 0) f(atom);
        });
        break;
      }
    }
  }
}

/// The variables of [bound] that [steps] mention, each once.
Atoms mentioned(Steps& steps, const Bound& bound) {
  Atoms found;
  Bound seen;
  visit_atoms(steps, [&](Atom& atom) {
    if (!atom.is_constant() && bound.count(atom.var) > 0 && seen.insert(atom.var).second)
      found.push_back(atom);
  });
  return found;
}

Bound bound_in(const Body& body) {
  Bound bound;
  for (const Stm& stm : body.stms)
    for (const Binder& binder : stm.binders) bound.insert(binder.id);
  return bound;
}

// --------------------------------------------------------------------------------- remembering

std::optional<Undo> of_loop(core::Names& names, core::Loop& loop, std::size_t k, const Again& again,
                            bool in_lanes);

class Remember {
 public:
  /// [again]: of the loop whose body is looked at.
  Remember(core::Names& names, const Again& again, bool in_lanes)
      : names_(names), again_(again), in_lanes_(in_lanes) {}

  /// How [target] comes about in [body] from [root], an array bound outside it; if it does.
  bool body(Body& body, const Atom& target, const Atom& root, Steps& steps) {
    Statements defined;
    for (std::size_t s = 0; s < body.stms.size(); ++s)
      for (std::size_t r = 0; r < body.stms[s].binders.size(); ++r)
        defined[body.stms[s].binders[r].id] = {s, r};
    std::vector<Link> links;
    Bound tried;
    if (!find_links(body, defined, target, root, links, tried)) return false;
    // First to last; statements are inserted before those done already.
    std::vector<std::vector<Stm>> before(body.stms.size());
    for (std::size_t l = links.size(); l-- > 0;) {
      before_ = &before[links[l].stm];
      if (!link(body.stms[links[l].stm], links[l].result, links[l].from, steps)) return false;
    }
    std::vector<Stm> all;
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      for (Stm& stm : before[s]) all.push_back(std::move(stm));
      all.push_back(std::move(body.stms[s]));
    }
    body.stms = std::move(all);
    return true;
  }

 private:
  using Statements = std::unordered_map<VarId, std::pair<std::size_t, std::size_t>>;
  struct Link {
    std::size_t stm, result;
    Atom from;
  };

  /// The statements on the way from [root] to [target], last first. There is none to what has been
  /// [tried]: branches on the way are many ways.
  bool find_links(const Body& body, const Statements& defined, const Atom& target, const Atom& root,
                  std::vector<Link>& links, Bound& tried) const {
    const auto found = defined.find(target.var);
    if (found == defined.end()) return target == root;
    if (!tried.insert(target.var).second) return false;
    const auto [s, r] = found->second;
    for (const Atom& from : put_back(body.stms[s].exp, r)) {
      links.push_back({s, r, from});
      if (find_links(body, defined, from, root, links, tried)) return true;
      links.pop_back();
    }
    return false;
  }

  Atom bind(const Stm& like, core::Exp exp, Type type) {
    const Binder binder = names_.bind(type);
    before_->push_back({{binder}, std::move(exp), like.span, like.inlined_at});
    return binder.atom();
  }

  /// An array of its own: a view would keep the whole array from being overwritten in place.
  Atom owned(const Stm& like, const Atom& view) {
    if (view.type.rank == 0) return view;
    return bind(like, {core::ArrayApp{ArrayOp::copy, {view}, {}}}, view.type);
  }

  /// Adds what undoes [stm] to [steps]; what it needs is computed before it.
  bool link(Stm& stm, std::size_t r, const Atom& from, Steps& steps) {
    if (auto* e = std::get_if<core::Update>(&stm.exp.node)) {
      UndoStep step;
      step.dims = e->dims;
      Atoms indices;
      Type type = from.type;
      for (const auto& dim : e->dims) {
        if (!dim.fixed) continue;
        indices.push_back(dim.index);
        type = type.row();
      }
      step.old = owned(stm, indices.size() == e->dims.size()
                                ? bind(stm, {core::Index{from, indices}}, type)
                                : bind(stm, {core::Slice{from, e->dims}}, type));
      steps.push_back(std::move(step));
      return true;
    }
    if (auto* e = std::get_if<core::Scatter>(&stm.exp.node))
      return places(stm, e->width, from, e->indices, steps);
    if (auto* e = std::get_if<core::Hist>(&stm.exp.node))
      return places(stm, e->width, from, e->indices, steps);
    if (auto* e = std::get_if<core::ArrayApp>(&stm.exp.node)) {
      if (e->op == ArrayOp::flat_update) steps.push_back(flat_write(stm, *e, from));
      return true;
    }
    if (auto* e = std::get_if<core::If>(&stm.exp.node)) return branch(stm, *e, r, from, steps);
    if (std::holds_alternative<core::Loop>(stm.exp.node)) return loop(stm, r, steps);
    return true;  // a copy
  }

  UndoStep flat_write(const Stm& stm, const core::ArrayApp& e, const Atom& from) {
    UndoStep step;
    step.kind = UndoStep::Kind::flat_write;
    const Atom value = e.args.back();
    step.indices.assign(e.args.begin() + 1, e.args.end() - 1);
    Atoms args{from, e.args[1]};
    for (int d = 0; d < value.type.rank; ++d) {
      args.push_back(
          bind(stm, {core::ArrayApp{ArrayOp::shape, {value}, {d}}}, {ScalarType::i64, 0, false}));
      args.push_back(e.args[static_cast<std::size_t>(d) + 2]);
    }
    step.old = owned(stm, bind(stm, {core::ArrayApp{ArrayOp::flat_index, args, {}}}, value.type));
    return step;
  }

  bool places(const Stm& stm, const Atom& width, const Atom& from, const Atoms& indices,
              Steps& steps) {
    UndoStep step;
    step.kind = UndoStep::Kind::places;
    step.indices = indices;
    graph::Graph graph(names_);
    Emit emit(graph);
    emit.place = graph::Place(stm);
    const Atom old = emit.gather_at(width, from, indices);
    Body body = graph.schedule({old});
    for (Stm& one : body.stms) before_->push_back(std::move(one));
    step.old = old;
    steps.push_back(std::move(step));
    return true;
  }

  bool branch(Stm& stm, core::If& e, std::size_t r, const Atom& from, Steps& steps) {
    UndoStep step;
    step.kind = UndoStep::Kind::branch;
    step.condition = e.condition;
    Body* bodies[2] = {&e.then_body, &e.else_body};
    Steps* parts[2] = {&step.steps, &step.else_steps};
    std::vector<Stm>* outside = before_;
    for (int side = 0; side < 2; ++side) {
      if (body(*bodies[side], bodies[side]->results[r], from, *parts[side])) continue;
      if (in_lanes_) return false;  // where arrays are short, and should be alike
      before_ = &bodies[side]->stms;
      UndoStep made;
      made.kind = UndoStep::Kind::whole;
      made.old = owned(stm, from);
      made.of = from;
      *parts[side] = {std::move(made)};
    }
    before_ = outside;
    // What a branch knows leaves it as a result; the other one gives nothing of that type.
    for (int side = 0; side < 2; ++side) {
      core::Substitution renamed;
      for (const Atom& atom : mentioned(*parts[side], bound_in(*bodies[side]))) {
        bodies[side]->results.push_back(atom);
        bodies[1 - side]->results.push_back(nothing(*bodies[1 - side], stm, atom.type));
        stm.binders.push_back(names_.bind(atom.type));
        renamed[atom.var] = stm.binders.back().atom();
      }
      visit_atoms(*parts[side], [&](Atom& atom) {
        if (auto found = renamed.find(atom.var); !atom.is_constant() && found != renamed.end())
          atom = found->second;
      });
    }
    if (!step.steps.empty() || !step.else_steps.empty()) steps.push_back(std::move(step));
    return true;
  }

  Atom nothing(Body& body, const Stm& like, Type type) {
    if (type.rank == 0) return Atom::constant({type.elem, 0});
    const Binder binder = names_.bind(type);
    body.stms.push_back({{binder},
                         {core::ArrayApp{ArrayOp::zeros,
                                         Atoms(static_cast<std::size_t>(type.rank), Atom::i64(0)),
                                         {static_cast<std::int64_t>(type.elem)}}},
                         like.span,
                         like.inlined_at});
    return binder.atom();
  }

  bool loop(Stm& stm, std::size_t r, Steps& steps) {
    std::vector<Stm>* outside = before_;
    UndoStep step;
    step.kind = UndoStep::Kind::loop;
    LoopEditor editor(names_, stm, *outside);
    auto inner = of_loop(names_, editor.loop(), r, Again(editor.loop(), again_), in_lanes_);
    before_ = outside;
    if (!inner) return false;
    if (inner->steps.empty()) return true;
    step.steps = std::move(inner->steps);
    step.again = std::move(inner->again);
    for (const Atom& atom : inner->needed) step.kept.push_back({atom, editor.log(atom)});
    if (const auto* form = std::get_if<core::ForForm>(&editor.loop().form)) {
      step.index = form->index;
      step.trips = form->bound;
    }
    if (step.index.id == 0) step.trips = editor.count();
    steps.push_back(std::move(step));
    return true;
  }

  core::Names& names_;
  const Again& again_;
  const bool in_lanes_;
  std::vector<Stm>* before_ = nullptr;  ///< receives what is to be done before the present link
};

std::optional<Undo> of_loop(core::Names& names, core::Loop& loop, std::size_t k, const Again& again,
                            bool in_lanes) {
  Undo made;
  Remember remember(names, again, in_lanes);
  if (!remember.body(loop.body, loop.body.results[k], loop.params[k].atom(), made.steps)) return {};
  Bound inside = bound_in(loop.body);
  for (const Binder& param : loop.params) inside.insert(param.id);
  for (const Atom& atom : mentioned(made.steps, inside))
    if (!again.add(atom.var, made.again)) made.needed.push_back(atom);
  return made;
}

// ------------------------------------------------------------------------------------- undoing

Atom known_as(const Atom& atom, const core::Substitution& known) {
  auto found = known.find(atom.var);
  return atom.is_constant() || found == known.end() ? atom : found->second;
}

Atom undo_loop(Emit& emit, const UndoStep& step, const Atom& array,
               const core::Substitution& known) {
  core::Names& names = emit.graph().names();
  const Type i64{ScalarType::i64, 0, false};
  auto log_known = [&](const History& history) {
    History renamed = history;
    visit(renamed, [&](Atom& atom) { atom = known_as(atom, known); });
    return renamed;
  };
  Atom trips = known_as(step.trips, known);
  if (trips.type.elem != ScalarType::i64) trips = emit.prim("cvt_i64", {trips});
  trips = emit.prim("max", {trips, Atom::i64(0)});

  core::Loop loop;
  const Binder reversed = names.bind(i64, "i");
  loop.form = core::ForForm{reversed, trips};
  loop.params.push_back(names.bind(array.type));
  loop.inits.push_back(array);
  core::Substitution inside = known;
  loop.body = emit.body([&](Emit& inner) {
    inner.graph().know_shape(loop.params[0].atom(), array);
    const Atom i = inner.prim("sub", {inner.prim("sub", {trips, Atom::i64(1)}), reversed.atom()});
    if (step.index.id != 0)
      inside[step.index.id] =
          step.index.type.elem == ScalarType::i64
              ? i
              : inner.prim("cvt_" + std::string(name(step.index.type.elem)), {i});
    compute_again(inner, step.again, inside);
    for (const auto& kept : step.kept) inside[kept.atom.var] = load(inner, log_known(kept.log), i);
    return Atoms{undo(inner, step.steps, loop.params[0].atom(), inside)};
  });
  std::vector<Type> types;
  for (const Binder& param : loop.params) types.push_back(param.type);
  return emit.emit({std::move(loop)}, types)[0];
}

}  // namespace

std::optional<Undo> remember(core::Names& names, core::Loop& loop, std::size_t k,
                             Again::Known known, bool in_lanes) {
  return of_loop(names, loop, k, Again(loop, std::move(known)), in_lanes);
}

void compute_again(Emit& emit, const std::vector<Stm>& again, core::Substitution& known) {
  for (const Stm& stm : again)
    known[stm.binders[0].id] =
        emit.emit1(renamed(stm.exp, emit.graph().names(), known), stm.binders[0].type);
}

Atom undo(Emit& emit, const std::vector<UndoStep>& steps, Atom array,
          const core::Substitution& known) {
  for (std::size_t s = steps.size(); s-- > 0;) {
    const UndoStep& step = steps[s];
    auto as_known = [&](const Atom& atom) { return known_as(atom, known); };
    switch (step.kind) {
      case UndoStep::Kind::write: {
        std::vector<core::DimSlice> dims = step.dims;
        each_atom(dims, [&](Atom& atom) { atom = as_known(atom); });
        array = emit.update(array, std::move(dims), as_known(step.old));
        break;
      }
      case UndoStep::Kind::flat_write: {
        core::ArrayApp write{ArrayOp::flat_update, {array}, {}};
        for (const Atom& index : step.indices) write.args.push_back(as_known(index));
        write.args.push_back(as_known(step.old));
        array = emit.emit1({std::move(write)}, array.type);
        break;
      }
      case UndoStep::Kind::places: {
        core::Scatter write;
        const Atom old = as_known(step.old);
        write.width = emit.shape(old, 0);
        write.dests = {array};
        for (const Atom& index : step.indices) write.indices.push_back(as_known(index));
        write.values = {old};
        const Atoms indices = write.indices;
        array = emit.emit1({std::move(write)}, array.type);
        // (They were gathered there.)
        emit.graph().know_rows(array, indices, old);
        break;
      }
      case UndoStep::Kind::whole: {
        array = as_known(step.old);
        if (step.lengths.empty()) break;
        Atoms args{array};
        args.insert(args.end(), step.lengths.begin(), step.lengths.end());
        array = emit.array_op(core::ArrayOp::reshape, std::move(args), array.type);
        break;
      }
      case UndoStep::Kind::branch: {
        core::If choose;
        choose.condition = as_known(step.condition);
        auto side = [&](const Steps& part) {
          return emit.body([&](Emit& inner) { return Atoms{undo(inner, part, array, known)}; });
        };
        choose.then_body = side(step.steps);
        choose.else_body = side(step.else_steps);
        array = emit.emit1({std::move(choose)}, array.type);
        break;
      }
      case UndoStep::Kind::loop: array = undo_loop(emit, step, array, known); break;
    }
  }
  return array;
}

void know_lengths(std::vector<UndoStep>& steps, const LengthsOf& lengths) {
  for (UndoStep& step : steps) {
    if (step.kind == UndoStep::Kind::whole) step.lengths = lengths(step.of);
    know_lengths(step.steps, lengths);
    know_lengths(step.else_steps, lengths);
  }
}

Atom left_there(Emit& emit, const UndoStep& step, const Atom& array,
                const core::Substitution& known) {
  Atoms places;
  for (const Atom& index : step.indices) places.push_back(known_as(index, known));
  return emit.gather_at(emit.shape(known_as(step.old, known), 0), array, places);
}

}  // namespace laguz::ad::tape
