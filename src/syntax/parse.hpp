// The parser's door: text in, tree out. Implemented in grammar/, which alone sees Boost.Spirit.
#pragma once

#include <variant>
#include <vector>

#include "support/source.hpp"
#include "syntax/ast.hpp"
#include "syntax/token.hpp"

namespace laguz::syntax {

/// All of these throw support::UserError (Phase::syntax) with the place, what was expected and
/// what was found; at_end_of_input is set when more text could still make it right.
ast::Prog parse_program(const support::SourceFile& source);
ast::ExpPtr parse_expression(const support::SourceFile& source);
ast::TypeExpPtr parse_type(const support::SourceFile& source);
/// A line at the prompt: one or more declarations, or an expression; what parses as both is
/// declarations.
std::variant<ast::Prog, ast::ExpPtr> parse_prompt(const support::SourceFile& source);
/// The tokens of a text, up to where it is none; throws nothing. For what is still being typed.
std::vector<Token> tokens_before_error(const support::SourceFile& source);
/// A module expression alone, for `:mtype`.
ast::ModExpPtr parse_module_expression(const support::SourceFile& source);

}  // namespace laguz::syntax
