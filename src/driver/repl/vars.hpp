// What `:vars` shows.
#pragma once

#include <string>

#include "engine/engine.hpp"

namespace laguz::driver::repl {

/// All but what is left out, in lines of at most [columns] (0: of any length); empty if there is
/// nothing.
std::string vars_text(const check::OwnNames& names, int columns);

}  // namespace laguz::driver::repl
