// One row per scalar primitive: name, types, kernels, partial derivatives.
//
// This is the whole contract. A row is data; `catalog.hpp` finds rows by name and id, and refuses
// to start when one has neither partials nor the word `nondiff`. The rows themselves stand in
// arith.cpp, math.cpp, special.cpp, compare.cpp, bits.cpp and convert.cpp, one statement each:
//
//   table.row<Binary, floats>("atan2", sleef::atan2{}, D(y / (x * x + y * y)),
//                             D(-x / (x * x + y * y)));
//
// K(formula) is a kernel: x, y and z are the operands as C++ scalars, f16 as float. D(formula) is a
// partial: x, y and z are the operands and r is the result as terms (term.hpp). A new primitive is
// such a row, its lines in stdlib/, and a golden test; the table's own tests find it by themselves.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/scalar_type.hpp"

namespace laguz::prims {

using support::Scalar;
using support::ScalarType;

/// A set of scalar types, as a bit mask.
using TypeSet = std::uint16_t;
constexpr TypeSet only(ScalarType t) { return static_cast<TypeSet>(1u << static_cast<int>(t)); }
constexpr bool contains(TypeSet set, ScalarType t) { return (set & only(t)) != 0; }
inline constexpr TypeSet signeds = 0x00f, unsigneds = 0x0f0, ints = 0x0ff, floats = 0x700,
                         nums = 0x7ff, booleans = 0x800, all_types = 0xfff;

/// A primitive at a type: the row and the type of its operands (of the first one, where they
/// differ). This is what core and the graph hold.
struct Prim {
  std::uint16_t row = 0;
  ScalarType type = ScalarType::i64;
  bool operator==(const Prim&) const = default;
};

/// What must hold of the operands for the primitive to be defined. Kernels are total all the same
/// (they give 0): the evaluator checks the guard of the lanes that are alive and reports the error.
enum class Guard : std::uint8_t {
  none,
  nonzero_divisor,       ///< the second operand is not 0
  nonnegative_exponent,  ///< the second operand is not negative
};

/// Type of an operand or result relative to the type the primitive is taken at.
struct Slot {
  bool same = true;  ///< the primitive's own type; else [type]
  ScalarType type = ScalarType::i64;
  bool bits = false;  ///< the unsigned integer as wide as the primitive's own type

  constexpr ScalarType at(ScalarType own) const {
    if (!bits) return same ? own : type;
    return support::size_of(own) == 2   ? ScalarType::u16
           : support::size_of(own) == 4 ? ScalarType::u32
                                        : ScalarType::u64;
  }
};

/// A handle to a scalar value of whoever asks for partials (a graph node or a constant).
using TermId = std::uint64_t;

/// Where the arithmetic of derivatives goes: the graph. Everything it makes is differentiable
/// again.
class Emitter {
 public:
  virtual TermId apply(Prim prim, std::span<const TermId> args) = 0;
  virtual TermId constant(Scalar value) = 0;
  virtual ScalarType type_of(TermId term) const = 0;

 protected:
  ~Emitter() = default;
};

struct Term;
/// What the partial of a primitive may use: its operands and its result.
struct Operands {
  Emitter& emitter;
  std::span<const TermId> args;
  TermId result;
  ScalarType type;  ///< the type the primitive is taken at
};
/// ∂result/∂arg. Its type is the argument's. Multiplied with a tangent or cotangent by the caller
/// (of booleans: `and`). Unselected branches inside it are finite, so it can be differentiated
/// again.
using Partial = TermId (*)(const Operands&);

/// How tangents pass through a row.
enum class Diff : std::uint8_t {
  partials,  ///< by [partials]
  zero,      ///< defined, and 0 everywhere it is defined: floor, comparisons, bit operations
  convert,   ///< a conversion: the tangent is converted likewise, the cotangent back
  bitcast,   ///< to_bits and from_bits: the tangent is cast likewise
  nondiff,   ///< on record as having none; a tangent does not pass (treated as zero)
};

/// n lanes: out[i] = f(a[i], b[i], c[i]). Bit k of [uniform] says that operand k is one scalar for
/// all lanes. Buffers hold the C++ type of the scalar (bool and i8 are one byte, f16 two); out may
/// be one of the operands of its own type; every pointer is readable for n elements only. Each lane
/// gets the bits that the scalar kernel gives.
using LaneKernel = void (*)(std::int64_t n, void* out, const void* a, const void* b, const void* c,
                            unsigned uniform);
/// A typed function pointer `R (*)(A, B, ...)` on the C++ types of the scalars (f16 as its bits in
/// std::uint16_t, bool as bool), cast to this.
using ScalarKernel = void (*)();
/// The scalar kernel on boxed scalars, arity of them.
using BoxedKernel = Scalar (*)(const Scalar* args);

/// The primitives that somebody besides the table knows one by one: by laws that they obey, by
/// forms of their own in the evaluator, or as what comparisons say about sizes.
enum class Op : std::uint8_t {
  other,
  add,
  sub,
  mul,
  div,
  mod,
  quot,
  rem,
  pow,
  neg,
  abs,
  sqrt,
  flush,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  mad,
  mulsub,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  gate_gt,
  gate_ge,
  gate_eq,
  stop_gt,
  stop_ge,
  stop_eq,
  select,
  convert,
  to_bits,
  from_bits,
};

/// Facts about a row, to be joined.
enum Trait : std::uint8_t {
  kCommutes = 1,  ///< associative and commutative but for rounding: folds may take any order
  kTame = 2,      ///< its partials are numbers wherever its operands are
  kCheap = 4,     ///< tame, and computed in less time than a branch takes
  kDear = 8,      ///< takes ten times as long as a product: by a polynomial, table or series
};

/// The second operand that leaves the first as it is, to the bit; of what commutes, either leaves
/// the other.
enum class Identity : std::uint8_t {
  none,
  zero,
  minus_zero,  ///< of integers, 0
  one,
  ones,  ///< in all bits
};

struct Row {
  std::string_view name;  ///< "add", "atan2", "cvt_f64" (conversion to f64)
  int arity = 2;
  TypeSet types = nums;
  std::vector<Slot> operands;  ///< arity of them
  Slot result;
  Guard guard[support::kScalarTypes] = {};
  ScalarKernel scalar[support::kScalarTypes] = {};  ///< by Prim::type; null where not admitted
  LaneKernel lanes[support::kScalarTypes] = {};
  /// On vectors of 256 bits, in registers; null where that is no faster than one after the other.
  ScalarKernel quads[support::kScalarTypes] = {};
  BoxedKernel boxed[support::kScalarTypes] = {};
  Diff diff = Diff::nondiff;
  std::vector<Partial> partials;  ///< arity of them when diff is Diff::partials
  Op op = Op::other;
  std::uint8_t traits = 0;
  Identity identity = Identity::none;
  std::string_view pole{};  ///< where it, or its slope, is no number; for those who look for one

  bool has(Trait trait) const { return (traits & trait) != 0; }
  // For the files of rows.
  Row& is(Op which) {
    op = which;
    return *this;
  }
  Row& with(int more) {
    traits = static_cast<std::uint8_t>(traits | more);
    return *this;
  }
  Row& keeps_with(Identity which) {
    identity = which;
    return *this;
  }
  Row& without_value(std::string_view where) {
    pole = where;
    return *this;
  }
  Row& guarded(TypeSet at, Guard by) {
    for (int t = 0; t < support::kScalarTypes; ++t)
      if (contains(at, static_cast<ScalarType>(t))) guard[t] = by;
    return *this;
  }
};

}  // namespace laguz::prims
