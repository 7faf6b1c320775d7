// Scatters and streams.
#include "ad/reverse/rules.hpp"
#include "ad/rewrite/places.hpp"

namespace laguz::ad::reverse {

// The last writer of a place takes its cotangent; what was there before gets none.
void scatter_rule(Sweep& sweep, const core::Scatter& e, const Swept& node) {
  Emit& emit = sweep.emit();
  std::optional<Atom> last;
  const Atom numbers = emit.iota(e.width);
  for (std::size_t c = 0; c < node.results.size(); ++c) {
    const auto cotangent = sweep.adjoint(node.results[c].atom());
    if (!cotangent) continue;
    if (sweep.is_active(e.values[c])) {
      if (!last) last = rewrite::last_of_places(emit, e.width, e.indices, *cotangent);
      const Atom read = emit.gather_at(e.width, *cotangent, e.indices);
      const Type row = read.type.row();
      auto taken = emit.lambda({core::kIndex, core::kIndex, row}, [&](Emit& in, const Atoms& x) {
        core::If choose;
        choose.condition = in.prim("eq", {x[0], x[1]});
        choose.then_body.results = {x[2]};
        choose.else_body = in.body([&](Emit& other) { return Atoms{other.zeros_like(x[2])}; });
        return Atoms{in.emit1({std::move(choose)}, row)};
      });
      const Atoms shape = emit.shape(read);
      sweep.add(e.values[c], emit.map(e.width, {numbers, *last, read}, taken, {read.type},
                                      {Atoms(shape.begin() + 1, shape.end())})[0]);
    }
    if (sweep.is_active(e.dests[c])) {
      core::Scatter clear{e.width, {*cotangent}, e.indices, {emit.zeros_like(e.values[c])}};
      sweep.add(e.dests[c], emit.emit1({std::move(clear)}, cotangent->type));
    }
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
