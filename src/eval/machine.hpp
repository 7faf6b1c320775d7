// The state of one Evaluator: what is compiled, the constants, and the limits of a run.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/program.hpp"
#include "eval/evaluator.hpp"
#include "eval/lanes/plan.hpp"
#include "eval/machine_call.hpp"
#include "eval/node.hpp"
#include "machine/code.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

/// A function ready to run.
class Code {
 public:
  /// Runs on a frame whose parameter slots have been filled. False: the machine has been stopped.
  [[nodiscard]] bool run(Frame& frame) { return block.run_through(frame); }

  Block block;
  std::vector<ValueArg> params;   ///< slots
  std::vector<ValueArg> results;  ///< slots or nodes, to be evaluated in order after the block
  std::vector<ScalarType> param_types;
  Frame::Layout layout;
  std::vector<std::pair<Slot, std::uint64_t>> constants;
  std::unique_ptr<MachineCall> numbers;  ///< if it may be that

 private:
  friend class Activation;
  std::vector<Frame::Ptr> idle_;  ///< frames to use again; constants are in place
};

class Machine final : public lanes::Constants {
 public:
  Machine(const core::Program& program, Options options)
      : program(program), options(std::move(options)) {}

  /// The compiled function; its address is stable.
  Code& code(core::FunId function);
  /// The values of a constant, evaluated once; needed at [place].
  const std::vector<Value>* constant(core::FunId function, const Place& place);
  /// The same, if they are known.
  const std::vector<Value>* find(core::FunId constant) const override;
  void put(core::FunId constant, std::vector<Value> values) {
    constants_[constant] = std::move(values);
  }
  void forget(core::FunId constant) { constants_.erase(constant); }
  void settle(core::FunId constant) {
    constants_.erase(constant);
    codes_.erase(constant);
  }
  void keep(const std::unordered_set<core::FunId>& kept);
  std::vector<Value> call(core::FunId function, std::vector<Value> args);

  /// Enters a call: throws when calls are nested too deep for the stack.
  void enter(const Place& place) {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (here < run_.stack_floor || ++run_.depth > run_.max_depth) too_deep(place);
    ++run_.calls;
  }
  void leave() { --run_.depth; }
  std::uintptr_t stack_floor() const { return run_.stack_floor; }
  /// Of the run at hand, from 1 on.
  std::uint64_t run_number() const { return run_number_; }
  /// How many calls are under way, and how many there have been.
  const std::size_t& depth() const { return run_.depth; }
  const std::uint64_t& calls() const { return run_.calls; }
  /// Ends the run by the exception that is being handled, unless one has already. A million calls
  /// cannot be unwound by an exception in reasonable time; so errors end at the innermost call, and
  /// from there on everything returns: each block, branch and loop at once, each call after giving
  /// back its frame (ADR 7). `call` throws the exception again at the end.
  void stop() noexcept;
  bool stopped() const { return run_.stopped; }
  const bool& stopped_flag() const { return run_.stopped; }
  /// Notes a call that an error passes through; `take_trail` gives them, innermost first.
  void note_call(const Place& place) noexcept;
  std::vector<support::Span> take_trail() { return std::exchange(run_.trail, {}); }
  /// A run, while it lives; one that is under way waits meanwhile.
  class Run {
   public:
    explicit Run(Machine& machine)
        : machine_(machine), before_(std::exchange(machine.run_, State())) {}
    ~Run() { machine_.run_ = std::move(before_); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

   private:
    friend class Machine;
    struct State {
      std::uintptr_t stack_floor = 0;  ///< the lowest address that calls may reach
      std::size_t depth = 0;
      std::uint64_t calls = 0;
      std::size_t max_depth = SIZE_MAX;
      std::vector<support::Span> trail{};
      bool stopped = false;
      std::exception_ptr reason{};  ///< when stopped
    };
    Machine& machine_;
    State before_;
  };
  /// The run at hand begins: on a stack that it may use down to there.
  void begin(std::uintptr_t stack_floor);

  /// Null where there is none, or it may not be used.
  machine::Compiler* compiler();
  /// Whether what may be code is to be code, without a trial of its own.
  bool wants_code() const { return wants_code_ || options.tier == Tier::machine; }
  /// It is, while this lives.
  class WantsCode {
   public:
    explicit WantsCode(Machine& machine)
        : machine_(machine), before_(std::exchange(machine.wants_code_, true)) {}
    ~WantsCode() { machine_.wants_code_ = before_; }
    WantsCode(const WantsCode&) = delete;
    WantsCode& operator=(const WantsCode&) = delete;

   private:
    Machine& machine_;
    bool before_;
  };

  const core::Program& program;
  Options options;

 private:
  [[noreturn]] void too_deep(const Place& place);

  Run::State run_;
  std::uint64_t run_number_ = 0;
  bool wants_code_ = false;
  std::unordered_map<core::FunId, std::unique_ptr<Code>> codes_;
  std::optional<std::shared_ptr<machine::Compiler>> compiler_;  ///< once it is asked for
  std::unordered_map<core::FunId, std::vector<Value>> constants_;
};

/// A frame of [code] for one call; given back when it ends.
class Activation {
 public:
  Activation(Machine& machine, Code& code, const Place& place) : machine_(machine), code_(code) {
    code.idle_.reserve(kMostIdle);
    if (code.idle_.empty()) {
      frame_ = Frame::make(machine, code.layout, machine.stopped_flag());
      for (const auto& [slot, bits] : code.constants) frame_->put_bits(slot, bits);
    } else {
      frame_ = std::move(code.idle_.back());
      code.idle_.pop_back();
    }
    machine.enter(place);
  }
  ~Activation() {
    frame_->release_arrays();
    if (code_.idle_.size() < kMostIdle) code_.idle_.push_back(std::move(frame_));
    machine_.leave();
  }
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;
  Frame& frame() { return *frame_; }

 private:
  static constexpr std::size_t kMostIdle = 64;
  Machine& machine_;
  Code& code_;
  Frame::Ptr frame_;
};

}  // namespace laguz::eval
