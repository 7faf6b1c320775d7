// Machine code of loops: what vcode is compiled to on x86-64 (compiler.cpp), where there is asmjit.
#pragma once

#include <cstdint>
#include <memory>

#include "vcode/code.hpp"

namespace laguz::machine {

/// Where compiled code finds what it works on: 64-bit words, scalars as support::Scalar keeps them.
struct Words {
  /// Called about every [kFuel] nanoseconds; what it says ends the run, if it is not 0.
  using Poll = std::int64_t (*)(std::uint64_t* words);
  static constexpr std::int64_t kFuel = 20'000;
  /// Called when [array] is full: it is given room for kWanted elements, or more. What it says ends
  /// the run likewise.
  using Grow = std::int64_t (*)(std::uint64_t* words, std::uint64_t array);

  static constexpr std::size_t kPoll = 0;   ///< address of a Poll
  static constexpr std::size_t kGrow = 1;   ///< of a Grow
  static constexpr std::size_t kOwner = 2;  ///< of whoever runs it, for these
  static constexpr std::size_t kTurn = 3;   ///< the number of the outermost iteration: the first
  static constexpr std::size_t kEnd = 4;    ///< no iteration of that number is begun
  static constexpr std::size_t kWanted = 5;
  static constexpr std::size_t kStatus = 6;  ///< of a call that has ended the run: what that is
  static constexpr std::size_t kFloor = 7;   ///< the lowest address that calls may reach
  static constexpr std::size_t kLeft = 8;    ///< of kFuel, among calls
  static constexpr std::size_t kFailed = 9;  ///< numbers of the site that fails, from here on
  std::size_t inputs = 0;                    ///< in order
  std::size_t states = 0;                    ///< of the loop, as they have become
  std::size_t notes = 0;
  std::size_t results = 0;              ///< of a call, the first one left out
  std::vector<std::size_t> of_array{};  ///< where those of each array begin
  /// What there is before it runs: inputs, lengths and strides.
  struct Entry {
    vcode::Value value;
    std::size_t word;
  };
  std::vector<Entry> entries{};
  std::size_t size = 0;

  // Of an array: the address of its first element, then lengths and strides; or, of a filled one,
  // how many elements it has, and has room for, and its lengths if it is a state.
  static constexpr std::size_t kAddress = 0, kLengths = 1, kCount = 1, kRoom = 2;

  std::size_t numbers = 0;  ///< room for so many of a site

  /// [numbers]: at least so many; where they are as many, units of the same inputs and arrays find
  /// them in the same places.
  explicit Words(const vcode::Unit& unit, std::size_t numbers = 0);
};

/// A compiled unit. Any number of threads may run it.
class Code {
 public:
  virtual ~Code() = default;
  static constexpr std::int64_t kDone = 0, kStopped = -1, kLimit = -2, kLong = -3;
  /// kDone; kStopped if a poll has said so; kLimit if a loop that does not count has come to kEnd;
  /// kLong if a limit of the unit's is passed, before anything is done, or a function has failed
  /// or come to kFloor; or 1 + the site that has failed.
  virtual std::int64_t run(std::uint64_t* words) const = 0;
};

/// Memory for code; any thread may use it. What it has made keeps it alive.
class Compiler {
 public:
  /// Null where there is no compiler for the processor that this runs on.
  static std::shared_ptr<Compiler> make();
  virtual ~Compiler() = default;
  /// [dense]: by array, whether its innermost elements are next to each other. Null when there is
  /// no memory that may be run.
  virtual std::unique_ptr<Code> compile(const vcode::Unit& unit, const Words& words,
                                        const std::vector<bool>& dense) = 0;
};

}  // namespace laguz::machine
