// The rules that more than one file of the grammar uses; all others are local to their file.
//
// There is no skipper, so there is one iterator type and one context type (none), and a rule
// defined in one file can be called from another without surprises at link time.
#pragma once

#include <string>
#include <vector>

#include "grammar/build.hpp"
#include "grammar/terminals.hpp"

// In `a >> b > c` the `>>` binds tighter, and that is how the rules are meant.
#ifdef __clang__
#pragma clang diagnostic ignored "-Woverloaded-shift-op-parentheses"
#endif

namespace laguz::grammar {

// X(rule, its attribute, how an error message names it)
#define LAGUZ_SHARED_RULES(X)                                         \
  /* names.cpp */                                                     \
  X(qual_name, ast::QualName, "a name")                               \
  X(attribute, ast::Attr, "an attribute")                             \
  X(binding_operator, ast::Binder, "an operator")                     \
  X(binding_name, ast::Binder, "a name")                              \
  X(size_binder, ast::Binder, "a size name in brackets")              \
  X(type_parameter, ast::TypeParam, "a type parameter")               \
  X(import_path, std::string, "a file name in quotes")                \
  /* types.cpp */                                                     \
  X(type_exp, NewTypeExp, "a type")                                   \
  X(type_term, NewTypeExp, "a type")                                  \
  /* patterns.cpp */                                                  \
  X(pattern, NewPat, "a pattern")                                     \
  X(parameter, NewPat, "a parameter")                                 \
  /* exps.cpp */                                                      \
  X(exp, NewExp, "an expression")                                     \
  X(op_exp, NewExp, "an expression")                                  \
  X(op_chain, OpChain, "an expression")                               \
  X(infix_operator, Infix, "an operator")                             \
  /* atoms.cpp */                                                     \
  X(atom, NewExp, "an expression")                                    \
  X(update_path, std::vector<ast::UpdateStep>, "a field or an index") \
  X(path_step, ast::UpdateStep, "a field or an index")                \
  /* forms.cpp */                                                     \
  X(let_exp, LetChain, "a let expression")                            \
  X(if_exp, IfChain, "an if expression")                              \
  X(loop_exp, ast::Loop, "a loop")                                    \
  X(match_exp, ast::Match, "a match expression")                      \
  X(assert_exp, ast::Assert, "an assertion")                          \
  X(attributed_exp, ast::Attributed, "an attribute")                  \
  X(lambda, ast::Lambda, "a lambda")                                  \
  /* decs.cpp */                                                      \
  X(dec, ast::Dec, "a declaration")                                   \
  X(program, ast::Prog, "a program")                                  \
  /* modules.cpp */                                                   \
  X(mod_exp, NewModExp, "a module expression")                        \
  X(mod_type_exp, NewModTypeExp, "a module type")                     \
  X(mod_parameter, ast::ModParam, "a module parameter")

#define LAGUZ_DECLARE_RULE(name, attribute, text)           \
  using name##_rule = x3::rule<class name##_id, attribute>; \
  inline constexpr name##_rule name{text};                  \
  BOOST_SPIRIT_DECLARE(name##_rule)
LAGUZ_SHARED_RULES(LAGUZ_DECLARE_RULE)
#undef LAGUZ_DECLARE_RULE

/// Defines shared rules in the file that holds their right sides.
#define LAGUZ_INSTANTIATE(name) BOOST_SPIRIT_INSTANTIATE(name##_rule, Cursor, x3::unused_type)

}  // namespace laguz::grammar
