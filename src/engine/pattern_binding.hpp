// `let (a, b) = e` and `let xs[0] = e` at the prompt.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/source.hpp"
#include "syntax/ast.hpp"

namespace laguz::engine {

/// What makes a whole expression of a binding: nobody reads it.
constexpr const char* kNoBody = "\nin ()";

/// The declarations of the names in the pattern of a `let`: each has a definition of its own, and
/// the value one.
struct PatternDeclarations {
  std::shared_ptr<const ast::Prog> program;
  std::vector<ast::Name> names;
  bool updates = false;  ///< it is `let xs[0] = e`: the name stands for another value from then on
};
/// [source] is an input with kNoBody behind it. Without a program for what is no such `let`, or one
/// that has nothing else for its body, or has no names.
PatternDeclarations pattern_declarations(const support::SourceFile& source);

/// The names of a pattern whose value has the definition [name]; none if that is any other.
std::vector<std::string> names_in_pattern(const std::string& name);

}  // namespace laguz::engine
