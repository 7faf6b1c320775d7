// Array operations on values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ir.hpp"
#include "eval/evaluator.hpp"

namespace laguz::eval {

/// The operation on its operands, as core::ArrayOp says; not for `shape`. An operand that is held
/// once may be overwritten. Throws UserError without a place.
Array array_op(core::ArrayOp op, std::span<const std::int64_t> attrs, std::vector<Value> args);

/// Rows [indices] (of any rank) of [array]; zeros where an index is out of bounds.
Array gather(const Array& array, const Array& indices);
/// Moves the first one's elements only where they are held elsewhere or its memory has no room for
/// the others: appending to an array again and again takes time for what is appended.
Array concatenate(std::span<Array> arrays);
/// What numbers [n] keys, which are [step] apart as the numbers are: `order` or `last_equal`. The
/// latter takes memory for [bound] numbers, but no time for those that are no key.
using NumberKeys = void (*)(const std::int64_t* keys, std::int64_t n, std::int64_t bound,
                            std::int64_t* out, std::int64_t step);
NumberKeys number_keys(core::ArrayOp op);
/// t[0] = b[0]; t[i] = b[i] + a[i]*t[i-1].
Array linear_recurrence(const Array& a, Array b);

}  // namespace laguz::eval
