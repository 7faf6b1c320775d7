#include "eval/tape_reads.hpp"

#include "core/stretch.hpp"
#include "core/walk.hpp"

namespace laguz::eval {

void TapeReads::use(const core::Atom& atom) {
  if (const auto found = known_.find(atom.var); found != known_.end())
    found->second.by_rows = false;
}

/// Of what it is about, the first operand.
bool TapeReads::reads_rows(const core::Exp& exp, int depth) const {
  const auto is_here = [&](const core::Atom& array, bool flat) {
    const auto found = known_.find(array.var);
    return found != known_.end() && found->second.depth == depth && found->second.flat == flat;
  };
  if (const auto* index = std::get_if<core::Index>(&exp.node))
    return is_here(index->array, false) || is_here(index->array, true);
  const auto* slice = std::get_if<core::Slice>(&exp.node);
  if (slice != nullptr && slice->dims[0].fixed) return is_here(slice->array, false);
  return slice != nullptr && slice->dims.size() == 1 && slice->dims[0].start &&
         slice->dims[0].end && !slice->dims[0].stride && is_here(slice->array, true);
}

void TapeReads::look(const core::Body& body, int depth) {
  for (const core::Stm& stm : body.stms) {
    bool first = reads_rows(stm.exp, depth);
    // (In lanes, variables from outside are whole arrays.)
    const auto* with = std::get_if<core::WithAcc>(&stm.exp.node);
    const bool lambdas = std::holds_alternative<core::Soac>(stm.exp.node) ||
                         std::holds_alternative<core::Stream>(stm.exp.node) ||
                         std::holds_alternative<core::Hist>(stm.exp.node);
    core::visit(
        stm.exp,
        [&](const core::Atom& atom) {
          if (!first) use(atom);
          first = false;
        },
        [&](const core::Body& inner, const core::Binders&) {
          const bool deeper = lambdas || (with != nullptr && &inner != &with->body);
          look(inner, deeper ? depth + 1 : depth);
        });
    const auto* loop = std::get_if<core::Loop>(&stm.exp.node);
    if (loop == nullptr || loop->history.empty() || !core::can_run_again(*loop)) continue;
    for (std::size_t h = 0; h < loop->history.size(); ++h)
      known_[stm.binders[loop->params.size() + h].id] = {depth, loop->is_flat(h)};
  }
  for (const core::Atom& atom : body.results) use(atom);
}

}  // namespace laguz::eval
