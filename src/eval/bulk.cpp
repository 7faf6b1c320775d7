#include "eval/bulk.hpp"

#include <algorithm>
#include <vector>

#include "eval/reduce_shape.hpp"
#include "prims/catalog.hpp"
#include "runtime/lengths.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::eval {
namespace {

template <class T>
using Kernel = T (*)(T, T);

/// Elements [from, from+count) as one dense run.
Array dense_part(const Array& array, std::int64_t from, std::int64_t count) {
  return array.slice(0, from, count, 1).dense();
}

template <class T>
T block_result(const T* x, std::int64_t n, Kernel<T> op, prims::LaneKernel lanes) {
  T acc[kLanes];
  const std::int64_t live = std::min<std::int64_t>(n, kLanes);
  std::copy_n(x, live, acc);
  for (std::int64_t i = kLanes; i < n; i += kLanes)
    lanes(std::min<std::int64_t>(kLanes, n - i), acc, acc, x + i, nullptr, 0);
  return combine_accumulators(acc, live, op);
}

template <class T>
T reduce(T neutral, const Array& array, Kernel<T> op, prims::LaneKernel lanes, int threads) {
  const std::int64_t n = array.length();
  T total = neutral;
  if (fold_shape(true, n) == FoldShape::linear) {
    const Array part = array.dense();
    const T* x = part.data<T>();
    for (std::int64_t i = 0; i < n; ++i) total = op(total, x[i]);
    support::spend(n);
    return total;
  }
  // Blocks in groups: a group is a thread's piece of work, and bounds the time between polls.
  constexpr std::int64_t kGroup = 64;
  const std::int64_t blocks = runtime::pieces(n, kBlock);
  const std::int64_t most = std::max<std::int64_t>(1, threads) * kGroup * 4;
  std::vector<T> results(static_cast<std::size_t>(std::min(blocks, most)));
  for (std::int64_t first = 0; first < blocks; first += most) {
    const std::int64_t count = std::min(most, blocks - first);
    runtime::parallel_for((count + kGroup - 1) / kGroup, threads, [&](std::int64_t group) {
      for (std::int64_t b = group * kGroup; b < std::min(count, (group + 1) * kGroup); ++b) {
        const std::int64_t at = (first + b) * kBlock;
        const std::int64_t length = std::min(kBlock, n - at);
        const Array part = dense_part(array, at, length);
        results[static_cast<std::size_t>(b)] = block_result(part.data<T>(), length, op, lanes);
      }
    });
    for (std::int64_t b = 0; b < count; ++b)
      total = op(total, results[static_cast<std::size_t>(b)]);
    support::spend(count * kBlock / 2);
  }
  return total;
}

template <class T>
Array scan(T neutral, const Array& array, Kernel<T> op) {
  const Array from = array.dense();
  const std::int64_t n = array.length();
  Array result = Array::uninitialised(array.type(), array.shape());
  const T* x = from.data<T>();
  T* y = result.mutable_data<T>();
  T state = neutral;
  for (std::int64_t i = 0; i < n;) {
    const std::int64_t end = std::min(n, i + kBlock);
    for (; i < end; ++i) y[i] = state = op(state, x[i]);
    support::spend(2 * kBlock);
  }
  return result;
}

}  // namespace

Scalar bulk_reduce(core::Prim prim, Scalar neutral, const Array& array, int threads) {
  const prims::Row& row = prims::row_of(prim);
  const auto i = static_cast<int>(prim.type);
  return with_type(prim.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto op = reinterpret_cast<Kernel<T>>(row.scalar[i]);
    const T total = reduce<T>(from_bits<T>(neutral.bits), array, op, row.lanes[i], threads);
    return Scalar{prim.type, to_bits(total)};
  });
}

Array bulk_scan(core::Prim prim, Scalar neutral, const Array& array) {
  return with_type(prim.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto op =
        reinterpret_cast<Kernel<T>>(prims::row_of(prim).scalar[static_cast<int>(prim.type)]);
    return scan<T>(from_bits<T>(neutral.bits), array, op);
  });
}

std::optional<Bulk> bulk_of(const core::Soac& soac) {
  const core::Lambda& lambda = soac.lambda;
  if (soac.reduces.size() + soac.scans.size() != 1 || lambda.params.size() != 1 ||
      lambda.body.results.size() != 1 || !lambda.body.stms.empty() ||
      lambda.body.results[0].var != lambda.params[0].id)
    return std::nullopt;
  const bool is_scan = soac.reduces.empty();
  const auto prim = commutative_builtin(is_scan ? soac.scans[0].op : soac.reduces[0].op);
  if (!prim) return std::nullopt;
  return Bulk{*prim, is_scan};
}

}  // namespace laguz::eval
