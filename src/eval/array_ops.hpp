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
Array concatenate(std::span<const Array> arrays);
/// out[j * step] = the j-th of 0 to n-1 by their keys, which are [step] apart, too.
void order_by_key(const std::int64_t* keys, std::int64_t n, std::int64_t bound, std::int64_t* out,
                  std::int64_t step);
/// out[i * step] = the number of the last key equal to keys[i * step]; -1 if it is not in
/// [0, bound). It takes memory for [bound] numbers, but no time for those that are no key.
void number_last_equal(const std::int64_t* keys, std::int64_t n, std::int64_t bound,
                       std::int64_t* out, std::int64_t step);
/// t[0] = b[0]; t[i] = b[i] + a[i]*t[i-1].
Array linear_recurrence(const Array& a, Array b);

}  // namespace laguz::eval
