// Operators over blocks of a run of elements: each block is a lane, and the j-th elements of all
// blocks are combined at once.
#pragma once

#include "eval/lanes/worker.hpp"

namespace laguz::eval::lanes {

/// Per operand, where its values lie, one after the other.
using Columns = std::vector<std::byte*>;

/// Per operand, what its values are: they lie one after the other, or go on by [step].
struct Run {
  const std::byte* values = nullptr;
  std::int64_t start = 0, step = 0;  ///< without [values]
};
using Runs = std::vector<Run>;

/// What goes from one run of blocks to the next.
struct ScanOn {
  static constexpr std::int64_t kApplied = 1024;

  ScanOn(const Operator& op, const Operator& without_unread, const std::vector<Value>& free)
      : before(op, free, 1), last(without_unread, free, kApplied) {}

  Folder before;  ///< has what all that came before gives
  Folder last;    ///< for [kApplied] lanes; need not give what nobody reads
};

class BlockLanes {
 public:
  /// [n] elements in blocks of [length]; the last one may be shorter.
  BlockLanes(const Operator& op, const std::vector<Value>& free, std::int64_t length,
             std::int64_t n);

  /// totals[b] = the left fold of block b from its first element.
  void fold(const Runs& elements, const Columns& totals);
  /// The same, and every value on the way goes to its element's place in [to], where that may be.
  void scan(const Runs& elements, const Columns& to);
  /// All blocks as one scan, behind [on], which moves on: what each block is by itself, combined
  /// with what comes before it. Where [to] has no place for an operand it is not kept. [room] is
  /// for every operand of all elements, and may be used again. [ends]: nothing comes after it.
  void scan_on(const Runs& elements, const Columns& to, ScanOn& on, bool ends,
               std::vector<std::vector<std::byte>>& room);

 private:
  enum class Gives : std::uint8_t { totals, all };
  void run(const Runs& elements, Gives gives, const Columns& to);
  /// Turns elements [from, from+count) of every block into vectors, or vectors into elements.
  void load(const Runs& elements, std::int64_t from, std::int64_t count);
  void store(const Columns& columns, std::int64_t from, std::int64_t count);
  /// Asks for the places that `store` will write.
  void expect(const Columns& columns, std::int64_t from, std::int64_t count);
  void carry(Folder& before, bool ends, const std::vector<std::vector<std::byte>>& room,
             const Columns& carries);
  std::byte* element(std::size_t operand, std::int64_t step);
  std::byte* value(std::size_t operand, std::int64_t step);
  /// Blocks that have an element [step].
  std::int64_t lanes(std::int64_t step) const { return whole_ + (step < rest_ ? 1 : 0); }

  const Operator& op_;
  Folder folder_;
  std::int64_t length_, whole_, rest_;
  std::int64_t row_;     ///< lanes that a vector has room for
  std::int64_t turned_;  ///< elements of a block that are turned at a time
  std::vector<std::vector<std::byte>> elements_, values_;
};

/// columns[i] = carries[i / length] ⊕ columns[i] for [from] <= i < [to]; [from] begins a block.
void combine_carries(const Operator& op, const std::vector<Value>& free, std::int64_t length,
                     const Columns& columns, const Columns& carries, std::int64_t from,
                     std::int64_t to);

}  // namespace laguz::eval::lanes
