#include "eval/lanes/ragged_fold.hpp"

#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

RaggedFold::RaggedFold(Tile& tile, const InnerReduce& reduce, ScalarRef widths, kernels::Mask outer)
    : tile_(tile),
      reduce_(reduce),
      widths_(widths),
      outer_(outer),
      size_(reduce.outs[0].scalar.size()),
      bytes_(size_ * tile.stride(true)),
      total_(tile.at[reduce.outs[0].scalar.reg]) {
  room_ = tile.pool.allocate(static_cast<std::size_t>(kLanes * bytes_));
  short_ = tile.pool.allocate(static_cast<std::size_t>(bytes_));
  mask_ = tile.pool.allocate(static_cast<std::size_t>(tile.capacity));
  Passings total(1);
  total[0].at = total_;
  reduce.op.neutrals(tile, total);
  kernels::load(static_cast<int>(size_), tile.n, short_.get()->data, total_, 1);
}

void RaggedFold::add(std::byte* to, const std::byte* from, kernels::Mask only) {
  std::byte* next = tile_.at[reduce_.op.operands[0].stage.reg];
  reduce_.op.builtin_apply(tile_, next, to, true, from, true);
  kernels::select(static_cast<int>(size_), tile_.n, to, only, next, to, 0);
}

kernels::Mask RaggedFold::longer(std::int64_t count) {
  bool* mask = reinterpret_cast<bool*>(mask_.get()->data);
  kernels::below(widths_.type, tile_.n, mask, count, tile_.at[widths_.reg], outer_);
  return mask;
}

void RaggedFold::step(std::int64_t i, kernels::Mask active) {
  reduce_.op.elements(tile_, elements_);
  const std::byte* element = elements_[0].at;
  if (i < kShortFold) add(short_.get()->data, element, active);
  const std::int64_t in_block = i % kBlock;
  std::byte* acc = accumulator(in_block % kLanes);
  if (in_block < kLanes)
    kernels::select(static_cast<int>(size_), tile_.n, acc, active, element, acc, 0);
  else
    add(acc, element, active);
  if (in_block + 1 == kBlock) fold_block(i - in_block);
}

void RaggedFold::fold_block(std::int64_t start) {
  for (int apart = kLanes / 2; apart >= 1; apart /= 2)
    for (int j = 0; j < apart; ++j)
      add(accumulator(j), accumulator(j + apart), longer(start + j + apart));
  add(total_, accumulator(0), longer(start));
}

void RaggedFold::end(std::int64_t count) {
  if (count % kBlock != 0) fold_block(count - count % kBlock);
  kernels::select(static_cast<int>(size_), tile_.n, total_, longer(kShortFold), total_,
                  short_.get()->data, 0);
}

}  // namespace laguz::eval::lanes
