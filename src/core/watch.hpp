// Code that fails where a float first becomes no number, or infinite.
//
// The functions that run are copied, and behind each operation on floats there is a check of its
// result: an error as any other, with the place, the calls, the operands, the numbers of the
// iterations around it, and what is known of the operation (`prims::Row::pole`). So it does not
// matter how anything runs, and what is not watched costs nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "core/copies.hpp"
#include "support/diagnostic.hpp"

namespace laguz::core {

enum class Watched : std::uint8_t {
  nan,       ///< no number, of operands that are numbers or infinite
  infinity,  ///< infinite, of operands that are finite
};

/// How sums in accumulators are made, which a program may make in parts.
enum class Sums : std::uint8_t {
  as_they_run,  ///< bits are those of what is not watched; what has become none is told afterwards
  one_by_one,   ///< in the order of the iterations; the addition that makes one is told
};

/// Copies of functions that are watched (copies.hpp).
class Watch {
 public:
  Watch(Program& program, Watched what, Sums sums);

  FunId of(FunId function) { return copies_.of(function); }
  void forget_gone() { copies_.forget_gone(); }
  std::optional<FunId> known(FunId function) const { return copies_.known(function); }

 private:
  Copies copies_;
};

/// What [stm] computes of the expression that it stands for, or of that of a call around it.
Derived derived_of(const Stm& stm);

/// What is said of the first infinity where a NaN comes from one: [error] is that of its place.
std::string infinity_text(const support::Diagnostic& error);

/// Whether it is an error of such code, and then whether it is of a sum that has been looked at
/// afterwards, or whether an operand was infinite.
bool is_watched(const support::Diagnostic& error);
bool is_of_whole_sum(const support::Diagnostic& error);
bool has_infinite_operand(const support::Diagnostic& error);

}  // namespace laguz::core
