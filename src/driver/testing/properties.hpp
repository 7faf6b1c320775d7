// Property tests: `#[prop]` entry points that must hold for whatever they are given.
#pragma once

#include <cstdint>
#include <string>

#include "driver/testing/program.hpp"

namespace laguz::driver::testing {

/// What is claimed of a property, wherever it is evaluated.
enum class Claim : std::uint8_t {
  holds,    ///< it is true
  derives,  ///< it gives floats, and their derivatives by those that it takes are right
};

/// Tests the property [name]: its candidates come from `gen(f)`, from an entry point `gen_<type>`
/// for a type that cannot be made from outside, or at random. A counterexample is made simpler by
/// `shrink(f)`; without it, by giving the generator smaller sizes, or step by step. The same seed
/// gives the same candidates.
Outcome test_property(Session& session, const engine::Scope& env, const std::string& name,
                      const PropertyOptions& options, Claim claim = Claim::holds);

}  // namespace laguz::driver::testing
