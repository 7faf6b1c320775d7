// All rows, by id and by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "prims/prim.hpp"

namespace laguz::prims {

/// Every row; Prim::row indexes it. Built once, checked for completeness (InternalError naming the
/// primitive that lacks a kernel, a partial or `nondiff`).
std::span<const Row> catalog();

inline const Row& row_of(Prim prim) { return catalog()[prim.row]; }
inline Op op_of(Prim prim) { return row_of(prim).op; }

/// The row called [name] at [type]; nothing when there is none or it does not admit the type.
std::optional<Prim> find(std::string_view name, ScalarType type);
/// As `find`, for our own use of a primitive that must exist.
Prim get(std::string_view name, ScalarType type);
/// How values of a type are added and multiplied: booleans by or and and.
Prim addition(ScalarType type);
Prim multiplication(ScalarType type);
/// The row's identity at the type of [prim], if it has one.
std::optional<Scalar> identity_of(Prim prim);
/// The conversion that [conversion], from integers to floats, is where its operand has been rounded
/// from a float: a constant, as derivatives go.
Prim step_of(Prim conversion);
bool is_step(Prim prim);
/// The conversion that [step] is one of.
Prim conversion_of(Prim step);

/// What a primitive makes of a float where no derivative passes.
enum class Passage : std::uint8_t {
  none,        ///< it has a derivative, or the operand is no float
  integer,     ///< an integer, by value or by bits
  rounding,    ///< a float that is constant piece by piece
  comparison,  ///< a truth, or a choice among what the others give, as by a sign
};
Passage passage_of(Prim prim, int operand);
/// Whether the partial derivative by an operand is 0 whatever the operands that are not known.
bool has_no_partial(Prim prim, int operand, std::span<const std::optional<Scalar>> known);

ScalarType result_type(Prim prim);
ScalarType operand_type(Prim prim, int operand);
/// "add_f64", "cvt_f64_i32" (to f64 from i32): the names `intrinsics` has in the prelude.
std::string full_name(Prim prim);
std::optional<Prim> find_full(std::string_view full_name);

/// The scalar kernel on scalars; the guard must hold (checked by `guard_holds`).
Scalar apply(Prim prim, std::span<const Scalar> args);
bool guard_holds(Prim prim, std::span<const Scalar> args);

}  // namespace laguz::prims
