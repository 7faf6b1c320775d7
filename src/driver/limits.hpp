// The limits of what is accepted and done, in one table: texts of options, `laguz help limits`.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laguz::driver {

struct Limit {
  std::string_view what;      ///< that is limited, as the help of its option says it
  std::string_view standard;  ///< what the limit is if nobody says otherwise
  std::string_view option;  ///< that sets it: "--timeout"; of one command: "test --timeout"; or ""
  std::string_view beyond;  ///< what happens there
};

std::span<const Limit> limits();

/// "Most seconds for a case (60; 0: no limit)": the help of the [option] of that name in the table.
std::string limit_help(std::string_view option);

/// All of it, as Markdown: docs/limits.md.
std::string limits_text();

}  // namespace laguz::driver
