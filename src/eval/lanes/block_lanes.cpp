#include "eval/lanes/block_lanes.hpp"

#include <algorithm>
#include <cstring>

#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

/// Elements of a block that are turned at a time.
constexpr std::int64_t kTurned = 16;

std::vector<std::vector<std::byte>> rooms(const Operator& op, std::int64_t count) {
  std::vector<std::vector<std::byte>> all;
  for (const ScalarType type : op.types)
    all.emplace_back(static_cast<std::size_t>(count * support::size_of(type)));
  return all;
}

}  // namespace

BlockLanes::BlockLanes(const Operator& op, const std::vector<Value>& free, std::int64_t length,
                       std::int64_t n)
    : op_(op),
      folder_(op, free, runtime::pieces(n, length)),
      length_(std::min(length, n)),
      whole_(n / length_),
      rest_(n % length_),
      row_(runtime::pieces(n, length_)),
      elements_(rooms(op, row_ * kTurned)),
      values_(rooms(op, row_ * (kTurned + 1))) {}

std::byte* BlockLanes::element(std::size_t operand, std::int64_t step) {
  return elements_[operand].data() + step * row_ * support::size_of(op_.types[operand]);
}

std::byte* BlockLanes::value(std::size_t operand, std::int64_t step) {
  return values_[operand].data() + (step + 1) * row_ * support::size_of(op_.types[operand]);
}

void BlockLanes::load(const Columns& columns, std::int64_t from, std::int64_t count) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const int size = support::size_of(op_.types[k]);
    const std::byte* first = columns[k] + from * size;
    kernels::transpose(size, whole_, count, element(k, 0), row_, first, length_);
    const std::int64_t more = std::clamp<std::int64_t>(rest_ - from, 0, count);
    kernels::store(size, more, element(k, 0) + whole_ * size, row_,
                   first + whole_ * length_ * size);
  }
}

void BlockLanes::store(const Columns& columns, std::int64_t from, std::int64_t count) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const int size = support::size_of(op_.types[k]);
    std::byte* first = columns[k] + from * size;
    kernels::transpose(size, count, whole_, first, length_, value(k, 0), row_);
    const std::int64_t more = std::clamp<std::int64_t>(rest_ - from, 0, count);
    kernels::load(size, more, first + whole_ * length_ * size, value(k, 0) + whole_ * size, row_);
  }
}

void BlockLanes::run(const Columns& columns, Gives gives, const Columns& to) {
  const std::size_t arity = op_.arity();
  std::vector<const std::byte*> acc(arity), elem(arity);
  std::vector<std::byte*> out(arity);
  const auto take = [&](std::int64_t lane, std::int64_t count, std::int64_t step) {
    for (std::size_t k = 0; k < arity; ++k) {
      const int size = support::size_of(op_.types[k]);
      std::memcpy(to[k] + lane * size, value(k, step) + lane * size,
                  static_cast<std::size_t>(count * size));
    }
  };
  for (std::int64_t from = 0; from < length_; from += kTurned) {
    const std::int64_t count = std::min(kTurned, length_ - from);
    load(columns, from, count);
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t n = lanes(from + j);
      for (std::size_t k = 0; k < arity; ++k) {
        acc[k] = value(k, j - 1);
        elem[k] = element(k, j);
        out[k] = value(k, j);
        if (from + j == 0)
          std::memcpy(out[k], elem[k],
                      static_cast<std::size_t>(n * support::size_of(op_.types[k])));
      }
      if (from + j > 0) folder_.apply(n, acc, elem, out);
      if (gives == Gives::totals && from + j + 1 == rest_) take(whole_, 1, j);
    }
    if (gives == Gives::all) store(columns, from, count);
    for (std::size_t k = 0; k < arity; ++k)
      std::memcpy(value(k, -1), value(k, count - 1),
                  static_cast<std::size_t>(row_ * support::size_of(op_.types[k])));
  }
  if (gives == Gives::totals) take(0, whole_, -1);
}

void BlockLanes::fold(const Columns& columns, const Columns& totals) {
  run(columns, Gives::totals, totals);
}

void BlockLanes::scan(const Columns& columns) { run(columns, Gives::all, {}); }

void combine_carries(const Operator& op, const std::vector<Value>& free, std::int64_t length,
                     const Columns& columns, const Columns& carries, std::int64_t from,
                     std::int64_t to) {
  constexpr std::int64_t kTogether = 1024;
  const std::int64_t together = runtime::pieces(kTogether, length) * length;
  const std::size_t arity = op.arity();
  Folder folder(op, free, together);
  auto carry = rooms(op, together), result = rooms(op, together);
  std::vector<const std::byte*> acc(arity), elem(arity);
  std::vector<std::byte*> out(arity);
  for (; from < to; from += together) {
    const std::int64_t n = std::min(together, to - from);
    for (std::size_t k = 0; k < arity; ++k) {
      const int size = support::size_of(op.types[k]);
      for (std::int64_t i = 0; i < n; i += length)
        kernels::fill(size, std::min(length, n - i), carry[k].data() + i * size,
                      carries[k] + (from + i) / length * size);
      acc[k] = carry[k].data();
      elem[k] = columns[k] + from * size;
      out[k] = result[k].data();
    }
    folder.apply(n, acc, elem, out);
    for (std::size_t k = 0; k < arity; ++k) {
      const int size = support::size_of(op.types[k]);
      std::memcpy(columns[k] + from * size, out[k], static_cast<std::size_t>(n * size));
    }
  }
}

}  // namespace laguz::eval::lanes
