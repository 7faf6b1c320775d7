// Sums in accumulators, where a NaN may be made of numbers that are none.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/number_test.hpp"
#include "core/program.hpp"
#include "core/watch.hpp"

namespace laguz::core {

/// An array with all that an accumulator has added to it.
struct AccumulatedSum {
  std::size_t acc;  ///< which of those of its statement
  Atom array;       ///< what it has been
  Atom result;
  bool seen;         ///< no function is called that adds to it
  bool in_order;     ///< and no Soac parts the sums
  bool all_known;    ///< nothing that is written where it is made may come to what is watched for
  Binders operands;  ///< what it comes from
  std::vector<FunId> constants;  ///< likewise, that functions read which are called
  std::vector<Span> places;      ///< where something is added
  Span span;
  std::shared_ptr<const CallSite> inlined_at;
  Derived derived;
  /// Iterations of a Soac that parts the sums, if that is there at once and they are known before.
  std::optional<Atom> width{};
  std::optional<Atom> before{};  ///< whether what is watched for may have come of the array
  bool little = false;           ///< to make another array of this length is little work
};

/// Whether all elements of what [exp] gives are made there.
bool makes_whole_arrays(const Exp& exp);
/// Those of floats that the statement [stm] makes, but where it cannot be told what comes in.
std::vector<AccumulatedSum> sums_in_accumulators(const Stm& stm, const Program& program,
                                                 Watched what);
/// Whether what [test] asks for may come of the array that [sum] is added to, or that is large
/// beside what is added.
Atom before_if_small(Builder& b, const NumberTest& test, const AccumulatedSum& sum);
/// What is said of one that has a NaN in it.
std::string why_undefined(const AccumulatedSum& sum);

/// The accumulator [acc] of a statement with [body] selects numbers, and numbers are added to it
/// where rows are, each as it has been.
void add_numbers(WithAcc::Acc& acc, Body& body, Names& names);
/// An iteration that comes with what is added in it.
struct ComingIteration {
  Span span;     ///< of whose iterations they are
  Binder comes;  ///< the parameter of the operator
  Atom number;   ///< where something is added
};
/// That of the Soac in [body] which adds to [acc], if it is only one; it counts them from now on.
std::optional<ComingIteration> iteration_of(const WithAcc::Acc& acc, Body& body, Names& names);
/// Has [iteration] come with all that is added to the accumulator number [at] of [stm], which has
/// an operator. Statements that are needed before go [before].
void add_iterations(Stm& stm, std::size_t at, const ComingIteration& iteration, Names& names,
                    std::vector<Stm>& before);

}  // namespace laguz::core
