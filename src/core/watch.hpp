// Code that fails where a float first becomes no number, or infinite.
//
// The functions that run are copied, and behind each operation on floats there is a check of its
// result: an error as any other, with the place, the calls, the operands, the numbers of the
// iterations around it, and what is known of the operation (`prims::Row::pole`). So it does not
// matter how anything runs, and what is not watched costs nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/program.hpp"
#include "support/diagnostic.hpp"

namespace laguz::core {

enum class Watched : std::uint8_t {
  nan,       ///< no number, of operands that are numbers or infinite
  infinity,  ///< infinite, of operands that are finite
};

/// A copy of functions of a program, and of what they call; constants too, but for those whose code
/// is gone. They are to be as they run (`optimise`).
class Watch {
 public:
  Watch(Program& program, Watched what) : program_(program), what_(what) {}

  FunId of(FunId function);
  /// Forgets copies that the program has no more.
  void forget_gone() {
    std::erase_if(copies_, [&](const auto& row) { return !program_.has(row.second); });
  }
  /// The copy, if there is one.
  std::optional<FunId> known(FunId function) const {
    const auto found = copies_.find(function);
    return found == copies_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  Program& program_;
  Watched what_;
  std::unordered_map<FunId, FunId> copies_;
};

/// What [stm] computes of the expression that it stands for, or of that of a call around it.
Derived derived_of(const Stm& stm);

/// What is said of the first infinity where a NaN comes from one: [error] is that of its place.
std::string infinity_text(const support::Diagnostic& error);

/// Whether it is an error of such code, and then whether an operand was infinite.
bool is_watched(const support::Diagnostic& error);
bool has_infinite_operand(const support::Diagnostic& error);

}  // namespace laguz::core
