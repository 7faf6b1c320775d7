// Reductions and scans of a run: the shapes of core/reduce_shape.hpp.
#include <algorithm>
#include <cstring>

#include "eval/lanes/soac_run.hpp"
#include "runtime/lengths.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {

using runtime::Array;

namespace {

constexpr const char* kFails = "an operator fails";

std::size_t bytes_of(std::int64_t count, ScalarType type) {
  return static_cast<std::size_t>(count * support::size_of(type));
}

Scalar load_scalar(const std::byte* at, ScalarType type) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, bytes_of(1, type));
  if (!support::is_signed(type)) return {type, bits};
  return Scalar::integer(type, static_cast<std::int64_t>(bits));
}

void store_scalar(std::byte* at, const Value& value) {
  const auto& scalar = std::get<Scalar>(value);
  std::memcpy(at, &scalar.bits, bytes_of(1, scalar.type));  // low bytes first
}

/// Does [part](start, n) to one piece of [count] elements after another, and may be stopped between
/// two.
template <class Part>
void in_pieces(std::int64_t count, const Part& part) {
  constexpr std::int64_t kPiece = std::int64_t{1} << 16;
  for (std::int64_t i = 0; i < count; i += kPiece) {
    support::poll();
    part(i, std::min(kPiece, count - i));
  }
}

}  // namespace

void SoacRun::prepare_folds() {
  partial_.assign(plan_.main_.results.size(), {});
  for (const Operator& op : plan_.reduces_) {
    const core::FoldShape shape = op.builtin ? builtin_shape_ : other_shape_;
    std::int64_t count = in_.width;
    if (shape == core::FoldShape::blocked) count = runtime::pieces(in_.width, core::kBlock);
    if (shape == core::FoldShape::chunked) count = runtime::pieces(in_.width, core::kChunk);
    for (std::size_t k = 0; k < op.arity(); ++k)
      partial_[op.first + k] = Array::uninitialised(op.types[k], {count});
  }
}

void SoacRun::fold_block(std::size_t reduce, Worker& worker, std::int64_t start, std::int64_t n,
                         const std::byte* values) {
  const Operator& op = plan_.reduces_[reduce];
  const int size = support::size_of(op.types[0]);
  std::byte* acc = worker.blocks[reduce].acc;
  const std::int64_t in_block = start % core::kBlock;
  if (in_block == 0) {
    const std::int64_t first = std::min<std::int64_t>(n, core::kLanes);
    std::memcpy(acc, values, bytes_of(first, op.types[0]));
    op.builtin->strided(n - first, acc, values + first * size);
  } else {
    op.builtin->strided(n, acc, values);
  }
  const std::int64_t done = in_block + n;
  if (done < core::kBlock && n < in_.width - start) return;
  op.builtin->combine(std::min<std::int64_t>(done, core::kLanes), acc);
  std::memcpy(partial_[op.first].mutable_raw() + start / core::kBlock * size, acc,
              static_cast<std::size_t>(size));
}

void SoacRun::fold_narrow(std::size_t reduce, Worker& worker, std::int64_t start, std::int64_t n,
                          const std::byte* values) {
  const int size = support::size_of(plan_.reduces_[reduce].types[0]);
  std::byte* waiting = worker.blocks[reduce].waiting;
  const std::int64_t before = start % core::kLanes;
  std::memcpy(waiting + before * size, values, static_cast<std::size_t>(n * size));
  support::moved(n, size);
  if (before + n == core::kLanes || start + n == in_.width)
    fold_block(reduce, worker, start - before, before + n, waiting);
}

void SoacRun::fold_chunks(Worker& worker, std::int64_t start, std::int64_t n) {
  try {
    for (const Operator& op : plan_.reduces_)
      if (!op.builtin && other_shape_ == core::FoldShape::chunked)
        fold_chunks(op, worker, start, n);
    for (std::size_t i = 0; i < plan_.scans_.size(); ++i) {
      if (!scans_blocks(i)) continue;
      const Operator& op = plan_.scans_[i];
      const Runs elements = operands(op, worker, start);
      Columns to;
      for (std::size_t k = 0; k < op.arity(); ++k)
        to.push_back(is_carried(op.first + k)
                         ? nullptr
                         : out_[op.first + k].mutable_raw() + bytes_of(start, op.types[k]));
      BlockLanes lanes(op, in_.free, core::kScanBlock, n);
      if (parallel()) {
        lanes.scan(elements, to);
        continue;
      }
      // On one thread units come in order: what comes before each is known.
      if (start == 0) {
        on_.resize(plan_.scans_.size());
        on_[i] = std::make_unique<ScanOn>(op, plan_.last_[i] ? *plan_.last_[i] : op, in_.free);
        set_acc(on_[i]->before, plan_.reduces_.size() + i);
      }
      lanes.scan_on(elements, to, *on_[i], start + n == in_.width, worker.scanned);
    }
  } catch (const LaneError&) {
    throw NotLanes{.why = kFails};  // which iteration it is at cannot be told here
  }
}

void SoacRun::fold_chunks(const Operator& op, Worker& worker, std::int64_t start, std::int64_t n) {
  Columns totals;
  for (std::size_t k = 0; k < op.arity(); ++k)
    totals.push_back(partial_[op.first + k].mutable_raw() +
                     bytes_of(start / core::kChunk, op.types[k]));
  BlockLanes(op, in_.free, core::kChunk, n).fold(operands(op, worker, start), totals);
}

bool SoacRun::scans_blocks(std::size_t scan) const {
  return !plan_.scans_[scan].builtin && !plan_.leaves_scan(scan, in_.width);
}

/// On one thread the results of scans in blocks that nobody reads are carried, not kept.
void SoacRun::drop_unread_scans() {
  for (std::size_t i = 0; i < plan_.scans_.size(); ++i) {
    if (!scans_blocks(i) || parallel() || nested_) continue;
    const Operator& op = plan_.scans_[i];
    for (std::size_t k = 0; k < op.arity(); ++k)
      if (plan_.is_unread(op.first + k)) out_[op.first + k] = Array();
  }
}

/// Results of the lambda that chunks and blocks read where they come from: elements of arrays.
void SoacRun::find_read_there() {
  read_there_.assign(plan_.main_.results.size(), {});
  const auto look = [&](const Operator& op) {
    for (std::size_t r = op.first; r < op.first + op.arity(); ++r) {
      const auto param = plan_.param_of_[r];
      if (!param) continue;
      const Array& array = in_.arrays[*param];
      if (array.is_affine() || array.is_dense()) read_there_[r] = param;
    }
  };
  for (const Operator& op : plan_.reduces_)
    if (!op.builtin && other_shape_ == core::FoldShape::chunked) look(op);
  for (std::size_t i = 0; i < plan_.scans_.size(); ++i)
    if (scans_blocks(i)) look(plan_.scans_[i]);
}

/// Elements [from] on of the operands of a reduction in chunks or a scan in blocks.
Runs SoacRun::operands(const Operator& op, Worker& worker, std::int64_t from) {
  Runs runs;
  for (std::size_t k = 0; k < op.arity(); ++k) {
    const std::size_t r = op.first + k;
    if (!read_there_[r]) {
      runs.push_back({place(worker, r, from)});
      continue;
    }
    const Array& array = in_.arrays[*read_there_[r]];
    if (array.is_affine())
      runs.push_back({nullptr,
                      runtime::wrapping_sum(array.affine_base(),
                                            runtime::wrapping_product(from, array.stride(0))),
                      array.stride(0)});
    else
      runs.push_back({array.raw() + bytes_of(from, op.types[k])});
  }
  return runs;
}

void SoacRun::set_acc(Folder& folder, std::size_t op) {
  for (std::size_t k = 0; k < in_.neutral[op].size(); ++k)
    store_scalar(folder.acc(k), in_.neutral[op][k]);
}

void SoacRun::finish_reduce(std::size_t reduce, std::vector<Value>& results) {
  const Operator& op = plan_.reduces_[reduce];
  const std::size_t arity = op.arity();
  if (op.builtin) {
    std::byte acc[8];
    store_scalar(acc, in_.neutral[reduce][0]);
    const Array& partial = partial_[op.first];
    in_pieces(partial.length(), [&](std::int64_t i, std::int64_t n) {
      op.builtin->left(n, acc, partial.raw() + bytes_of(i, op.types[0]));
    });
    results.push_back(load_scalar(acc, op.types[0]));
    return;
  }
  Folder folder(op, in_.free, 1);
  set_acc(folder, reduce);
  std::vector<const std::byte*> pointers(arity);
  for (std::int64_t i = 0; i < partial_[op.first].length(); ++i) {
    if (i % core::kBlock == 0) support::poll();
    for (std::size_t k = 0; k < arity; ++k)
      pointers[k] = partial_[op.first + k].raw() + bytes_of(i, op.types[k]);
    folder.step(1, pointers);
  }
  for (std::size_t k = 0; k < arity; ++k)
    results.push_back(load_scalar(folder.acc(k), op.types[k]));
}

void SoacRun::finish_scan(std::size_t scan) {
  const Operator& op = plan_.scans_[scan];
  if (op.builtin) {
    std::byte acc[8];
    store_scalar(acc, in_.neutral[plan_.reduces_.size() + scan][0]);
    std::byte* data = out_[op.first].mutable_raw();
    in_pieces(in_.width, [&](std::int64_t i, std::int64_t n) {
      std::byte* piece = data + bytes_of(i, op.types[0]);
      op.builtin->scan(n, piece, acc, piece);
    });
    return;
  }
  if (scans_blocks(scan) && parallel()) finish_blocks(scan);
}

/// Every block has been scanned from its own first element.
void SoacRun::finish_blocks(std::size_t scan) {
  const Operator& op = plan_.scans_[scan];
  const std::int64_t blocks = runtime::pieces(in_.width, core::kScanBlock);
  Folder folder(op, in_.free, 1);
  set_acc(folder, plan_.reduces_.size() + scan);
  std::vector<std::vector<std::byte>> carried;
  Columns columns, carries;
  for (std::size_t k = 0; k < op.arity(); ++k) {
    columns.push_back(out_[op.first + k].mutable_raw());
    carried.emplace_back(bytes_of(blocks, op.types[k]));
    carries.push_back(carried.back().data());
  }
  std::vector<const std::byte*> last(op.arity());
  for (std::int64_t b = 0; b < blocks; ++b) {
    if (b % core::kBlock == 0) support::poll();
    for (std::size_t k = 0; k < op.arity(); ++k) {
      std::memcpy(carries[k] + bytes_of(b, op.types[k]), folder.acc(k), bytes_of(1, op.types[k]));
      last[k] = columns[k] + bytes_of((b + 1) * core::kScanBlock - 1, op.types[k]);
    }
    if (b + 1 < blocks) folder.step(1, last);
  }
  runtime::parallel_for(runtime::pieces(in_.width, kFoldedTogether), threads_,
                        [&](std::int64_t part) {
                          support::poll();
                          const std::int64_t from = part * kFoldedTogether;
                          combine_carries(op, in_.free, core::kScanBlock, columns, carries, from,
                                          std::min(in_.width, from + kFoldedTogether));
                        });
}

std::vector<Value> SoacRun::finish() {
  std::vector<Value> results;
  try {
    for (std::size_t i = 0; i < plan_.reduces_.size(); ++i) finish_reduce(i, results);
    for (std::size_t i = 0; i < plan_.scans_.size(); ++i) finish_scan(i);
  } catch (const LaneError&) {
    throw NotLanes{.why = kFails};
  }
  for (std::size_t r = results.size(); r < out_.size(); ++r) {
    if (is_carried(r)) {
      const ScalarType type = plan_.main_.results[r].type();
      out_[r] = Array::filled({in_.width}, {type, 0});
    }
    if (nested_)
      out_[r] = out_[r].reshape(out_[r].shape().drop(1).prepend(columns_).prepend(in_.width));
    results.push_back(std::move(out_[r]));
  }
  return results;
}

}  // namespace laguz::eval::lanes
