// The innermost loops of products of matrices: a tile of sums that stays in registers.
#pragma once

#include <cstdint>

namespace laguz::prims::products {

#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64;
inline constexpr int kTileRows = 8;
#elif defined(__AVX__)
inline constexpr int kVectorBytes = 32;
inline constexpr int kTileRows = 4;
#else
inline constexpr int kVectorBytes = 16;
inline constexpr int kTileRows = 4;
#endif

/// Operands of tiles are packed: for each term the elements of all its rows, or columns.
template <class T>
struct Tile {
  typedef T Vector __attribute__((vector_size(kVectorBytes), may_alias));
  static constexpr int kWide = kVectorBytes / static_cast<int>(sizeof(T));
  static constexpr int kVectors = 2;
  static constexpr int kRows = kTileRows;
  static constexpr int kColumns = kVectors * kWide;
  static constexpr int kSize = kRows * kColumns;

  /// sums[i, j] += a[t, i] * b[t, j], one after the other for the [n] terms; [fresh]: sums are the
  /// first products then (n ≥ 1). [b] and [sums] are aligned as vectors are.
  template <bool fresh>
  static void add(std::int64_t n, const T* a, const T* b, T* sums) {
    Vector sum[kRows][kVectors];
    Vector* const stored = reinterpret_cast<Vector*>(sums);
    const Vector* right = reinterpret_cast<const Vector*>(b);
    const Vector* const end = right + n * kVectors;
    for (int i = 0; i < kRows; ++i)
      for (int v = 0; v < kVectors; ++v)
        sum[i][v] = fresh ? right[v] * a[i] : stored[i * kVectors + v];
    if constexpr (fresh) right += kVectors, a += kRows;
    for (; right != end; right += kVectors, a += kRows)
      for (int i = 0; i < kRows; ++i)
        for (int v = 0; v < kVectors; ++v) sum[i][v] += right[v] * a[i];
    for (int i = 0; i < kRows; ++i)
      for (int v = 0; v < kVectors; ++v) stored[i * kVectors + v] = sum[i][v];
  }
};

}  // namespace laguz::prims::products
