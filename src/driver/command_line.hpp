// The table of subcommands.
#pragma once

#include <span>
#include <string_view>

#include "driver/options.hpp"

namespace laguz::driver {

struct Subcommand {
  std::string_view name;
  std::string_view help;  ///< one line
  int (*main)(const Words& words);
};

/// Sorted by name.
std::span<const Subcommand> subcommands();
/// Null when there is none of that name.
const Subcommand* find_subcommand(std::string_view name);

/// Tells that there is no subcommand [name], and what may have been meant; gives the status.
int unknown_subcommand(const std::string& name);

/// `laguz` alone: what there is.
std::string usage();

}  // namespace laguz::driver
