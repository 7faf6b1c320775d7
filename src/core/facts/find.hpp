// Small questions that the sources of Facts share. Only core/ includes this.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/facts/facts.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::facts {

/// From an index; nearer ones are numbers beside it.
inline constexpr std::int64_t kFar = 1LL << 31;

inline std::uint64_t key(const Length& length) {
  return std::uint64_t{length.atom.var} * 256 + static_cast<std::uint64_t>(length.dim);
}

inline std::optional<std::int64_t> constant(const Length& length) {
  if (length.dim >= 0 || !length.atom.is_constant()) return std::nullopt;
  return length.atom.scalar().as_i64();
}
inline std::optional<std::int64_t> constant(const Atom& atom) { return constant(Length{atom}); }

template <class Map>
auto* find(Map& map, VarId var) {
  const auto found = map.find(var);
  return found == map.end() ? nullptr : &found->second;
}

/// Integers that an i64 has room for, and more.
inline bool is_narrow(ScalarType type) {
  return support::is_integer(type) && type != ScalarType::i64 && type != ScalarType::u64;
}
inline std::int64_t least_of(ScalarType type) {
  return support::is_signed(type) ? -(std::int64_t{1} << (8 * support::size_of(type) - 1)) : 0;
}
/// (But of u64.)
inline std::int64_t most_of(ScalarType type) {
  if (type == ScalarType::i64) return std::numeric_limits<std::int64_t>::max();
  const int bits = 8 * static_cast<int>(support::size_of(type));
  return (std::int64_t{1} << (support::is_signed(type) ? bits - 1 : bits)) - 1;
}
/// To an i64, of the same number.
inline bool is_widening(const PrimApp& e) {
  return e.args.size() == 1 && is_narrow(e.prim.type) &&
         e.prim == prims::get("cvt_i64", e.prim.type);
}

}  // namespace laguz::core::facts
