#include "ad/modes.hpp"

#include "ad/forward/forward.hpp"
#include "ad/reverse/sweep.hpp"
#include "support/assert.hpp"

namespace laguz::ad {

using core::Binder;
using core::Body;

namespace {

/// The results in each mode, in [graph]: those of the function, then their derivatives.
struct Derivation {
  Functions& functions;
  graph::Graph& graph;
  const core::Diff& diff;
  const graph::Place& place;
  Atoms inputs{};
  core::Substitution substitution{};

  Atoms results() {
    switch (diff.mode) {
      case core::DiffMode::vjp: return vjp();
      case core::DiffMode::jvp: return jvp();
      case core::DiffMode::mjp: return mjp();
      case core::DiffMode::jmp:
      case core::DiffMode::pattern: return jmp();
    }
    support::fail_assert(__FILE__, __LINE__, "a mode of Diff");
  }

  Atoms vjp() {
    reverse::Sweep sweep(functions, graph);
    for (const Atom& input : inputs) sweep.activate(input);
    Atoms results = sweep.trace(diff.function.body, substitution, true);
    const auto end = sweep.position();
    for (std::size_t i = 0; i < results.size(); ++i) sweep.add(results[i], diff.seeds[i]);
    sweep.sweep(graph, 0, end);
    for (const Atom& input : inputs) results.push_back(sweep.adjoint_or_zeros(input));
    return results;
  }

  Atoms jvp() {
    forward::Forward run(functions, graph);
    for (std::size_t i = 0; i < inputs.size(); ++i) run.set_tangent(inputs[i], diff.seeds[i]);
    Atoms results = run.run(diff.function.body, substitution, true);
    const std::size_t n = results.size();
    for (std::size_t i = 0; i < n; ++i) results.push_back(run.tangent_or_zeros(results[i]));
    return results;
  }

  /// A map over the seeds: of what [each] gives for one of them, which is like [rows].
  template <class Each>
  Atoms over_seeds(Emit& emit, const Atoms& rows, Each each) {
    emit.place = place;
    std::vector<Type> seed_types, types;
    std::vector<Atoms> shapes;
    for (const Atom& seed : diff.seeds) seed_types.push_back(seed.type.row());
    for (const Atom& row : rows) {
      types.push_back(row.type.array_of());
      shapes.push_back(emit.shape(row));
    }
    const auto lambda = emit.lambda(seed_types, each);
    const Atom count = diff.seeds.empty() ? Atom::i64(0) : emit.shape(diff.seeds[0], 0);
    return emit.map(count, diff.seeds, lambda, types, std::move(shapes));
  }

  // One evaluation; the sweep is a map over the seeds.
  Atoms mjp() {
    reverse::Sweep outer(functions, graph);
    for (const Atom& input : inputs) outer.activate(input);
    Atoms results = outer.trace(diff.function.body, substitution, true);
    const auto end = outer.position();
    const Atoms adjoints = over_seeds(outer.emit(), inputs, [&](Emit& inner, const Atoms& seeds) {
      reverse::Sweep sweep(functions, inner.graph(), &outer);
      for (const Atom& input : inputs) sweep.sink(input.var);
      for (std::size_t i = 0; i < results.size(); ++i) sweep.add(results[i], seeds[i]);
      sweep.sweep(graph, 0, end);
      Atoms out;
      for (const Atom& input : inputs) out.push_back(sweep.adjoint_or_zeros(input));
      return out;
    });
    results.insert(results.end(), adjoints.begin(), adjoints.end());
    return results;
  }

  // Values once; tangents as a map over the seeds, whose scalar values the graph shares with them.
  Atoms jmp() {
    Tracer plain(functions, graph);
    Atoms results = plain.trace(diff.function.body, substitution, true);
    const Atoms tangents = over_seeds(plain.emit(), results, [&](Emit& inner, const Atoms& seeds) {
      forward::Forward run(functions, inner.graph(), nullptr, diff.mode == core::DiffMode::pattern);
      for (std::size_t i = 0; i < inputs.size(); ++i) run.set_tangent(inputs[i], seeds[i]);
      Atoms values = run.run(diff.function.body, substitution, false);
      Atoms out;
      for (const Atom& value : values) out.push_back(run.tangent_or_zeros(value));
      return out;
    });
    results.insert(results.end(), tangents.begin(), tangents.end());
    return results;
  }
};

}  // namespace

Body derive(Functions& functions, core::Names& names, const core::Diff& diff,
            const graph::Place& place, const std::vector<bool>& wanted,
            const NamedLengths& lengths) {
  graph::Graph graph(names);
  Derivation derivation{functions, graph, diff, place};
  // Fresh inputs are the tags: the same variable used freely is another node.
  Body body;
  for (std::size_t i = 0; i < diff.primals.size(); ++i) {
    const Binder& param = diff.function.params[i];
    const Binder input = graph.input(param.type, names.hint(param.id));
    body.stms.push_back(place.stm({input}, {core::Copy{diff.primals[i]}}));
    derivation.substitution[param.id] = input.atom();
    derivation.inputs.push_back(input.atom());
    for (int d = 0; d < param.type.rank; ++d)
      if (const auto length = lengths.of(diff.primals[i], d))
        graph.know_length(input.atom(), d, *length);
  }
  Atoms results = derivation.results();
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!wanted[i]) results[i] = Atom::constant({results[i].type.elem, 0});
  Body rest = graph.take(std::move(results));
  for (core::Stm& stm : rest.stms) body.stms.push_back(std::move(stm));
  body.results = std::move(rest.results);
  return body;
}

}  // namespace laguz::ad
