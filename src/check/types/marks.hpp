// Marks in types: `*`, where it is written, and what may have one.
#pragma once

#include "check/types/types.hpp"

namespace laguz::check {

/// A scalar, or a type parameter that stands for scalars only.
bool is_scalar(const Type& type);
/// Another type parameter, or an abstract type: nobody sees what it is made of.
bool is_opaque(const Type& type);
bool is_arrow(const Type& type);
/// Is `*` written at the root of [type]?
bool is_marked(const TypePtr& type);
/// Is it written, at the root or in a part, of what may hold an array outside of functions?
bool is_marked_inside(const TypePtr& type);
/// Is there an array in [type], outside of functions? [hidden]: what is abstract may be one.
bool has_arrays(const TypePtr& type, bool hidden);
/// Is there a function in [type]? What is abstract is none, whatever it is applied to.
bool is_functional(const TypePtr& type);
/// [type] without any `*`, outside of functions.
TypePtr without_marks(const TypePtr& type);
/// [type] with `*` on all that may hold an array, outside of functions.
TypePtr with_marks(const TypePtr& type);

}  // namespace laguz::check
