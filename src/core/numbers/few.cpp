#include "core/numbers/few.hpp"

#include <algorithm>

namespace laguz::core::numbers {
namespace {

std::size_t product(const Dims& dims, std::size_t from) {
  std::size_t result = 1;
  for (std::size_t d = from; d < dims.size(); ++d) result *= static_cast<std::size_t>(dims[d]);
  return result;
}

/// What one dimension of length [length] selects; nothing as for `places`.
std::optional<std::vector<std::int64_t>> selected(const DimSlice& dim, std::int64_t length) {
  const auto number = [](const std::optional<Atom>& atom, std::int64_t otherwise) {
    if (!atom) return std::optional(otherwise);
    return atom->is_constant() ? std::optional(atom->scalar().as_i64()) : std::nullopt;
  };
  std::vector<std::int64_t> at;
  if (dim.fixed) {
    if (!dim.index.is_constant()) return std::nullopt;
    at.push_back(dim.index.scalar().as_i64());
  } else {
    const auto stride = number(dim.stride, 1);
    if (!stride || *stride == 0) return std::nullopt;
    const bool up = *stride > 0;
    const auto start = number(dim.start, up ? 0 : length - 1);
    const auto end = number(dim.end, up ? length : -1);
    const auto inside = [length](std::int64_t i) { return i >= -1 && i <= length; };
    if (!start || !end || !inside(*start) || !inside(*end)) return std::nullopt;
    const std::int64_t step = std::clamp(*stride, -length, length);  // (the next one is outside)
    for (std::int64_t i = *start; up ? i < *end : i > *end; i += step) at.push_back(i);
  }
  for (const std::int64_t i : at)
    if (i < 0 || i >= length) return std::nullopt;
  return at.empty() ? std::nullopt : std::optional(at);
}

}  // namespace

std::optional<std::size_t> count(const Dims& dims) {
  std::int64_t all = 1;
  for (const std::int64_t dim : dims) {
    if (dim < 1 || dim > kMostElements) return std::nullopt;
    all *= dim;
    if (all > kMostElements) return std::nullopt;
  }
  return static_cast<std::size_t>(all);
}

Few Few::row(std::int64_t i) const {
  const auto size = static_cast<std::ptrdiff_t>(product(dims, 1));
  const auto begin = elements.begin() + i * size;
  return {Dims(dims.begin() + 1, dims.end()), Atoms(begin, begin + size)};
}

std::optional<Places> places(const std::vector<DimSlice>& dims, const Dims& shape) {
  Places all{{}, {0}};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto at = selected(d < dims.size() ? dims[d] : DimSlice{}, shape[d]);
    if (!at) return std::nullopt;
    if (d >= dims.size() || !dims[d].fixed)
      all.dims.push_back(static_cast<std::int64_t>(at->size()));
    std::vector<std::size_t> further;
    for (const std::size_t before : all.at)
      for (const std::int64_t i : *at)
        further.push_back(before * static_cast<std::size_t>(shape[d]) +
                          static_cast<std::size_t>(i));
    all.at = std::move(further);
  }
  return all;
}

std::optional<Places> places(const Atoms& indices, const Dims& shape) {
  std::vector<DimSlice> dims;
  for (const Atom& index : indices) {
    dims.emplace_back();
    dims.back().fixed = true;
    dims.back().index = index;
  }
  return places(dims, shape);
}

Few taken(const Few& array, const Places& places) {
  Few result{places.dims, {}};
  for (const std::size_t at : places.at) result.elements.push_back(array.elements[at]);
  return result;
}

std::optional<Few> stacked(const std::vector<Few>& rows) {
  Few all{rows[0].dims, {}};
  all.dims.insert(all.dims.begin(), static_cast<std::int64_t>(rows.size()));
  if (!count(all.dims)) return std::nullopt;
  for (const Few& row : rows) {
    if (row.dims != rows[0].dims) return std::nullopt;
    all.elements.insert(all.elements.end(), row.elements.begin(), row.elements.end());
  }
  return all;
}

Few rearranged(const Few& array, const std::vector<std::int64_t>& order) {
  Dims dims;
  std::vector<std::size_t> strides;
  for (const std::int64_t from : order) {
    const auto d = static_cast<std::size_t>(from);
    dims.push_back(array.dims[d]);
    strides.push_back(product(array.dims, d + 1));
  }
  Places all{dims, {0}};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    std::vector<std::size_t> further;
    for (const std::size_t before : all.at)
      for (std::int64_t i = 0; i < dims[d]; ++i)
        further.push_back(before + static_cast<std::size_t>(i) * strides[d]);
    all.at = std::move(further);
  }
  return taken(array, all);
}

Few turned(const Few& array, std::int64_t step, std::int64_t from) {
  const std::int64_t rows = array.dims[0];
  Few result{array.dims, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t at = ((i * step + from % rows) % rows + rows) % rows;
    const Few row = array.row(at);
    result.elements.insert(result.elements.end(), row.elements.begin(), row.elements.end());
  }
  return result;
}

}  // namespace laguz::core::numbers
