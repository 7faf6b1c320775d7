// Functions of numbers that call themselves, as machine code.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/program.hpp"
#include "machine/code.hpp"

namespace laguz::eval {

class Machine;

/// A function that calls itself, of numbers and giving numbers: after some calls, machine code.
/// What fails in it, and what is too deep for the stack, is to be walked: that tells of it as it is
/// told of anywhere, with all calls on the way there.
class MachineCall {
 public:
  static bool may_be(const core::Function& function);
  explicit MachineCall(core::FunId function) : function_(function) {}

  /// More are not handed over.
  static constexpr std::size_t kMost = 12;
  /// Room for a call.
  using Room = std::uint64_t[96];

  /// Whether there is code for it now; it has been called again.
  bool is_ready(Machine& machine);
  /// Calls it, with [args] as support::Scalar keeps them, if it is ready; its results, or null:
  /// nothing has happened then. Throws what ends the run from outside.
  const std::uint64_t* run(Machine& machine, std::span<const std::uint64_t> args, Room& words);

 private:
  bool compile(Machine& machine);

  core::FunId function_;
  std::size_t calls_ = 0;        ///< that have been walked
  bool refused_ = false;         ///< it is not compiled
  std::uint64_t walked_in_ = 0;  ///< the run that came to where it has to be walked
  std::unique_ptr<const machine::Code> code_{};
  std::size_t inputs_ = 0, states_ = 0;  ///< where these begin among the words
};

}  // namespace laguz::eval
