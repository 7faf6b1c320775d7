#include "lower/known_shapes.hpp"

#include <algorithm>
#include <iterator>

namespace laguz::lower {

namespace {
std::uint64_t dimension(const Atom& array, int dim) {
  return (std::uint64_t{array.var} << 8) | static_cast<std::uint64_t>(dim);
}
}  // namespace

std::optional<Atom> KnownShapes::length(const Atom& array, int dim) const {
  const auto found = lengths_.find(dimension(array, dim));
  if (found == lengths_.end() || !is_live(found->second.length) || !is_live(found->second.since))
    return std::nullopt;
  return found->second.length;
}

Lengths KnownShapes::shape(const Atom& array) const {
  Lengths lengths;
  for (int dim = 0; dim < array.type.rank; ++dim) lengths.push_back(length(array, dim));
  return lengths;
}

std::vector<Lengths> KnownShapes::shapes(const Atoms& arrays) const {
  std::vector<Lengths> shapes;
  for (const Atom& array : arrays) shapes.push_back(shape(array));
  return shapes;
}

void KnownShapes::learn_length(const Atom& array, int dim, const Atom& length) {
  lengths_[dimension(array, dim)] = {length, Atom::i64(0)};
  learn_natural(length);
}

void KnownShapes::learn_checked_length(const Atom& array, int dim, const Atom& length,
                                       const Atom& check) {
  lengths_[dimension(array, dim)] = {length, check};
}

void KnownShapes::learn_shape_of(const Atom& array, const Atom& other) {
  for (int dim = 0; dim < array.type.rank; ++dim)
    if (const auto known = length(other, dim)) learn_length(array, dim, *known);
}

bool KnownShapes::is_natural(const Atom& atom) const {
  if (atom.is_constant()) return atom.scalar().as_i64() >= 0;
  return naturals_.count(atom.var) > 0;
}

void KnownShapes::learn_natural(const Atom& atom) {
  if (!atom.is_constant()) naturals_.insert(atom.var);
}

bool KnownShapes::is_live(const Atom& atom) const {
  if (atom.is_constant()) return true;
  // The last range that begins at or before the variable.
  auto after =
      std::upper_bound(retired_.begin(), retired_.end(), atom.var,
                       [](core::VarId var, const auto& range) { return var < range.first; });
  return after == retired_.begin() || std::prev(after)->second < atom.var;
}

void KnownShapes::retire(core::VarId first, core::VarId last) {
  while (!retired_.empty() && retired_.back().first >= first) retired_.pop_back();
  if (first <= last) retired_.emplace_back(first, last);
}

}  // namespace laguz::lower
