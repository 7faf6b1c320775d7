// The fewest numbers of an iteration from which the way back has all it reads of it.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "core/ir.hpp"

namespace laguz::ad::tape {

/// What is known of the numbers in the body of a way back.
struct Numbers {
  /// What the iteration starts with, numbers and arrays, and what it takes to keep it or put it
  /// back.
  std::unordered_map<core::VarId, int> starts;
  /// The statement is the iteration's own, run again, or follows from those.
  std::function<bool(const core::Stm&)> is_forward;
  /// What it takes to keep anything else: more than nothing; or kNoWay. Where it is the same, those
  /// that are computed later are kept, for less is computed again.
  std::function<int(core::VarId)> cost;
  /// What it takes to compute a number again by a function such as exp; by anything else, nothing.
  int again = 0;
  /// Arrays of numbers that are made of others number by number may be computed again, too.
  bool maps = false;
  static constexpr int kNoWay = 1 << 20;
};

/// The numbers to keep instead of starts, which stay where they are read all the same: a minimal
/// cut between the starts and what reads numbers otherwise than primitives that are run again do.
/// (What min-cut rematerialisation does for whole networks, for one iteration.) Time in proportion
/// to the primitives, times the numbers kept.
std::vector<core::VarId> narrowest(const core::Body& body, const Numbers& numbers);

/// A map that computes numbers of numbers.
bool is_plain_map(const core::Exp& exp);

}  // namespace laguz::ad::tape
