#include "eval/lanes/inner_fold.hpp"

#include <algorithm>
#include <cstring>

#include "prims/catalog.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

Shape shape_of(const Tile& tile, const std::vector<ScalarRef>& lengths) {
  Shape shape;
  for (const ScalarRef& length : lengths) shape[shape.rank++] = length.integer(tile);
  return shape;
}

// ------------------------------------------------------------------------------------- operators

void InnerOperator::elements(Tile& tile, Passings& out) const {
  out.resize(operands.size());
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Operand& operand = operands[k];
    if (operand.from.is_array) {
      out[k].array = operand.from.array.peek(tile);
      continue;
    }
    const ScalarRef& from = operand.from.scalar;
    out[k].at = tile.at[from.reg];
    const bool one = operand.varying && !from.varying;
    out[k].spread = !one || placed == nullptr;
    if (!one || placed != nullptr) continue;
    out[k].at = tile.at[operand.spread];
    kernels::fill(from.size(), tile.n, out[k].at, tile.at[from.reg]);
  }
}

void InnerOperator::builtin_apply(Tile& tile, std::byte* out, const std::byte* acc,
                                  bool acc_varying, const std::byte* elem,
                                  bool elem_varying) const {
  const bool varying = operands[0].varying;
  const unsigned uniform = varying ? (acc_varying ? 0u : 1u) | (elem_varying ? 0u : 2u) : 0u;
  kernel(tile.lanes(varying), out, acc, elem, elem, uniform);
}

void InnerOperator::apply(Tile& tile, Passings& acc, const Passings& elem, Mask only) const {
  if (builtin()) {
    if (only == nullptr) {
      builtin_apply(tile, acc[0].at, acc[0].at, true, elem[0].at, true);
      return;
    }
    const Operand& operand = operands[0];
    std::byte* next = tile.at[operand.stage.reg];
    builtin_apply(tile, next, acc[0].at, true, elem[0].at, true);
    kernels::select(operand.stage.size(), tile.n, acc[0].at, only, next, acc[0].at, 0);
    return;
  }
  if (placed != nullptr) {
    auto position = [](const Passing& of) { return reinterpret_cast<std::int64_t*>(of.at); };
    placed(tile.lanes(operands[0].varying), acc[0].at, position(acc[1]),
           {elem[0].at, position(elem[1]), !elem[0].spread, !elem[1].spread});
    return;
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Operand& operand = operands[k];
    if (operand.acc.is_array) {
      operand.acc.array.put(tile, std::move(acc[k].array));
      operand.elem.array.put(tile, elem[k].array);
    } else {
      tile.at[operand.acc.scalar.reg] = acc[k].at;
      tile.at[operand.elem.scalar.reg] = elem[k].at;
    }
  }
  run(code, tile);
  for (const Operand& operand : operands)
    if (operand.stage.reg != kNoReg)
      kernels::load(operand.stage.size(), tile.lanes(operand.varying), tile.at[operand.stage.reg],
                    tile.at[operand.next.scalar.reg], operand.next.scalar.varying ? 1 : 0);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Operand& operand = operands[k];
    if (operand.next.is_array) {
      acc[k].array = operand.next.array.take(tile);
      operand.elem.array.put(tile, {});
      continue;
    }
    const ScalarRef& next = operand.next.scalar;
    const bool staged = operand.stage.reg != kNoReg;
    const std::byte* from = tile.at[staged ? operand.stage.reg : next.reg];
    if (from == acc[k].at) continue;
    const bool varying = staged ? operand.varying : next.varying;
    if (only != nullptr)
      kernels::select(next.size(), tile.n, acc[k].at, only, from, acc[k].at, varying ? 0u : 1u);
    else
      kernels::load(next.size(), tile.lanes(operand.varying), acc[k].at, from, varying ? 1 : 0);
  }
}

void InnerOperator::assign(Tile& tile, Passings& acc, const Passings& value) const {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Operand& operand = operands[k];
    if (operand.from.is_array)
      acc[k].array = value[k].array;
    else
      kernels::load(operand.from.scalar.size(), tile.lanes(operand.varying), acc[k].at, value[k].at,
                    value[k].spread ? 1 : 0);
  }
}

void InnerOperator::neutrals(Tile& tile, Passings& acc) const {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Operand& operand = operands[k];
    if (operand.neutral.is_array)
      acc[k].array = operand.neutral.array.peek(tile);
    else
      kernels::load(operand.neutral.scalar.size(), tile.lanes(operand.varying), acc[k].at,
                    tile.at[operand.neutral.scalar.reg], operand.neutral.scalar.varying ? 1 : 0);
  }
}

// ------------------------------------------------------------------------------------ reductions

void InnerReduce::begin(Tile& tile, State& state, std::int64_t width) const {
  state.shape = core::fold_shape(op.builtin(), width);
  state.total.resize(outs.size());
  state.part.resize(outs.size());
  for (std::size_t k = 0; k < outs.size(); ++k) {
    if (outs[k].is_array) continue;
    state.total[k].at = tile.at[outs[k].scalar.reg];
    state.part[k].at = tile.at[partial[k]];
  }
  op.neutrals(tile, state.total);
  if (state.shape == core::FoldShape::blocked)
    state.accumulators = tile.pool.allocate(static_cast<std::size_t>(
        core::kLanes * outs[0].scalar.size() * tile.stride(op.operands[0].varying)));
}

void InnerReduce::step(Tile& tile, State& state, std::int64_t i, std::int64_t width,
                       Mask only) const {
  if (state.shape == core::FoldShape::linear && known.reg != kNoReg) return;
  if (state.shape == core::FoldShape::linear && op.builtin() && only == nullptr) {
    const ScalarRef& from = op.operands[0].from.scalar;
    std::byte* total = state.total[0].at;
    op.builtin_apply(tile, total, total, true, tile.at[from.reg], from.varying);
    return;
  }
  op.elements(tile, state.elements);
  switch (state.shape) {
    case core::FoldShape::linear: op.apply(tile, state.total, state.elements, only); break;
    case core::FoldShape::blocked: step_blocked(tile, state, i, width); break;
    case core::FoldShape::chunked: step_chunked(tile, state, i, width); break;
  }
}

void InnerReduce::step_blocked(Tile& tile, State& state, std::int64_t i, std::int64_t width) const {
  const bool varying = op.operands[0].varying;
  const int size = outs[0].scalar.size();
  auto accumulator = [&](std::int64_t j) {
    return state.accumulators.get()->data + j * size * tile.stride(varying);
  };
  const std::int64_t in_block = i % core::kBlock;
  std::byte* acc = accumulator(in_block % core::kLanes);
  const std::byte* elem = state.elements[0].at;
  if (in_block < core::kLanes)
    kernels::load(size, tile.lanes(varying), acc, elem, 1);
  else
    op.builtin_apply(tile, acc, acc, true, elem, true);
  if (in_block + 1 < core::kBlock && i + 1 < width) return;
  const std::int64_t live = std::min<std::int64_t>(in_block + 1, core::kLanes);
  for (int apart = core::kLanes / 2; apart >= 1; apart /= 2)
    for (int j = 0; j < apart && j + apart < live; ++j)
      op.builtin_apply(tile, accumulator(j), accumulator(j), true, accumulator(j + apart), true);
  std::byte* total = state.total[0].at;
  op.builtin_apply(tile, total, total, true, accumulator(0), true);
}

void InnerReduce::step_chunked(Tile& tile, State& state, std::int64_t i, std::int64_t width) const {
  if (i % core::kChunk == 0)
    op.assign(tile, state.part, state.elements);
  else
    op.apply(tile, state.part, state.elements);
  if ((i + 1) % core::kChunk == 0 || i + 1 == width) op.apply(tile, state.total, state.part);
}

void InnerReduce::end(Tile& tile, State& state) const {
  if (state.shape == core::FoldShape::linear && known.reg != kNoReg)
    kernels::load(known.size(), tile.lanes(known.varying), state.total[0].at, tile.at[known.reg],
                  1);
  for (std::size_t k = 0; k < outs.size(); ++k)
    if (outs[k].is_array) {
      const ArrayRef& from = op.operands[k].from.array;
      if (from.move) from.put(tile, {});
      outs[k].array.put(tile, std::move(state.total[k].array));
      state.part[k].array = {};
      if (k < state.elements.size()) state.elements[k].array = {};
    }
  state.accumulators = {};
}

// ----------------------------------------------------------------------------------------- scans

void InnerScan::begin(Tile& tile, State& state, std::int64_t width) const {
  state.acc.resize(outs.size());
  state.rows.resize(outs.size());
  for (std::size_t k = 0; k < outs.size(); ++k) {
    if (op.operands[k].from.is_array) continue;
    state.acc[k].at = tile.at[places[k]];
    state.rows[k] = tile.allocate(outs[k].type, {width}, outs[k].varying);
  }
  state.rooms.clear();
  state.own.clear();
  state.carry.clear();
  if (!by_blocks || width <= core::kLongScan) return op.neutrals(tile, state.acc);
  for (Passings* values : {&state.own, &state.carry})
    for (const ArrayRef& out : outs) {
      const std::int64_t lanes = tile.stride(out.varying);
      state.rooms.push_back(
          tile.pool.allocate(static_cast<std::size_t>(lanes * support::size_of(out.type))));
      values->emplace_back().at = state.rooms.back().get()->data;
    }
  op.neutrals(tile, state.carry);
}

void InnerScan::step_blocks(Tile& tile, State& state, std::int64_t i) const {
  if (i % core::kScanBlock == 0)
    op.assign(tile, state.own, state.elements);
  else
    op.apply(tile, state.own, state.elements);
  op.assign(tile, state.acc, state.carry);
  op.apply(tile, state.acc, state.own);
  if ((i + 1) % core::kScanBlock == 0) op.assign(tile, state.carry, state.acc);
}

void InnerScan::step(Tile& tile, State& state, std::int64_t i, std::int64_t width) const {
  if (op.builtin()) {
    // A row is made from the row before it.
    LaneArray& rows = state.rows[0];
    const ScalarRef& from = op.operands[0].from.scalar;
    const std::int64_t bytes = rows.strides[0] * rows.element_size();
    std::byte* row = rows.data + i * bytes;
    const std::byte* before = i == 0 ? state.acc[0].at : row - bytes;
    op.builtin_apply(tile, row, before, true, tile.at[from.reg], from.varying);
    return;
  }
  op.elements(tile, state.elements);
  if (state.rooms.empty())
    op.apply(tile, state.acc, state.elements);
  else
    step_blocks(tile, state, i);
  for (std::size_t k = 0; k < outs.size(); ++k) {
    LaneArray& rows = state.rows[k];
    if (op.operands[k].from.is_array) {
      const LaneArray& row = state.acc[k].array;
      if (i == 0) rows = tile.allocate(outs[k].type, row.shape.prepend(width), outs[k].varying);
      LaneArray to = rows.below(1, i * rows.strides[0]);
      if (!(to.shape == row.shape)) tile.fail();
      tile.copy(to, row, outs[k].varying);
    } else {
      kernels::load(rows.element_size(), tile.lanes(outs[k].varying),
                    rows.data + i * rows.strides[0] * rows.element_size(), state.acc[k].at, 1);
    }
  }
}

void InnerScan::end(Tile& tile, State& state, std::int64_t width,
                    const std::vector<std::vector<ScalarRef>>& row_shapes) const {
  for (std::size_t k = 0; k < outs.size(); ++k) {
    if (width == 0 && op.operands[k].from.is_array)
      state.rows[k] =
          tile.allocate(outs[k].type, shape_of(tile, row_shapes[k]).prepend(0), outs[k].varying);
    outs[k].put(tile, std::move(state.rows[k]));
    if (!op.operands[k].from.is_array) continue;
    state.acc[k].array = {};
    if (k < state.elements.size()) state.elements[k].array = {};
  }
}

// --------------------------------------------------------------------------------------- compile

InnerOperator make_operator(Compiler& c, const core::Lambda& lambda) {
  InnerOperator op;
  op.operands.resize(lambda.params.size() / 2);
  for (std::size_t k = 0; k < op.operands.size(); ++k)
    op.operands[k].varying = c.divergence.of(lambda.params[k].id);
  return op;
}

InnerOperator make_operator(Compiler& c, const core::Lambda& lambda, const core::Atoms& neutral,
                            const InnerBody& elements, std::size_t first) {
  InnerOperator op = make_operator(c, lambda);
  for (std::size_t k = 0; k < neutral.size(); ++k) {
    InnerOperator::Operand& operand = op.operands[k];
    operand.from = elements.results[first + k];
    operand.neutral = c.look_value(neutral[k]);
    if (!operand.from.is_array && operand.varying && !operand.from.scalar.varying)
      operand.spread = c.temporary(operand.from.type()).reg;
  }
  return op;
}

namespace {

/// The extremum of which [op] brings the position along, as the derivative of one is found:
/// \(x, i) (y, j) -> let r = extremum x y in (r, if r == x then i else j).
std::optional<core::Prim> extremum_with_position(const core::Lambda& op) {
  const auto& stms = op.body.stms;
  if (op.params.size() != 4 || stms.size() != 3) return {};
  const core::PrimApp* apps[3];
  for (std::size_t s = 0; s < 3; ++s) {
    apps[s] = std::get_if<core::PrimApp>(&stms[s].exp.node);
    if (apps[s] == nullptr) return {};
  }
  const core::Atom x = op.params[0].atom(), i = op.params[1].atom(), y = op.params[2].atom(),
                   j = op.params[3].atom();
  const core::Atom reached = stms[0].binders[0].atom(), earlier = stms[1].binders[0].atom(),
                   position = stms[2].binders[0].atom();
  const bool is_it = apps[0]->args == core::Atoms{x, y} && i.type == core::kIndex &&
                     prims::op_of(apps[1]->prim) == prims::Op::eq &&
                     apps[1]->args == core::Atoms{reached, x} &&
                     prims::op_of(apps[2]->prim) == prims::Op::select &&
                     apps[2]->args == core::Atoms{earlier, i, j} &&
                     op.body.results == core::Atoms{reached, position};
  return is_it ? std::optional(apps[0]->prim) : std::nullopt;
}

}  // namespace

void compile_operator(Compiler& c, const core::Lambda& lambda, InnerOperator& op, bool masked) {
  const std::size_t arity = op.operands.size();
  if (const auto prim = extremum_with_position(lambda);
      prim && !masked && op.operands[0].varying == op.operands[1].varying) {
    op.placed = prims::lanes::placed_fold(*prim);
    if (op.placed != nullptr) return;
  }
  if (const auto prim = commutative_builtin(lambda)) {
    op.kernel = prims::row_of(*prim).lanes[static_cast<int>(prim->type)];
    if (masked) op.operands[0].stage = c.temporary(prim->type);
    return;
  }
  core::Binders owned;
  for (std::size_t k = 0; k < arity; ++k) {
    InnerOperator::Operand& operand = op.operands[k];
    operand.acc = c.define_loose(lambda.params[k]);
    operand.elem = c.define_loose(lambda.params[arity + k]);
    if (operand.acc.is_array) {
      owned.push_back(lambda.params[k]);
      owned.push_back(lambda.params[arity + k]);
      continue;
    }
    const core::Atom& next = lambda.body.results[k];
    bool other = false;
    for (std::size_t j = 0; j < arity; ++j)
      other = other || (j != k && lambda.params[j].id == next.var);
    if (other)
      operand.stage = c.temporary(operand.acc.type(), operand.varying);
    else if (!masked)
      c.prefer(lambda.body, next, lambda.params[k].id);
  }
  InnerBody body = c.open(lambda.body, owned, Compiler::Runs::often);
  for (std::size_t k = 0; k < arity; ++k) op.operands[k].next = body.results[k];
  op.code = std::move(body.code);
  c.close(body);
}

}  // namespace laguz::eval::lanes
