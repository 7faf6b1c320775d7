// The evaluator's door: core functions and values in, values out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/program.hpp"
#include "runtime/array.hpp"

namespace laguz::eval {

using runtime::Array;
using runtime::Value;

/// How Soacs are run. Bits never depend on it.
enum class Tier : std::uint8_t {
  scalar,     ///< one iteration at a time
  lanes,      ///< tiles wherever they are possible
  automatic,  ///< tiles wherever they pay
  machine,    ///< one iteration at a time, loops and maps as machine code wherever possible
};

constexpr bool has_lanes(Tier tier) { return tier == Tier::lanes || tier == Tier::automatic; }

/// In which order the operators of reductions and scans are applied, unless they are builtins.
enum class FoldOrder : std::uint8_t {
  standard,  ///< as reduce_shape.hpp says
  // To see whether it matters; these are always run in the scalar tier:
  left,      ///< one fold from the left, whatever the width
  in_threes  ///< three elements at a time on their own, however few there are
};

class Profile;

/// Called for every `#[trace]` and `#[break]`, in the order of evaluation, with its place and the
/// calls around it that are known. At a break it may call the evaluator.
using OnTrace =
    std::function<void(const core::Trace&, std::span<const Value>, std::span<const support::Span>)>;

struct Options {
  Tier tier = Tier::automatic;
  FoldOrder order = FoldOrder::standard;
  int threads = 0;         ///< 0: as many as the machine has
  std::int64_t chunk = 0;  ///< stream_seq: 0, we choose
  /// Bytes that may be kept of a loop's iterations for those who read them; what would take more is
  /// computed again (tape.hpp).
  std::int64_t loop_states = std::int64_t{1} << 29;
  std::size_t max_depth = 0;  ///< calls of functions; 0: a default that the stack can bear
  /// Functions are compiled for it (profile.hpp): not to be changed when some have been.
  Profile* profile = nullptr;
  OnTrace on_trace;
};

/// Runs functions of one program; prepares each when first called, and keeps what it prepared and
/// the values of constants. Throws UserError (Phase::run, with the stack) and Interrupted.
class Evaluator {
 public:
  Evaluator(const core::Program& program, Options options);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// The number, types and ranks of [args] are the function's. A constant is evaluated once.
  std::vector<Value> call(core::FunId function, std::vector<Value> args);
  /// The values of a constant, if it has been evaluated.
  const std::vector<Value>* find(core::FunId constant) const;
  /// From now on [constant] has been evaluated: to [values].
  void put(core::FunId constant, std::vector<Value> values);
  /// Lets go of a constant's values; they are evaluated anew when they are needed again.
  void forget(core::FunId constant);
  /// [constant] is known to the program: what it was computed by is of no more use.
  void settle(core::FunId constant);
  /// Forgets all functions but [kept], which call no others.
  void keep(const std::unordered_set<core::FunId>& kept);

  Options& options();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::eval
