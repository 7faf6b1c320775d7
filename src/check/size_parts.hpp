// The expressions that sizes are made of, taken apart.
#pragma once

#include <optional>

#include <boost/container/small_vector.hpp>

#include "check/typed.hpp"
#include "support/function_ref.hpp"

namespace laguz::check {

/// Visits the operands of an expression that may be part of a size; false when it may not.
bool each_operand(const typed::Exp& exp, support::FunctionRef<void(const typed::ExpPtr&)> visit);
/// The operands, as a list; nothing when [exp] may not be part of a size.
using Operands = boost::container::small_vector<typed::ExpPtr, 4>;
std::optional<Operands> operands_of(const typed::Exp& exp);
/// [exp] with other operands, as `operands_of` gives them.
typed::ExpPtr with_operands(const typed::Exp& exp, const Operands& operands);
/// The size that is [exp], as it stands.
SizePtr size_of(const typed::ExpPtr& exp);
/// The variable that stands for a size which is not known yet (see SizeOf); null for any other
/// expression.
const typed::Var* placeholder(const typed::Exp& exp);

}  // namespace laguz::check
