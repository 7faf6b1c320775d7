// Accumulators when run: a variable of an acc type holds the address of its state.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/unit.hpp"

namespace laguz::eval {

struct AccState {
  std::vector<Array> arrays;  ///< held once, dense; of partial sums, one for each site
  bool by_site = false;
  std::vector<std::int64_t> used{};  ///< of arrays that grow: how long each is; absent for others
  std::size_t index_rank = 1;
  Operator* op = nullptr;  ///< of the user's, on [frame]; none: addition
  Frame* frame = nullptr;

  static AccState& at(std::uint64_t bits) {
    return *reinterpret_cast<AccState*>(static_cast<std::uintptr_t>(bits));
  }
  /// Array [k], of which [count] elements are used, has room for [wanted], or more.
  void make_room(std::size_t k, std::int64_t wanted, std::int64_t count);
  std::uint64_t address() const {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(this));
  }
};

}  // namespace laguz::eval
