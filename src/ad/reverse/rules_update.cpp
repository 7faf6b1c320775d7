// Scatters and streams.
#include "ad/reverse/rules.hpp"

namespace laguz::ad::reverse {

// Backwards, each iteration takes what has come back to its place, and leaves what has come back to
// what it found there: nothing, if it was no exchange. So the last writer takes its cotangent, and
// what was there before all gets what is left. (An exchange is undone by one the other way round.)
void scatter_rule(Sweep& sweep, const core::Scatter& e, const Swept& node) {
  using Exchange = core::Scatter::Exchange;
  Emit& emit = sweep.emit();
  for (std::size_t c = 0; c < e.dests.size(); ++c) {
    const auto found = e.exchanges() ? sweep.adjoint(node.results[e.dests.size() + c].atom())
                                     : std::optional<Atom>();
    if (!found && !sweep.adjoint(node.results[c].atom())) continue;
    const Atom cotangent = sweep.adjoint_or_zeros(node.results[c].atom());
    const bool takes = sweep.is_active(e.values[c]);
    core::Scatter back{e.width, {cotangent}, e.indices, {}};
    back.values.push_back(found ? *found : emit.zeros_like(e.values[c]));
    std::vector<Type> types{cotangent.type};
    if (takes || found) {
      back.exchange = e.exchange == Exchange::backwards ? Exchange::forwards : Exchange::backwards;
      types.push_back(e.values[c].type);
    }
    const Atoms given = emit.emit({std::move(back)}, types);
    if (takes) sweep.add(e.values[c], given[1]);
    if (sweep.is_active(e.dests[c])) sweep.add(e.dests[c], given[0]);
  }
}

// One chunk: the result does not depend on the chunks, so neither does its derivative.
void stream_rule(Sweep& sweep, const core::Stream& e, const Swept& node) {
  core::Substitution substitution;
  std::size_t p = 0;
  substitution[e.lambda.params[p++].id] = e.width;
  for (const Atom& init : e.inits) substitution[e.lambda.params[p++].id] = init;
  for (const Atom& array : e.arrays) substitution[e.lambda.params[p++].id] = array;
  const auto from = sweep.position();
  Atoms values = sweep.trace(e.lambda.body, std::move(substitution), false);
  const auto to = sweep.position();
  for (std::size_t i = 0; i < node.results.size(); ++i)
    sweep.hand_on(node.results[i].atom(), values[i]);
  sweep.sweep(sweep.graph(), from, to);
}

}  // namespace laguz::ad::reverse
