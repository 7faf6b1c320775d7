// What the tests of the syntax layer share: texts that live long enough, and trees as short texts.
#pragma once

#include <memory>
#include <string>

#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"
#include "syntax/same.hpp"

namespace laguz::test {

/// A tree with the source that its spans point into.
template <class Tree>
struct Parsed {
  std::unique_ptr<support::SourceFile> source;
  Tree tree;
};

inline Parsed<ast::Prog> program(std::string text) {
  auto source = std::make_unique<support::SourceFile>("test.fut", std::move(text));
  ast::Prog tree = syntax::parse_program(*source);
  return {std::move(source), std::move(tree)};
}
inline Parsed<ast::ExpPtr> expression(std::string text) {
  auto source = std::make_unique<support::SourceFile>("test.fut", std::move(text));
  ast::ExpPtr tree = syntax::parse_expression(*source);
  return {std::move(source), std::move(tree)};
}
inline Parsed<ast::TypeExpPtr> type(std::string text) {
  auto source = std::make_unique<support::SourceFile>("test.fut", std::move(text));
  ast::TypeExpPtr tree = syntax::parse_type(*source);
  return {std::move(source), std::move(tree)};
}

/// The error that parsing [text] as a program gives; an empty one when it parses.
inline support::Diagnostic error_of(const std::string& text) {
  support::SourceFile source("test.fut", text);
  try {
    syntax::parse_program(source);
  } catch (const support::UserError& error) {
    support::Diagnostic diagnostic = error.diagnostic();
    diagnostic.span.file = nullptr;
    return diagnostic;
  }
  return {};
}

inline std::string repeat(const std::string& text, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

}  // namespace laguz::test
