#include "eval/tape_reads.hpp"

#include <algorithm>

#include "core/stretch.hpp"
#include "core/walk.hpp"

namespace laguz::eval {

using core::Atom;

bool TapeReads::is_taped(core::VarId var) const {
  const auto found = known_.find(var);
  if (found == known_.end() || !found->second.by_rows) return false;
  const Known& known = found->second;
  if (known.outer == 0) return true;
  const Known& around = known_.at(known.outer);
  return is_taped(known.outer) && around.least > nesting(around);
}

std::optional<core::VarId> TapeReads::inner_of(core::VarId var) const {
  const core::VarId inner = known_.at(var).inner;
  return inner != 0 && is_taped(inner) ? std::optional(inner) : std::nullopt;
}

/// How many loops deep what is kept is kept.
std::size_t TapeReads::nesting(const Known& known) const {
  return known.inner == 0 ? 0 : 1 + nesting(known_.at(known.inner));
}

void TapeReads::use(const Atom& atom) {
  if (const auto found = known_.find(atom.var); found != known_.end())
    found->second.by_rows = false;
  if (const auto row = rows_.find(atom.var); row != rows_.end())
    read(row->second.first, row->second.second);
}

void TapeReads::read(core::VarId var, std::size_t indices) {
  Known& known = known_.at(var);
  known.least = std::min(known.least, indices);
}

/// Of what it is about, the first operand.
bool TapeReads::reads_rows(const core::Stm& stm, int depth) {
  const auto reads = [&](const Atom& array, std::size_t indices, bool elements) {
    std::pair<core::VarId, std::size_t> row{array.var, 0};
    if (const auto found = rows_.find(array.var); found != rows_.end()) row = found->second;
    const auto found = known_.find(row.first);
    if (found == known_.end() || found->second.depth != depth) return false;
    if (found->second.flat ? !elements : indices == 0) return false;
    const core::Binder& to = stm.binders[0];
    if (to.type.rank > 0 && indices == 1 && elements && !found->second.flat)
      rows_[to.id] = {row.first, row.second + indices};  // how it is read is seen where it is
    else
      read(row.first, row.second + indices);
    return true;
  };
  if (const auto* index = std::get_if<core::Index>(&stm.exp.node))
    return reads(index->array, index->indices.size(), true);
  const auto* slice = std::get_if<core::Slice>(&stm.exp.node);
  if (slice == nullptr) return false;
  const core::DimSlice& first = slice->dims[0];
  const bool range = slice->dims.size() == 1 && first.start && first.end && !first.stride;
  return reads(slice->array, first.fixed ? 1 : 0, range);
}

void TapeReads::look(const core::Body& body, int depth) {
  for (const core::Stm& stm : body.stms) {
    if (const auto* loop = std::get_if<core::Loop>(&stm.exp.node)) {
      look(*loop, stm.binders, depth);
      continue;
    }
    bool first = reads_rows(stm, depth);
    // (In lanes, variables from outside are whole arrays.)
    const auto* with = std::get_if<core::WithAcc>(&stm.exp.node);
    const bool lambdas = std::holds_alternative<core::Soac>(stm.exp.node) ||
                         std::holds_alternative<core::Stream>(stm.exp.node) ||
                         std::holds_alternative<core::Hist>(stm.exp.node);
    core::visit(
        stm.exp,
        [&](const Atom& atom) {
          if (!first) use(atom);
          first = false;
        },
        [&](const core::Body& inner, const core::Binders&) {
          const bool deeper = lambdas || (with != nullptr && &inner != &with->body);
          look(inner, deeper ? depth + 1 : depth);
          for (const Atom& result : inner.results) use(result);
        });
  }
}

void TapeReads::look(const core::Loop& loop, const core::Binders& results, int depth) {
  for (const Atom& init : loop.inits) use(init);
  if (const auto* form = std::get_if<core::WhileForm>(&loop.form)) look(form->condition, depth);
  look(loop.body, depth);
  if (!loop.history.empty() && core::can_run_again(loop))
    for (std::size_t h = 0; h < loop.history.size(); ++h)
      known_[results[loop.params.size() + h].id] = {depth, loop.is_flat(h)};
  // What the iteration keeps of a loop in it.
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    const Atom& next = loop.body.results[k];
    const auto inner = known_.find(next.var);
    if (inner == known_.end()) continue;
    const auto kept = std::find(loop.history.begin(), loop.history.end(), k);
    const auto h = static_cast<std::size_t>(kept - loop.history.begin());
    const bool once = std::count(loop.history.begin(), loop.history.end(), k) == 1 &&
                      std::count(loop.body.results.begin(), loop.body.results.end(), next) == 1 &&
                      loop.is_after(h) && !loop.is_flat(h);
    const auto outer = once ? known_.find(results[loop.params.size() + h].id) : known_.end();
    const bool stands = core::place_of(loop.body, next.var).has_value();
    if (outer == known_.end() || !stands || inner->second.flat || inner->second.outer != 0 ||
        inner->second.least != ~std::size_t{0} ||
        core::count_uses(loop.body, loop.params[k].id) != 0) {
      use(next);
      continue;
    }
    inner->second.outer = outer->first;
    outer->second.inner = next.var;
  }
}

}  // namespace laguz::eval
