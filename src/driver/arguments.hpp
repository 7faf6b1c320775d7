// Where an entry point's arguments come from: options, files, standard input.
#pragma once

#include <functional>
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
  /// Gives them again, if that needs little memory beside a run's; or else empty.
  std::function<std::vector<runtime::Value>()> again{};
};

/// The arguments of [entry], which is [def]: those of [named] from where they say, the others from
/// standard input, in their order. Values of parameters that are records or sums are written as
/// expressions there. Throws UserError.
Arguments arguments_from(Session& session, const engine::Scope& scope, const engine::Def& def,
                         const engine::EntryPoint& entry, const std::vector<NamedInput>& named);
/// What is on standard input, until its end. Throws UserError when it cannot be read and is
/// [needed], and Interrupted at Ctrl-C.
std::string read_input(Session& session, bool needed);

}  // namespace laguz::driver
