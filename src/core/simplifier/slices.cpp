// What simplification does to slices: an element of a slice is one of its array, and a slice of a
// slice is one of its array. For what is to be differentiated that is more than a step less: a
// slice has a cotangent of its own, all of it, which is made in each iteration and added to the
// array's.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

/// As the evaluator writes a slice.
void add_to(Message& message, const DimSlice& dim) {
  if (dim.fixed) {
    message.emplace_back(dim.index);
    return;
  }
  if (dim.start) message.emplace_back(*dim.start);
  message.emplace_back(":");
  if (dim.end) message.emplace_back(*dim.end);
}

}  // namespace

// What [array] is a view of.
Atom Simplifier::viewed(Atom array) const {
  for (;;) {
    const ArrayApp* app = facts_.array_app(array);
    if (const Slice* slice = facts_.slice(array))
      array = slice->array;
    else if (app != nullptr && (app->op == ArrayOp::reverse || app->op == ArrayOp::rotate))
      array = app->args.back();
    else
      return array;
  }
}

// How long [view] is in dimension [d], as a number: that of a slice is computed of its bounds.
Atom Simplifier::length_of_view(const Stm& stm, const Atom& view, int d) {
  const Length length = facts_.length(view, d);
  const Slice* slice = facts_.slice(view);
  if (length.dim < 0 || slice == nullptr) return atom_of(length, stm);
  int open = 0;
  for (std::size_t k = 0; k < slice->dims.size(); ++k) {
    const DimSlice dim = slice->dims[k];
    if (dim.fixed || open++ != d) continue;
    if (dim.stride || !dim.start) break;
    const Atom end =
        dim.end ? *dim.end : length_of_view(stm, Atom(slice->array), static_cast<int>(k));
    return computed("sub", {end, *dim.start}, stm);
  }
  return atom_of(length, stm);
}

// Whether [dims] are inside of [view].
Atom Simplifier::inside(const Stm& stm, const Atom& view, const std::vector<DimSlice>& dims) {
  const Atom zero = Atom::i64(0);
  Atom all = Atom::boolean(true);
  const auto expect = [&](const Atom& condition) {
    if (all == Atom::boolean(true))
      all = condition;
    else if (condition != Atom::boolean(true))
      all = computed("and", {all, condition}, stm);
  };
  Index fixed{view, Atoms(dims.size(), zero), {}};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const DimSlice& dim = dims[d];
    fixed.indices[d] = dim.index;
    if (dim.fixed
            ? facts_.is_certain(fixed, d, facts_.depth())
            : dim.is_whole() || facts_.is_in_bounds(dim, facts_.length(view, static_cast<int>(d))))
      continue;
    const Atom length = length_of_view(stm, view, static_cast<int>(d));
    if (dim.fixed) {
      expect(computed("le", {zero, dim.index}, stm));
      expect(computed("lt", {dim.index, length}, stm));
      continue;
    }
    // What is empty is nowhere.
    const Atom start = dim.start.value_or(zero), end = dim.end.value_or(length);
    const auto count = start == zero ? std::optional(end) : facts_.count_of(dim);
    if (count && facts_.is_always_natural(*count)) {
      expect(is_range_in(stm, {start, *count}, length));
      continue;
    }
    const Atom from = computed("le", {zero, start}, stm), to = computed("le", {end, length}, stm);
    const Atom up = computed("lt", {start, end}, stm);
    const Atom part = computed("and", {computed("and", {from, to}, stm), up}, stm);
    expect(computed("or", {computed("eq", {start, end}, stm), part}, stm));
  }
  return all;
}

// Whether what reads [dims] of [view], bound in a scope further out or here, had better read what
// that is a view of; [inside]: if they are inside. (In the same body nothing else may be left of
// the view; from further out it is read again and again, and has one cotangent for all of that. Of
// what loops keep flat, parts are what is known.)
bool Simplifier::skips_view(const Atom& view, const std::vector<DimSlice>& dims,
                            const Atom& inside) const {
  const Atom all = viewed(view);
  if (flat_.count(all.var) > 0) return false;
  const int depth = facts_.depth_of(view);
  const bool here = depth == facts_.depth();
  if (!facts_.keeps_derivatives()) return here || inside == Atom::boolean(true);
  std::vector<Length> lengths;
  Atoms counts;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (dims[d].is_whole()) continue;
    lengths.push_back(facts_.length(view, static_cast<int>(d)));
    if (dims[d].fixed) continue;
    if (const auto count = facts_.count_of(dims[d]))
      counts.push_back(*count);
    else if (dims[d].end && !dims[d].start)
      counts.push_back(*dims[d].end);
  }
  return is_outside(all, depth) &&
         (here || is_little(std::move(lengths), depth + 1, std::move(counts)));
}

// Whether the slices that [view] is made by do not fail, where their bounds can be asked.
std::optional<Atom> Simplifier::exists(const Stm& stm, Atom view) {
  Atom all = Atom::boolean(true);
  for (;;) {
    const ArrayApp* app = facts_.array_app(view);
    if (const Slice* found = facts_.slice(view)) {
      const Slice slice = *found;
      const Atom made = inside(stm, slice.array, slice.dims);
      const bool strided = std::any_of(slice.dims.begin(), slice.dims.end(),
                                       [](const DimSlice& dim) { return dim.stride.has_value(); });
      if (strided && made != Atom::boolean(true)) return std::nullopt;
      all = all == Atom::boolean(true) ? made : computed("and", {made, all}, stm);
      view = slice.array;
    } else if (app != nullptr && (app->op == ArrayOp::reverse || app->op == ArrayOp::rotate)) {
      view = app->args.back();
    } else {
      return all;
    }
  }
}

// Whether that is so, and reading [dims] of [view] has failed if they are not inside. (Unless the
// view fails, which says so itself: the assertion may be moved before it.)
bool Simplifier::reads_through(const Stm& stm, const Atom& view, const std::vector<DimSlice>& dims,
                               Atom& inside) {
  inside = this->inside(stm, view, dims);
  if (!skips_view(view, dims, inside)) return false;
  if (facts_.keeps_derivatives() || inside == Atom::boolean(true)) return true;
  return assert_inside(stm, view, {dims}, inside);
}

// [inside]: whether what is [told] is inside of [view]; if not, it fails here as reading that
// would, unless the view has failed. Whether that can be asked.
bool Simplifier::assert_inside(const Stm& stm, const Atom& view, const ToldDims& told,
                               const Atom& inside) {
  const std::optional<Atom> made = exists(stm, view);
  if (!made) return false;
  Message message{"Index ["};
  for (std::size_t d = told.first; d < told.dims.size(); ++d) {
    if (d > told.first) message.emplace_back(", ");
    add_to(message, told.dims[d]);
  }
  message.emplace_back("] out of bounds for array of shape ");
  for (auto d = static_cast<int>(told.first); d < view.type.rank; ++d) {
    message.emplace_back("[");
    message.emplace_back(length_of_view(stm, view, d));
    message.emplace_back("]");
  }
  message.emplace_back(".");
  const Atom condition = *made == Atom::boolean(true)
                             ? inside
                             : computed("or", {computed("not", {*made}, stm), inside}, stm);
  place({{}, {Assert{condition, std::move(message)}}, stm.span, stm.inlined_at});
  facts_.learn_truth(inside, true);  // (not [made]: nor will later assertions be moved before)
  return true;
}

// [condition] ? [yes] : [no], numbers of places.
Atom Simplifier::either(const Stm& near, const Atom& condition, const Atom& yes, const Atom& no) {
  if (condition.is_constant()) return condition.scalar().as_bool() ? yes : no;
  const Binder one = program_.names.bind(kIndex);
  place({{one}, {selection(condition, yes, no)}, near.span, near.inlined_at});
  Atom atom = one.atom();
  resolve(atom);
  return atom;
}

// [at], a place in dimension [dim] of [array], which is [from] places on from where a view begins;
// if it is not [inside] of that, one that is none of the array. (The way back drops what is
// asserted, but it looks at what it adds to.)
Atom Simplifier::checked(const Stm& stm, const Atom& inside, const Atom& at, const Atom& array,
                         std::size_t dim, const Atom& from) {
  if (!facts_.keeps_derivatives() || inside == Atom::boolean(true)) return at;
  const Atom length = atom_of(facts_.length(array, static_cast<int>(dim)), stm);
  const Atom before = computed("lt", {from, Atom::i64(0)}, stm);
  const Atom behind = computed("add", {length, from}, stm);
  return either(stm, inside, at, either(stm, before, from, behind));
}

// [start] + [by].
Atom Simplifier::moved(const std::optional<Atom>& start, const Atom& by, const Stm& near) {
  if (!start || *start == Atom::i64(0)) return by;
  return by == Atom::i64(0) ? *start : computed("add", {*start, by}, near);
}

// What [index] reads of a slice, of the array that this is a slice of: an element or a row, or a
// slice.
std::optional<Exp> Simplifier::through_slice(const Stm& stm, const Index& index) {
  const Slice* found = facts_.slice(index.array);
  if (found == nullptr || !index.steps.empty()) return std::nullopt;
  const Slice slice = *found;
  std::vector<DimSlice> own;
  for (const Atom& one : index.indices) own.push_back(at(one));
  std::size_t next = 0;
  for (const DimSlice& dim : slice.dims)
    if (!dim.fixed && next < own.size() && (++next, dim.stride.has_value())) return std::nullopt;
  Atom inside;
  if (!reads_through(stm, index.array, own, inside)) return std::nullopt;
  Slice part{slice.array, {}};
  next = 0;
  bool cut = false;  // what is left is not all of its dimensions
  for (const DimSlice& dim : slice.dims) {
    if (dim.fixed || next == own.size()) {
      part.dims.push_back(dim);
      cut = cut || (!dim.fixed && !dim.is_whole());
    } else {
      const Atom own_place = own[next++].index;
      part.dims.push_back(at(checked(stm, inside, moved(dim.start, own_place, stm), slice.array,
                                     part.dims.size(), own_place)));
    }
  }
  while (next < own.size()) part.dims.push_back(own[next++]);
  bool behind = false;  // something is left before what is fixed
  for (const DimSlice& dim : part.dims) {
    cut = cut || (behind && dim.fixed);
    behind = behind || !dim.fixed;
  }
  if (cut) return Exp{std::move(part)};
  Index element{part.array, {}, {}};
  for (const DimSlice& dim : part.dims)
    if (dim.fixed) element.indices.push_back(dim.index);
  return Exp{std::move(element)};
}

// The same of an array that is turned round, or by some places.
std::optional<Exp> Simplifier::through_turned(const Stm& stm, const Index& index) {
  const ArrayApp* found = facts_.array_app(index.array);
  if (found == nullptr || !index.steps.empty()) return std::nullopt;
  if (found->op != ArrayOp::reverse && found->op != ArrayOp::rotate) return std::nullopt;
  const ArrayApp app = *found;
  std::vector<DimSlice> own;
  for (const Atom& one : index.indices) own.push_back(at(one));
  Atom inside;
  if (!reads_through(stm, index.array, own, inside)) return std::nullopt;
  Index element{app.args.back(), index.indices, {}};
  const Atom length = atom_of(facts_.length(index.array, 0), stm);
  Atom place = element.indices[0];
  if (app.op == ArrayOp::reverse) {
    place = computed("sub", {computed("sub", {length, Atom::i64(1)}, stm), place}, stm);
  } else {
    const Atom sum = computed("add", {place, computed("mod", {app.args[0], length}, stm)}, stm);
    const Atom behind = computed("le", {length, sum}, stm);
    const Atom around = computed("sub", {sum, length}, stm);
    place = either(stm, behind, around, sum);
  }
  element.indices[0] = checked(stm, inside, place, element.array, 0, index.indices[0]);
  return Exp{std::move(element)};
}

// What is turned twice is turned once. Whether it is not turned at all.
bool Simplifier::turned_again(ArrayApp& app) const {
  if (app.op != ArrayOp::rearrange) return false;
  if (const ArrayApp* inner = facts_.array_app(app.args[0]);
      inner != nullptr && inner->op == ArrayOp::rearrange) {
    for (auto& dim : app.attrs) dim = inner->attrs[static_cast<std::size_t>(dim)];
    app.args[0] = Atom(inner->args[0]);
  }
  for (std::size_t d = 0; d < app.attrs.size(); ++d)
    if (app.attrs[d] != static_cast<std::int64_t>(d)) return false;
  return true;
}

// A part of a part of an array is a part of the array.
std::optional<Slice> Simplifier::slice_of_slice(const Stm& stm, const Slice& slice) {
  const Slice* found = facts_.slice(slice.array);
  if (found == nullptr) return std::nullopt;
  const Slice around = *found;
  bool twice = false;  // a dimension has been cut twice
  std::size_t own = 0;
  for (const DimSlice& outer : around.dims) {
    if (outer.fixed) continue;
    const DimSlice inner = own < slice.dims.size() ? slice.dims[own++] : DimSlice{};
    if (outer.is_whole() || inner.is_whole()) continue;
    twice = true;
    if (outer.stride || inner.stride) return std::nullopt;
  }
  Atom inside = Atom::boolean(true);
  if (twice && !reads_through(stm, slice.array, slice.dims, inside)) return std::nullopt;
  Slice joined{around.array, {}};
  own = 0;
  for (std::size_t d = 0; d < around.dims.size() || own < slice.dims.size(); ++d) {
    const DimSlice outer = d < around.dims.size() ? around.dims[d] : DimSlice{};
    const DimSlice inner = !outer.fixed && own < slice.dims.size() ? slice.dims[own] : DimSlice{};
    if (!outer.fixed) ++own;
    if (outer.is_whole() || inner.is_whole()) {
      joined.dims.push_back(outer.is_whole() ? inner : outer);
    } else if (inner.fixed) {
      joined.dims.push_back(at(checked(stm, inside, moved(outer.start, inner.index, stm),
                                       joined.array, d, inner.index)));
    } else {
      const Atom start = inner.start.value_or(Atom::i64(0));
      const Atom place =
          checked(stm, inside, moved(outer.start, start, stm), joined.array, d, start);
      joined.dims.push_back(part_of_part(stm, place, outer, inner));
    }
  }
  return joined;
}

// [inner] of what [outer] leaves of a dimension, from [place] on.
DimSlice Simplifier::part_of_part(const Stm& stm, const Atom& place, const DimSlice& outer,
                                  const DimSlice& inner) {
  DimSlice both;
  both.start = place;
  both.end = outer.end;
  if (!inner.end) return both;
  const auto known = facts_.count_of(inner);
  const bool counts = !inner.start || *inner.start == Atom::i64(0);
  const Atom count = known    ? *known
                     : counts ? *inner.end
                              : computed("sub", {*inner.end, *inner.start}, stm);
  both.end = moved(place, count, stm);
  return both;
}

}  // namespace laguz::core::simplifier
