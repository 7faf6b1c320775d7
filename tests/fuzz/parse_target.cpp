// Lexer, parser and printer: any text either parses or is refused with a diagnostic, and what
// parses survives printing.
#include <stdexcept>
#include <variant>

#include "driver/paint.hpp"
#include "support/diagnostic.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"
#include "syntax/same.hpp"
#include "target.hpp"

namespace laguz::fuzz {
namespace {

using support::SourceFile;
using support::UserError;

void expect(bool good, const char* what, const std::string& printed) {
  if (!good) throw std::logic_error(std::string(what) + "; printed:\n" + printed);
}

/// The printed form of [tree], parsed again by [parse], is the same tree and prints the same.
template <class Tree, class Parse>
void round_trip(const Tree& tree, Parse parse) {
  const std::string printed = syntax::print(tree);
  const SourceFile again("printed.fut", printed);
  try {
    const auto second = parse(again);
    expect(syntax::same(tree, second), "another tree after printing", printed);
    expect(syntax::print(second) == printed, "printing twice differs", printed);
  } catch (const UserError& error) {
    expect(false, error.what(), printed);
  }
}

/// Runs [action]; a diagnostic is shown, as the session would.
template <class Action>
void guarded(Action action) {
  try {
    action();
  } catch (const UserError& error) {
    (void)support::render(error.diagnostic(), driver::painter(true));
  }
}

}  // namespace

void try_input(const std::string& path, const std::string& text) {
  const SourceFile source(path, text);
  guarded([&] {
    round_trip(syntax::parse_program(source),
               [](const SourceFile& file) { return syntax::parse_program(file); });
  });
  guarded([&] {
    round_trip(*syntax::parse_expression(source),
               [](const SourceFile& file) { return *syntax::parse_expression(file); });
  });
  guarded([&] {
    round_trip(*syntax::parse_type(source),
               [](const SourceFile& file) { return *syntax::parse_type(file); });
  });
  guarded([&] { (void)syntax::parse_module_expression(source); });
  guarded([&] { (void)syntax::parse_prompt(source); });
}

std::string_view input_extension() { return ".fut"; }

}  // namespace laguz::fuzz
