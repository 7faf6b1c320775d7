#include "driver/trace.hpp"

#include <ostream>

#include "driver/print_view.hpp"
#include "support/printable.hpp"

namespace laguz::driver {

std::function<void(const core::Trace&, std::span<const runtime::Value>, support::Span)> trace_to(
    std::ostream& out, bool aligned, bool breaks) {
  return [&out, aligned, breaks](const core::Trace& trace, std::span<const runtime::Value> values,
                                 support::Span span) {
    if (trace.is_break && !breaks) return;
    const std::string place = trace.is_break      ? "Breakpoint at " + support::locate(span)
                              : trace.tag.empty() ? support::locate(span)
                                                  : support::printable_line(trace.tag);
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
