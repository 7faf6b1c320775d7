#include "eval/lanes/tile.hpp"

#include <algorithm>
#include <cstring>

#include "eval/lanes/acc_log.hpp"
#include "eval/lanes/spare_vectors.hpp"
#include "prims/lanes_move.hpp"
#include "runtime/strided_copy.hpp"
#include "support/assert.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

constexpr std::size_t kHomeBytes[] = {1, 2, 4, 8};

/// From an element of a lane-minor array to the next one. Elements that were powers of two apart
/// would share few sets of the first-level cache, and rows of the host's arrays, which are turned
/// into lanes and back element by element, would drive one another out.
std::int64_t stride_of(std::int64_t lanes) {
  constexpr std::int64_t kWide = 128, kApart = 16;
  return lanes + (lanes >= kWide ? kApart : 0);
}

}  // namespace

bool LaneArray::is_dense(std::int64_t unit) const {
  for (int d = shape.rank - 1; d >= 0; --d) {
    if (shape[d] != 1 && strides[d] != unit) return false;
    unit = runtime::wrapping_product(unit, shape[d]);  // too large only outside of no elements
  }
  return true;
}

void LaneArray::set_dense(std::int64_t unit) {
  if (runtime::product(shape.span()) == 0) unit = 0;  // else there may be no number for a stride
  for (int d = shape.rank - 1; d >= 0; --d) {
    strides[static_cast<std::size_t>(d)] = unit;
    unit = runtime::wrapping_product(unit, shape[d]);
  }
}

LaneArray LaneArray::below(int count, std::int64_t elements) const {
  LaneArray view;
  view.set_below(*this, count, elements);
  return view;
}

Tile::Tile(const Layout& layout)
    : layout_(layout), cells_(layout.cells.size() + layout.constants.size()) {
  at.resize(layout.scalars);
  arrays.resize(layout.arrays);
  rooms_.resize(layout.rooms);
  homes_.resize(layout.scalars);
  std::size_t cell = 0;
  auto next_cell = [&](Reg reg, std::uint64_t bits) {
    cells_[cell] = bits;
    homes_[reg] = reinterpret_cast<std::byte*>(&cells_[cell++]);
  };
  for (const Reg reg : layout.cells) next_cell(reg, 0);
  for (const auto& constant : layout.constants) next_cell(constant.reg, constant.bits);
}

Tile::~Tile() {
  // Arrays hold blocks of the pool, which goes first otherwise.
  logs.clear();
  arrays.clear();
}

void Tile::set_capacity(std::int64_t lanes) {
  if (lanes == capacity) return;
  capacity = lanes;
  stride_ = stride_of(lanes);
  fresh = true;
  const auto count = static_cast<std::size_t>(lanes);
  std::size_t bytes = 0;
  std::size_t start[4];
  for (int c = 0; c < 4; ++c) {
    start[c] = bytes;
    bytes += layout_.slots[c] * vector_step(count * kHomeBytes[c]);
  }
  arena_ = std::make_unique<std::byte[]>(bytes + kVectorAlignment);
  scratch_ = std::make_unique<std::byte[]>(count * 8);
  auto* base =
      reinterpret_cast<std::byte*>(aligned_up(reinterpret_cast<std::uintptr_t>(arena_.get())));
  for (const auto& home : layout_.homes)
    homes_[home.reg] = base + start[home.size_class] +
                       home.slot * vector_step(count * kHomeBytes[home.size_class]);
}

void Tile::reset() {
  std::copy(homes_.begin(), homes_.end(), at.begin());
  mask = nullptr;
}

void Tile::recover() {
  fresh = true;
  for (auto& log : logs) log->clear();
  for (LaneArray& array : arrays) {
    array.block = BlockRef();
    array.at_block = BlockRef();
  }
  for (auto& room : rooms_) room.reset();
}

void Tile::set_cell(Reg reg, Scalar value) {
  std::memcpy(homes_[reg], &value.bits, sizeof value.bits);  // low bytes first
}

std::int64_t Tile::integer(Reg reg, ScalarType type) const { return scalar(reg, type).as_i64(); }

Scalar Tile::scalar(Reg reg, ScalarType type) const {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at[reg], static_cast<std::size_t>(support::size_of(type)));
  if (!support::is_signed(type)) return {type, bits};
  return Scalar::integer(type, static_cast<std::int64_t>(bits));
}

std::size_t Tile::bytes(ScalarType type, const Shape& shape, bool varying) const {
  const auto elements = runtime::product(shape.span());
  std::size_t bytes = 0;
  const bool overflow =
      !elements || __builtin_mul_overflow(static_cast<std::size_t>(*elements),
                                          support::size_of(type) * stride(varying), &bytes);
  return overflow ? SIZE_MAX : bytes;
}

LaneArray Tile::allocate(ScalarType type, const Shape& shape, bool varying) {
  LaneArray array;
  array.type = type;
  array.shape = shape;
  array.lane_stride = varying ? 1 : 0;
  array.set_dense(stride(varying));
  array.block = pool.allocate(std::max<std::size_t>(bytes(type, shape, varying), 1));
  array.data = array.block.get()->data;
  return array;
}

const std::byte* Tile::collect(const LaneArray& array, std::int64_t elements, std::byte* scratch,
                               bool varying) const {
  support::spend(n);
  const int size = array.element_size();
  if (array.affine) {
    const std::int64_t value = runtime::wrapping_sum(array.start, elements);
    if (array.at != nullptr && varying)
      kernels::affine_at(array.type, n, scratch, value, array.at);
    else
      kernels::affine(array.type, lanes(varying), scratch, value, array.lane_stride);
  } else if (array.at != nullptr) {
    kernels::gather(size, n, scratch, array.data + elements * size, array.at);
  } else {
    kernels::load(size, n, scratch, array.data + elements * size, array.lane_stride);
  }
  return scratch;
}

void Tile::copy_uniform(LaneArray& to, const LaneArray& from) {
  runtime::StridedCopy copy;
  copy.element_size = to.element_size();
  copy.rank = to.shape.rank;
  for (int d = 0; d < copy.rank; ++d) {
    copy.dims[d] = to.shape[d];
    copy.to_strides[d] = to.strides[d];
    copy.from_strides[d] = from.strides[d];
  }
  if (from.affine)
    runtime::fill_affine(copy, to.data, from.start);
  else
    runtime::copy_strided(copy, to.data, from.data);
}

void Tile::copy(LaneArray& to, const LaneArray& from, bool varying, Mask only) {
  LAGUZ_ASSERT(to.shape == from.shape && to.type == from.type, "copies keep shape and type");
  const std::int64_t elements = to.shape.size();
  if (elements == 0) return;
  if (!varying) return copy_uniform(to, from);
  // Blocks of ours have room for whole strides; arrays from elsewhere may look the same
  // (rows of one element), but end with the lanes of this tile.
  if (only == nullptr && to.block && from.block && to.lane_minor() && from.lane_minor() &&
      to.is_dense(stride_) && from.is_dense(stride_)) {
    runtime::copy_bytes(to.data, from.data,
                        static_cast<std::size_t>(elements * stride_ * to.element_size()));
    return;
  }
  copy_dims(to, from, 0, 0, 0, varying, only);
}

namespace {

/// From dimension [dim] on, elements are as far from one another as those of the last one.
bool is_one_run(const LaneArray& array, int dim) {
  for (int d = dim; d + 1 < array.shape.rank; ++d)
    if (array.strides[d] != runtime::wrapping_product(array.strides[d + 1], array.shape[d + 1]))
      return false;
  return true;
}

}  // namespace

void Tile::copy_dims(LaneArray& to, const LaneArray& from, int dim, std::int64_t to_offset,
                     std::int64_t from_offset, bool varying, Mask only) {
  const int size = to.element_size();
  const int rank = to.shape.rank;
  if (dim < rank - 1 && !(is_one_run(to, dim) && is_one_run(from, dim))) {
    for (std::int64_t i = 0; i < to.shape[dim]; ++i)
      copy_dims(to, from, dim + 1, to_offset + i * to.strides[dim],
                from_offset + i * from.strides[dim], varying, only);
    return;
  }
  std::int64_t count = 1, to_stride = 0, from_stride = 0;
  for (; dim < rank; ++dim) {
    count *= to.shape[dim];
    to_stride = to.strides[dim];
    from_stride = from.strides[dim];
  }
  constexpr std::int64_t kWorthTurning = 4;
  if (only == nullptr && !from.affine && from.at == nullptr && count >= kWorthTurning) {
    if (to.lane_stride == 1 && from.lane_stride > 1 && from_stride == 1) {
      kernels::rows_to_lanes(size, n, count, to.data + to_offset * size, to_stride,
                             from.data + from_offset * size, from.lane_stride);
      return;
    }
    if (to.lane_stride > 1 && to_stride == 1 && from.lane_stride == 1) {
      kernels::lanes_to_rows(size, n, count, to.data + to_offset * size, to.lane_stride,
                             from.data + from_offset * size, from_stride);
      return;
    }
  }
  for (std::int64_t i = 0; i < count; ++i) {
    std::byte* out = to.data + (to_offset + i * to_stride) * size;
    // What has to be put together is put together where it goes, if that is side by side.
    std::byte* const room = only == nullptr && to.lane_stride == 1 ? out : scratch();
    const std::byte* in = fetch(from, from_offset + i * from_stride, room, varying);
    if (in == out) continue;
    if (only != nullptr)
      kernels::select(size, n, out, only, in, out, 0);
    else
      kernels::store(size, n, out, to.lane_stride, in);
  }
}

bool Tile::owns(const LaneArray& array, bool varying) {
  const bool ours = varying ? array.lane_minor() : array.uniform() && !array.affine;
  if (!ours || !array.block.unique()) return false;
  // A replicated dimension is one element seen often: it cannot be written through.
  for (int d = 0; d < array.shape.rank; ++d)
    if (array.shape[d] > 1 && array.strides[d] == 0) return false;
  return true;
}

void Tile::fail_where_negative(ScalarType type, Reg numbers, Reg room) const {
  bool* fine = masks(room);
  kernels::below(type, n, fine, -1, at[numbers], nullptr);
  fail(kernels::find_false(n, fine, mask));
}

LaneArray Tile::own(LaneArray array, bool varying) {
  if (owns(array, varying)) return array;
  LaneArray fresh_copy = allocate(array.type, array.shape, varying);
  copy(fresh_copy, array, varying);
  return fresh_copy;
}

LaneArray Tile::lane_minor(LaneArray array, bool varying) {
  if (varying ? array.lane_minor() : !array.affine) return array;
  LaneArray fresh_copy = allocate(array.type, array.shape, varying);
  copy(fresh_copy, array, varying);
  return fresh_copy;
}

LaneArray uniform_view(const runtime::Array& array) {
  LaneArray view;
  view.type = array.type();
  view.shape = array.shape();
  view.affine = array.is_affine();
  for (int d = 0; d < view.shape.rank; ++d) view.strides[d] = array.stride(d);
  if (view.affine)
    view.start = array.affine_base();
  else
    view.data = const_cast<std::byte*>(array.raw());
  return view;
}

LaneArray rows_view(const runtime::Array& array, std::int64_t first, std::int64_t step) {
  const LaneArray whole = uniform_view(array);
  LaneArray rows = whole.below(1, first * whole.strides[0]);
  rows.lane_stride = step * whole.strides[0];
  return rows;
}

}  // namespace laguz::eval::lanes
