#include "driver/repl/result.hpp"

#include <fmt/format.h>

#include "driver/print_view.hpp"
#include "engine/written_as.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {
namespace {

std::string quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '"': escaped += "\\\""; break;
      case '\\': escaped += "\\\\"; break;
      case '\n': escaped += "\\n"; break;
      case '\t': escaped += "\\t"; break;
      default: escaped += c;
    }
  }
  return '"' + escaped + '"';
}

}  // namespace

void print_result(runtime::Text& out, const check::Checker& names, const engine::Def& def,
                  const engine::Valued& value, const Settings& settings) {
  bool typed = false;
  const auto text = engine::text_of(names, def);
  const bool fits =
      text && (settings.limit == 0 || text->size() <= static_cast<std::size_t>(settings.limit));
  if (fits && support::printable(*text) == *text)
    out += quoted(*text);
  else
    typed =
        print_view(out, value.entry.result, value.values, runtime::Style::human, settings.limit);
  if (settings.types && !typed) out += " : " + check::show(def.result);
  out += '\n';
}

std::string function_text(const check::Checker& names, const engine::Def& def) {
  return "#<fun> : " + check::show(engine::scheme_of(names, def).type);
}

}  // namespace laguz::driver::repl
