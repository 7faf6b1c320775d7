#include "eval/machine_call.hpp"

#include <algorithm>
#include <exception>

#include "eval/eval_acc.hpp"
#include "eval/machine.hpp"
#include "eval/machine_words.hpp"
#include "support/assert.hpp"
#include "vcode/lower.hpp"

namespace laguz::eval {

using machine::Words;

/// Where a run appends, and what has ended it.
struct MachineCall::Tapes {
  struct Tape {
    AccState* state = nullptr;
    std::uint64_t* words = nullptr;  ///< those of its array

    /// Its array has room for [wanted] elements, or more.
    void grow(std::int64_t wanted);
    void put() const {
      words[Words::kAddress] = reinterpret_cast<std::uint64_t>(state->arrays[0].mutable_raw());
      words[Words::kRoom] = static_cast<std::uint64_t>(state->arrays[0].length());
    }
  };
  std::vector<Tape> by_array{};  ///< by number of the unit's array
  std::exception_ptr stopped{};

  static std::int64_t more(std::uint64_t* words, std::uint64_t array) noexcept {
    return guarded<Tapes>(words, [&](Tapes& tapes) {
      tapes.by_array[array].grow(static_cast<std::int64_t>(words[Words::kWanted]));
    });
  }
};

void MachineCall::Tapes::Tape::grow(std::int64_t wanted) {
  state->make_room(0, wanted, static_cast<std::int64_t>(words[Words::kCount]));
  put();
}

bool MachineCall::may_be(const core::Function& function) {
  const auto is_number = [](const core::Type& type) { return type.is_scalar(); };
  return function.recursive && function.has_body() && function.params.size() <= kMost &&
         function.results.size() <= kMost &&
         std::all_of(function.results.begin(), function.results.end(), is_number);
}

bool MachineCall::is_ready(Machine& machine) {
  // A call of the tree walk takes some 50 ns; to compile a small function some 200 us.
  constexpr std::size_t kWorth = 3000;
  const Options& options = machine.options;
  const bool always = options.tier == Tier::machine;
  if (refused_ || walked_in_ == machine.run_number()) return false;
  if (options.max_depth != 0 || machine.stack_floor() == 0) return false;
  if (!always && options.tier != Tier::automatic) return false;
  return code_ || ((always || ++calls_ > kWorth) && compile(machine));
}

bool MachineCall::compile(Machine& machine) {
  refused_ = true;
  machine::Compiler* const compiler = machine.compiler();
  if (compiler == nullptr) return false;
  const auto lowered = vcode::lower_call(machine.program, function_);
  const auto* unit = std::get_if<vcode::Unit>(&lowered);
  if (unit == nullptr) return false;
  const Words places(*unit);
  if (places.size > std::size(Room{})) return false;
  code_ = compiler->compile(*unit, places, std::vector<bool>(unit->arrays.size(), true));
  refused_ = !code_;
  if (refused_) return false;
  states_ = places.states;
  std::size_t number = 0, array = 0;
  for (const core::Binder& param : machine.program[function_].params) {
    using Kind = Param::Kind;
    if (param.type.is_scalar())
      params_.push_back({Kind::number, places.inputs + number++});
    else
      params_.push_back({param.type.acc ? Kind::tape : Kind::array, places.of_array[array++]});
  }
  return true;
}

bool MachineCall::enter(const Args& args, Tapes& tapes, Room& words) const {
  for (std::size_t k = 0; k < params_.size(); ++k) {
    const Param& param = params_[k];
    switch (param.kind) {
      case Param::Kind::number: words[param.words] = args.bits[k]; break;
      case Param::Kind::array: {
        const Array& array = args.arrays[k];
        if (array.is_affine() || !is_dense_inside(array)) return false;
        put_array(&words[param.words], array);
        tapes.by_array.emplace_back();
        break;
      }
      case Param::Kind::tape: {
        AccState& state = AccState::at(args.bits[k]);
        if (state.used.size() != 1 || state.op != nullptr) return false;
        words[param.words + Words::kCount] = static_cast<std::uint64_t>(state.used[0]);
        tapes.by_array.push_back({&state, &words[param.words]});
        tapes.by_array.back().put();
        break;
      }
    }
  }
  return true;
}

const std::uint64_t* MachineCall::run(Machine& machine, const Args& args, Room& words) {
  Tapes tapes;
  if (!enter(args, tapes, words)) {
    walked_in_ = machine.run_number();
    return nullptr;
  }
  words[Words::kPoll] = reinterpret_cast<std::uint64_t>(&poll<Tapes>);
  words[Words::kGrow] = reinterpret_cast<std::uint64_t>(&Tapes::more);
  words[Words::kOwner] = reinterpret_cast<std::uint64_t>(&tapes);
  words[Words::kTurn] = words[Words::kEnd] = 0;
  words[Words::kFloor] = machine.stack_floor();
  const std::int64_t ended = code_->run(words);
  if (ended == machine::Code::kStopped) std::rethrow_exception(tapes.stopped);
  if (ended == machine::Code::kDone) {
    for (const Tapes::Tape& tape : tapes.by_array)
      if (tape.state != nullptr)
        tape.state->used[0] = static_cast<std::int64_t>(tape.words[Words::kCount]);
    return &words[states_];
  }
  // (What it has appended nobody has seen.)
  LAGUZ_ASSERT(ended == machine::Code::kLong, "a call has ended in another way");
  walked_in_ = machine.run_number();
  return nullptr;
}

}  // namespace laguz::eval
