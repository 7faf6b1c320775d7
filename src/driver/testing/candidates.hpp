// Values for property tests: random ones of a type, and simpler ones of the same type.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "check/types/types.hpp"
#include "runtime/array.hpp"

namespace laguz::driver::testing {

/// How the values of a type are laid out: flat columns, whose dimensions have lengths of their own
/// or share them.
struct Plan {
  struct Column {
    support::ScalarType type;
    std::vector<std::size_t> dims;  ///< indices into [fixed]
    std::size_t constructors = 0;   ///< not 0: the tag of a sum that has so many
  };
  std::vector<Column> columns;
  std::vector<std::optional<std::int64_t>>
      fixed;  ///< per dimension: the length that the type gives
};

/// Nothing when values of the type cannot be made from outside: functions and abstract types.
std::optional<Plan> plan_of(const check::TypePtr& type);

struct Candidate {
  std::vector<std::int64_t> lengths;                  ///< per dimension
  std::vector<std::vector<support::Scalar>> columns;  ///< elements, the last dimension fastest
};

/// Lengths are [size], or less where that would make too many elements. Half of all integers are
/// within [size] of 0 and half anywhere; floats likewise, but always finite.
Candidate random_candidate(const Plan& plan, std::int64_t size, std::mt19937_64& random);

std::vector<runtime::Value> values_of(const Plan& plan, const Candidate& candidate);

/// Makes [candidate] simpler for as long as it [fails]: fewer elements, then simpler ones. Ends
/// when no single step fails any more, or after [budget] calls.
void shrink(const Plan& plan, Candidate& candidate,
            const std::function<bool(const Candidate&)>& fails, int budget);

}  // namespace laguz::driver::testing
