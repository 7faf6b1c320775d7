// Test blocks: the `-- ==` comments of a program, parsed.
//
//     -- ==
//     -- tags { a b }
//     -- entry: f g
//     -- "name" compiled input { 1 [2,3] } output { 4 }
//     -- random input { [10]f64 } auto output
//     -- input @ file.in error: regex
//
//     -- ==
//     -- property: f g
//     -- gradcheck
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/source.hpp"

namespace laguz::driver::testing {

/// Values as text; [offset] and [length] are the place in the file, for `--update`.
struct Literal {
  std::string text;
  std::size_t offset = 0;
  std::size_t length = 0;
};
struct File {
  std::string path;
};  ///< relative to the program; `.gz` is unpacked
struct Random {
  std::string types;
};  ///< `[100]i32 f32 7i64`
struct Script {
  std::string text;
};               ///< FutharkScript: not for an interpreter
struct Auto {};  ///< a compiled program's output: only success is judged
struct ErrorPattern {
  std::string regex;
};

struct Case {
  std::string name;  ///< as reports show it
  std::vector<std::string> tags;
  std::variant<Literal, File, Random, Script> input;
  /// Nothing: it must merely succeed.
  std::optional<std::variant<Literal, File, Auto, ErrorPattern>> expected;
};

struct Block {
  std::vector<std::string> entries;  ///< `main` when not written
  std::vector<Case> cases;
  std::optional<std::string> warning;
  std::vector<std::string> properties;
  bool gradcheck = false;  ///< these have right derivatives wherever they are evaluated
};

struct Spec {
  std::vector<std::string> tags;
  std::optional<std::string> type_error;  ///< the whole program must be rejected
  std::vector<Block> blocks;
  bool empty() const { return blocks.empty() && !type_error; }
};

/// Throws UserError with the place that is not understood.
Spec parse_spec(const support::SourceFile& source);

/// Where in the file the byte [at] of a literal's text stands.
support::Span place_of(const support::SourceFile& source, const Literal& literal, std::size_t at);

}  // namespace laguz::driver::testing
