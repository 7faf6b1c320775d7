// vcode: a loop as a flat program of scalars, as data, beneath core and above machine code.
//
// A value is a number with a type, given once (by a step, a loop, a branch, or from around). Arrays
// are known by their place in memory: what an update gives is the array that it overwrites, and
// rows are parts of it, so that several variables of core are one array here; that nobody reads
// what has been overwritten is made sure of when core is lowered. Places in it are numbers of
// elements, computed as anything else. What may fail is a step with a site, which says all that an
// error needs but the numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
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
/// A place in Unit::functions.
using FunctionNumber = std::uint32_t;

/// A value, or a constant.
struct Operand {
  std::optional<Value> value;
  ScalarType type = ScalarType::i64;
  std::uint64_t bits = 0;  ///< of a constant
};
using Operands = std::vector<Operand>;

/// A constant, of an integer or truth.
inline bool is(const Operand& x, std::int64_t y) {
  return !x.value && x.bits == static_cast<std::uint64_t>(y);
}
inline bool is_same(const Operand& a, const Operand& b) {
  return a.value == b.value && a.bits == b.bits;
}

struct Step;
using Code = std::vector<Step>;

/// Fails, where the primitive has a guard, if that does not hold.
struct Apply {
  core::Prim prim;
  Operands args;
  Value to;
  std::optional<SiteNumber> site;
};
/// Fails unless 0 <= [index] < [length].
struct Inside {
  Operand index, length;
  SiteNumber site;
};
/// The element [at] elements behind the first one; that it is inside has been made sure of.
struct Load {
  ArrayNumber array;
  Operand at;
  Value to;
};
struct Store {
  ArrayNumber array;
  Operand at, value;
};
/// [array], a filled one, has an element more.
struct Keep {
  ArrayNumber array;
  Operand value;
};
/// It has so many, which are anything, and room for them.
struct Reserve {
  ArrayNumber array;
  Operand size;
};
/// Each of two filled arrays is what the other one was.
struct Swap {
  ArrayNumber a, b;
};
/// It has none.
struct Clear {
  ArrayNumber array;
};
/// How many it has.
struct Count {
  ArrayNumber array;
  Value to;
};
/// For whoever runs the unit.
struct Note {
  std::size_t number;  ///< below Unit::notes
  Operand value;
};
/// What fails in it, and a stack that is full, ends the unit: it is to be run in another way.
struct Invoke {
  FunctionNumber function;
  Operands args;
  std::vector<Value> to;
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
  struct Upwards {
    Value index;
    Operand bound;
  };
  /// While [holds], which [condition] computes.
  struct While {
    Code condition;
    Operand holds;
  };
  std::vector<State> states;
  std::variant<Upwards, While> form;
  Code body;
};
struct Step {
  std::variant<Apply, Inside, Load, Store, Keep, Reserve, Swap, Clear, Count, Note, Invoke, Check,
               Branch, Repeat>
      node;
};
using Node = decltype(Step::node);

/// What an error says, and where.
struct Site {
  enum class Kind : std::uint8_t {
    index,   ///< of an element or a row
    update,  ///< of an element that is written
    shape,   ///< lengths of what is as many elements
    count,   ///< of elements, which is below 0
    width,   ///< of a Soac, and another length
    part,    ///< of an array: dims
    other,   ///< lengths of what is overwritten, and of what by
    rows,    ///< lengths of rows that are to be the same
    guard,   ///< of a primitive
    check,   ///< an assertion
  };
  Kind kind = Kind::check;
  support::Span span{};
  const core::CallSite* inlined_at = nullptr;
  prims::Guard guard = prims::Guard::none;
  const core::Index* index = nullptr;                 ///< its steps
  const core::Assert* check = nullptr;                ///< its message
  const std::vector<core::DimSlice>* dims = nullptr;  ///< those operands that there are: numbers
  /// The message's; or indices, and behind them the lengths of the array.
  Operands numbers{};
  std::size_t indices = 0;  ///< how many of them are, or of the first lengths
};

/// More steps than that take longer to be allocated registers for than they are worth.
inline constexpr std::size_t kMostSteps = 8000;

/// What is called, by itself or others: numbers of numbers. It has values of its own, the lengths
/// and strides of the unit's arrays, and nothing else.
struct Function {
  std::vector<Value> params{};
  Code body{};
  Operands results{};
};

/// A loop with all that it needs; or a call, which is before a loop that has no iterations.
struct Unit {
  struct Input {
    core::VarId var;
    Value value;
  };
  enum class Origin : std::uint8_t {
    given,   ///< a variable from around, or a state of the loop as it begins
    sum,     ///< an accumulator's from around, all of which is dense
    filled,  ///< by the unit: a vector, or what is taken for one
  };
  struct Array {
    Origin origin = Origin::given;
    /// If given; the accumulator; if filled, a state of the loop that it begins as a copy of, and
    /// that it is in the end.
    core::VarId var = 0;
    ScalarType elem = ScalarType::i64;
    bool written = false;
    /// Of each dimension, in elements; what is filled is dense, and has lengths if it is a state.
    std::vector<Value> lengths{}, strides{};
    /// The dimension whose rows iterations read one after the other, the last one first, as what is
    /// kept for the way back is read: processors do not see such short rows coming.
    std::optional<std::size_t> backwards{};
    /// What a map gives: an iteration writes rows of its own, and none reads them.
    bool rows = false;
    /// Of a sum: it has so many numbers for each place, side by side, and iteration i of the loop
    /// adds to number i mod [stripes] of them (eval/partial_sums.hpp). Of accumulators of what a
    /// map folds: so many are all of them.
    int stripes = 1;
    std::size_t part = 0;    ///< of the accumulator's arrays
    std::uint32_t site = 0;  ///< of the update (core::AccUpdate::site)
  };
  /// Of an entry of the loop's history.
  struct Kept {
    ArrayNumber array;
    std::vector<std::size_t> row{};  ///< notes of the lengths of a row, if there are any
  };
  std::vector<ScalarType> types;  ///< of values
  std::vector<Input> inputs;      ///< scalars from around
  std::vector<Array> arrays;
  std::vector<Site> sites;
  std::vector<Kept> kept;
  std::size_t notes = 0;
  /// Where one of these is more than that, it is better not run.
  struct Limit {
    Operand value;
    std::int64_t most;
  };
  std::vector<Limit> limits;
  std::vector<Function> functions;
  Code before;  ///< what is the same in all iterations
  Repeat loop;
  /// Iterations do not see each other, but for what they add to sums: a map's. Which ones run in
  /// one go begins with a multiple of the stripes.
  bool is_map = false;
  std::size_t size = 0;  ///< steps in all
};

/// The primitive with which [branch] does nothing but put something to an element, if it does. (It
/// stays a branch where its condition always holds: that all of it is one step is seen so.)
std::optional<core::Prim> addition_in(const Branch& branch);
/// Takes what is the same in all iterations of a loop out of it.
void hoist(Unit& unit);
/// By array: the first one that may be the same memory. Sums of one accumulator for several updates
/// are, or each update has its own: that is known when the unit is run.
std::vector<ArrayNumber> memories(const Unit& unit);
/// What a step itself does with arrays, code inside of it aside.
struct Touch {
  std::optional<ArrayNumber> array{}, other{};  ///< [other]: of a swap
  bool reads = false, changes = false;
};
Touch touch(const Node& node);
/// Arrays that any step of [code] changes, those inside of others too.
std::unordered_set<ArrayNumber> changed_in(const Code& code);
/// By value: how often it is an operand, or a number of a site.
std::vector<int> uses(const Unit& unit);
/// The same in one function alone.
std::vector<int> uses(const Unit& unit, const Function& function);
/// As text, for people and tests: a step on a line.
std::string print(const Unit& unit);
/// What is wrong with [unit]: nothing, unless this library has a bug.
std::optional<std::string> verify(const Unit& unit);

}  // namespace laguz::vcode
