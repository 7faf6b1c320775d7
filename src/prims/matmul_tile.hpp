// The innermost loops of products of matrices: a tile of sums that stays in registers.
#pragma once

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

/// Rows of a left operand as they are in memory, and its terms: steps between elements.
struct Steps {
  std::int64_t row, term;
};

/// The right operand of a tile is packed: for each term the elements of all its columns. So is the
/// left one, or it is read where it is.
template <class T>
struct Tile {
  typedef T Vector __attribute__((vector_size(kVectorBytes), may_alias));
  static constexpr int kWide = kVectorBytes / static_cast<int>(sizeof(T));
  static constexpr int kVectors = 2;
  static constexpr int kRows = kTileRows;
  static constexpr int kColumns = kVectors * kWide;
  static constexpr int kSize = kRows * kColumns;

  /// Of a packed left operand.
  static constexpr Steps kPacked{1, kRows};

  /// sums[i, j] += a[i, t] * b[t, j], one after the other for the [n] terms; [fresh]: sums are the
  /// first products then (n ≥ 1). [b] and [sums] are aligned as vectors are.
  template <bool fresh>
  static void add(std::int64_t n, const T* a, Steps steps, const T* b, T* sums) {
    Vector sum[kRows][kVectors];
    Vector* const stored = reinterpret_cast<Vector*>(sums);
    const Vector* right = reinterpret_cast<const Vector*>(b);
    const Vector* const end = right + n * kVectors;
    for (int i = 0; i < kRows; ++i)
      for (int v = 0; v < kVectors; ++v)
        sum[i][v] = fresh ? right[v] * a[i * steps.row] : stored[i * kVectors + v];
    if constexpr (fresh) right += kVectors, a += steps.term;
    for (; right != end; right += kVectors, a += steps.term)
      for (int i = 0; i < kRows; ++i)
        for (int v = 0; v < kVectors; ++v) sum[i][v] += right[v] * a[i * steps.row];
    for (int i = 0; i < kRows; ++i)
      for (int v = 0; v < kVectors; ++v) stored[i * kVectors + v] = sum[i][v];
  }

  /// The first [count] of the [kColumns] at [to] are those at [from], the others 0.
  static void load(const T* from, std::int64_t count, T* to) {
    if (count == kColumns) {
      std::memcpy(to, from, kColumns * sizeof(T));
      return;
    }
#if defined(__AVX512F__)
    for (int v = 0; v < kVectors; ++v)
      if constexpr (std::is_same_v<T, double>)
        _mm512_storeu_pd(to + v * kWide, _mm512_maskz_loadu_pd(mask(count, v), from + v * kWide));
      else
        _mm512_storeu_ps(to + v * kWide, _mm512_maskz_loadu_ps(mask(count, v), from + v * kWide));
#else
    for (std::int64_t x = 0; x < kColumns; ++x) to[x] = x < count ? from[x] : T(0);
#endif
  }
  /// Puts the first [count] of the [kColumns] at [from] to [to].
  static void store(const T* from, std::int64_t count, T* to) {
    if (count == kColumns) {
      std::memcpy(to, from, kColumns * sizeof(T));
      return;
    }
#if defined(__AVX512F__)
    for (int v = 0; v < kVectors; ++v)
      if constexpr (std::is_same_v<T, double>)
        _mm512_mask_storeu_pd(to + v * kWide, mask(count, v), _mm512_loadu_pd(from + v * kWide));
      else
        _mm512_mask_storeu_ps(to + v * kWide, mask(count, v), _mm512_loadu_ps(from + v * kWide));
#else
    for (std::int64_t x = 0; x < count; ++x) to[x] = from[x];
#endif
  }

 private:
#if defined(__AVX512F__)
  static auto mask(std::int64_t count, int v) {
    const std::int64_t here = std::clamp<std::int64_t>(count - v * kWide, 0, kWide);
    return static_cast<std::conditional_t<kWide == 8, __mmask8, __mmask16>>((1U << here) - 1);
  }
#endif
};

}  // namespace laguz::prims::products
