#include "eval/slice.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace laguz::eval {
std::optional<Extent> resolve(const DimValue& dim, std::int64_t n) {
  if (dim.fixed) {
    if (dim.index < 0 || dim.index >= n) return std::nullopt;
    return Extent{dim.index, 1, 1};
  }
  const std::int64_t stride = dim.stride.value_or(1);
  if (stride == 0) return std::nullopt;
  const std::int64_t start = dim.start.value_or(stride > 0 ? 0 : n - 1);
  const std::int64_t end = dim.end.value_or(stride > 0 ? n : -1);
  if (start == end) return Extent{0, 0, stride};
  if ((end > start) != (stride > 0)) return std::nullopt;
  if (start < 0 || start >= n) return std::nullopt;
  // In unsigned numbers, which every difference fits.
  const auto distance = end > start
                            ? static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start)
                            : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(end);
  const auto step =
      stride > 0 ? static_cast<std::uint64_t>(stride) : 0 - static_cast<std::uint64_t>(stride);
  const std::uint64_t steps = (distance - 1) / step;  // from the first element to the last
  const auto room = static_cast<std::uint64_t>(stride > 0 ? n - 1 - start : start);
  if (steps > room / step) return std::nullopt;
  return Extent{start, static_cast<std::int64_t>(steps) + 1, stride};
}

void fail_slice(std::span<const DimValue> dims, const Shape& shape, const Place& place) {
  const auto part = [](const std::optional<std::int64_t>& x) {
    return x ? fmt::format("{}", *x) : std::string();
  };
  std::string all;
  for (const DimValue& dim : dims) {
    if (!all.empty()) all.append(", ");
    if (dim.fixed) {
      all.append(fmt::format("{}", dim.index));
    } else {
      all.append(fmt::format("{}:{}", part(dim.start), part(dim.end)));
      if (dim.stride) all.append(fmt::format(":{}", *dim.stride));
    }
  }
  const bool is_negative = std::any_of(dims.begin(), dims.end(), [](const DimValue& dim) {
    return dim.index < 0 || dim.start.value_or(0) < 0 || dim.end.value_or(0) < 0;
  });
  fail_index(all, is_negative, shape, place);
}

SliceSpec::Values SliceSpec::values(Frame& frame) const {
  Values values;
  const auto part = [&](const std::optional<ScalarArg>& arg) -> std::optional<std::int64_t> {
    if (!arg) return std::nullopt;
    return arg->i64(frame);
  };
  for (std::size_t i = 0; i < dims_.size(); ++i) {
    values[i].fixed = dims_[i].fixed;
    if (dims_[i].fixed) {
      values[i].index = dims_[i].index.i64(frame);
    } else {
      values[i].start = part(dims_[i].start);
      values[i].end = part(dims_[i].end);
      values[i].stride = part(dims_[i].stride);
    }
  }
  return values;
}

Array SliceSpec::view(const Array& array, const Values& values) const {
  Array result = array;
  std::array<std::int64_t, runtime::kMaxRank> fixed{};
  std::array<int, runtime::kMaxRank> order{};
  std::size_t fixed_count = 0;
  bool prefix = true;  // fixed dimensions come first
  for (std::size_t i = 0; i < dims_.size(); ++i) {
    const auto dim = static_cast<int>(i);
    const auto extent = resolve(values[i], array.shape()[dim]);
    if (!extent) fail_slice(used(values), array.shape());
    if (values[i].fixed) {
      prefix = prefix && fixed_count == i;
      order[fixed_count] = dim;
      fixed[fixed_count++] = extent->start;
    } else {
      result = result.slice(dim, extent->start, extent->count, extent->stride);
    }
  }
  if (fixed_count == 0) return result;
  if (!prefix) {
    std::size_t at = fixed_count;
    for (int dim = 0; dim < array.rank(); ++dim) {
      const auto i = static_cast<std::size_t>(dim);
      if (i >= dims_.size() || !values[i].fixed) order[at++] = dim;
    }
    result = result.rearrange({order.data(), at});
  }
  return result.at({fixed.data(), fixed_count});
}

}  // namespace laguz::eval
