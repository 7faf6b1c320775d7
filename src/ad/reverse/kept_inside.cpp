#include "ad/reverse/kept_inside.hpp"

#include <algorithm>
#include <functional>

#include "ad/tape/narrowest.hpp"
#include "ad/tape/tape.hpp"
#include "ad/tape/undo.hpp"
#include "core/semantics.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;
using core::Body;
using core::Stm;

namespace {

using Vars = std::unordered_set<core::VarId>;

bool are_numbers(const Atoms& atoms) {
  return std::all_of(atoms.begin(), atoms.end(),
                     [](const Atom& atom) { return atom.type.rank == 0 && !atom.type.acc; });
}

/// Of a way back: what is to be kept, and statements of it that say some of that.
struct Kept {
  Atoms values;
  std::vector<Stm> said;
};

/// Takes out of a way back what is to be kept.
class Cut {
 public:
  Cut(const SweptInside& inside, Body& back) : graph_(inside.graph), end_(inside.end), back_(back) {
    for (const Atom& value : inside.values)
      if (const auto root = tape::root_of(graph_, value); value.type.rank > 0 && root)
        moving_.insert(*root);
  }

  /// What is dear, of any type.
  Atoms dear() {
    return take([this](const Stm& stm, const Atoms& used) {
      return is_there(stm.binders[0].id) && is_dear(stm, used);
    });
  }

  /// The fewest numbers that stand for those that are dear.
  Atoms dear_numbers() {
    tape::Numbers numbers;
    Body before = back_;
    const auto is_work_there = [this](const Stm& stm, const Atoms& used) {
      return is_there(stm.binders[0].id) && is_work(stm, used);
    };
    for (const Atom& one : Cut(*this, before).take(is_work_there)) numbers.starts[one.var] = 1;
    if (numbers.starts.empty()) return {};
    Vars scalars, narrow;
    for (const Stm& stm : back_.stms)
      for (const Binder& binder : stm.binders)
        if (binder.type.is_scalar()) scalars.insert(binder.id);
    numbers.is_forward = [this](const Stm& stm) { return is_there(stm.binders[0].id); };
    numbers.cost = [&](core::VarId var) {
      return scalars.count(var) > 0 ? 1 : tape::Numbers::kNoWay;
    };

    for (const core::VarId var : tape::narrowest(back_, numbers)) narrow.insert(var);
    return take([&](const Stm& stm, const Atoms& used) {
      return narrow.count(stm.binders[0].id) > 0 || is_work_there(stm, used);
    });
  }

  /// Which of the numbers is the larger, wherever that is asked; and what branches have kept so.
  Kept truths() {
    Kept kept;
    kept.values = take([&](const Stm& stm, const Atoms& used) {
      if (std::holds_alternative<core::If>(stm.exp.node))
        return is_there(stm.binders[0].id) && std::all_of(used.begin(), used.end(), is_truth);
      if (!compares(stm)) return false;
      if (!is_there(stm.binders[0].id)) kept.said.push_back(stm);
      return true;
    });
    return kept;
  }

 private:
  /// Of a statement, and those of its results that are used.
  using IsKept = std::function<bool(const Stm&, const Atoms&)>;

  Cut(const Cut& like, Body& back)
      : graph_(like.graph_), end_(like.end_), back_(back), moving_(like.moving_) {}

  Atoms take(const IsKept& is_kept) {
    Vars needed;
    for (const Atom& result : back_.results) needed.insert(result.var);
    Atoms kept;
    std::vector<Stm> stms;
    for (std::size_t s = back_.stms.size(); s-- > 0;) {
      Stm& stm = back_.stms[s];
      Atoms used;
      for (const Binder& binder : stm.binders)
        if (needed.count(binder.id) > 0) used.push_back(binder.atom());
      const bool there = !stm.binders.empty() && is_there(stm.binders[0].id);
      if (used.empty() && (there || compares(stm))) continue;
      if (!used.empty() && is_kept(stm, used)) {
        kept.insert(kept.end(), used.begin(), used.end());
        continue;
      }
      for (const Binder& free : core::free_variables(stm.exp)) needed.insert(free.id);
      stms.push_back(std::move(stm));
    }
    std::reverse(stms.begin(), stms.end());
    back_.stms = std::move(stms);
    return kept;
  }

  bool is_there(core::VarId var) const {
    const auto position = graph_.home_of(var);
    return position && *position < end_;
  }

  static bool is_truth(const Atom& atom) {
    return atom.type.rank == 0 && atom.type.elem == ScalarType::boolean;
  }

  /// Floats that are of the way there, or of what is around it.
  bool compares(const Stm& stm) const {
    const auto* app = std::get_if<core::PrimApp>(&stm.exp.node);
    return app != nullptr && is_truth(stm.binders[0].atom()) &&
           support::is_float(app->args[0].type.elem) &&
           std::all_of(app->args.begin(), app->args.end(), [this](const Atom& arg) {
             return arg.is_constant() || is_there(arg.var) || !graph_.home_of(arg.var);
           });
  }

  bool is_moving(const Atom& array) const {
    const auto root = tape::root_of(graph_, array);
    return root && moving_.count(*root) > 0;
  }

  static bool is_work(const Stm& stm, const Atoms& used) {
    return are_numbers(used) && tape::has_work(Body{{stm}, {}});
  }

  bool is_dear(const Stm& stm, const Atoms& used) const {
    for (const Atom& atom : used)
      if (atom.type.acc || (atom.type.rank > 0 && tape::root_of(graph_, atom))) return false;
    if (const auto* index = std::get_if<core::Index>(&stm.exp.node)) return is_moving(index->array);
    if (const auto* slice = std::get_if<core::Slice>(&stm.exp.node)) return is_moving(slice->array);
    if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node))
      return tape::has_work(soac->lambda.body) || are_numbers(used);
    return std::holds_alternative<core::Loop>(stm.exp.node) ||
           std::holds_alternative<core::If>(stm.exp.node);
  }

  const graph::Graph& graph_;
  std::size_t end_;
  Body& back_;
  Vars moving_;
};

bool has_accumulators(core::Exp exp) {
  const Binders free = core::free_variables(exp);
  return std::any_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; });
}

/// What there is of the way there inside, and [more] of what it gives.
Body with_more(const SweptInside& inside, const Kept& more) {
  Atoms values = inside.values;
  for (const Stm& stm : more.said)
    for (const Binder& operand : core::free_variables(stm.exp)) values.push_back(operand.atom());
  for (const Atom& value : more.values)
    if (std::none_of(more.said.begin(), more.said.end(),
                     [&](const Stm& stm) { return stm.binders[0].atom() == value; }))
      values.push_back(value);
  Body body = inside.graph.schedule_until(std::move(values), inside.end);
  body.stms.insert(body.stms.end(), more.said.begin(), more.said.end());
  body.results = inside.values;
  body.results.insert(body.results.end(), more.values.begin(), more.values.end());
  return body;
}

/// What the loop begins with that keeps result [r], as rows, of each iteration.
std::optional<Atom> state_of_kept(const core::Exp& exp, std::size_t r) {
  const auto* loop = std::get_if<core::Loop>(&exp.node);
  if (loop == nullptr || r < loop->params.size()) return {};
  const std::size_t h = r - loop->params.size();
  if (h >= loop->history.size() || loop->is_flat(h)) return {};
  return loop->inits[loop->history[h]];
}

/// How often a loop goes round, if that is known before it does, at least where it is not negative.
std::optional<Atom> turns_of(const core::Exp& exp) {
  const auto* form = std::get_if<core::ForForm>(&std::get<core::Loop>(exp.node).form);
  const bool plain = form != nullptr && form->bound.type == core::kIndex;
  return plain ? std::optional(form->bound) : std::nullopt;
}

struct Made {
  const core::Exp* exp;
  std::size_t result;
};

/// What makes [array], if it is of [graph].
std::optional<Made> made_in(const graph::Graph& graph, const Atom& array) {
  const auto result_of = [&](const core::Exp& exp, const Binders& results) -> std::optional<Made> {
    for (std::size_t r = 0; r < results.size(); ++r)
      if (results[r].id == array.var) return Made{&exp, r};
    return {};
  };
  const auto home = graph.home_of(array.var);
  if (!home) return {};
  for (const Stm& stm : graph[*home].before)
    if (const auto made = result_of(stm.exp, stm.binders)) return made;
  return result_of(graph[*home].exp, graph[*home].results);
}

/// Length [dim] of [array], of [graph], as that of an array from outside of it, or as a number that
/// it is if that is not negative.
std::optional<graph::Length> length_outside(const graph::Graph& graph, Atom array, int dim) {
  const auto outside = [&](const Atom& number) -> std::optional<graph::Length> {
    if (!number.is_constant() && graph.home_of(number.var)) return {};
    return graph::Length{number};
  };
  while (const auto made = made_in(graph, array)) {
    if (const auto* row = std::get_if<core::Index>(&made->exp->node)) {
      if (!row->steps.empty()) return {};
      dim += static_cast<int>(row->indices.size());
      array = row->array;
      continue;
    }
    if (const auto* app = std::get_if<core::ArrayApp>(&made->exp->node);
        app != nullptr && app->op == core::ArrayOp::zeros)
      return outside(app->args[static_cast<std::size_t>(dim)]);
    const auto state = state_of_kept(*made->exp, made->result);
    if (state && dim > 0) {
      --dim;
      array = *state;
      continue;
    }
    if (state) {
      const auto trips = turns_of(*made->exp);
      return trips ? outside(*trips) : std::nullopt;
    }
    const auto like = core::same_shape(*made->exp, made->result);
    if (!like) return {};
    array = *like;
  }
  return graph::Length{array, dim};
}

/// Of a branch that keeps nothing of what [graph], of another branch, has in [value]: as many zeros
/// where their number is known outside of it, so that all iterations keep the same; else none.
Atom nothing(core::Names& names, const graph::Place& place, Body& body, const graph::Graph& graph,
             const Atom& value) {
  if (value.type.rank == 0) return Atom::constant({value.type.elem, 0});
  Atoms lengths(value.type.rank, Atom::i64(0));
  for (int d = 0; d < value.type.rank; ++d)
    if (const auto length = length_outside(graph, value, d)) {
      const Binder one = names.bind(core::kIndex);
      const auto max = prims::get("max", core::kIndex.elem);
      body.stms.push_back(place.stm(
          {one}, length->dim < 0 ? core::Exp{core::PrimApp{max, {length->of, Atom::i64(0)}}}
                                 : core::Exp{core::ArrayApp{
                                       core::ArrayOp::shape, {length->of}, {length->dim}}}));
      lengths[static_cast<std::size_t>(d)] = one.atom();
    }
  const Binder zeros = names.bind(value.type);
  body.stms.push_back(
      place.stm({zeros}, {core::ArrayApp{core::ArrayOp::zeros,
                                         std::move(lengths),
                                         {static_cast<std::int64_t>(value.type.elem)}}}));
  return zeros.atom();
}

}  // namespace

bool keeps_branches(const Sweep& sweep, const core::If& e) {
  if (sweep.keeps_truths()) return !has_accumulators({e});
  const auto& results = e.then_body.results;
  const bool arrays = std::any_of(results.begin(), results.end(),
                                  [](const Atom& result) { return result.type.rank > 0; });
  return sweep.in_iteration() &&
         (arrays || tape::has_work(e.then_body) || tape::has_work(e.else_body)) &&
         !has_accumulators({e});
}

std::vector<Body> keep_branches(Sweep& sweep, const Swept& node,
                                const std::vector<SweptInside>& sides,
                                const std::vector<Atoms>& outcomes) {
  core::Names& names = sweep.graph().names();
  const graph::Place& place = sweep.emit().place;
  std::vector<Body> back;
  std::vector<Kept> all;
  for (std::size_t s = 0; s < 2; ++s) {
    back.push_back(sides[s].graph.schedule_from(outcomes[s], sides[s].end));
    Cut cut(sides[s], back.back());
    all.push_back(sweep.keeps_truths() ? cut.truths() : Kept{cut.dear(), {}});
  }
  const std::vector<Atoms> kept{all[0].values, all[1].values};
  if (kept[0].empty() && kept[1].empty()) return back;

  Stm stm = node.forward[node.position].stm();
  auto& there = std::get<core::If>(stm.exp.node);
  std::vector<Body*> branches{&there.then_body, &there.else_body};
  const std::size_t first = stm.binders.size();
  for (std::size_t s = 0; s < 2; ++s) {
    const std::size_t own = sides[s].values.size();
    Body body = core::refresh(with_more(sides[s], all[s]), names);
    for (std::size_t k = 0; k < kept[s].size(); ++k)
      body.results[own + k] = tape::owned(names, body.stms, body.results[own + k]);
    Atoms results(body.results.begin(), body.results.begin() + static_cast<std::ptrdiff_t>(own));
    for (std::size_t of = 0; of < 2; ++of)
      for (std::size_t k = 0; k < kept[of].size(); ++k)
        results.push_back(of == s ? body.results[own + k]
                                  : nothing(names, place, body, sides[of].graph, kept[of][k]));
    body.results = std::move(results);
    *branches[s] = std::move(body);
  }
  std::size_t at = first;
  for (std::size_t s = 0; s < 2; ++s) {
    std::vector<Stm> loads;
    for (const Atom& value : kept[s]) {
      stm.binders.push_back(names.bind(value.type));
      loads.push_back(place.stm({{value.var, value.type}}, {core::Copy{stm.binders[at++].atom()}}));
    }
    back[s].stms.insert(back[s].stms.begin(), loads.begin(), loads.end());
  }
  replace_there(sweep, node, std::move(stm), {});
  return back;
}

bool keeps_elements(const Sweep& sweep, const core::Soac& e) {
  return sweep.keeps_maps() && e.reduces.empty() && e.scans.empty() &&
         tape::has_work(e.lambda.body) && !has_accumulators({e});
}

bool keeps_truths(const Sweep& sweep, const core::Soac& e) {
  if (!sweep.in_iteration() || !e.reduces.empty() || !e.scans.empty() || has_accumulators({e}))
    return false;
  const Binders read = core::free_variables(core::Exp{e});
  return std::any_of(read.begin(), read.end(),
                     [&](const Binder& one) { return sweep.turning().count(one.id) > 0; });
}

std::vector<KeptElement> keep_elements(Sweep& sweep, const Swept& node, const SweptInside& element,
                                       Body& back, bool truths) {
  Cut cut(element, back);
  const Kept all = truths ? cut.truths() : Kept{cut.dear_numbers(), {}};
  const Atoms& kept = all.values;
  if (kept.empty()) return {};
  core::Names& names = sweep.graph().names();
  Stm stm = node.forward[node.position].stm();
  auto& map = std::get<core::Soac>(stm.exp.node);
  map.lambda.params = element.params;
  map.lambda.body = with_more(element, all);
  map.lambda = core::refresh(map.lambda, names);
  std::vector<KeptElement> made;
  for (const Atom& one : kept) {
    stm.binders.push_back(names.bind(one.type.array_of()));
    map.row_shapes.push_back({});
    made.push_back({{one.var, one.type}, stm.binders.back().atom()});
  }
  replace_there(sweep, node, std::move(stm), {});
  return made;
}

}  // namespace laguz::ad::reverse
