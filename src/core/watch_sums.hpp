// Sums in accumulators, where a NaN may be made of numbers that are none.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/program.hpp"

namespace laguz::core {

/// An array that was made just before, with all that an accumulator has added to it.
struct AccumulatedSum {
  Atom result;
  Binders operands;          ///< what it comes from
  std::vector<Span> places;  ///< where something is added
  Span span;
  std::shared_ptr<const CallSite> inlined_at;
  Derived derived;
};

/// Whether all elements of what [exp] gives are made there.
bool makes_whole_arrays(const Exp& exp);
/// Those that the statement [stm] makes of arrays in [whole]. Others would be looked at whenever a
/// little is added to them.
std::vector<AccumulatedSum> sums_in_accumulators(const Stm& stm,
                                                 const std::unordered_set<VarId>& whole);
/// What is said of one that has a NaN in it.
std::string why_undefined(const AccumulatedSum& sum);

}  // namespace laguz::core
