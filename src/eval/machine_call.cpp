#include "eval/machine_call.hpp"

#include <algorithm>
#include <exception>

#include "eval/machine.hpp"
#include "support/assert.hpp"
#include "vcode/lower.hpp"

namespace laguz::eval {

using machine::Words;

bool MachineCall::may_be(const core::Function& function) {
  const auto are_numbers = [](const auto& types) {
    return types.size() <= kMost && std::all_of(types.begin(), types.end(),
                                                [](const core::Type& t) { return t.is_scalar(); });
  };
  std::vector<core::Type> params;
  for (const core::Binder& param : function.params) params.push_back(param.type);
  return function.recursive && function.has_body() && are_numbers(params) &&
         are_numbers(function.results);
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
  if (places.size > std::size(MachineCall::Room{})) return false;
  code_ = compiler->compile(*unit, places, {});
  refused_ = !code_;
  if (refused_) return false;
  inputs_ = places.inputs;
  states_ = places.states;
  return true;
}

namespace {

/// [work], in code, from which nothing is thrown; what it throws is in [stopped].
std::int64_t poll(std::uint64_t* words) noexcept {
  try {
    support::spend(Words::kFuel);
    return 0;
  } catch (...) {
    *reinterpret_cast<std::exception_ptr*>(words[Words::kOwner]) = std::current_exception();
    return 1;
  }
}

}  // namespace

const std::uint64_t* MachineCall::run(Machine& machine, std::span<const std::uint64_t> args,
                                      Room& words) {
  std::exception_ptr stopped;
  words[Words::kPoll] = reinterpret_cast<std::uint64_t>(&poll);
  words[Words::kOwner] = reinterpret_cast<std::uint64_t>(&stopped);
  words[Words::kTurn] = words[Words::kEnd] = 0;
  words[Words::kFloor] = machine.stack_floor();
  std::copy(args.begin(), args.end(), &words[inputs_]);
  const std::int64_t ended = code_->run(words);
  if (ended == machine::Code::kDone) return &words[states_];
  if (ended == machine::Code::kStopped) std::rethrow_exception(stopped);
  LAGUZ_ASSERT(ended == machine::Code::kLong, "a call has ended in another way");
  walked_in_ = machine.run_number();
  return nullptr;
}

}  // namespace laguz::eval
