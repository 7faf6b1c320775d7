// The texts of run-time errors, the same in every tier.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ir.hpp"
#include "prims/prim.hpp"
#include "runtime/array.hpp"
#include "support/diagnostic.hpp"

namespace laguz::eval {

using runtime::Shape;

/// Where an error is reported: a statement, and the inlined calls that it stands in.
struct Place {
  support::Span span{};
  const core::CallSite* inlined_at = nullptr;

  explicit operator bool() const { return static_cast<bool>(span); }
  /// Appends the place to a stack of calls.
  void push_to(std::vector<support::Span>& stack) const;
};

/// Throws a UserError of Phase::run; without a place, the statement around gives it its own.
[[noreturn]] void fail(std::string message, const Place& place = {});
/// Gives an error the place, when it has none.
void put_in_place(support::UserError& error, const Place& place);
/// The same for the exception that is being handled, if it is an error of the user's or a lack of
/// memory, which becomes one; throws it again.
[[noreturn, gnu::cold]] void rethrow_in_place(const Place& place);

/// "[2][3]"
std::string shape_text(const Shape& shape);
/// Fails with "Index [5, 1] out of bounds for array of shape [3][2].", and a hint where a number is
/// negative.
[[noreturn, gnu::cold]] void fail_index(std::span<const std::int64_t> index, const Shape& shape,
                                        const Place& place = {});
/// The same with an index already printed, as "0:2, 1:0".
[[noreturn, gnu::cold]] void fail_index(const std::string& index, bool is_negative,
                                        const Shape& shape, const Place& place = {});
/// Fails with that of the step in [steps] that is out of bounds.
[[noreturn, gnu::cold]] void fail_index(std::span<const std::int64_t> index, const Shape& shape,
                                        const std::vector<core::Index::Step>& steps, Place place);
/// What is wrong when a primitive's guard does not hold.
std::string guard_text(prims::Guard guard);
/// Of a negative length n of iota or replicate.
std::string range_text(std::int64_t n);
/// Of rows of different shapes in what would be one array.
std::string irregular_text(const Shape& first, const Shape& other);
/// Of what is not overwritten by so many elements.
std::string update_text(const Shape& place, const Shape& value);
/// Of elements that are not as many.
std::string reshape_text(const Shape& from, const Shape& to);
/// Of arrays of different outer lengths mapped together.
std::string width_text(std::int64_t expected, std::int64_t actual);

}  // namespace laguz::eval
