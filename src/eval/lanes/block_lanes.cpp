#include "eval/lanes/block_lanes.hpp"

#include <algorithm>
#include <cstring>

#include "prims/lanes_move.hpp"
#include "runtime/lengths.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

/// Elements of a block that are turned at a time: whole squares of all operands.
std::int64_t turned(const Operator& op) {
  std::int64_t most = 0;
  for (const ScalarType type : op.types)
    most = std::max(most, kernels::turned_at_a_time(support::size_of(type)));
  return most;
}

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
      turned_(turned(op)),
      elements_(rooms(op, row_ * turned_)),
      values_(rooms(op, row_ * turned_)) {}

std::byte* BlockLanes::element(std::size_t operand, std::int64_t step) {
  return elements_[operand].data() + step * row_ * support::size_of(op_.types[operand]);
}

std::byte* BlockLanes::value(std::size_t operand, std::int64_t step) {
  return values_[operand].data() + step * row_ * support::size_of(op_.types[operand]);
}

void BlockLanes::load(const Runs& elements, std::int64_t from, std::int64_t count) {
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const auto [values, start, by] = elements[k];
    if (values == nullptr) {
      for (std::int64_t j = 0; j < count; ++j)
        kernels::affine(op_.types[k], lanes(from + j), element(k, j),
                        runtime::wrapping_sum(start, runtime::wrapping_product(from + j, by)),
                        runtime::wrapping_product(length_, by));
      continue;
    }
    const int size = support::size_of(op_.types[k]);
    const std::byte* first = values + from * size;
    if (from + count < length_)
      kernels::prefetch(kernels::Use::read, size, whole_, turned_, first + count * size, length_);
    kernels::rows_to_lanes(size, whole_, count, element(k, 0), row_, first, length_);
    const std::int64_t more = std::clamp<std::int64_t>(rest_ - from, 0, count);
    kernels::store(size, more, element(k, 0) + whole_ * size, row_,
                   first + whole_ * length_ * size);
  }
}

void BlockLanes::store(const Columns& columns, std::int64_t from, std::int64_t count) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k] == nullptr) continue;
    const int size = support::size_of(op_.types[k]);
    std::byte* first = columns[k] + from * size;
    kernels::lanes_to_rows(size, whole_, count, first, length_, value(k, 0), row_);
    const std::int64_t more = std::clamp<std::int64_t>(rest_ - from, 0, count);
    kernels::load(size, more, first + whole_ * length_ * size, value(k, 0) + whole_ * size, row_);
  }
}

void BlockLanes::expect(const Columns& columns, std::int64_t from, std::int64_t count) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const int size = support::size_of(op_.types[k]);
    if (columns[k] != nullptr)
      kernels::prefetch(kernels::Use::written, size, whole_, count, columns[k] + from * size,
                        length_);
  }
}

void BlockLanes::run(const Runs& elements, Gives gives, const Columns& to) {
  const std::size_t arity = op_.arity();
  std::vector<const std::byte*> acc(arity), elem(arity);
  std::vector<std::byte*> out(arity);
  const auto take = [&](std::int64_t lane, std::int64_t count, std::int64_t step) {
    for (std::size_t k = 0; k < arity; ++k) {
      const int size = support::size_of(op_.types[k]);
      std::memcpy(to[k] + lane * size, value(k, step) + lane * size,
                  static_cast<std::size_t>(count * size));
      support::moved(count, size);
    }
  };
  for (std::int64_t from = 0; from < length_; from += turned_) {
    const std::int64_t count = std::min(turned_, length_ - from);
    load(elements, from, count);
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t n = lanes(from + j);
      for (std::size_t k = 0; k < arity; ++k) {
        acc[k] = value(k, j > 0 ? j - 1 : turned_ - 1);
        elem[k] = element(k, j);
        out[k] = value(k, j);
        if (from + j == 0) kernels::load(support::size_of(op_.types[k]), n, out[k], elem[k], 1);
      }
      if (from + j > 0) folder_.apply(n, acc, elem, out);
      if (gives == Gives::totals && from + j + 1 == rest_) take(whole_, 1, j);
    }
    if (gives == Gives::all) store(to, from, count);
  }
  if (gives == Gives::totals) take(0, whole_, (length_ - 1) % turned_);
}

void BlockLanes::fold(const Runs& elements, const Columns& totals) {
  run(elements, Gives::totals, totals);
}

void BlockLanes::scan(const Runs& elements, const Columns& to) { run(elements, Gives::all, to); }

void BlockLanes::scan_on(const Runs& elements, const Columns& to, ScanOn& on, bool ends,
                         std::vector<std::vector<std::byte>>& room) {
  const std::size_t arity = op_.arity();
  room.resize(arity);
  for (std::size_t k = 0; k < arity; ++k) {
    const auto bytes = static_cast<std::size_t>(length_ * row_ * support::size_of(op_.types[k]));
    if (room[k].size() < bytes) room[k].resize(bytes);
  }
  const auto own = [&](std::size_t k, std::int64_t step) {
    return room[k].data() + step * row_ * support::size_of(op_.types[k]);
  };
  std::vector<const std::byte*> acc(arity), elem(arity);
  std::vector<std::byte*> out(arity);
  for (std::int64_t from = 0; from < length_; from += turned_) {
    const std::int64_t count = std::min(turned_, length_ - from);
    load(elements, from, count);
    for (std::int64_t step = from; step < from + count; ++step) {
      const std::int64_t n = lanes(step);
      for (std::size_t k = 0; k < arity; ++k) {
        acc[k] = step > 0 ? own(k, step - 1) : nullptr;
        elem[k] = element(k, step - from);
        out[k] = own(k, step);
        if (step == 0) kernels::load(support::size_of(op_.types[k]), n, out[k], elem[k], 1);
      }
      if (step > 0) folder_.apply(n, acc, elem, out);
    }
  }
  // Where the last block has ended it stays as it is: all rows are whole then, and lie side by
  // side.
  for (std::size_t k = 0; k < arity; ++k)
    for (std::int64_t step = rest_; rest_ > 0 && step < length_; ++step) {
      const auto size = static_cast<std::size_t>(support::size_of(op_.types[k]));
      const std::size_t last = static_cast<std::size_t>(whole_) * size;
      std::memcpy(own(k, step) + last, own(k, rest_ - 1) + last, size);
    }
  const std::int64_t steps = std::clamp<std::int64_t>(ScanOn::kApplied / row_, 1, turned_);
  auto carried = rooms(op_, row_ * steps);
  Columns carries;
  for (auto& values : carried) carries.push_back(values.data());
  carry(on.before, ends, room, carries);
  for (std::size_t k = 0; k < arity; ++k) {
    const auto bytes = static_cast<std::size_t>(row_ * support::size_of(op_.types[k]));
    for (std::int64_t step = 1; step < steps; ++step)
      std::memcpy(carries[k] + static_cast<std::size_t>(step) * bytes, carries[k], bytes);
  }
  for (std::int64_t from = 0; from < length_; from += turned_) {
    const std::int64_t count = std::min(turned_, length_ - from);
    expect(to, from, count);
    for (std::int64_t j = 0; j < count; j += steps) {
      for (std::size_t k = 0; k < arity; ++k) {
        acc[k] = carries[k];
        elem[k] = own(k, from + j);
        out[k] = value(k, j);
      }
      on.last.apply(row_ * std::min(steps, count - j), acc, elem, out);
    }
    store(to, from, count);
  }
}

/// What comes before each block.
void BlockLanes::carry(Folder& before, bool ends, const std::vector<std::vector<std::byte>>& room,
                       const Columns& carries) {
  const std::size_t arity = op_.arity();
  std::vector<const std::byte*> last(arity);
  const std::int64_t blocks = lanes(0);
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t end = b < whole_ ? length_ : rest_;
    for (std::size_t k = 0; k < arity; ++k) {
      const int size = support::size_of(op_.types[k]);
      std::memcpy(carries[k] + b * size, before.acc(k), static_cast<std::size_t>(size));
      last[k] = room[k].data() + ((end - 1) * row_ + b) * size;
    }
    if (b + 1 < blocks || !ends) before.step(1, last);
  }
}

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
      support::moved(n, size);
    }
  }
}

}  // namespace laguz::eval::lanes
