#include "driver/repl/result.hpp"

#include "driver/print_view.hpp"
#include "engine/written_as.hpp"

namespace laguz::driver::repl {
void print_result(runtime::Text& out, const check::Checker& names, const engine::Def& def,
                  const engine::Valued& value, const Settings& settings) {
  const ViewOptions options{.limit = settings.limit,
                            .strings = engine::from_strings(names, def, value.entry.result),
                            .digits = settings.digits,
                            .aligned = true};
  const bool typed =
      print_view(out, value.entry.result, value.values, runtime::Style::human, options);
  if (settings.types && !typed) out += " : " + check::show(def.result);
  out += '\n';
}

std::string function_text(const check::Checker& names, const engine::Def& def) {
  return "#<fun> : " + check::show(engine::scheme_of(names, def).type);
}

}  // namespace laguz::driver::repl
