// Modules and what is in them, as messages and the prompt show them. (Whole modules: modules.hpp.)
#pragma once

#include <string>
#include <vector>

#include "check/state/env.hpp"
#include "check/types/types.hpp"
#include "syntax/ast.hpp"

namespace laguz::check::modules {

/// "a lifted type" and so on.
const char* describe(ast::Liftedness lifted);
/// `^`, `~` or nothing.
const char* mark(ast::Liftedness lifted);
/// ` '^a`.
std::string show_type_param(const TypeParamRef& param);
/// `type^ t 'a`.
std::string show_head(const std::string& name, ast::Liftedness lifted,
                      const std::vector<TypeArgument>& params);
/// The declaration of [binding] under the name [name], with its definition if that is known.
std::string show_type(const std::string& name, const TypeBinding& binding);
/// The same, but an abstract type has the name it was given first: another one is another type.
std::string show_definition(const std::string& name, const TypeBinding& binding);
/// What follows the name in a value's specification.
std::string show_scheme(const Scheme& scheme);

}  // namespace laguz::check::modules
