// Updates in place: lanes that are masked off keep what they have.
#include "eval/lanes/update.hpp"

#include <algorithm>

#include "eval/lanes/compiler.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

/// Scatters [from], of [to]'s shape, to the places that [to] has lane by lane.
void scatter_all(Tile& tile, LaneArray& to, const LaneArray& from, std::byte* scratch, Mask mask,
                 int dim, std::int64_t to_elements, std::int64_t from_elements) {
  const int size = to.element_size();
  if (dim == to.shape.rank) {
    const std::byte* values = tile.fetch(from, from_elements, scratch, true);
    kernels::scatter(size, tile.n, to.data + to_elements * size, to.at, values, false, mask);
    return;
  }
  for (std::int64_t i = 0; i < to.shape[dim]; ++i)
    scatter_all(tile, to, from, scratch, mask, dim + 1, to_elements + i * to.strides[dim],
                from_elements + i * from.strides[dim]);
}

}  // namespace

LaneArray zeros(Tile& tile, ScalarType type, const Shape& shape) {
  LaneArray view = tile.allocate(type, Shape{}, false);
  const std::uint64_t zero = 0;
  kernels::fill(view.element_size(), 1, view.data, &zero);
  view.shape = shape;
  view.strides.fill(0);
  return view;
}

void overwrite(Tile& tile, LaneArray& part, const ValueRef& value, std::byte* scratch,
               bool varying) {
  const Mask mask = varying ? tile.mask : nullptr;
  if (!value.is_array) {
    if (part.shape.rank != 0) tile.fail();
    const ScalarRef& scalar = value.scalar;
    const std::byte* from = tile.at[scalar.reg];
    if (part.at != nullptr)
      kernels::scatter(scalar.size(), tile.n, part.data, part.at, from, !scalar.varying, mask);
    else if (mask != nullptr)
      kernels::select(scalar.size(), tile.n, part.data, mask, from, part.data,
                      scalar.varying ? 0u : 1u);
    else
      kernels::load(scalar.size(), tile.lanes(varying), part.data, from, scalar.varying ? 1 : 0);
    return;
  }
  overwrite(tile, part, value.array.peek(tile), scratch, varying, mask);
}

void overwrite(Tile& tile, LaneArray& part, const LaneArray& value, std::byte* scratch,
               bool varying, Mask mask) {
  if (!(value.shape == part.shape)) tile.fail();
  if (part.at != nullptr)
    scatter_all(tile, part, value, scratch, mask, 0, 0, 0);
  else
    tile.copy(part, value, varying, mask);
}

namespace {

class UpdateSlice : public Instr {
 public:
  UpdateSlice(ArrayRef out, ArrayRef array, LaneSlice slice, ValueRef value, Reg scratch)
      : out_(out), array_(array), slice_(std::move(slice)), value_(value), scratch_(scratch) {}
  void run(Tile& tile) const override {
    const LaneArray& array = take_own(tile, array_, out_);
    LaneArray part = slice_.view(tile, array);
    std::byte* scratch = scratch_ == kNoReg ? nullptr : tile.at[scratch_];
    overwrite(tile, part, value_, scratch, out_.varying);
  }

 private:
  ArrayRef out_, array_;
  LaneSlice slice_;
  ValueRef value_;
  Reg scratch_;
};

/// A vector seen through a linear map of indices.
class FlatMap {
 public:
  FlatMap(ScalarRef offset, std::vector<ScalarRef> lengths, std::vector<ScalarRef> strides)
      : offset_(offset), lengths_(std::move(lengths)), strides_(std::move(strides)) {}

  /// [shape]: of the value written, or none: then the map's own.
  LaneArray view(Tile& tile, const LaneArray& array, const Shape* shape, Reg offsets) const {
    LaneArray view = array;
    view.shape.rank = static_cast<int>(strides_.size());
    __extension__ using Wide = __int128;
    Wide lowest = 0;
    Wide highest = 0;
    const Wide length = array.shape[0];
    for (int d = 0; d < view.shape.rank; ++d) {
      const auto at = static_cast<std::size_t>(d);
      view.shape[d] = shape != nullptr ? (*shape)[d] : lengths_[at].integer(tile);
      if (view.shape[d] < 0) tile.fail();
      const std::int64_t stride = strides_[at].integer(tile);
      // Once too far apart they stay so, and the sums cannot overflow.
      const Wide reach = Wide{view.shape[d] - 1} * stride;
      if (highest - lowest < length) (reach < 0 ? lowest : highest) += reach;
      // Of a single element the stride may be anything.
      view.strides[d] = runtime::wrapping_product(stride, array.strides[0]);
    }
    tile.check_size(view.shape);
    const bool empty = view.shape.size() == 0;
    auto inside = [&](std::int64_t offset) {
      return empty || (offset + lowest >= 0 && offset + highest < length);
    };
    if (!offset_.varying) {
      const std::int64_t offset = *tile.offsets(offset_.reg);
      if (!inside(offset)) tile.fail();
      if (!empty) view.advance(offset * array.strides[0]);
      return view;
    }
    std::int64_t* places = tile.offsets(offsets);
    const std::int64_t* from = tile.offsets(offset_.reg);
    for (std::int64_t l = 0; l < tile.n; ++l) {
      const bool alive = tile.mask == nullptr || tile.mask[l];
      if (alive && !inside(from[l])) tile.fail(l);
      const std::int64_t lane = array.at != nullptr ? array.at[l] : l * array.lane_stride;
      places[l] =
          (inside(from[l]) ? from[l] : -static_cast<std::int64_t>(lowest)) * array.strides[0] +
          lane;
    }
    view.at = places;
    view.at_block = BlockRef();
    view.lane_stride = 0;
    return view;
  }
  bool varying() const { return offset_.varying; }

 private:
  ScalarRef offset_;
  std::vector<ScalarRef> lengths_, strides_;
};

class FlatIndex : public Instr {
 public:
  FlatIndex(ArrayRef out, ArrayRef array, FlatMap map, Reg offsets)
      : out_(out), array_(array), map_(std::move(map)), offsets_(offsets) {}
  void run(Tile& tile) const override {
    const LaneArray view = map_.view(tile, array_.peek(tile), nullptr, offsets_);
    LaneArray result = tile.allocate(view.type, view.shape, out_.varying);
    tile.copy(result, view, out_.varying);
    out_.put(tile, std::move(result));
  }

 private:
  ArrayRef out_, array_;
  FlatMap map_;
  Reg offsets_;
};

class FlatUpdate : public Instr {
 public:
  FlatUpdate(ArrayRef out, ArrayRef array, FlatMap map, ValueRef value, Reg offsets, Reg scratch)
      : out_(out),
        array_(array),
        map_(std::move(map)),
        value_(value),
        offsets_(offsets),
        scratch_(scratch) {}
  void run(Tile& tile) const override {
    LaneArray array = tile.own(array_.take(tile), out_.varying);
    const Shape shape = value_.array.peek(tile).shape;
    LaneArray part = map_.view(tile, array, &shape, offsets_);
    std::byte* scratch = scratch_ == kNoReg ? nullptr : tile.at[scratch_];
    overwrite(tile, part, value_, scratch, out_.varying);
    out_.put(tile, std::move(array));
  }

 private:
  ArrayRef out_, array_;
  FlatMap map_;
  ValueRef value_;
  Reg offsets_, scratch_;
};

Reg scratch_for(Compiler& c, const ValueRef& value, bool varying) {
  return varying && value.is_array ? c.temporary(value.type()).reg : kNoReg;
}

}  // namespace

void compile(Compiler& c, const core::Update& e, const core::Binders& to) {
  if (c.kept.count(e.array.var) > 0) c.kept.insert(to[0].id);
  const bool element =
      e.value.type.is_scalar() && e.dims.size() == static_cast<std::size_t>(e.array.type.rank) &&
      std::all_of(e.dims.begin(), e.dims.end(),
                  [&](const core::DimSlice& dim) { return dim.fixed && !c.varies(dim.index); });
  if (element) return compile_update_element(c, e, to);
  const ValueRef value = c.look_value(e.value);
  LaneSlice slice = c.slice(e.dims);
  const ArrayRef array = c.array(e.array);
  const Reg scratch = scratch_for(c, value, slice.varying());
  const ArrayRef out = c.define_array_over(to[0], array);
  c.emit<UpdateSlice>(out, array, std::move(slice), value, scratch);
}

void compile_flat_index(Compiler& c, const core::ArrayApp& e, const core::Binders& to) {
  const ArrayRef array = c.look(e.args[0]);
  const ScalarRef offset = c.index(e.args[1]);
  std::vector<ScalarRef> lengths, strides;
  for (std::size_t i = 2; i + 1 < e.args.size(); i += 2) {
    lengths.push_back(c.uniform(e.args[i]));
    strides.push_back(c.uniform(e.args[i + 1]));
  }
  const Reg offsets = offset.varying ? c.temporary(ScalarType::i64).reg : kNoReg;
  c.emit<FlatIndex>(c.define_array(to[0]), array, FlatMap(offset, lengths, strides), offsets);
}

void compile_flat_update(Compiler& c, const core::ArrayApp& e, const core::Binders& to) {
  const ValueRef value = c.look_value(e.args.back());
  const ScalarRef offset = c.index(e.args[1]);
  std::vector<ScalarRef> strides;
  for (std::size_t i = 2; i + 1 < e.args.size(); ++i) strides.push_back(c.uniform(e.args[i]));
  const ArrayRef array = c.array(e.args[0]);
  const Reg offsets = offset.varying ? c.temporary(ScalarType::i64).reg : kNoReg;
  const Reg scratch = scratch_for(c, value, offset.varying);
  c.emit<FlatUpdate>(c.define_array(to[0]), array, FlatMap(offset, {}, strides), value, offsets,
                     scratch);
}

}  // namespace laguz::eval::lanes
