#include "eval/lanes/ragged_fold.hpp"

#include <utility>

#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

/// Lanes of [outer] that have more than [count] elements; the mask is in [room].
kernels::Mask longer(Tile& tile, ScalarRef widths, kernels::Mask outer, std::int64_t count,
                     const BlockRef& room) {
  bool* mask = reinterpret_cast<bool*>(room.get()->data);
  kernels::below(widths.type, tile.n, mask, count, tile.at[widths.reg], outer);
  return mask;
}

}  // namespace

RaggedBlocks::RaggedBlocks(Tile& tile, const InnerReduce& reduce, ScalarRef widths,
                           kernels::Mask outer)
    : tile_(tile),
      reduce_(reduce),
      widths_(widths),
      outer_(outer),
      size_(reduce.outs[0].scalar.size()),
      bytes_(size_ * tile.stride(true)),
      total_(tile.at[reduce.outs[0].scalar.reg]) {
  room_ = tile.pool.allocate(static_cast<std::size_t>(core::kLanes * bytes_));
  short_ = tile.pool.allocate(static_cast<std::size_t>(bytes_));
  mask_ = tile.pool.allocate(static_cast<std::size_t>(tile.capacity));
  Passings total(1);
  total[0].at = total_;
  reduce.op.neutrals(tile, total);
  kernels::load(static_cast<int>(size_), tile.n, short_.get()->data, total_, 1);
}

void RaggedBlocks::add(std::byte* to, const std::byte* from, kernels::Mask only) {
  if (only == nullptr) return reduce_.op.builtin_apply(tile_, to, to, true, from, true);
  std::byte* next = tile_.at[reduce_.op.operands[0].stage.reg];
  reduce_.op.builtin_apply(tile_, next, to, true, from, true);
  kernels::select(static_cast<int>(size_), tile_.n, to, only, next, to, 0);
}

kernels::Mask RaggedBlocks::longer(std::int64_t count) {
  return lanes::longer(tile_, widths_, outer_, count, mask_);
}

void RaggedBlocks::step(std::int64_t i, kernels::Mask active) {
  reduce_.op.elements(tile_, elements_);
  const std::byte* element = elements_[0].at;
  if (i < core::kShortFold) add(short_.get()->data, element, active);
  const std::int64_t in_block = i % core::kBlock;
  std::byte* acc = accumulator(in_block % core::kLanes);
  if (in_block >= core::kLanes)
    add(acc, element, active);
  else if (active == nullptr)
    kernels::load(static_cast<int>(size_), tile_.n, acc, element, 1);
  else
    kernels::select(static_cast<int>(size_), tile_.n, acc, active, element, acc, 0);
  if (in_block + 1 == core::kBlock) fold_block(i - in_block);
}

void RaggedBlocks::fold_block(std::int64_t start) {
  for (int apart = core::kLanes / 2; apart >= 1; apart /= 2)
    for (int j = 0; j < apart; ++j)
      add(accumulator(j), accumulator(j + apart), longer(start + j + apart));
  add(total_, accumulator(0), longer(start));
}

void RaggedBlocks::end(std::int64_t count) {
  if (count % core::kBlock != 0) fold_block(count - count % core::kBlock);
  kernels::select(static_cast<int>(size_), tile_.n, total_, longer(core::kShortFold), total_,
                  short_.get()->data, 0);
}

RaggedChunks::RaggedChunks(Tile& tile, const InnerReduce& reduce, ScalarRef widths,
                           kernels::Mask outer)
    : tile_(tile), reduce_(reduce), widths_(widths), outer_(outer) {
  const std::size_t arity = reduce.outs.size();
  // (No element is larger.)
  const auto bytes = static_cast<std::size_t>(tile.stride(true)) * sizeof(std::uint64_t);
  room_ = tile.pool.allocate(arity * bytes);
  mask_ = tile.pool.allocate(static_cast<std::size_t>(tile.capacity));
  for (Passings* all : {&short_, &part_, &total_}) all->resize(arity);
  for (std::size_t k = 0; k < arity; ++k) {
    short_[k].at = room_.get()->data + k * bytes;
    part_[k].at = tile.at[reduce.partial[k]];
    total_[k].at = tile.at[reduce.outs[k].scalar.reg];
  }
  reduce.op.neutrals(tile, total_);
  put(short_, total_, nullptr);
}

void RaggedChunks::put(Passings& to, const Passings& from, kernels::Mask only) {
  for (std::size_t k = 0; k < to.size(); ++k) {
    const int size = reduce_.outs[k].scalar.size();
    if (only == nullptr)
      kernels::load(size, tile_.n, to[k].at, from[k].at, 1);
    else
      kernels::select(size, tile_.n, to[k].at, only, from[k].at, to[k].at, 0);
  }
}

kernels::Mask RaggedChunks::longer(std::int64_t count) {
  return lanes::longer(tile_, widths_, outer_, count, mask_);
}

void RaggedChunks::step(std::int64_t i, kernels::Mask active) {
  reduce_.op.elements(tile_, elements_);
  if (i < core::kShortFold) reduce_.op.apply(tile_, short_, elements_, active);
  const std::int64_t in_chunk = i % core::kChunk;
  if (in_chunk == 0)
    put(part_, elements_, active);
  else
    reduce_.op.apply(tile_, part_, elements_, active);
  if (in_chunk + 1 == core::kChunk) fold_chunk(i - in_chunk);
}

void RaggedChunks::fold_chunk(std::int64_t start) {
  const kernels::Mask around = std::exchange(tile_.mask, longer(start));
  reduce_.op.apply(tile_, total_, part_, tile_.mask);
  tile_.mask = around;
}

void RaggedChunks::end(std::int64_t count) {
  if (count % core::kChunk != 0) fold_chunk(count - count % core::kChunk);
  for (std::size_t k = 0; k < total_.size(); ++k)
    kernels::select(reduce_.outs[k].scalar.size(), tile_.n, total_[k].at, longer(core::kShortFold),
                    total_[k].at, short_[k].at, 0);
}

RaggedFold ragged_fold(Tile& tile, const InnerReduce& reduce, ScalarRef widths,
                       kernels::Mask outer) {
  if (reduce.op.builtin()) return RaggedBlocks(tile, reduce, widths, outer);
  return RaggedChunks(tile, reduce, widths, outer);
}

}  // namespace laguz::eval::lanes
