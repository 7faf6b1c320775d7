// Infix operators: the grammar reads `a + b * c` as a flat list, and this file gives it its shape.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/ast.hpp"
#include "syntax/node.hpp"

namespace laguz::syntax {

/// Loosest first. `x : t` binds looser than all of these, application tighter.
enum class Precedence : std::uint8_t {
  range,
  backtick,
  with,
  with_value,  ///< the right side of `a with [i] = v`
  pipe_right,
  pipe_left,
  logical_or,
  logical_and,
  comparison,
  bitwise,
  shift,
  sum,
  product,
  power,
};

/// By the longest built-in operator that [op] begins with: `+.` binds as `+`, `>>=` as `>>`.
Precedence operator_precedence(std::string_view op);

/// What stands between two operands.
struct Infix {
  enum class Kind : std::uint8_t { op, backtick, dots2, dots3, dots_less, dots_greater, with } kind;
  support::Span span;
  ast::QualName op;                   ///< for op and backtick
  std::vector<ast::UpdateStep> path;  ///< for with
};

/// An operand with the infix before it.
struct InfixOperand {
  Infix infix;
  NewExp operand;
};

/// The tree for `first rest...`. Throws UserError for a range with two dots and no end.
NewExp resolve(NewExp first, std::vector<InfixOperand> rest);

/// Whether in `(first rest... op)` the last [op] has all the rest as its left operand.
bool is_loosest(const Infix& op, const std::vector<InfixOperand>& rest);

}  // namespace laguz::syntax
