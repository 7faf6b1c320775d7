// Names that are bound and never mentioned.
#pragma once

#include <string>
#include <vector>

#include "check/state/requests.hpp"
#include "syntax/ast.hpp"

namespace laguz::check {

struct Unused {
  support::Span span;
  std::string name;
};

/// Parameters, local values and functions, sizes and parameters of modules that nothing below
/// mentions, as they stand in the text; names that begin with `_` are meant to be so.
/// What a file or a module defines is for others. Names decide alone: who opens a module gets away
/// with more.
std::vector<Unused> unused_names(const std::vector<ast::DecPtr>& decs);

/// Adds what attributes of expressions ask for.
void find_requests(const std::vector<ast::DecPtr>& decs, Requests& requests);

}  // namespace laguz::check
