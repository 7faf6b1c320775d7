#include "driver/repl/vars.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "driver/table_text.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {

using Rows = std::vector<check::OwnNames::Row>;

std::string vars_text(const check::OwnNames& names, int columns) {
  constexpr int kMargin = 2, kWidest = 20;
  const std::pair<const char*, const Rows*> groups[] = {{"Values", &names.values},
                                                        {"Functions", &names.functions},
                                                        {"Types", &names.types},
                                                        {"Modules", &names.modules},
                                                        {"Module types", &names.module_types}};
  int widest = 0;  // of the names that are not too long to have something beside them
  for (const auto& group : groups)
    for (const auto& row : *group.second)
      if (const int width = support::display_width(row.name); width <= kWidest)
        widest = std::max(widest, width);
  const int most = columns > 0 ? columns : std::numeric_limits<int>::max();
  std::string text;
  for (const auto& [title, rows] : groups) {
    if (!rows->empty()) text += fmt::format("{}:\n", title);
    for (const auto& row : *rows) {
      const int width = support::display_width(row.name);
      text += std::string(kMargin, ' ') + row.name;
      if (row.is.empty()) {
        text += '\n';
        continue;
      }
      const int gap = std::max(widest - width, 0) + 1;
      text += std::string(static_cast<std::size_t>(gap), ' ') +
              wrapped(row.is, most, kMargin + width + gap, kMargin + 4);
    }
  }
  return text;
}

}  // namespace laguz::driver::repl
