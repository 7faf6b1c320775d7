#include "driver/trace.hpp"

#include <ostream>

#include "driver/print_view.hpp"
#include "support/printable.hpp"

namespace laguz::driver {

eval::OnTrace trace_to(std::ostream& out, bool aligned) {
  return [&out, aligned](const core::Trace& trace, std::span<const runtime::Value> values,
                         std::span<const support::Span> places) {
    const std::string place =
        trace.tag.empty() ? support::locate(places.front()) : support::printable_line(trace.tag);
    std::string text = place + ": ";
    const std::string indent(aligned ? text.size() : 0, ' ');
    for (char c : print_view(*trace.view, values, runtime::Style::human)) {
      text += c;
      if (c == '\n') text += indent;
    }
    out << text << "\n" << std::flush;
  };
}

}  // namespace laguz::driver
