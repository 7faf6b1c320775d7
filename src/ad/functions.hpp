// Functions that differentiated code calls: inlined, or derived.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ad/differentiate.hpp"
#include "core/program.hpp"
#include "graph/graph.hpp"

namespace laguz::ad::tape {

struct TapedFunction;
class CallTape;

}  // namespace laguz::ad::tape

namespace laguz::ad {

/// Of an accumulator that a call passes: for each of its arrays the type of the cotangent, if there
/// is one.
using Gathered = std::vector<std::optional<core::Type>>;

/// How a derived function gives the cotangent of a parameter.
enum class Cotangent : std::uint8_t {
  none,   ///< not at all: nobody needs it
  value,  ///< as a result
  added,  ///< by adding it to an accumulator, which it takes
};

/// Whether a result of a function that is called has a cotangent.
enum class Reached : std::uint8_t {
  never,
  sometimes,  ///< only known when run: a truth, `there`, is given with it, which may be zeros
  always,
};

/// What is wanted backwards of a function that is called.
struct Wanted {
  std::vector<Reached> reached;    ///< for each result
  std::vector<Gathered> gathered;  ///< for each accumulator among the parameters
  std::vector<Cotangent> params;   ///< for each of the other parameters
};

/// Where the tangents go of what is added to an accumulator.
enum class AccTangent : std::uint8_t {
  none,   ///< nowhere
  apart,  ///< to an accumulator of their own
  joint,  ///< to the same one, whose operator combines values and tangents
};

/// What is wanted forwards of a function that is called.
struct WantedForward {
  std::vector<AccTangent> accs;  ///< for each accumulator among the parameters
  std::vector<bool> params;      ///< for each of the others: whether it has a tangent
  bool pattern = false;          ///< see forward::Forward
  auto operator<=>(const WantedForward&) const = default;
};

/// What the rules need to know of the world.
class Functions {
 public:
  /// A function to be inlined in what is differentiated, ready; null for recursive ones and
  /// constants, and when it would grow too large.
  virtual const core::Function* inlinable(core::FunId function) = 0;
  // Of functions that are called, and not inlined: recursive ones. [function] may take
  // accumulators.

  /// (params but accumulators, cotangents of results that are reached, the `there` of those that
  /// are sometimes, cotangents of the final arrays of accumulators, accumulators for cotangents) →
  /// cotangents of params. It adds to nothing else. There may be more cotangents than are wanted,
  /// of results and of params: then [wanted] says so afterwards.
  virtual core::FunId reverse_of(core::FunId function, Wanted& wanted) = 0;
  /// The halves of which [reverse], such a function, is made. [by]: they are called by the halves
  /// that belong to that tape.
  virtual const tape::TapedFunction& halves_of(core::FunId reverse, const tape::CallTape& by) = 0;
  /// Whether the last result of [function] is a place on a tape.
  virtual bool gives_place(core::FunId function) const = 0;
  /// For each parameter: whether the function calls itself, and always with that parameter as it
  /// is.
  virtual const std::vector<bool>& passed_on(core::FunId function) = 0;
  /// (params, tangents of the params that have some, and accumulators of tangents where they are
  /// apart) → (results, their tangents; a place comes last, and has none). There may be more
  /// tangents than are given: then [wanted] says so afterwards.
  virtual core::FunId forward_of(core::FunId function, WantedForward& wanted) = 0;
  /// (params but those [dropped], which are accumulators) → results. It adds nothing to them.
  virtual core::FunId silent_of(core::FunId function, const std::vector<bool>& dropped) = 0;
  /// (params but the accumulators in [accs], their arrays, variables that their operators use) →
  /// (the arrays after it, results). [accs]: one for each parameter, null for those that stay.
  virtual core::FunId sequential_of(core::FunId function,
                                    const std::vector<const core::WithAcc::Acc*>& accs) = 0;
  /// Throws UserError, at [near], when what is being derived has become too large: derivatives of
  /// derivatives of derivatives grow exponentially. To be asked for each statement.
  virtual void expect_size(support::Span near) const = 0;
  virtual const core::Program& program() const = 0;

 protected:
  ~Functions() = default;
};

/// Inlines the calls in [body], at any depth, as far as [functions] allows it.
void inline_calls(Functions& functions, core::Names& names, core::Body& body);

/// [tangents]: which parameters of [function], whose id is [self], have one, but its accumulators.
/// Adds those that have one when it calls itself. (It would be derived for both, and at the next
/// order for four.)
void close_tangents(Functions& functions, core::Names& names, const core::Function& function,
                    core::FunId self, std::vector<bool>& tangents);

/// Functions::passed_on of [function], whose id is [self].
std::vector<bool> passed_on(const core::Function& function, core::FunId self);

}  // namespace laguz::ad
