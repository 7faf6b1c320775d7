// Functions that call themselves and give numbers, as machine code.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/program.hpp"
#include "machine/code.hpp"
#include "runtime/array.hpp"

namespace laguz::eval {

class Machine;

/// A function that calls itself, of numbers, arrays that it hands on as they are, and tapes that it
/// appends to (as those of derivatives, ADR 18), and that gives numbers: after some calls, machine
/// code. What fails in it, and what is too deep for the stack, is to be walked: that tells of it as
/// it is told of anywhere, with all calls on the way there.
class MachineCall {
 public:
  static bool may_be(const core::Function& function);
  explicit MachineCall(core::FunId function) : function_(function) {}

  /// More are not handed over.
  static constexpr std::size_t kMost = 12;
  /// Of a call: by parameter a number, as support::Scalar keeps it, or where an accumulator is; of
  /// an array, the array.
  struct Args {
    std::array<std::uint64_t, kMost> bits{};
    std::vector<runtime::Array> arrays{};  ///< by parameter, if there are any
  };
  /// Room for a call.
  using Room = std::uint64_t[96];

  /// Whether there is code for it now; it has been called again.
  bool is_ready(Machine& machine);
  /// Calls it, if it is ready; its results, or null: nothing has happened then. Throws what ends
  /// the run from outside.
  const std::uint64_t* run(Machine& machine, const Args& args, Room& words);

 private:
  struct Tapes;
  bool compile(Machine& machine);
  /// Puts arguments where code finds them; false if they are not as it expects them.
  bool enter(const Args& args, Tapes& tapes, Room& words) const;

  core::FunId function_;
  std::size_t calls_ = 0;        ///< that have been walked
  bool refused_ = false;         ///< it is not compiled
  std::uint64_t walked_in_ = 0;  ///< the run that came to where it has to be walked
  std::unique_ptr<const machine::Code> code_{};
  struct Param {
    enum class Kind : std::uint8_t { number, array, tape };
    Kind kind = Kind::number;
    std::size_t words = 0;  ///< where it is
  };
  std::vector<Param> params_{};
  std::size_t states_ = 0;  ///< where results begin among the words
};

}  // namespace laguz::eval
