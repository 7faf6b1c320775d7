// Sums in accumulators, where a NaN may be made of numbers that are none.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "core/watch.hpp"

namespace laguz::core {

/// An array with all that an accumulator has added to it.
struct AccumulatedSum {
  std::size_t acc;  ///< which of those of its statement
  Atom array;       ///< what it has been
  Atom result;
  /// Numbers are added one by one, in the order in which they come: no Soac parts the sums, and no
  /// function is called that adds to it.
  bool in_order;
  Binders operands;              ///< what it comes from
  std::vector<FunId> constants;  ///< likewise, that functions read which are called
  std::vector<Span> places;      ///< where something is added
  Span span;
  std::shared_ptr<const CallSite> inlined_at;
  Derived derived;
  /// Iterations of a Soac that parts the sums, if that is there at once and they are known before.
  std::optional<Atom> width{};
  std::optional<Atom> before{};  ///< whether what is watched for may have come of the array
};

/// Whether all elements of what [exp] gives are made there.
bool makes_whole_arrays(const Exp& exp);
/// Those of floats that the statement [stm] makes, but where it cannot be told what comes in.
std::vector<AccumulatedSum> sums_in_accumulators(const Stm& stm, const Program& program,
                                                 Watched what);
/// What is said of one that has a NaN in it.
std::string why_undefined(const AccumulatedSum& sum);

}  // namespace laguz::core
