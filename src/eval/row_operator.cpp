#include "eval/row_operator.hpp"

#include "core/reduce_shape.hpp"
#include "eval/compiler.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval {

std::optional<RowOperator> row_operator(const core::Lambda& op) {
  if (const auto prim = commutative_builtin(op)) return RowOperator{*prim, {}};
  if (op.params.size() != 2 || op.body.stms.size() != 1 || op.body.results.size() != 1) return {};
  const core::Stm& stm = op.body.stms[0];
  const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
  if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty() ||
      soac->arrays.size() != 2 || op.body.results[0].var != stm.binders[0].id)
    return {};
  for (std::size_t i = 0; i < 2; ++i)
    if (soac->arrays[i].var != op.params[i].id) return {};
  auto inner = row_operator(soac->lambda);
  if (inner) inner->widths.insert(inner->widths.begin(), soac->width);
  return inner;
}

RowKernel Compiler::row_kernel(Block& prologue, const core::Lambda& op) {
  RowKernel rows;
  const auto found = row_operator(op);
  if (!found || found->widths.empty()) return rows;
  rows.kernel = prims::row_of(found->prim).lanes[static_cast<int>(found->prim.type)];
  for (const core::Atom& width : found->widths) rows.widths.push_back(settle(prologue, width));
  return rows;
}

bool Operator::combine_rows(Frame& frame) {
  Array& to = frame.array(state.slots[0]);
  const Array& row = frame.array(element.slots[0]);
  if (to.shape() != row.shape() || !rows.fits(frame, to.shape())) return false;
  const std::int64_t count = to.size();
  support::spend(2 + count / 8);
  to = Array::owned(std::move(to));
  const Array dense = row.dense();
  if (count > 0) rows.kernel(count, to.mutable_raw(), to.raw(), dense.raw(), dense.raw(), 0);
  return true;
}

}  // namespace laguz::eval
