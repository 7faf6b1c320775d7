// Copies between strided views; the one loop under every array copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace laguz::runtime {

/// Shape of a copy. Strides count elements; source and destination do not overlap.
struct StridedCopy {
  static constexpr int kRank = 12;
  int element_size = 1;
  int rank = 0;
  std::array<std::int64_t, kRank> dims{};
  std::array<std::int64_t, kRank> to_strides{};
  std::array<std::int64_t, kRank> from_strides{};
};

/// All of these ask the governor as they go, and throw Interrupted with part of the work done.
void copy_strided(StridedCopy copy, std::byte* to, const std::byte* from);

/// Writes base + i*from_strides[0] + j*from_strides[1] + ..., wrapped to integers of the element's
/// size.
void fill_affine(StridedCopy copy, std::byte* to, std::int64_t base);

/// std::memcpy and std::memset to zero, of any size.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes);
void zero_bytes(std::byte* to, std::size_t bytes);

}  // namespace laguz::runtime
