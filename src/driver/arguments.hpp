// Where an entry point's arguments come from: options, files, standard input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/session.hpp"

namespace laguz::driver {

/// `--input NAME=...`: a parameter, and a file or an expression.
struct NamedInput {
  std::string name;
  std::string source;
};

struct Arguments {
  std::vector<runtime::Value> values;
  /// What they were read from, if they all come from standard input and that is short: then
  /// `arguments_in` gives them again.
  std::optional<std::string> text{};
};

/// The arguments of [entry], which is [def]: those of [named] from where they say, the others from
/// standard input, in their order. Values of parameters that are records or sums are written as
/// expressions there. Throws UserError.
Arguments arguments_from(Session& session, const engine::Scope& scope, const engine::Def& def,
                         const engine::EntryPoint& entry, const std::vector<NamedInput>& named);
/// The arguments of [entry] in [text].
std::vector<runtime::Value> arguments_in(const engine::EntryPoint& entry, const std::string& text);

/// What is on standard input, until its end. Throws UserError when it cannot be read and is
/// [needed], and Interrupted at Ctrl-C.
std::string read_input(Session& session, bool needed);

}  // namespace laguz::driver
