// Slices in lanes: views, whose start may differ from lane to lane.
#include <algorithm>

#include "eval/lanes/compiler.hpp"
#include "eval/slice.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

using Part = LaneSlice::Part;

bool varies(const LaneSlice::Dim& dim) {
  auto of = [](const Part& part) { return part && part->varying; };
  return of(dim.index) || of(dim.start) || of(dim.end) || of(dim.stride);
}

DimValue values(Tile& tile, const LaneSlice::Dim& dim, std::int64_t lane) {
  auto of = [&](const Part& part) -> std::optional<std::int64_t> {
    if (!part) return std::nullopt;
    return tile.offsets(part->reg)[part->varying ? lane : 0];
  };
  DimValue value;
  value.fixed = dim.fixed;
  value.index = of(dim.index).value_or(0);
  value.start = of(dim.start);
  value.end = of(dim.end);
  value.stride = of(dim.stride);
  return value;
}

/// What is common to all lanes; starts go to [places].
Extent lane_by_lane(Tile& tile, const LaneSlice::Dim& dim, std::int64_t length, std::int64_t stride,
                    std::int64_t* places) {
  std::optional<Extent> common;
  for (std::int64_t l = 0; l < tile.n; ++l) {
    if (tile.mask != nullptr && !tile.mask[l]) continue;
    const auto extent = resolve(values(tile, dim, l), length);
    if (!extent) tile.fail(l);
    if (!common) common = extent;
    if (extent->count != common->count || extent->stride != common->stride)
      dim.irregular.value().give_up();
    places[l] += extent->start * stride;
  }
  return {0, common->count, common->stride};
}

}  // namespace

LaneArray LaneSlice::view(Tile& tile, const LaneArray& array) const {
  LaneArray view = array;
  view.shape.rank = 0;
  std::int64_t* places = varying() ? tile.offsets(offsets_) : nullptr;
  if (places != nullptr) std::fill_n(places, tile.n, 0);
  std::int64_t elements = 0;
  for (int d = 0; d < array.shape.rank; ++d) {
    Extent extent{0, array.shape[d], 1};
    bool fixed = false;
    if (static_cast<std::size_t>(d) < dims_.size()) {
      const Dim& dim = dims_[static_cast<std::size_t>(d)];
      fixed = dim.fixed;
      if (fixed && dim.index->varying) {
        const std::int64_t outside =
            kernels::offsets(tile.n, places, tile.offsets(dim.index->reg), array.shape[d],
                             array.strides[d], true, tile.mask);
        if (outside >= 0) tile.fail(outside);
      } else if (varies(dim)) {
        extent = lane_by_lane(tile, dim, array.shape[d], array.strides[d], places);
      } else {
        const auto resolved = resolve(values(tile, dim, 0), array.shape[d]);
        if (!resolved) tile.fail();
        extent = *resolved;
      }
    }
    elements =
        runtime::wrapping_sum(elements, runtime::wrapping_product(extent.start, array.strides[d]));
    if (fixed) continue;
    // Of a single element the stride may be anything.
    view.strides[view.shape.rank] = runtime::wrapping_product(extent.stride, array.strides[d]);
    view.shape[view.shape.rank++] = extent.count;
  }
  // An empty view leads nowhere.
  if (view.shape.size() > 0) view.advance(elements);
  if (places == nullptr) return view;
  if (array.at != nullptr)
    kernels::add_offsets(tile.n, places, places, array.at);
  else
    kernels::offset_by_lane(tile.n, places, places, array.lane_stride, 0);
  view.at = places;
  view.at_block = BlockRef();
  view.lane_stride = 0;
  return view;
}

LaneSlice Compiler::slice(const std::vector<core::DimSlice>& dims) {
  std::vector<LaneSlice::Dim> parts;
  bool starts = false;
  auto part = [&](const std::optional<core::Atom>& atom, bool& varying) -> Part {
    if (!atom) return std::nullopt;
    const ScalarRef ref = index(*atom);
    varying = varying || ref.varying;
    return ref;
  };
  for (const core::DimSlice& dim : dims) {
    LaneSlice::Dim one;
    one.fixed = dim.fixed;
    if (dim.fixed) {
      one.index = part(dim.index, starts);
    } else {
      bool counts = false;
      one.start = part(dim.start, counts);
      one.end = part(dim.end, counts);
      one.stride = part(dim.stride, counts);
      if (counts) one.irregular = irregular();
      starts = starts || counts;
    }
    parts.push_back(one);
  }
  Reg offsets = kNoReg;
  if (starts) offsets = temporary(ScalarType::i64).reg;
  return LaneSlice(std::move(parts), offsets);
}

}  // namespace laguz::eval::lanes
