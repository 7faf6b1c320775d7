// What the sources of Facts share. Only they include this.
#pragma once

#include <cstdint>
#include <optional>

#include "core/simplifier/facts.hpp"

namespace laguz::core::simplifier {

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

}  // namespace laguz::core::simplifier
