// `let (a, b) = e` at the prompt.
#pragma once

#include <memory>

#include "support/source.hpp"
#include "syntax/ast.hpp"

namespace laguz::engine {

/// What makes a whole expression of a binding: nobody reads it.
constexpr const char* kNoBody = "\nin ()";

/// [source] is an input with kNoBody behind it. Declarations of the names in the pattern of a `let`
/// that has nothing else for its body: each has a definition of its own, and the value one. Null
/// for what is no such thing, or has no names.
std::shared_ptr<const ast::Prog> pattern_declarations(const support::SourceFile& source);

}  // namespace laguz::engine
