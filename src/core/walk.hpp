// Generic traversals of core: children, operands, free variables, renaming.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/program.hpp"
#include "support/function_ref.hpp"

namespace laguz::core {

/// Calls [on_atom] for every operand that stands directly in [exp], and [on_body] for every inner
/// body with the parameters it binds (loop parameters and index, lambda parameters, accumulators).
/// Throws UserError when the stack is low: bodies nested too deeply for whoever recurses into them.
void visit(const Exp& exp, support::FunctionRef<void(const Atom&)> on_atom,
           support::FunctionRef<void(const Body&, const Binders&)> on_body);
/// The same with leave to change them.
void visit(Exp& exp, support::FunctionRef<void(Atom&)> on_atom,
           support::FunctionRef<void(Body&, Binders&)> on_body);

/// Variables used but not bound inside, in order of first use, with their types.
Binders free_variables(const Body& body);
Binders free_variables(const Lambda& lambda);
Binders free_variables(const Exp& exp);

bool uses(const Exp& exp, VarId var);
bool uses(const Body& body, VarId var);
/// How many statements and results of [body] use [var].
std::size_t count_uses(const Body& body, VarId var);
/// By variable: how often it is an operand or a result, in bodies inside too.
std::unordered_map<VarId, int> all_uses(const Body& body);
/// The statement of [body] that binds [var].
std::optional<std::size_t> place_of(const Body& body, VarId var);

/// Whether indices are different constants in one dimension: no element is at, or below, both.
bool differ_in_a_constant(const Atoms& a, const Atoms& b);

using Substitution = std::unordered_map<VarId, Atom>;
/// What stands for [atom]: itself, unless it is substituted.
Atom replaced(const Atom& atom, const Substitution& substitution);
/// A copy with every bound variable fresh and free variables replaced by [substitution].
Body refresh(const Body& body, Names& names, Substitution substitution = {});
Lambda refresh(const Lambda& lambda, Names& names, Substitution substitution = {});
Exp refresh(const Exp& exp, Names& names, Substitution substitution = {});

/// Among the results of a Soac: where the reduced ones end, and where the scanned ones do.
struct Ends {
  std::size_t reduced = 0, scanned = 0;
};
Ends ends_of(const Soac& soac);

/// Whether dropping the expression when its results are unused could be seen.
bool has_effect(const Exp& exp);
std::vector<Type> types_of(const Atoms& atoms);
std::vector<Type> types_of(const Binders& binders);
/// Types of the results, from the operands. For Call, from the program.
std::vector<Type> result_types(const Exp& exp, const Program& program);

}  // namespace laguz::core
