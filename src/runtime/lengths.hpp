// Sums and products of lengths: where they do not fit, that is said, and never a wrong number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace laguz::runtime {

/// Number of elements of an array with these lengths, each ≥ 0; nothing when it does not fit.
std::optional<std::int64_t> product(std::span<const std::int64_t> lengths);

/// a + b, both ≥ 0. Throws UserError (out of memory) when it does not fit.
std::int64_t sum(std::int64_t a, std::int64_t b);

/// How many pieces of [size] > 0 cover [n] ≥ 0.
constexpr std::int64_t pieces(std::int64_t n, std::int64_t size) {
  return n / size + (n % size == 0 ? 0 : 1);
}

/// a + b and a * b, which wrap: for elements of unsigned progressions, and for steps that may be too
/// large because nobody goes them.
constexpr std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// Whether the parts in which two shapes of empty arrays differ, from the outside to the last
/// difference, have numbers of elements that fit. (Of arrays with elements they always do.)
bool parts_fit(std::span<const std::int64_t> from, std::span<const std::int64_t> to);

}  // namespace laguz::runtime
