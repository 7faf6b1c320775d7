// What a lambda is compiled to: instructions, each run once for all lanes of a tile.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "eval/lanes/plan.hpp"
#include "eval/lanes/tile.hpp"

namespace laguz::eval::lanes {

class Instr {
 public:
  virtual ~Instr() = default;
  virtual void run(Tile& tile) const = 0;
};

using Code = std::vector<std::unique_ptr<Instr>>;

inline void run(const Code& code, Tile& tile) {
  for (const auto& instr : code) instr->run(tile);
}

/// A scalar operand or result.
struct ScalarRef {
  Reg reg = kNoReg;
  ScalarType type = ScalarType::i64;
  bool varying = false;

  int size() const { return support::size_of(type); }
  /// The value of a uniform integer.
  std::int64_t integer(const Tile& tile) const { return tile.integer(reg, type); }
};

/// An array operand or result. [move]: the variable dies here.
struct ArrayRef {
  std::uint32_t reg = 0;
  ScalarType type = ScalarType::i64;
  int rank = 1;
  bool varying = false;
  bool move = false;

  LaneArray& peek(Tile& tile) const { return tile.arrays[reg]; }
  LaneArray take(Tile& tile) const { return move ? std::move(tile.arrays[reg]) : tile.arrays[reg]; }
  void put(Tile& tile, LaneArray array) const { tile.arrays[reg] = std::move(array); }
};

struct ValueRef {
  bool is_array = false;
  ScalarRef scalar;
  ArrayRef array;

  bool varying() const { return is_array ? array.varying : scalar.varying; }
  ScalarType type() const { return is_array ? array.type : scalar.type; }
};
using ValueRefs = std::vector<ValueRef>;

/// Converts an integer to another type.
std::unique_ptr<Instr> convert(ScalarRef to, ScalarRef from);

/// Copies a value; a scalar is spread over the lanes, an array is shared.
std::unique_ptr<Instr> move(const ValueRef& to, const ValueRef& from);

/// A compiled lambda with its registers.
struct Program {
  Layout layout;
  Code code;
  ValueRefs params;
  ValueRefs results;
  /// Result i is a vector that is written by one instruction: its register may be pointed at the
  /// place where the result is to stay.
  std::vector<bool> redirectable;
  core::Binders free;  ///< free variables, accumulators not among them
  ValueRefs free_refs;
  std::vector<AccSite> accumulators;
  std::optional<Irregular> irregular;    ///< it may find that lanes differ
  bool allocates = false;                ///< makes arrays
  std::vector<core::FunId> constants{};  ///< that it reads
};

/// Free variables are uniform, parameters vary as [varying] says. [spot]: of the statement that the
/// lambda belongs to.
Program compile(const core::Lambda& lambda, const std::vector<bool>& varying, const Spot& spot);

}  // namespace laguz::eval::lanes
