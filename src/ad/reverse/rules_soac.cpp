// Maps; and which rule a Soac has. Tracing has taken fused Soacs apart, so a reduction or scan has
// an identity lambda and arrays of its own.
//
// Source: Schenck et al., "AD for an array language with nested parallelism" (SC'22).
#include <algorithm>
#include <map>

#include "ad/reverse/kept_inside.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/rules.hpp"
#include "ad/tape/known_results.hpp"
#include "core/walk.hpp"
#include "support/assert.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

namespace {

/// Which of [values], from the one at [first] on, each node before [end] of [graph] gives.
std::map<std::size_t, std::vector<std::size_t>> results_of_nodes(const graph::Graph& graph,
                                                                 const Atoms& values,
                                                                 std::size_t first,
                                                                 std::size_t end) {
  std::map<std::size_t, std::vector<std::size_t>> found;
  for (std::size_t r = first; r < values.size(); ++r) {
    if (values[r].is_constant()) continue;
    const auto home = graph.home_of(values[r].var);
    if (home && *home < end) found[*home].push_back(r);
  }
  return found;
}

/// Whether [body] reads of the row [row] only what is at computed places, in no loop or lambda.
bool reads_places(const core::Body& body, VarId row) {
  const auto is_place = [&](const core::Exp& exp) {
    const auto* index = std::get_if<core::Index>(&exp.node);
    return index != nullptr && index->array.var == row && index->steps.empty() &&
           std::any_of(index->indices.begin(), index->indices.end(),
                       [](const Atom& at) { return !at.is_constant(); });
  };
  const auto only_places = [&](const core::Stm& stm) {
    if (!core::uses(stm.exp, row) || is_place(stm.exp)) return true;
    const auto* branch = std::get_if<core::If>(&stm.exp.node);
    return branch != nullptr && reads_places(branch->then_body, row) &&
           reads_places(branch->else_body, row);
  };
  return std::all_of(body.stms.begin(), body.stms.end(), only_places) &&
         std::none_of(body.results.begin(), body.results.end(),
                      [&](const Atom& atom) { return atom.var == row; });
}

/// The number that all elements of [array] are.
std::optional<Atom> same_number(const graph::Graph& graph, const Atom& array) {
  const graph::Node* node = graph.find(array.var);
  const auto* app = node != nullptr ? std::get_if<core::ArrayApp>(&node->exp.node) : nullptr;
  if (app == nullptr || app->op != core::ArrayOp::replicate || array.type.rank != 1) return {};
  return app->args[1];
}

}  // namespace

// The derived lambda re-runs the element's forward part and sweeps it. Contributions to free
// scalars are summed over the iterations; those to free arrays go to accumulators.
void map_rule(Sweep& sweep, const core::Soac& e, const Binders& results, const Swept* node) {
  core::Names& names = sweep.graph().names();
  // Results before it are folds, which nothing reaches here.
  const std::size_t first = core::ends_of(e).scanned;

  core::Soac derived;
  derived.width = e.width;
  derived.checkpoint = e.checkpoint;
  core::WithAcc with;
  const bool may_keep = node != nullptr && !e.checkpoint && &node->forward == &sweep.graph();
  const bool works = may_keep && keeps_elements(sweep, e);
  const bool truths = may_keep && !works && keeps_truths(sweep, e);
  const bool keeps = works || truths;
  // The way there may become part of the node itself.
  graph::Graph inner(names, &sweep.graph(), keeps ? node->position : graph::Graph::kAll);
  Sweep within(sweep.functions(), inner, &sweep);
  within.set_in_map(core::free_variables(e.lambda));
  if (truths) within.set_keeps_truths();

  core::Substitution substitution;
  const Binder position = names.bind(core::kIndex, "i");
  Binders arrays;  // whose cotangents gather in the accumulators [accs]
  Binders accs;
  const auto gather = [&](const Binder& array) {
    for (std::size_t k = 0; k < arrays.size(); ++k)
      if (arrays[k].id == array.id) return accs[k].atom();
    arrays.push_back(array);
    Type type = array.type;
    type.acc = true;
    accs.push_back(names.bind(type));
    return accs.back().atom();
  };
  Binders params;  // of the lambda's own arrays
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    params.push_back(names.bind(e.lambda.params[k].type));
    substitution[e.lambda.params[k].id] = params[k].atom();
    if (sweep.is_active(e.arrays[k])) {
      within.activate(params[k].atom());
      Sink& sink = within.sink(params[k].id);
      if (params[k].type.rank > 0) sink.part = sweep.gathering(e.arrays[k]);
      // Few places of rows are added to where they are, not to rows of zeros.
      if (!sink.part && params[k].type.rank > 0 && is_of_state(sweep, e.arrays[k]) &&
          reads_places(e.lambda.body, e.lambda.params[k].id))
        sink.part = Sink::Part{gather({e.arrays[k].var, e.arrays[k].type}), {}};
      if (sink.part) sink.part->place.push_back(position.atom());
    }
  }
  Binders scalars;
  for (const Binder& var : core::free_variables(e.lambda)) {
    if (var.type.acc || !sweep.is_active(var.id)) continue;
    if (var.type.rank == 0) {
      scalars.push_back(var);
      within.sink(var.id);
    } else if (!sweep.accumulator_for(var.id)) {
      within.sink(var.id).acc = gather(var);
    }
  }

  Atoms values = within.trace(e.lambda.body, std::move(substitution), keeps);
  const auto end = within.position();
  Binders lambda_params{position};
  Atoms operands{sweep.emit().iota(e.width)};
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    lambda_params.push_back(params[k]);
    operands.push_back(e.arrays[k]);
  }
  for (std::size_t r = first; r < results.size(); ++r) {
    const auto cotangent = sweep.adjoint(results[r].atom());
    if (!cotangent) continue;
    auto element = same_number(sweep.graph(), *cotangent);
    if (!element) {
      lambda_params.push_back(names.bind(cotangent->type.row()));
      operands.push_back(*cotangent);
      element = lambda_params.back().atom();
    }
    within.add(values[r], *element, sweep.there_of(results[r].atom()));
  }
  within.sweep(inner, 0, end);

  // What the lambda gives: sums for free scalars, then elements for the arrays.
  Atoms out;
  std::vector<Type> types;
  Binders summed;
  std::vector<std::size_t> mapped;
  for (const Binder& var : scalars) {
    const auto value = within.adjoint(var.atom());
    if (!value) continue;
    summed.push_back(var);
    out.push_back(*value);
    types.push_back(var.type);
    derived.reduces.push_back(
        {sweep.emit().add_operator(var.type), {sweep.emit().zero(var.type.elem)}, true});
  }
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    const auto value = within.adjoint(params[k].atom());
    if (!value || !sweep.is_active(e.arrays[k])) continue;
    if (auto acc = sweep.accumulator_for(e.arrays[k].var)) {
      within.emit().accumulate(*acc, {position.atom()}, *value);
      continue;
    }
    mapped.push_back(k);
    out.push_back(*value);
    types.push_back(e.arrays[k].type);
    Atoms dims = sweep.emit().shape(e.arrays[k]);
    derived.row_shapes.push_back(Atoms(dims.begin() + 1, dims.end()));
  }
  derived.lambda.body = keeps ? inner.schedule_from(out, end) : inner.schedule(out);
  const auto use_known = [&] {
    for (const auto& [of, of_node] : results_of_nodes(inner, values, first, end)) {
      core::Substitution substitution;
      Binders known;
      for (const std::size_t r : of_node) {
        known.push_back(names.bind(values[r].type));
        substitution[values[r].var] = known.back().atom();
      }
      auto body = tape::with_known(derived.lambda.body, inner, end, substitution);
      if (!body) continue;
      derived.lambda.body = std::move(*body);
      lambda_params.insert(lambda_params.end(), known.begin(), known.end());
      for (const std::size_t r : of_node)
        operands.push_back(sweep.versions().restored(results[r].atom()));
    }
  };
  use_known();
  if (keeps) {
    for (const KeptElement& one :
         keep_elements(sweep, *node, {inner, end, values, params}, derived.lambda.body, truths)) {
      lambda_params.push_back(one.element);
      operands.push_back(one.array);
    }
    use_known();
  }

  // Only what the lambda reads, and only accumulators that it writes.
  std::unordered_set<VarId> used;
  for (const Binder& free : core::free_variables(derived.lambda.body)) used.insert(free.id);
  for (std::size_t p = 0; p < lambda_params.size(); ++p) {
    if (!used.count(lambda_params[p].id)) continue;
    derived.lambda.params.push_back(lambda_params[p]);
    derived.arrays.push_back(operands[p]);
  }
  Binders gathered;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (!used.count(accs[k].id)) continue;
    gathered.push_back(arrays[k]);
    core::WithAcc::Acc acc;
    acc.acc = accs[k];
    acc.arrays = {sweep.adjoint_or_zeros(arrays[k].atom())};
    acc.index_rank = arrays[k].type.rank;
    acc.apart = true;
    with.accs.push_back(std::move(acc));
  }

  Atoms given;
  if (with.accs.empty()) {
    given = sweep.emit().region({std::move(derived)}, types);
  } else {
    given = sweep.emit().with_accumulators(std::move(with), {std::move(derived)}, types);
    for (std::size_t k = 0; k < gathered.size(); ++k) sweep.set(gathered[k].atom(), given[k]);
    given.erase(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(gathered.size()));
  }
  for (std::size_t k = 0; k < summed.size(); ++k) sweep.add(summed[k].atom(), given[k]);
  for (std::size_t k = 0; k < mapped.size(); ++k)
    sweep.add(e.arrays[mapped[k]], given[summed.size() + k]);
}

void soac_rule(Sweep& sweep, const core::Soac& e, const Swept& node) {
  bool folded = false;
  const std::size_t maps = e.lambda.body.results.size();
  const std::size_t folds = core::ends_of(e).scanned;
  for (std::size_t i = 0; i < folds; ++i) folded = folded || sweep.adjoint(node.results[i].atom());
  LAGUZ_ASSERT(!folded || (folds == maps && e.reduces.size() + e.scans.size() == 1),
               "tracing takes fused Soacs apart");
  if (!folded) {
    map_rule(sweep, e, node.results, &node);
  } else if (!e.reduces.empty()) {
    reduce_rule(sweep, e, node);
  } else {
    scan_rule(sweep, e, node);
  }
}

}  // namespace laguz::ad::reverse
