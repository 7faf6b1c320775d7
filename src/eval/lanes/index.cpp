// Elements and parts of arrays.
#include "eval/lanes/index.hpp"

#include <cstring>

#include "eval/lanes/compiler.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

std::int64_t Indices::uniform_part(Tile& tile, const LaneArray& array) const {
  std::int64_t elements = 0;
  for (int d = 0; d < count(); ++d) {
    const ScalarRef& index = at[static_cast<std::size_t>(d)];
    if (index.varying) continue;
    const std::int64_t i = *tile.offsets(index.reg);
    if (static_cast<std::uint64_t>(i) >= static_cast<std::uint64_t>(array.shape[d])) tile.fail();
    elements += i * array.strides[d];
  }
  return elements;
}

void Indices::varying_part(Tile& tile, const LaneArray& array) const {
  bool accumulate = false;
  for (int d = 0; d < count(); ++d) {
    const ScalarRef& index = at[static_cast<std::size_t>(d)];
    if (!index.varying) continue;
    const auto lane = kernels::offsets(tile.n, tile.offsets(offsets), tile.offsets(index.reg),
                                       array.shape[d], array.strides[d], accumulate, tile.mask);
    if (lane >= 0) tile.fail(lane);
    accumulate = true;
  }
}

void Indices::places(Tile& tile, const LaneArray& array) const {
  varying_part(tile, array);
  std::int64_t* places = tile.offsets(offsets);
  if (array.at != nullptr)
    kernels::add_offsets(tile.n, places, places, array.at);
  else if (array.lane_stride != 0)
    kernels::offset_by_lane(tile.n, places, places, array.lane_stride, 0);
}

namespace {

/// An element of a uniform array at a uniform index.
class UniformElement : public Instr {
 public:
  UniformElement(ScalarRef out, ArrayRef array, Indices indices)
      : out_(out), array_(array), indices_(std::move(indices)) {}
  void run(Tile& tile) const override {
    const LaneArray& array = array_.peek(tile);
    const std::int64_t elements = indices_.uniform_part(tile, array);
    std::byte* out = tile.at[out_.reg];
    const std::byte* value = tile.fetch(array, elements, out, false);
    if (value == out) return;
    if (out_.size() == 8)
      std::memcpy(out, value, 8);
    else
      kernels::fill(out_.size(), 1, out, value);
  }

 private:
  ScalarRef out_;
  ArrayRef array_;
  Indices indices_;
};

/// Where an instruction has read.
struct LastRow : Room {
  std::uintptr_t at = 0;
};

/// The vector of lanes at a uniform index. Without [home], a copy; else a pointer where there are
/// such vectors in memory.
class RowOfLanes : public Instr {
 public:
  RowOfLanes(ScalarRef out, ArrayRef array, Indices indices, Reg home, std::uint32_t room)
      : out_(out), array_(array), indices_(std::move(indices)), home_(home), room_(room) {}
  void run(Tile& tile) const override {
    const LaneArray& array = array_.peek(tile);
    const std::int64_t elements = indices_.uniform_part(tile, array);
    if (home_ != kNoReg) {
      const std::byte* const row = tile.fetch(array, elements, tile.at[home_], true);
      if (row != tile.at[home_]) expect_next(tile, array, row);
      tile.at[out_.reg] = const_cast<std::byte*>(row);
      return;
    }
    std::byte* out = tile.at[out_.reg];
    const std::byte* value = tile.fetch(array, elements, out, true);
    if (value != out) kernels::load(out_.size(), tile.n, out, value, 1);
  }

 private:
  /// The row that is as far from this one as this from the last will be read next. Of an array that
  /// the cache does not hold, what loops have kept, it is asked for: it has far to come.
  void expect_next(Tile& tile, const LaneArray& array, const std::byte* row) const {
    constexpr std::int64_t kCached = 256 * 1024;
    const std::int64_t size = array.element_size();
    if (array.shape.size() <= kCached / (tile.stride(true) * size)) return;
    // (What was read last may be of another array, or nothing: then it is a number like others.)
    const auto at = reinterpret_cast<std::uintptr_t>(row);
    const std::uintptr_t next = at + (at - std::exchange(tile.room<LastRow>(room_).at, at));
    if (next != at)
      kernels::prefetch(kernels::Use::read, static_cast<int>(size), 1, tile.n,
                        reinterpret_cast<void*>(next), 0);
  }

  ScalarRef out_;
  ArrayRef array_;
  Indices indices_;
  Reg home_;
  std::uint32_t room_;
};

/// An element of its own for every lane. With [home], a pointer where they lie side by side.
class Gather : public Instr {
 public:
  Gather(ScalarRef out, ArrayRef array, Indices indices, Reg home)
      : out_(out), array_(array), indices_(std::move(indices)), home_(home) {
    int varying = 0;
    for (int d = 0; d < indices_.count(); ++d) {
      if (!indices_.at[static_cast<std::size_t>(d)].varying) continue;
      ++varying;
      dim_ = d;
    }
    if (varying != 1) dim_ = -1;
  }
  void run(Tile& tile) const override {
    const LaneArray& array = array_.peek(tile);
    const std::int64_t elements = indices_.uniform_part(tile, array);
    if (home_ != kNoReg) tile.at[out_.reg] = tile.at[home_];
    if (dim_ >= 0 && evenly(tile, array, elements)) return;
    indices_.places(tile, array);
    const std::int64_t* places = tile.offsets(indices_.offsets);
    std::byte* out = tile.at[out_.reg];
    if (array.affine)
      kernels::affine_at(array.type, tile.n, out, array.start + elements, places);
    else
      kernels::gather(out_.size(), tile.n, out, array.data + elements * out_.size(), places);
  }

 private:
  /// When the index goes up by one step from lane to lane, the elements lie evenly. Lanes before
  /// the first and after the last one alive may be outside.
  bool evenly(Tile& tile, const LaneArray& array, std::int64_t elements) const {
    const std::int64_t* index = tile.offsets(indices_.at[static_cast<std::size_t>(dim_)].reg);
    if (array.affine || array.at != nullptr) return false;
    const auto step = kernels::progression(tile.n, index);
    if (!step) return false;
    const std::int64_t first = tile.mask == nullptr ? 0 : kernels::first(tile.n, tile.mask);
    const std::int64_t end = tile.mask == nullptr ? tile.n : kernels::last(tile.n, tile.mask) + 1;
    const auto extent = static_cast<std::uint64_t>(array.shape[dim_]);
    auto inside = [&](std::int64_t l) { return static_cast<std::uint64_t>(index[l]) < extent; };
    if (first >= end || !inside(first) || !inside(end - 1)) return false;
    const std::int64_t dim_stride = array.strides[static_cast<std::size_t>(dim_)];
    const std::int64_t stride = runtime::wrapping_product(*step, dim_stride);
    const int size = out_.size();
    const std::int64_t from =
        elements + index[first] * dim_stride + first * array.lane_stride;  // of the first one alive
    if (home_ != kNoReg && stride == 1 && array.uniform() && array.is_dense(1) && from >= first &&
        from - first + tile.n <= array.shape.size()) {
      tile.at[out_.reg] = array.data + (from - first) * size;
      return true;
    }
    std::byte* out = tile.at[out_.reg];
    kernels::load(size, end - first, out + first * size, array.data + from * size,
                  stride + array.lane_stride);
    // What a register held before may be integers, and as floats these are subnormals: lanes at
    // rest, which are computed with, would take a hundred times as long.
    constexpr std::uint64_t kZero = 0;
    kernels::fill(size, first, out, &kZero);
    kernels::fill(size, tile.n - end, out + end * size, &kZero);
    return true;
  }

  ScalarRef out_;
  ArrayRef array_;
  Indices indices_;
  Reg home_;
  int dim_ = -1;  ///< the only one whose index varies
};

/// Allocates a vector of numbers that an array keeps.
BlockRef keep_places(Tile& tile, const std::int64_t* places) {
  BlockRef block = tile.pool.allocate(static_cast<std::size_t>(tile.capacity) * 8);
  kernels::load(8, tile.n, block.get()->data, places, 1);
  return block;
}

void set_places(LaneArray& view, BlockRef block) {
  view.at = reinterpret_cast<const std::int64_t*>(block.get()->data);
  view.at_block = std::move(block);
  view.lane_stride = 0;
}

class SubArray : public Instr {
 public:
  SubArray(ArrayRef out, ArrayRef array, Indices indices)
      : out_(out), array_(array), indices_(std::move(indices)) {}
  void run(Tile& tile) const override {
    const LaneArray& array = array_.peek(tile);
    LaneArray view = array.below(indices_.count(), indices_.uniform_part(tile, array));
    if (indices_.varying()) {
      indices_.places(tile, array);
      set_places(view, keep_places(tile, tile.offsets(indices_.offsets)));
    }
    out_.put(tile, std::move(view));
  }

 private:
  ArrayRef out_, array_;
  Indices indices_;
};

class SliceView : public Instr {
 public:
  SliceView(ArrayRef out, ArrayRef array, LaneSlice slice)
      : out_(out), array_(array), slice_(std::move(slice)) {}
  void run(Tile& tile) const override {
    LaneArray view = slice_.view(tile, array_.peek(tile));
    if (slice_.varying()) set_places(view, keep_places(tile, view.at));
    out_.put(tile, std::move(view));
  }

 private:
  ArrayRef out_, array_;
  LaneSlice slice_;
};

}  // namespace

Indices Compiler::indices(const core::Atoms& atoms) {
  Indices result;
  for (const core::Atom& atom : atoms) {
    result.at.push_back(index(atom));
    if (result.at.back().varying && result.offsets == kNoReg)
      result.offsets = temporary(ScalarType::i64).reg;
  }
  return result;
}

void compile(Compiler& c, const core::Index& e, const core::Binders& to) {
  const ArrayRef array = c.look(e.array);
  Indices indices = c.indices(e.indices);
  if (!to[0].type.is_scalar()) {
    if (c.kept.count(e.array.var) > 0) c.kept.insert(to[0].id);
    c.emit<SubArray>(c.define_array(to[0]), array, std::move(indices));
  } else if (indices.varying() && !array.varying && c.may_alias(e.array, to[0].id)) {
    Reg home = kNoReg;
    const ScalarRef out = c.define_pointer(to[0], home);
    c.emit<Gather>(out, array, std::move(indices), home);
  } else if (indices.varying()) {
    c.emit<Gather>(c.define(to[0]), array, std::move(indices), kNoReg);
  } else if (!array.varying) {
    c.emit<UniformElement>(c.define(to[0]), array, std::move(indices));
  } else if (c.may_alias(e.array, to[0].id)) {
    Reg home = kNoReg;
    const ScalarRef out = c.define_pointer(to[0], home);
    c.emit<RowOfLanes>(out, array, std::move(indices), home, c.room());
  } else {
    c.emit<RowOfLanes>(c.define(to[0]), array, std::move(indices), kNoReg, c.room());
  }
}

void compile(Compiler& c, const core::Slice& e, const core::Binders& to) {
  if (to[0].type.is_scalar()) {
    core::Index element{e.array, {}};
    for (const auto& dim : e.dims) element.indices.push_back(dim.index);
    return compile(c, element, to);
  }
  const ArrayRef array = c.look(e.array);
  LaneSlice slice = c.slice(e.dims);
  c.emit<SliceView>(c.define_array(to[0]), array, std::move(slice));
}

}  // namespace laguz::eval::lanes
