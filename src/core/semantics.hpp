// What expressions do with arrays: what they overwrite, look into, give the shape of, may fail at.
// One row for each array operation, and one visitor for each question: fusion, tracing, the graph
// and the evaluator ask here.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ir.hpp"

namespace laguz::core {

/// What the result of an array operation has of the memory of its array operand.
enum class Memory : std::uint8_t {
  own,     ///< nothing
  shared,  ///< it may share it, as long as nobody overwrites it
  view,    ///< it lies in it
  taken,   ///< it is that memory, where nobody else holds it: the operand is overwritten
};

/// What each element of the result costs.
enum class ElementCost : std::uint8_t {
  nothing,  ///< or there are none, or they are counted
  copy,
  work,
};

/// Where the elements of the result come from.
enum class Elements : std::uint8_t {
  computed,
  by_place,  ///< each follows from where it stands
  alike,     ///< all rows are the same
  moved,     ///< they are those of its array operand, each once, at other places
  same,      ///< they are those of its array operand, at their places
};

/// When an array operation fails.
enum class Failure : std::uint8_t {
  never,
  negative_count,  ///< if its first operand is negative
  irregular_rows,  ///< if its operands are arrays of arrays
  unproven,        ///< nothing in the expression excludes it
};

/// Operands on which the result depends as a number does on a number, so that it may be
/// differentiated in them.
enum class Slope : std::uint8_t { none, first, second, all_but_first, first_and_last, all };

struct ArrayOpRow {
  std::string_view name;
  std::uint8_t array;  ///< the operand that the next three are about
  Memory memory;
  bool keeps_shape;  ///< that operand's
  Elements elements;
  ElementCost cost;
  Failure failure;
  Slope slope;
  /// Sees all elements of its operand, and never fails.
  bool is_plain_view() const {
    return memory == Memory::view && elements == Elements::moved && failure == Failure::never;
  }
};
const ArrayOpRow& row_of(ArrayOp op);
inline std::string_view name(ArrayOp op) { return row_of(op).name; }

/// The application of [op] that [exp] is; null for others.
const ArrayApp* as_app(const Exp& exp, ArrayOp op);

bool may_fail(const ArrayApp& app);
/// Whether no element is read for the result: it is written down, of numbers and of what all its
/// rows are.
bool is_written_down(ArrayOp op);
/// Whether the result follows its array operand, of which nothing is left: it is that, overwritten
/// or to be overwritten. (Then two that are written alike are not one.)
bool succeeds_operand(ArrayOp op);
/// Whether the result is elements of arrays at other places, or computed of them; and is made to be
/// read. (Fresh arrays, and copies, are made to be overwritten.)
bool copies_elements(ArrayOp op);

/// Arrays that [exp] itself overwrites; not what bodies inside of it do.
Atoms written(const Exp& exp);
/// Those, and what is handed on to be overwritten: by a loop, by a function.
Atoms consumed(const Exp& exp);
/// The operand that result [result] has the shape of, because it is that array with other elements.
std::optional<Atom> same_shape(const Exp& exp, std::size_t result);
/// Operands that decide where, how many or which, rather than being what the results are made of:
/// conditions, indices, lengths and counts. (Not the condition of a `while`, which is a body.)
Atoms deciding(const Exp& exp);
/// The part of its array that [index] reads.
DimSlices part_read(const Index& index);
/// Whether they say the same: dimensions left out are whole.
bool is_same_part(const DimSlices& a, const DimSlices& b);
/// The array in whose memory the result lies; null for others.
const Atom* viewed(const Exp& exp);

}  // namespace laguz::core
