// Equality of trees, spans left out: whether two texts say the same.
#pragma once

#include "syntax/ast.hpp"

namespace laguz::syntax {

bool same(const ast::Prog& a, const ast::Prog& b);
bool same(const ast::Exp& a, const ast::Exp& b);
bool same(const ast::TypeExp& a, const ast::TypeExp& b);

}  // namespace laguz::syntax
