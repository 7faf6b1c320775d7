#include "core/stencils/shifted.hpp"

#include <algorithm>
#include <span>

namespace laguz::core::stencils {
namespace {

bool are_apart(const Box& a, const Box& b) {
  for (std::size_t level = 0; level < a.size(); ++level)
    if (a[level].target().is_apart_from(b[level].target())) return true;
  return false;
}

Linear width_of(const Atom& width) {
  return width.is_constant() ? Linear{0, width.scalar().as_i64()} : Linear{1, 0};
}

/// All iterations of a level, each at its own place, and there are no other places.
bool is_whole(const Piece& piece, const Atom& width, const Atom& length) {
  return width == length && piece.shift == Linear{} &&
         piece.range == Range{{Linear{}}, {width_of(width)}};
}

Atom number(Builder& b, const Linear& linear, const Atom& width) {
  if (linear.widths == 0) return Atom::i64(linear.plus);
  const Atom times = linear.widths == 1 ? width : b.mul(width, Atom::i64(linear.widths));
  return linear.plus == 0 ? times : b.add(times, Atom::i64(linear.plus));
}

Atom bound(Builder& b, const char* which, const std::vector<Linear>& of, const Atom& width) {
  Atom found = number(b, of[0], width);
  for (std::size_t i = 1; i < of.size(); ++i)
    found = b.prim(which, {found, number(b, of[i], width)});
  return found;
}

DimSlice slice(const Atom& from, const Atom& end) {
  DimSlice dim;
  dim.start = from;
  dim.end = end;
  return dim;
}

/// [start, end) of the iterations that are there, and of those that add inside of [length].
std::pair<Atom, Atom> ends_of(Builder& b, const Piece& piece, const Atom& width,
                              const Atom& length) {
  Range range = piece.range;
  const Linear none = Linear{} - piece.shift;
  range.start_at({});
  range.start_at(none);
  const bool as_long = width == length || (length.is_constant() && length.scalar().as_i64() < kFar);
  if (as_long)
    range.end_at((length.is_constant() ? Linear{0, length.scalar().as_i64()} : Linear{1, 0}) -
                 piece.shift);
  const Atom from = bound(b, "max", range.from, width);
  Atom end = bound(b, "min", range.end, width);
  if (!as_long) end = b.prim("min", {end, b.sub(length, number(b, piece.shift, width))});
  // A range of no iterations may end before it begins.
  const bool ordered =
      as_long && std::all_of(range.end.begin(), range.end.end(), [&](const Linear& e) {
        return std::all_of(range.from.begin(), range.from.end(),
                           [&](const Linear& f) { return f.at_most(e, 0); });
      });
  return {from, ordered ? end : b.prim("max", {end, from})};
}

Exp row_sum(Names& names, const Atoms& arrays, std::span<const Atom> lengths) {
  Soac soac;
  soac.width = lengths[0];
  Atoms rows;
  for (const Atom& array : arrays) {
    soac.lambda.params.push_back(names.bind(array.type.row()));
    rows.push_back(soac.lambda.params.back().atom());
  }
  soac.arrays = arrays;
  soac.row_shapes.emplace_back(lengths.begin() + 1, lengths.end());
  Builder b(names);
  Atom result = rows[0];
  if (result.type.rank > 0) {
    result = b.emit1(row_sum(names, rows, lengths.subspan(1)), result.type);
  } else {
    for (std::size_t k = 1; k < rows.size(); ++k) result = b.add(result, rows[k]);
  }
  soac.lambda.body = b.finish({result});
  return {std::move(soac)};
}

/// By how much all of the array goes round along its first dimension, if that is what [boxes] say.
std::optional<Linear> turned_by(const Shifted& shifted, const Levels& levels,
                                const Atoms& lengths) {
  const auto& boxes = shifted.boxes;
  if (boxes.size() != 2 || levels.widths[0] != lengths[0]) return {};
  for (std::size_t level = 1; level < boxes[0].size(); ++level)
    for (const Box& box : boxes)
      if (!is_whole(box[level], levels.widths[level], lengths[level])) return {};
  const Linear all = width_of(levels.widths[0]);
  // [bound], and nothing else that is not true of all iterations.
  const auto is_only = [](const std::vector<Linear>& bounds, const Linear& bound,
                          const Linear& always) {
    return std::find(bounds.begin(), bounds.end(), bound) != bounds.end() &&
           std::all_of(bounds.begin(), bounds.end(),
                       [&](const Linear& one) { return one == bound || one == always; });
  };
  for (const std::size_t which : {0, 1}) {
    const Piece& first = boxes[which][0];
    const Piece& last = boxes[1 - which][0];
    const Linear border = all - first.shift;
    if (is_only(first.range.from, {}, {}) && is_only(first.range.end, border, all) &&
        is_only(last.range.from, border, {}) && is_only(last.range.end, all, all) &&
        last.shift == first.shift - all)
      return first.shift;
  }
  return {};
}

/// A box of an array's values, and where they are added.
struct Parts {
  std::vector<DimSlice> from, to;
  Atoms counts;
};

Parts parts_of(Builder& b, const Box& box, const Levels& levels, const Atoms& lengths) {
  Parts parts;
  for (std::size_t level = 0; level < box.size(); ++level) {
    const Atom& width = levels.widths[level];
    const auto [start, end] = ends_of(b, box[level], width, lengths[level]);
    const Atom shift = number(b, box[level].shift, width);
    parts.from.push_back(slice(start, end));
    parts.to.push_back(slice(b.add(start, shift), b.add(end, shift)));
    parts.counts.push_back(b.sub(end, start));
  }
  for (std::size_t dim = box.size(); dim < lengths.size(); ++dim) {
    parts.from.push_back({});
    parts.to.push_back({});
    parts.counts.push_back(lengths[dim]);
  }
  return parts;
}

bool has_whole_rows(const Box& box, const Levels& levels, const Atoms& lengths) {
  for (std::size_t level = 1; level < box.size(); ++level)
    if (!is_whole(box[level], levels.widths[level], lengths[level])) return false;
  return true;
}

Atom zeros(Builder& b, const Type& type, const Atoms& lengths) {
  return b.array_op(ArrayOp::zeros, lengths, type, {static_cast<std::int64_t>(type.elem)});
}

/// [rows], [count] of them, from [start] on, and zeros around: written once, not zeros first.
Atom between_zeros(Builder& b, const Atom& rows, const Atom& start, const Atom& count,
                   const Atoms& lengths) {
  Atoms before = lengths, behind = lengths;
  // (No rows may be anywhere, behind the end as well.)
  before[0] = b.prim("min", {start, lengths[0]});
  behind[0] = b.sub(b.sub(lengths[0], before[0]), count);
  return b.array_op(ArrayOp::concat,
                    {zeros(b, rows.type, before), rows, zeros(b, rows.type, behind)}, rows.type);
}

}  // namespace

bool Shifted::has_room(const Box& box) const {
  return std::all_of(boxes.begin(), boxes.end(),
                     [&](const Box& other) { return are_apart(box, other); });
}

bool Shifted::is_all(const Levels& levels, const Atoms& lengths) const {
  if (boxes.size() != 1) return false;
  for (std::size_t level = 0; level < boxes[0].size(); ++level)
    if (!is_whole(boxes[0][level], levels.widths[level], lengths[level])) return false;
  return true;
}

Atom write(Builder& b, const Shifted& shifted, const Levels& levels, const Atoms& lengths) {
  if (shifted.is_all(levels, lengths)) return shifted.values;
  const Type type = shifted.values.type;
  if (const auto by = turned_by(shifted, levels, lengths)) {
    const Atom turn = number(b, Linear{} - *by, levels.widths[0]);
    return b.array_op(ArrayOp::rotate, {turn, shifted.values}, type);
  }
  std::optional<Atom> array;
  for (const Box& box : shifted.boxes) {
    const Parts parts = parts_of(b, box, levels, lengths);
    const Atom values = b.emit1({Slice{shifted.values, parts.from}}, type);
    if (!array && has_whole_rows(box, levels, lengths)) {
      array = between_zeros(b, values, *parts.to[0].start, parts.counts[0], lengths);
      continue;
    }
    if (!array) array = zeros(b, type, lengths);
    array = b.emit1({Update{*array, parts.to, values}}, type);
  }
  return *array;
}

Atom add_to(Builder& b, Atom sums, const Shifted& shifted, const Levels& levels,
            const Atoms& lengths) {
  const Type type = sums.type;
  if (shifted.is_all(levels, lengths) || turned_by(shifted, levels, lengths))
    return sum(b, {sums, write(b, shifted, levels, lengths)}, lengths);
  for (const Box& box : shifted.boxes) {
    const Parts parts = parts_of(b, box, levels, lengths);
    const Atom before = b.emit1({Slice{sums, parts.to}}, type);
    const Atom values = b.emit1({Slice{shifted.values, parts.from}}, type);
    sums = b.emit1({Update{sums, parts.to, sum(b, {before, values}, parts.counts)}}, type);
  }
  return sums;
}

Atom sum(Builder& b, const Atoms& arrays, const Atoms& lengths) {
  if (arrays.size() == 1) return arrays[0];
  return b.emit1(row_sum(b.names(), arrays, lengths), arrays[0].type);
}

}  // namespace laguz::core::stencils
