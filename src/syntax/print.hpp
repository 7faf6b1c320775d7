// The tree back as source text; parsing what is printed gives the same tree.
#pragma once

#include <string>

#include "syntax/ast.hpp"

namespace laguz::syntax {

std::string print(const ast::Prog& program);
std::string print(const ast::Exp& exp);
std::string print(const ast::TypeExp& type);
std::string print(const ast::Pat& pattern);
std::string print(const ast::ModExp& module);
std::string print(const ast::ModTypeExp& module_type);

}  // namespace laguz::syntax
