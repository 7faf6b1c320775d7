// What a check asks of others: of the session files to read, of those who come after what
// attributes say.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "support/source.hpp"

namespace laguz::check {

/// Reads an imported file: its path (already joined and with `.fut`) to its source; null when there
/// is none. Throws UserError when there is one that may not or cannot be read. The session owns the
/// sources.
using FileReader = std::function<const support::SourceFile*(const std::string& path)>;

/// What attributes in the text of the files checked last ask of those who come after.
struct Requests {
  bool warnings = false;             ///< `#[unroll]`, `#[warn(...)]`: known once it is lowered
  std::set<std::string> parameters;  ///< `#[param(name)]`
};

}  // namespace laguz::check
