// Values as their source types say: tuples, records and sums from flat columns.
#include <fmt/format.h>

#include "driver/session.hpp"
#include "runtime/value_text.hpp"
#include "support/assert.hpp"

namespace laguz::driver {
namespace {

using core::View;
using runtime::Array;
using runtime::Style;
using runtime::Value;

struct Printer {
  Style style;

  /// Number of flat values that [view] covers.
  static std::size_t width(const View& view) {
    switch (view.kind) {
      case View::Kind::leaf: return 1;
      case View::Kind::function: return 0;
      case View::Kind::tuple:
      case View::Kind::record:
      case View::Kind::array: {
        std::size_t sum = 0;
        for (const auto& part : view.parts) sum += width(part.second);
        return sum;
      }
      case View::Kind::sum: {
        std::size_t sum = 1;
        for (const auto& constructor : view.constructors)
          for (const auto& payload : constructor.second) sum += width(payload);
        return sum;
      }
    }
    return 0;
  }

  static std::string indent(const std::string& text, std::size_t by) {
    std::string out;
    for (char c : text) {
      out += c;
      if (c == '\n') out.append(by, ' ');
    }
    return out;
  }

  std::string join(const std::vector<std::string>& parts, const char* open, const char* close,
                   bool lines) const {
    std::string out = open;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out += lines ? ",\n " : ", ";
      out += indent(parts[i], lines ? 1 : 0);
    }
    return out + close;
  }

  std::string print(const View& view, std::span<const Value> values, bool nested) const {
    switch (view.kind) {
      case View::Kind::leaf: return runtime::print(values[0], style);
      case View::Kind::function: return "#<fun>";
      case View::Kind::tuple:
      case View::Kind::record: {
        std::vector<std::string> parts;
        for (const auto& [name, part] : view.parts) {
          auto n = width(part);
          auto text = print(part, values.first(n), true);
          parts.push_back(view.kind == View::Kind::record ? name + " = " + text : text);
          values = values.subspan(n);
        }
        if (view.kind == View::Kind::record) return join(parts, "{", "}", !nested);
        return join(parts, "(", ")", !nested);
      }
      case View::Kind::sum: {
        auto tag = std::get<support::Scalar>(values[0]).bits;
        values = values.subspan(1);
        for (std::size_t c = 0; c < view.constructors.size(); ++c) {
          const auto& [name, payloads] = view.constructors[c];
          std::string text = "#" + name;
          for (const auto& payload : payloads) {
            auto n = width(payload);
            if (c == tag) {
              auto arg = print(payload, values.first(n), true);
              const bool parens =
                  payload.kind == View::Kind::sum && arg.find(' ') != std::string::npos;
              text += parens ? " (" + arg + ")" : " " + arg;
            }
            values = values.subspan(n);
          }
          if (c == tag) return text;
        }
        support::fail_assert(__FILE__, __LINE__, "a tag without a constructor");
      }
      case View::Kind::array: return print_array(view, values, view.rank);
    }
    return {};
  }

  std::string print_array(const View& view, std::span<const Value> values, int rank) const {
    if (rank == 0) {
      return print(view.parts[0].second, values, true);
    }
    if (values.empty()) return "[]";
    auto n = std::get<Array>(values[0]).length();
    std::vector<std::string> rows;
    for (std::int64_t i = 0; i < n; ++i) {
      std::vector<Value> row;
      for (const auto& value : values) {
        const auto& array = std::get<Array>(value);
        if (array.rank() == 1) {
          row.emplace_back(array.get({&i, 1}));
        } else {
          row.emplace_back(array.row(i));
        }
      }
      rows.push_back(print_array(view, row, rank - 1));
    }
    return join(rows, "[", "]", rank > 1);
  }
};

}  // namespace

std::string print_view(const View& view, std::span<const Value> values, bool machine) {
  Printer printer{machine ? Style::machine : Style::human};
  // At the top, `run` gives each component of a tuple its own line.
  if (machine && view.kind == View::Kind::tuple) {
    std::string out;
    for (const auto& part : view.parts) {
      auto n = Printer::width(part.second);
      if (!out.empty()) out += "\n";
      out += printer.print(part.second, values.first(n), false);
      values = values.subspan(n);
    }
    return out;
  }
  return printer.print(view, values, false);
}

}  // namespace laguz::driver
