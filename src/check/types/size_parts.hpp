// The expressions that sizes are made of, taken apart.
//
// They may be any that bind no name. A section binds none either, though typed it is a lambda: its
// operands are those that are written in it. The operands of a coercion are what is coerced, and
// the sizes of its type.
#pragma once

#include <optional>

#include <boost/container/small_vector.hpp>

#include "check/types/typed.hpp"
#include "support/function_ref.hpp"

namespace laguz::check {

/// Visits the operands of an expression that may be part of a size; false when it may not.
bool each_operand(const typed::Exp& exp, support::FunctionRef<void(const typed::ExpPtr&)> visit);
/// The operands, as a list; nothing when [exp] may not be part of a size.
using Operands = boost::container::small_vector<typed::ExpPtr, 4>;
std::optional<Operands> operands_of(const typed::Exp& exp);
/// [exp] with other operands, as `operands_of` gives them.
typed::ExpPtr with_operands(const typed::Exp& exp, const Operands& operands);
/// Are two expressions the same but for their operands, if they have as many of them?
bool same_form(const typed::Exp& a, const typed::Exp& b);
/// Replaces the types in [exp], which has been made by `with_operands`, but for its operands'.
void map_types(typed::Exp& exp, support::FunctionRef<TypePtr(const TypePtr&)> map);
/// Does [exp] bind a name somewhere, so that it may not be a size?
bool has_binding(const typed::Exp& exp);
/// Does [test] hold for a size in [size] that is not known yet?
bool any_unknown(const SizePtr& size, support::FunctionRef<bool(const SizePtr&)> test);
/// The size that is [exp], as it stands.
SizePtr size_of(const typed::ExpPtr& exp);
/// The same, where [exp] may be any operand of a size.
SizePtr size_of_operand(const typed::ExpPtr& exp);
/// Attributes, ascriptions and assertions do not change what an expression's size is.
typed::ExpPtr strip(typed::ExpPtr exp);
/// The variable that stands for a size which is not known yet (see SizeOf); null for any other
/// expression.
const typed::Var* placeholder(const typed::Exp& exp);

}  // namespace laguz::check
