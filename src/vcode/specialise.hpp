// A unit for certain lengths.
#pragma once

#include <optional>
#include <unordered_set>

#include "support/function_ref.hpp"
#include "vcode/code.hpp"

namespace laguz::vcode {

/// What an input, length or stride is, as support::Scalar keeps it; nothing if that is not known.
using KnownBits = support::FunctionRef<std::optional<std::uint64_t>(Value)>;
/// The first input, length or stride that is the same number as another, in their order: an input's
/// before an array's, and lengths before strides. Itself, if that is not known.
using KnownSame = support::FunctionRef<Value(Value)>;

/// What [unit] is where inputs, lengths and strides are what [known] and [same] say: loops over few
/// iterations, whose number is constant then, are written out; checks that hold, what has been
/// computed before, and arrays of its own of which all that is read is known, are left out. It does
/// the same, to the bit; where it fails, the site is one of its own, with the same text and
/// numbers. Arrays, inputs and notes have the numbers that they have. Nothing if no loop inside has
/// a constant number of iterations only by what is known, and nothing is the same. [unit]:
/// verified. Takes time in proportion to the steps of the result; for each branch and loop of it,
/// also to the elements that are known there.
std::optional<Unit> specialise(const Unit& unit, KnownBits known, KnownSame same);

/// Inputs that say how many iterations loops inside [unit] have.
std::unordered_set<Value> bounds(const Unit& unit);

}  // namespace laguz::vcode
