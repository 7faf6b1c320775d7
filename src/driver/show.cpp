// `laguz core` and `laguz graph`: what the evaluator is given, the computation graph, and what its
// numbers are like.
#include <iostream>

#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/core_text.hpp"
#include "driver/output.hpp"
#include "driver/statistics.hpp"
#include "support/printable.hpp"

namespace laguz::driver {

std::string core_text(Session& session, const engine::Def& def, const std::string& stage) {
  const auto entry = stage == "lowered"          ? session.lower(def)
                     : stage == "differentiated" ? session.differentiate(def)
                                                 : session.prepare(def);
  return stage == "vcode" ? session.vcode_text(entry) : session.core_text(entry);
}

int print_core(const CoreOptions& options) {
  Session session(options.session);
  return session.guarded(1, [&] {
    const auto scope = session.load(options.file);
    const auto& def = session.find(scope, options.entry);
    put(support::printable(core_text(session, def, options.stage)));
    return 0;
  });
}

int print_graph(const GraphOptions& options) {
  Session session(options.session);
  return session.guarded(1, [&] {
    const auto scope = session.load(options.file);
    session.show_warnings(std::cerr, false);
    const auto& def = session.find(scope, options.entry);
    if (options.statistics) {
      const auto entry = session.prepare(def);
      const auto table = session.statistics(
          entry, arguments_from(session, scope, def, entry, {}).values, *options.statistics);
      const std::string what = options.file + ", " + options.entry;
      put(options.json ? statistics_json(what, table) : statistics_text(what, table));
      return 0;
    }
    const std::string input =
        isatty(STDIN_FILENO) == 0 ? read_input(session, false) : std::string();
    const auto text = session.graph_text(def, options.style, input);
    put(options.style.format == "text" ? support::printable(text) : text);
    return 0;
  });
}

}  // namespace laguz::driver
