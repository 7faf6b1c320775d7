#include "driver/json_value.hpp"

#include <fmt/format.h>

#include "driver/json.hpp"
#include "engine/literal.hpp"
#include "runtime/value_text.hpp"
#include "support/governor.hpp"

namespace laguz::driver {
namespace {

using core::View;
using runtime::Array;
using runtime::Value;
using Values = std::span<const Value>;

std::string json_scalar(const support::Scalar& scalar) {
  constexpr std::int64_t kNanoseconds = 50;
  support::spend(kNanoseconds);
  const std::string text = runtime::print(scalar, runtime::Style::human);
  const auto dot = text.find('.');
  // (f64.nan, -f32.inf)
  if (!support::is_float(scalar.type) || text.find('f') == std::string::npos) return text;
  return fmt::format("\"{}{}\"", text.front() == '-' ? "-" : "", text.substr(dot + 1));
}

/// Calls [item] with 0 to [n] - 1, and puts commas between.
template <class Item>
std::string listed(std::int64_t n, Item item) {
  std::string text = "[";
  for (std::int64_t i = 0; i < n; ++i) {
    if (i > 0) text += ',';
    text += item(i);
  }
  return text + "]";
}

std::string json_leaf(const Value& value) {
  if (const auto* scalar = std::get_if<support::Scalar>(&value)) return json_scalar(*scalar);
  const auto& array = std::get<Array>(value);
  return listed(array.length(), [&](std::int64_t i) {
    return array.rank() == 1 ? json_scalar(array.get({&i, 1})) : json_leaf(array.row(i));
  });
}

std::string json_rows(const View& element, Values columns, int rank) {
  if (rank == 0) return json_value(element, columns);
  if (columns.empty()) return "[]";
  return listed(std::get<Array>(columns[0]).length(), [&](std::int64_t i) {
    std::vector<Value> row;
    for (const Value& column : columns) {
      const auto& array = std::get<Array>(column);
      if (array.rank() == 1)
        row.emplace_back(array.get({&i, 1}));
      else
        row.emplace_back(array.row(i));
    }
    return json_rows(element, row, rank - 1);
  });
}

std::string json_sum(const View& view, Values values) {
  const auto tag = std::get<support::Scalar>(values[0]).bits;
  values = values.subspan(1);
  std::string text;
  for (std::size_t c = 0; c < view.constructors.size(); ++c) {
    const auto& [name, payloads] = view.constructors[c];
    std::string all;
    for (const View& payload : payloads) {
      const std::size_t n = engine::width(payload);
      if (c == tag) all += (all.empty() ? "" : ",") + json_value(payload, values.first(n));
      values = values.subspan(n);
    }
    if (c == tag)
      text = fmt::format(R"({{"constructor":{},"payload":[{}]}})", json_string(name), all);
  }
  return text;
}

std::string json_parts(const View& view, Values values, bool named) {
  std::string text;
  for (const auto& [name, part] : view.parts) {
    const std::size_t n = engine::width(part);
    if (!text.empty()) text += ',';
    if (named) text += json_string(name) + ":";
    text += json_value(part, values.first(n));
    values = values.subspan(n);
  }
  return named ? "{" + text + "}" : "[" + text + "]";
}

const char* phase_name(support::Phase phase) {
  switch (phase) {
    case support::Phase::usage: return "usage";
    case support::Phase::syntax: return "syntax";
    case support::Phase::type: return "type";
    case support::Phase::run: return "run";
  }
  return "";
}

}  // namespace

std::string json_value(const View& view, Values values) {
  switch (view.kind) {
    case View::Kind::leaf: return json_leaf(values[0]);
    case View::Kind::function: return "null";
    case View::Kind::tuple: return json_parts(view, values, false);
    case View::Kind::record: return json_parts(view, values, true);
    case View::Kind::sum: return json_sum(view, values);
    case View::Kind::array: return json_rows(view.parts[0].second, values, view.rank);
  }
  return {};
}

std::string json_diagnostic(const support::Diagnostic& diagnostic) {
  std::string text =
      fmt::format(R"({{"severity":"{}","phase":"{}")",
                  diagnostic.severity == support::Severity::error ? "error" : "warning",
                  phase_name(diagnostic.phase));
  if (const support::Span span = diagnostic.span) {
    const auto from = span.file->position(span.lo), to = span.file->position(span.hi);
    text += fmt::format(R"(,"file":{},"line":{},"column":{},"end_line":{},"end_column":{})",
                        json_string(span.file->name()), from.line, from.column, to.line, to.column);
  }
  text += ",\"message\":" + json_string(diagnostic.message);
  if (!diagnostic.hint.empty()) text += ",\"hint\":" + json_string(diagnostic.hint);
  if (!diagnostic.stack.empty()) {
    std::vector<std::string> places;
    for (const support::Span span : diagnostic.stack)
      if (span) places.push_back(json_string(support::locate(span)));
    text += fmt::format(",\"stack\":[{}]", fmt::join(places, ","));
  }
  return text + "}";
}

std::string json_diagnostics(const std::vector<support::Diagnostic>& warnings,
                             const support::UserError* error) {
  std::vector<std::string> all;
  for (const auto& warning : warnings) all.push_back(json_diagnostic(warning));
  if (error != nullptr) {
    all.push_back(json_diagnostic(error->diagnostic()));
    for (const auto& other : error->others()) all.push_back(json_diagnostic(other));
  }
  return fmt::format("[{}]", fmt::join(all, ","));
}

}  // namespace laguz::driver
