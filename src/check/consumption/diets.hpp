// What functions consume and give, as far as their types say.
//
// A function that leaves its argument alone may stand for one that consumes it, and one that gives
// a value of its own for one that gives what may be shared; not the other way round. What a lambda
// or a local function gives is only found out once types are known (see consumption.hpp): unless
// its result's type is written, its type promises nothing.
#pragma once

#include <string>
#include <string_view>

#include "check/types/types.hpp"

namespace laguz::check::consumption {

/// Is there a function in [type], or in what an abstract type is applied to? Then there is
/// something to compare.
bool mentions_function(const TypePtr& type);

/// Where functions in [actual] may not stand for those in [expected]: why. Else empty. Both have
/// the same shape, abstract types apart.
std::string compare_diets(const TypePtr& expected, const TypePtr& actual);

/// The same as an error: [what] is wrong, what was expected and found, and why.
std::string diet_error(std::string_view what, const TypePtr& expected, const TypePtr& actual);

/// [type], but its functions consume and give what those of [from] do. Both have the same shape.
TypePtr with_diets(const TypePtr& type, const TypePtr& from);

}  // namespace laguz::check::consumption
