// Which loops of vcode run several iterations side by side, in vectors.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "vcode/code.hpp"

namespace laguz::machine {

/// How a value differs between iterations that follow each other.
struct Spread {
  enum class Kind : std::uint8_t {
    uniform,  ///< it does not
    linear,   ///< by [step]: an integer of 64 bits
    varying,
    folded,  ///< it is computed from what the iteration before has given: one after the other
  };
  Kind kind = Kind::uniform;
  vcode::Operand step{};
  /// Lanes are next to each other.
  bool is_next() const { return kind == Kind::linear && !step.value && step.bits == 1; }
};

/// About where a place is that grows by one from iteration to iteration, but at the ends of an
/// array: the iteration's own number and these.
struct Near {
  /// Numbers that are the same in all iterations; whether they are taken away. In order.
  std::vector<std::pair<vcode::Value, bool>> beside{};
  std::int64_t behind = 0;
};

/// A step that adds to an element.
struct Addition {
  const vcode::Step* step = nullptr;  ///< a branch
  vcode::ArrayNumber memory = 0;      ///< see vcode::memories
  Near near{};

  bool is_in_row_of(const Addition& other) const {
    return memory == other.memory && near.beside == other.near.beside;
  }

  const vcode::Branch& branch() const { return std::get<vcode::Branch>(step->node); }
  const vcode::Operand& within() const { return branch().condition; }
  const vcode::Load& load() const { return std::get<vcode::Load>(branch().yes[0].node); }
  const vcode::Apply& sum() const { return std::get<vcode::Apply>(branch().yes[1].node); }
  const vcode::Store& store() const { return std::get<vcode::Store>(branch().yes[2].node); }
  const vcode::Operand& what() const { return sum().args[1]; }
};

/// A loop whose iterations do not see each other, but for what they fold: they may run side by
/// side, and one that fails has not written yet what it would read again.
struct VectorPlan {
  int lanes = 4;  ///< 8, where nothing takes more than 32 bits and that is not worse
  /// By value that the loop gives, the index too.
  std::unordered_map<vcode::Value, Spread> spreads{};
  /// Of those that do not vary: what is asked for in all lanes.
  std::unordered_set<vcode::Value> spread_out{};
  /// Steps of one iteration after the other's: what varies that they ask for, and what does not.
  struct InOrder {
    std::vector<const vcode::Step*> steps{};
    std::unordered_set<vcode::Value> folded{}, held{};
  };
  /// Those that fold, or write where others may write, too.
  InOrder folds{};
  /// Those that add at places which seem to be next to each other, and to the sums nothing else is
  /// done: where they are, they add side by side, in the order of [additions]: those of a row,
  /// whose places differ by constants, from the farthest on.
  InOrder sums{};
  std::vector<Addition> additions{};
  /// Branches that all lanes take, or none: where some do, scalar code goes on.
  std::unordered_set<const vcode::Branch*> whole{};
  /// Where these are 0, iterations do see each other.
  std::vector<vcode::Operand> nonzero{};
  /// Of a map: arrays of which each lane has one of its own, and those of them of which lanes may
  /// have kept different numbers of elements.
  std::unordered_set<vcode::ArrayNumber> own{}, ragged{};
  /// Loops that lanes go through different numbers of times; by those that count upwards, what is
  /// the last index minus their own: they run as if that were what counts down, from the longest
  /// lane's on, and others begin later.
  std::unordered_map<const vcode::Repeat*, std::vector<vcode::Value>> uneven{};
  /// Loops that do nothing but copy what each lane has of its own to a row of the lane's, one
  /// element after the other, or back: by squares, which are transposed.
  std::unordered_set<const vcode::Repeat*> copies{};

  Spread of(const vcode::Operand& operand) const {
    if (!operand.value) return {};
    const auto found = spreads.find(*operand.value);
    return found == spreads.end() ? Spread{} : found->second;
  }
};

/// Nothing where they may not, or where it would not pay: [loop] is a loop upwards, inside another,
/// of numbers that vectors hold. [is_one]: of a stride.
std::optional<VectorPlan> plan_vectors(const vcode::Unit& unit, const vcode::Repeat& loop,
                                       const std::vector<bool>& is_one);
/// For the iterations of [unit], a map. Nothing, too, where most of them is loops whose own
/// iterations may run side by side: their elements lie next to each other.
std::optional<VectorPlan> plan_map(const vcode::Unit& unit, const std::vector<bool>& is_one);

}  // namespace laguz::machine
