// Rows by number: rotate, and gather with zeros for what is out of bounds.
#include <algorithm>

#include "eval/lanes/update.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;

std::int64_t modulo(std::int64_t r, std::int64_t n) {
  const std::int64_t rest = r % n;
  return rest < 0 ? rest + n : rest;
}

class Rotate : public Instr {
 public:
  Rotate(ArrayRef out, ScalarRef by, ArrayRef array, Reg shifts, Reg offsets)
      : out_(out), by_(by), array_(array), shifts_(shifts), offsets_(offsets) {}
  void run(Tile& tile) const override {
    LaneArray array = array_.peek(tile);
    const std::int64_t n = array.shape[0];
    if (n == 0 || (!by_.varying && modulo(*tile.offsets(by_.reg), n) == 0)) {
      out_.put(tile, std::move(array));
      return;
    }
    LaneArray result = tile.allocate(array.type, array.shape, out_.varying);
    if (by_.varying)
      lane_by_lane(tile, result, array);
    else
      all_alike(tile, result, array, modulo(*tile.offsets(by_.reg), n));
    out_.put(tile, std::move(result));
  }

 private:
  void all_alike(Tile& tile, LaneArray& result, const LaneArray& array, std::int64_t by) const {
    const std::int64_t n = array.shape[0];
    auto copy_rows = [&](std::int64_t to, std::int64_t from, std::int64_t count) {
      LaneArray place = result;
      LaneArray part = array;
      place.shape[0] = part.shape[0] = count;
      place.advance(to * result.strides[0]);
      part.advance(from * array.strides[0]);
      tile.copy(place, part, out_.varying);
    };
    copy_rows(0, by, n - by);
    copy_rows(n - by, 0, by);
  }

  void lane_by_lane(Tile& tile, LaneArray& result, const LaneArray& array) const {
    const std::int64_t n = array.shape[0];
    const std::int64_t* by = tile.offsets(by_.reg);
    std::int64_t* shifts = tile.offsets(shifts_);
    std::int64_t* places = tile.offsets(offsets_);
    for (std::int64_t l = 0; l < tile.n; ++l) shifts[l] = modulo(by[l], n);
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t l = 0; l < tile.n; ++l) {
        const std::int64_t row = shifts[l] + i < n ? shifts[l] + i : shifts[l] + i - n;
        places[l] =
            row * array.strides[0] + (array.at != nullptr ? array.at[l] : l * array.lane_stride);
      }
      LaneArray row = array.below(1, 0);
      row.at = places;
      row.at_block = BlockRef();
      row.lane_stride = 0;
      LaneArray to = result.below(1, i * result.strides[0]);
      tile.copy(to, row, true);
    }
  }

  ArrayRef out_;
  ScalarRef by_;
  ArrayRef array_;
  Reg shifts_, offsets_;
};

class GatherRows : public Instr {
 public:
  GatherRows(ArrayRef out, ArrayRef array, ArrayRef indices, Reg index, Reg offsets, Reg inside)
      : out_(out),
        array_(array),
        indices_(indices),
        index_(index),
        offsets_(offsets),
        inside_(inside) {}
  void run(Tile& tile) const override {
    const LaneArray array = array_.peek(tile);
    const LaneArray indices = indices_.peek(tile);
    Shape shape = array.shape.drop(1);
    for (int d = indices.shape.rank - 1; d >= 0; --d) shape = shape.prepend(indices.shape[d]);
    LaneArray result = tile.allocate(out_.type, shape, out_.varying);
    if (shape.size() > 0) each(tile, result, array, indices, 0, 0, 0);
    out_.put(tile, std::move(result));
  }

 private:
  void each(Tile& tile, LaneArray& result, const LaneArray& array, const LaneArray& indices,
            int dim, std::int64_t result_at, std::int64_t index_at) const {
    const auto d = static_cast<std::size_t>(dim);
    if (dim < indices.shape.rank) {
      for (std::int64_t i = 0; i < indices.shape[dim]; ++i)
        each(tile, result, array, indices, dim + 1, result_at + i * result.strides[d],
             index_at + i * indices.strides[d]);
      return;
    }
    LaneArray to = result.below(dim, result_at);
    const std::byte* index = tile.fetch(indices, index_at, tile.at[index_], indices_.varying);
    if (!indices_.varying)
      one(tile, to, array, *reinterpret_cast<const std::int64_t*>(index));
    else
      lane_by_lane(tile, to, array, reinterpret_cast<const std::int64_t*>(index));
  }

  void clear(Tile& tile, LaneArray& to, Mask only) const {
    tile.copy(to, zeros(tile, to.type, to.shape), out_.varying, only);
  }

  void one(Tile& tile, LaneArray& to, const LaneArray& array, std::int64_t index) const {
    if (static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(array.shape[0]))
      tile.copy(to, array.below(1, index * array.strides[0]), out_.varying);
    else
      clear(tile, to, nullptr);
  }

  void lane_by_lane(Tile& tile, LaneArray& to, const LaneArray& array,
                    const std::int64_t* index) const {
    if (array.shape[0] == 0) return clear(tile, to, nullptr);
    std::int64_t* places = tile.offsets(offsets_);
    bool* inside = tile.masks(inside_);
    const kernels::LanePlaces from{0, array.at == nullptr ? array.lane_stride : 0, nullptr};
    kernels::offsets_inside(tile.n, places, inside, index, array.shape[0], array.strides[0], &from);
    if (array.at != nullptr) kernels::add_offsets(tile.n, places, places, array.at);
    LaneArray rows = array.below(1, 0);
    rows.at = places;
    rows.at_block = BlockRef();
    rows.lane_stride = 0;
    tile.copy(to, rows, true);
    bool* outside = inside;
    if (kernels::narrow(tile.n, outside, nullptr, inside, false) > 0) clear(tile, to, outside);
  }

  ArrayRef out_, array_, indices_;
  Reg index_, offsets_, inside_;
};

}  // namespace

void compile_rotate(Compiler& c, const core::ArrayApp& e, const core::Binders& to) {
  const ScalarRef by = c.index(e.args[0]);
  const ArrayRef array = c.look(e.args[1]);
  const Reg shifts = by.varying ? c.temporary(ScalarType::i64).reg : kNoReg;
  const Reg offsets = by.varying ? c.temporary(ScalarType::i64).reg : kNoReg;
  c.emit<Rotate>(c.define_array(to[0]), by, array, shifts, offsets);
}

void compile_gather(Compiler& c, const core::ArrayApp& e, const core::Binders& to) {
  const ArrayRef array = c.look(e.args[0]);
  const ArrayRef indices = c.look(e.args[1]);
  const Reg index = c.temporary(ScalarType::i64, indices.varying).reg;
  const Reg offsets = indices.varying ? c.temporary(ScalarType::i64).reg : kNoReg;
  const Reg inside = indices.varying ? c.temporary(ScalarType::boolean).reg : kNoReg;
  c.emit<GatherRows>(c.define_array(to[0]), array, indices, index, offsets, inside);
}

}  // namespace laguz::eval::lanes
