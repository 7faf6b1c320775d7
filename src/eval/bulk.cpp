#include "eval/bulk.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/reduce_shape.hpp"
#include "runtime/lengths.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::eval {
namespace {

constexpr std::size_t kMostBytes = sizeof(std::uint64_t);  ///< of an element

/// Elements [from, from+count) as one dense run.
Array dense_part(const Array& array, std::int64_t from, std::int64_t count) {
  return array.slice(0, from, count, 1).dense();
}

/// An element, as arrays have it.
void put(std::byte* to, Scalar scalar) {
  with_type(scalar.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T own = from_bits<T>(scalar.bits);
    std::memcpy(to, &own, sizeof own);
  });
}
Scalar taken(const std::byte* from, ScalarType type) {
  return with_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T own;
    std::memcpy(&own, from, sizeof own);
    return Scalar{type, to_bits(own)};
  });
}

/// Of [n] elements of [size] bytes, more than none.
void block_result(const prims::lanes::Fold& fold, std::int64_t size, std::int64_t n,
                  const std::byte* elements, std::byte* to) {
  alignas(64) std::byte acc[core::kLanes * kMostBytes];
  const std::int64_t live = std::min<std::int64_t>(n, core::kLanes);
  std::memcpy(acc, elements, static_cast<std::size_t>(live * size));
  fold.strided(n - live, acc, elements + live * size);
  fold.combine(live, acc);
  std::memcpy(to, acc, static_cast<std::size_t>(size));
}

}  // namespace

Reduction::Reduction(core::Prim prim, Scalar neutral)
    : fold_(prims::lanes::fold(prim)), type_(prim.type) {
  put(total_, neutral);
}

void Reduction::add_block(std::int64_t length, std::byte* accumulators) {
  fold_.combine(std::min<std::int64_t>(length, core::kLanes), accumulators);
  add(1, accumulators);
}

Scalar Reduction::result() const { return taken(total_, type_); }

Scalar bulk_reduce(core::Prim prim, Scalar neutral, const Array& array, int threads) {
  const std::int64_t n = array.length(), size = support::size_of(prim.type);
  const prims::lanes::Fold fold = prims::lanes::fold(prim);
  Reduction whole(prim, neutral);
  if (core::fold_shape(true, n) == core::FoldShape::linear) {
    whole.add(n, array.dense().raw());
    support::spend(n);
    return whole.result();
  }
  // Blocks in groups: a group is a thread's piece of work, and bounds the time between polls.
  constexpr std::int64_t kGroup = 64;
  const std::int64_t blocks = runtime::pieces(n, core::kBlock);
  const std::int64_t most = std::max<std::int64_t>(1, threads) * kGroup * 4;
  std::vector<std::byte> results(static_cast<std::size_t>(std::min(blocks, most) * size));
  for (std::int64_t first = 0; first < blocks; first += most) {
    const std::int64_t count = std::min(most, blocks - first);
    runtime::parallel_for((count + kGroup - 1) / kGroup, threads, [&](std::int64_t group) {
      for (std::int64_t b = group * kGroup; b < std::min(count, (group + 1) * kGroup); ++b) {
        const std::int64_t at = (first + b) * core::kBlock;
        const std::int64_t length = std::min(core::kBlock, n - at);
        const Array part = dense_part(array, at, length);
        block_result(fold, size, length, part.raw(), results.data() + b * size);
      }
    });
    whole.add(count, results.data());
    support::spend(count * core::kBlock / 2);
  }
  return whole.result();
}

Array bulk_scan(core::Prim prim, Scalar neutral, Array array) {
  const prims::lanes::Fold fold = prims::lanes::fold(prim);
  const bool in_place = array.is_unique();
  const Array from = in_place ? Array() : array.dense();
  Array result = in_place ? std::move(array) : Array::uninitialised(from.type(), from.shape());
  const std::int64_t n = result.length(), size = support::size_of(prim.type);
  std::byte* const to = result.mutable_raw();
  const std::byte* const elements = in_place ? to : from.raw();
  alignas(8) std::byte state[kMostBytes];
  put(state, neutral);
  for (std::int64_t i = 0; i < n; i += core::kBlock) {
    const std::int64_t some = std::min(core::kBlock, n - i);
    fold.scan(some, to + i * size, state, elements + i * size);
    support::spend(2 * some);
  }
  return result;
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
