// vcode: a loop as a flat program of scalars, as data, beneath core and above machine code.
//
// A value is a number with a type, given once (by a step, a loop, a branch, or from around). Arrays
// are known by their place in memory: what an update gives is the array that it overwrites, so that
// several variables of core are one array here; that nobody reads what has been overwritten is
// made sure of when core is lowered. What may fail is a step with a site, which says all that an
// error needs but the numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ir.hpp"

namespace laguz::vcode {

using support::ScalarType;

/// By number, in Unit::types.
using Value = std::uint32_t;
/// A place in Unit::arrays.
using ArrayNumber = std::uint32_t;
/// A place in Unit::sites.
using SiteNumber = std::uint32_t;

/// A value, or a constant.
struct Operand {
  std::optional<Value> value;
  ScalarType type = ScalarType::i64;
  std::uint64_t bits = 0;  ///< of a constant
};
using Operands = std::vector<Operand>;

struct Step;
using Code = std::vector<Step>;

/// Fails, where the primitive has a guard, if that does not hold.
struct Apply {
  core::Prim prim;
  Operands args;
  Value to;
  std::optional<SiteNumber> site;
};
struct Length {
  ArrayNumber array;
  int dim;
  Value to;
};
/// An element, at as many indices as the array has dimensions; fails outside.
struct Load {
  ArrayNumber array;
  Operands indices;
  Value to;
  SiteNumber site;
};
struct Store {
  ArrayNumber array;
  Operands indices;
  Operand value;
  SiteNumber site;
};
/// Fails unless [condition] holds.
struct Check {
  Operand condition;
  SiteNumber site;
};
struct Branch {
  Operand condition;
  Code yes, no;
  struct Result {
    Value to;
    Operand yes, no;
  };
  std::vector<Result> results;
};
/// Its states begin as [init], become [next] after an iteration, and are what they became last.
struct Repeat {
  struct State {
    Value state;
    Operand init, next;
  };
  /// From 0 on, below [bound].
  struct Count {
    Value index;
    Operand bound;
  };
  /// While [holds], which [condition] computes.
  struct While {
    Code condition;
    Operand holds;
  };
  std::vector<State> states;
  std::variant<Count, While> form;
  Code body;
};
struct Step {
  std::variant<Apply, Length, Load, Store, Check, Branch, Repeat> node;
};

/// What an error says, and where.
struct Site {
  enum class Kind : std::uint8_t {
    index,   ///< an index of a load
    update,  ///< an index of a store
    guard,   ///< of a primitive
    check,   ///< an assertion
  };
  Kind kind = Kind::check;
  support::Span span{};
  const core::CallSite* inlined_at = nullptr;
  ArrayNumber array = 0;
  prims::Guard guard = prims::Guard::none;
  const core::Index* index = nullptr;   ///< its steps
  const core::Assert* check = nullptr;  ///< its message
  Operands numbers;                     ///< indices, or the message's
};

/// A loop with all that it needs.
struct Unit {
  struct Input {
    core::VarId var;
    Value value;
  };
  struct Array {
    core::VarId var;  ///< as it is called around, or as a state of the loop
    ScalarType elem;
    int rank;
    bool written = false;
  };
  std::vector<ScalarType> types;  ///< of values
  std::vector<Input> inputs;      ///< scalars from around
  std::vector<Array> arrays;
  std::vector<Site> sites;
  Repeat loop;
  std::size_t size = 0;  ///< steps in all
};

/// By value: how often it is an operand, or a number of a site.
std::vector<int> uses(const Unit& unit);
/// As text, for people and tests: a step on a line.
std::string print(const Unit& unit);
/// What is wrong with [unit]: nothing, unless this library has a bug.
std::optional<std::string> verify(const Unit& unit);

}  // namespace laguz::vcode
