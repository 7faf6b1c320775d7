// What the passes of `optimise` share, and those that need nothing else. Only core/ includes this.
#pragma once

#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/program.hpp"

namespace laguz::core {

/// Nothing may depend on the order of its elements.
using VarSet = boost::unordered_flat_set<VarId>;

/// By variable: how many bodies are around a scope.
using Scopes = boost::unordered_flat_map<VarId, int>;

/// Keeps the elements of [items] whose flag is set.
template <class T>
void keep(std::vector<T>& items, const std::vector<bool>& flags) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!flags[i]) continue;
    if (to != i) items[to] = std::move(items[i]);
    ++to;
  }
  items.resize(to);
}

/// Of floats whose sign may move without a change of any bit. (Halves are computed as floats.)
inline bool has_signs(ScalarType type) {
  return type == ScalarType::f32 || type == ScalarType::f64;
}

/// Statements of a body, those of inner bodies included.
std::size_t size_of(const Body& body);

/// Inlines calls of small functions, and inside lambdas of Soacs all calls that are not recursive.
/// Callees are already optimised. Whether anything changed.
bool inline_calls(Program& program, Body& body);

/// Whether evaluating [exp] itself, inner bodies aside, could be seen.
bool has_own_effect(const Exp& exp);

/// Shapes of arrays that have been overwritten are those of what took their places: the last of all
/// passes, for simplification asks for the oldest.
void ask_newest_shapes(Body& body);

/// Where elements of a row are read as `a[i][j]`, and then the row, that is read where it is
/// needed: as if they were written `a[i, j]`. So its cotangent is not added behind theirs.
void read_rows_late(Body& body);

/// Drops statements, results, parameters and operands that nothing needs. What could fail is
/// needed. Known not to fail where they stand: statements whose first binder is in [safe]. Known to
/// be as long as their Soac is wide: operands whose parameters are in [safe].
void remove_dead_code(Body& body, const VarSet& safe);

}  // namespace laguz::core
