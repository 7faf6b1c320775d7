#include "ad/forward/function.hpp"

#include "ad/forward/forward.hpp"
#include "graph/graph.hpp"

namespace laguz::ad::forward {

using core::Binder;

core::Function function_of(Functions& functions, core::Names& names, const core::Function& function,
                           const WantedForward& wanted, bool place) {
  core::Function made;
  made.name = function.name + (wanted.pattern ? "'pattern" : "'forward");
  made.recursive = true;
  made.span = function.span;
  graph::Graph graph(names);
  Forward run(functions, graph, nullptr, wanted.pattern);
  core::Substitution substitution;
  for (const Binder& param : function.params) {
    made.params.push_back(names.bind(param.type));
    substitution[param.id] = made.params.back().atom();
  }
  std::size_t acc = 0, param = 0;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const Atom own = made.params[i].atom();
    AccTangent kind = AccTangent::none;
    if (own.type.acc) {
      kind = wanted.accs[acc++];
    } else if (wanted.params[param++]) {
      kind = AccTangent::apart;
    }
    if (kind == AccTangent::joint) run.set_tangent_accumulator(own.var, own);
    if (kind != AccTangent::apart) continue;
    made.params.push_back(names.bind(own.type));
    if (own.type.acc) {
      run.set_tangent_accumulator(own.var, made.params.back().atom());
    } else {
      run.set_tangent(own, made.params.back().atom());
    }
  }
  Atoms results = run.run(function.body, std::move(substitution), true);
  made.results = function.results;
  const auto last = static_cast<std::ptrdiff_t>(results.size() - (place ? 1 : 0));
  Atoms tangents;
  for (std::ptrdiff_t i = 0; i < last; ++i)
    tangents.push_back(run.tangent_or_zeros(results[static_cast<std::size_t>(i)]));
  results.insert(results.begin() + last, tangents.begin(), tangents.end());
  made.results.insert(made.results.begin() + last, function.results.begin(),
                      function.results.begin() + last);
  made.body = graph.take(std::move(results));
  return made;
}

}  // namespace laguz::ad::forward
