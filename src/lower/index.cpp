// Indexing, slicing, and updates of parts of values.
#include <algorithm>

#include "lower/context.hpp"
#include "support/assert.hpp"
#include "support/overloaded.hpp"

namespace laguz::lower {

using core::DimSlice;

std::vector<DimSlice> Lowering::dims(const std::vector<typed::DimIndex>& written, Frame* frame) {
  std::vector<DimSlice> dims;
  for (const typed::DimIndex& dim : written) {
    DimSlice slice;
    slice.fixed = !dim.slice;
    if (slice.fixed) {
      slice.index = to_i64(scalar(*dim.start, frame));
    } else {
      if (dim.start) slice.start = to_i64(scalar(*dim.start, frame));
      if (dim.end) slice.end = to_i64(scalar(*dim.end, frame));
      if (dim.stride) slice.stride = to_i64(scalar(*dim.stride, frame));
    }
    dims.push_back(slice);
  }
  return dims;
}

namespace {

bool all_fixed(const std::vector<DimSlice>& dims) {
  return std::all_of(dims.begin(), dims.end(), [](const DimSlice& dim) { return dim.fixed; });
}

Atoms indices_of(const std::vector<DimSlice>& dims) {
  Atoms indices;
  for (const DimSlice& dim : dims) indices.push_back(dim.index);
  return indices;
}

std::uint8_t rank_after(core::Type array, const std::vector<DimSlice>& dims) {
  return static_cast<std::uint8_t>(
      array.rank - std::count_if(dims.begin(), dims.end(), [](const auto& d) { return d.fixed; }));
}

}  // namespace

const Layout* Lowering::array_of(const Layout* element, int dims) {
  for (; dims > 0; --dims) element = layouts_.array(element);
  return element;
}

const Layout* Lowering::sliced_layout(const Layout* layout, const std::vector<DimSlice>& dims) {
  int kept = 0;
  for (const DimSlice& dim : dims) {
    LAGUZ_ASSERT(layout->is_array(), "more indices than dimensions");
    layout = layout->element;
    if (!dim.fixed) ++kept;
  }
  return array_of(layout, kept);
}

Value Lowering::element(const Value& array, const Atoms& indices) {
  const Layout* layout = array.layout;
  for (std::size_t i = 0; i < indices.size(); ++i) layout = layout->element;
  Atoms atoms;
  for (const Atom& column : array.atoms) {
    const Atom atom = b_->index(column, indices);
    for (int dim = 0; dim < atom.type.rank; ++dim)
      if (const auto known = known_.length(column, dim + static_cast<int>(indices.size())))
        known_.learn_length(atom, dim, *known);
    atoms.push_back(atom);
  }
  return from_element(layout, atoms);
}

Value Lowering::slice(const Value& array, const std::vector<DimSlice>& dims) {
  if (all_fixed(dims)) return element(array, indices_of(dims));
  const Layout* layout = sliced_layout(array.layout, dims);
  Atoms columns;
  for (const Atom& column : array.atoms) {
    const core::Type type{column.type.elem, rank_after(column.type, dims), false};
    const Atom view = b_->emit1({core::Slice{column, dims}}, type);
    int to = 0;
    for (int from = 0; from < column.type.rank; ++from) {
      const bool written = from < static_cast<int>(dims.size());
      if (written && dims[static_cast<std::size_t>(from)].fixed) continue;
      if (!written || dims[static_cast<std::size_t>(from)].is_whole())
        if (const auto known = known_.length(column, from)) known_.learn_length(view, to, *known);
      ++to;
    }
    columns.push_back(view);
  }
  return from_element(layout, columns);
}

Value Lowering::index(const typed::Index& index, Frame* frame) {
  const Value array = exp(*index.array, frame);
  if (index.dims.empty()) return array;  // `x[]`, whatever x is
  return slice(array, dims(index.dims, frame));
}

// -------------------------------------------------------------------------------------- updates

Value Lowering::update(const typed::Update& update, Frame* frame) {
  const Value base = exp(*update.base, frame);
  std::vector<Step> path;
  for (const typed::UpdateStep& step : update.path) {
    if (const auto* field = std::get_if<std::string>(&step.step)) {
      path.push_back({{}, *field});
      continue;
    }
    std::vector<DimSlice> next = dims(std::get<0>(step.step), frame);
    if (next.empty()) continue;
    // `[i][j]` is `[i, j]`: no need to take the row out and put it back.
    if (!path.empty() && path.back().field.empty() && all_fixed(path.back().dims))
      path.back().dims.insert(path.back().dims.end(), next.begin(), next.end());
    else
      path.push_back({std::move(next), {}});
  }
  const Value value = exp(*update.value, frame);
  return this->update(base, path, 0, value);
}

Value Lowering::update(const Value& base, const std::vector<Step>& path, std::size_t at,
                       const Value& value) {
  if (at == path.size()) return value;
  const Step& step = path[at];
  if (!step.field.empty()) {
    Value changed = base;
    const std::size_t field = base.layout->field(step.field);
    changed.parts.edit()[field] = update(base.parts[field], path, at + 1, value);
    std::vector<std::pair<std::string, const Layout*>> fields;
    for (std::size_t i = 0; i < changed.parts.size(); ++i)
      fields.emplace_back(base.layout->fields[i].first, changed.parts[i].layout);
    changed.layout = layouts_.record(std::move(fields));
    return changed;
  }

  const Layout* inner = sliced_layout(base.layout, step.dims);
  Value changed = base;
  const bool last = at + 1 == path.size();
  if (!last && !path[at + 1].field.empty() && inner->is_record()) {
    // A field of an element: only that field's columns change.
    std::size_t from = 0;
    const std::size_t field = inner->field(path[at + 1].field);
    for (std::size_t i = 0; i < field; ++i) from += inner->fields[i].second->leaves.size();
    const Layout* part = inner->fields[field].second;
    if (part->leaves.empty()) return base;
    Value columns;
    columns.layout = array_of(part, static_cast<int>(step.dims.size()));
    const auto begin = base.atoms.begin() + static_cast<std::ptrdiff_t>(from);
    columns.atoms.assign(begin, begin + static_cast<std::ptrdiff_t>(part->leaves.size()));
    std::vector<Step> rest(path.begin() + static_cast<std::ptrdiff_t>(at) + 2, path.end());
    if (!rest.empty() && rest[0].field.empty()) {
      std::vector<DimSlice> dims = step.dims;
      dims.insert(dims.end(), rest[0].dims.begin(), rest[0].dims.end());
      rest[0].dims = std::move(dims);
    } else {
      rest.insert(rest.begin(), Step{step.dims, {}});
    }
    const Value next = update(columns, rest, 0, value);
    std::copy(next.atoms.begin(), next.atoms.end(),
              changed.atoms.begin() + static_cast<std::ptrdiff_t>(from));
    return changed;
  }
  Value fresh = value;
  if (!last) fresh = update(slice(base, step.dims), path, at + 1, value);
  LAGUZ_ASSERT(fresh.layout == inner, "an update with a value of another type");
  const Atoms atoms = element_atoms(fresh);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    changed.atoms[i] =
        b_->emit1({core::Update{base.atoms[i], step.dims, atoms[i]}}, base.atoms[i].type);
    known_.learn_shape_of(changed.atoms[i], base.atoms[i]);
  }
  return changed;
}

}  // namespace laguz::lower
