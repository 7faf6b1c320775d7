// `let (a, b) = e` at the prompt.
#pragma once

#include <memory>
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
};
/// [source] is an input with kNoBody behind it. Without a program for what is no `let` of a pattern
/// that has nothing else for its body, or has no names.
PatternDeclarations pattern_declarations(const support::SourceFile& source);

}  // namespace laguz::engine
