#include "prims/matmul_vector.hpp"

#include <algorithm>
#include <cstring>

#include "prims/lanes_fold.hpp"
#include "prims/matmul_tile.hpp"
#include "runtime/array.hpp"
#include "runtime/lengths.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::prims::products {
namespace {

using lanes::kAccumulators;
using runtime::pieces;

/// y[i] += sum over t of m[i, t] * x[t].
template <class T>
struct MatrixVector {
  std::int64_t rows = 0, terms = 0;
  const T* m = nullptr;
  std::int64_t row = 0, term = 0;
  const T* x = nullptr;  ///< dense
  T* y = nullptr;
  std::int64_t y_step = 0;
  SumOrder order;
};

/// As many accumulators as [live] have been used are combined, by the tree of lanes_fold.hpp.
template <class T>
void combine(T* sums, std::int64_t live) {
  for (int step = kAccumulators / 2; step >= 1; step /= 2)
    for (int j = 0; j < step && j + step < live; ++j) sums[j] += sums[j + step];
}

// -------------------------------------------------------------------------------------- along rows

/// Sums in blocks with accumulators, which lie side by side: [kTogether] rows at a time.
template <class T, int kTogether>
void dots_strided(const MatrixVector<T>& p, std::int64_t first) {
  const T* const m = p.m + first * p.row;
  for (std::int64_t block = 0; block < p.terms; block += p.order.block) {
    const std::int64_t count = std::min(p.order.block, p.terms - block);
    const std::int64_t live = std::min<std::int64_t>(count, kAccumulators);
    T sums[kTogether][kAccumulators];
    for (int r = 0; r < kTogether; ++r)
      for (int j = 0; j < live; ++j) sums[r][j] = m[r * p.row + block + j] * p.x[block + j];
    std::int64_t t = kAccumulators;
    for (; t + kAccumulators <= count; t += kAccumulators)
      for (int r = 0; r < kTogether; ++r)
        for (int j = 0; j < kAccumulators; ++j)
          sums[r][j] += m[r * p.row + block + t + j] * p.x[block + t + j];
    for (int r = 0; r < kTogether; ++r) {
      for (std::int64_t j = 0; t + j < count; ++j)
        sums[r][j] += m[r * p.row + block + t + j] * p.x[block + t + j];
      combine(sums[r], live);
      p.y[(first + r) * p.y_step] += sums[r][0];
    }
  }
}

/// Sums one after the other: [kTogether] rows at a time, so that additions need not wait.
template <class T, int kTogether>
void dots_linear(const MatrixVector<T>& p, std::int64_t first) {
  const T* const m = p.m + first * p.row;
  const bool fresh = p.order.block != 0;
  const std::int64_t size = fresh ? p.order.block : p.terms;
  for (std::int64_t block = 0; block < p.terms; block += size) {
    const std::int64_t end = block + std::min(size, p.terms - block);
    T sums[kTogether];
    for (int r = 0; r < kTogether; ++r)
      sums[r] = fresh ? m[r * p.row + block] * p.x[block] : p.y[(first + r) * p.y_step];
    for (std::int64_t t = block + (fresh ? 1 : 0); t < end; ++t)
      for (int r = 0; r < kTogether; ++r) sums[r] += m[r * p.row + t] * p.x[t];
    for (int r = 0; r < kTogether; ++r) {
      T& y = p.y[(first + r) * p.y_step];
      y = fresh ? y + sums[r] : sums[r];
    }
  }
}

template <class T>
void along_rows(const MatrixVector<T>& p, std::int64_t from, std::int64_t to) {
  constexpr int kStrided = 2, kLinear = 8;
  std::int64_t i = from;
  if (p.order.accumulators > 1) {
    for (; i + kStrided <= to; i += kStrided) dots_strided<T, kStrided>(p, i);
    for (; i < to; ++i) dots_strided<T, 1>(p, i);
  } else {
    for (; i + kLinear <= to; i += kLinear) dots_linear<T, kLinear>(p, i);
    for (; i < to; ++i) dots_linear<T, 1>(p, i);
  }
}

// ----------------------------------------------------------------------------------- along columns

/// Sums that are worked on together. A page of each row: the machine sees shorter pieces of rows
/// that are far apart too late.
constexpr std::int64_t kStrip = 512;

/// sums[j] += m[t, j] * x[t] for [n] terms [apart]; [m]: the first one's elements, [row] apart.
template <class T>
void columns_of(std::int64_t n, std::int64_t width, const T* m, std::int64_t term, const T* x,
                std::int64_t apart, T* __restrict sums) {
  std::int64_t t = 0;
  for (; t + 4 <= n; t += 4) {
    const T* const m0 = m + t * apart * term;
    const T* const m1 = m0 + apart * term;
    const T* const m2 = m1 + apart * term;
    const T* const m3 = m2 + apart * term;
    const T x0 = x[t * apart], x1 = x[(t + 1) * apart], x2 = x[(t + 2) * apart],
            x3 = x[(t + 3) * apart];
    for (std::int64_t j = 0; j < width; ++j)
      sums[j] = (((sums[j] + m0[j] * x0) + m1[j] * x1) + m2[j] * x2) + m3[j] * x3;
  }
  for (; t < n; ++t) {
    const T* const here = m + t * apart * term;
    const T factor = x[t * apart];
    for (std::int64_t j = 0; j < width; ++j) sums[j] += here[j] * factor;
  }
}

/// Rows [first] on, which are neighbours in memory, [width] of them.
template <class T>
void strip(const MatrixVector<T>& p, std::int64_t first, std::int64_t width) {
  alignas(64) T sums[kAccumulators][kStrip];
  const T* const m = p.m + first;
  T* const y = p.y + first * p.y_step;
  if (p.order.block == 0) {
    for (std::int64_t j = 0; j < width; ++j) sums[0][j] = y[j * p.y_step];
    columns_of(p.terms, width, m, p.term, p.x, 1, sums[0]);
    for (std::int64_t j = 0; j < width; ++j) y[j * p.y_step] = sums[0][j];
    return;
  }
  const int step = p.order.accumulators;
  for (std::int64_t block = 0; block < p.terms; block += p.order.block) {
    support::poll();
    const std::int64_t count = std::min(p.order.block, p.terms - block);
    const auto live = static_cast<int>(std::min<std::int64_t>(count, step));
    for (int r = 0; r < live; ++r)
      for (std::int64_t j = 0; j < width; ++j)
        sums[r][j] = m[(block + r) * p.term + j] * p.x[block + r];
    // Some terms of every accumulator at a time: their rows are read close to each other.
    const std::int64_t walk = 4 * step;
    for (std::int64_t t = step; t < count; t += walk)
      for (int r = 0; r < live && t + r < count; ++r)
        columns_of(pieces(std::min(walk, count - t) - r, step), width, m + (block + t + r) * p.term,
                   p.term, p.x + block + t + r, step, sums[r]);
    for (int apart = step / 2; apart >= 1; apart /= 2)
      for (int r = 0; r < apart && r + apart < live; ++r)
        for (std::int64_t j = 0; j < width; ++j) sums[r][j] += sums[r + apart][j];
    for (std::int64_t j = 0; j < width; ++j) y[j * p.y_step] += sums[0][j];
  }
}

}  // namespace

template <class T>
bool add_vector_product(const MatrixProduct& product, int threads) {
  MatrixVector<T> p;
  p.terms = product.terms;
  p.order = product.order;
  p.y = static_cast<T*>(product.c);
  const T* vector = nullptr;
  std::int64_t vector_step = 0;
  if (product.columns == 1) {
    p.rows = product.rows;
    p.m = static_cast<const T*>(product.a.data);
    p.row = product.a.row;
    p.term = product.a.column;
    p.y_step = product.c_row;
    vector = static_cast<const T*>(product.b.data);
    vector_step = product.b.row;
  } else {
    p.rows = product.columns;
    p.m = static_cast<const T*>(product.b.data);
    p.row = product.b.column;
    p.term = product.b.row;
    p.y_step = 1;
    vector = static_cast<const T*>(product.a.data);
    vector_step = product.a.column;
  }
  const bool rows = p.term == 1;
  if (!rows && p.row != 1) return false;
  runtime::BufferRef dense;
  if (vector_step != 1) {
    dense = runtime::BufferRef(
        runtime::Buffer::allocate(static_cast<std::size_t>(p.terms) * sizeof(T)));
    T* const to = reinterpret_cast<T*>(dense.get()->data());
    for (std::int64_t t = 0; t < p.terms; ++t) to[t] = vector[t * vector_step];
    support::moved(p.terms, sizeof(T));
    vector = to;
  }
  p.x = vector;
  // Rows that are a piece of work, and bound the time between polls.
  constexpr std::int64_t kWork = 1 << 16;
  const std::int64_t most = std::max<std::int64_t>(1, kWork / std::max<std::int64_t>(1, p.terms));
  const std::int64_t unit = rows ? pieces(most, 8) * 8 : pieces(most, kStrip) * kStrip;
  runtime::parallel_for(pieces(p.rows, unit), threads, [&](std::int64_t block) {
    const std::int64_t from = block * unit, to = std::min(p.rows, from + unit);
    support::spend((to - from) * p.terms / 4);
    if (rows) return along_rows(p, from, to);
    for (std::int64_t i = from; i < to; i += kStrip) strip(p, i, std::min(kStrip, to - i));
  });
  return true;
}

template bool add_vector_product<float>(const MatrixProduct&, int);
template bool add_vector_product<double>(const MatrixProduct&, int);

}  // namespace laguz::prims::products
