#include "driver/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "driver/json.hpp"
#include "driver/table_text.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

using core::Figures;
using engine::Finding;
using engine::StatisticsRow;
using engine::StatisticsSeries;
using engine::StatisticsTable;
using By = StatisticsSeries::By;

std::string number_text(double number) { return fmt::format("{:.3g}", number); }

std::string share_text(std::uint64_t part, std::uint64_t all) {
  if (part == 0) return "-";
  if (part == all) return "100%";
  const double percent = 100 * static_cast<double>(part) / static_cast<double>(all);
  return percent < 1 ? "<1%" : fmt::format("{:.0f}%", std::min(percent, 99.0));
}

std::string row_text(const StatisticsRow& row) {
  const Figures& figures = row.figures;
  const bool some = figures.finite() > 0;
  return fmt::format(
      "{:<9}{:>11}{:>11}{:>11}{:>7}{:>6}{:>6}{:>11}", engine::name(row.role),
      some ? number_text(figures.least()) : "-", some ? number_text(figures.greatest()) : "-",
      some ? number_text(figures.norm()) : "-", share_text(figures.zeros(), figures.count()),
      share_text(figures.nans(), figures.count()),
      share_text(figures.infinities(), figures.count()), figures.count());
}

/// The range of the sizes that are not 0.
std::pair<double, double> sizes_of(const std::vector<Figures>& all) {
  double least = 0, most = 0;
  for (const Figures& one : all) {
    const double size = one.size();
    if (size > 0) least = least > 0 ? std::min(least, size) : size;
    most = std::max(most, size);
  }
  return {least, most};
}

std::string series_text(const StatisticsSeries& one) {
  const auto [least, most] = sizes_of(one.series.figures());
  const std::string of =
      one.name.empty()
          ? fmt::format("{}s", engine::name(one.role))
          : (one.role == core::Role::value ? "" : fmt::format("{} of ", engine::name(one.role))) +
                one.name;
  return fmt::format("  {:<24}  {}  {} to {}\n", of, sparkline(one.series), number_text(least),
                     number_text(most));
}

/// Whether series [s] is worth a look: functions are called by all kinds of things.
bool is_shown(const StatisticsTable& table, std::size_t s) {
  const StatisticsSeries& one = table.series[s];
  return one.by == By::iterations || (one.by == By::depth && one.role == core::Role::cotangent) ||
         std::any_of(table.findings.begin(), table.findings.end(), [&](const Finding& finding) {
           return finding.is_of_series() && finding.of == s;
         });
}

const char* order_of(By by) {
  switch (by) {
    case By::iterations: return "states by iterations, from the first one to the result";
    case By::calls: return "by the calls of what it is in, first to last";
    case By::lines: return "by the lines that a gradient goes through, first to last";
    case By::depth: return "by the depth of the calls of what it is in, from the outermost one";
  }
  return "";
}

std::string all_series_text(const StatisticsTable& table) {
  std::string text;
  const StatisticsSeries* last = nullptr;
  for (std::size_t s = 0; s < table.series.size(); ++s) {
    const StatisticsSeries& one = table.series[s];
    if (!is_shown(table, s)) continue;
    if (text.empty())
      text +=
          "\nSizes (roots of means of squares) on a logarithmic scale, and the least and the "
          "greatest:\n";
    if (last == nullptr || last->place != one.place || last->by != one.by)
      text += fmt::format("{}  {}\n  {}:\n", one.place, shortened(one.text), order_of(one.by));
    last = &one;
    text += series_text(one);
  }
  return text;
}

/// "0.5 times that for each iteration".
std::string factor_text(double from, double to, std::size_t steps, const char* step) {
  if (steps < 2 || to == 0) return {};
  return fmt::format(", {:.3g} times as large for each {}",
                     std::pow(to / from, 1 / static_cast<double>(steps)), step);
}

/// "the cotangent of h", in a sentence.
std::string subject(const StatisticsSeries& one) {
  if (one.name.empty()) return fmt::format("a {}", engine::name(one.role));
  return one.role == core::Role::value ? one.name : "the cotangent of " + one.name;
}

/// Where figures [i] of a series are: "after 3 iterations", "in the call at f.fut:2".
std::string where_in(const StatisticsSeries& one, std::size_t i) {
  const std::size_t at = i * one.series.stride();
  switch (one.by) {
    case By::iterations:
      return at == 0 ? "at its start" : fmt::format("after {} iteration{}", at, at == 1 ? "" : "s");
    case By::calls: return "in the call at " + one.steps[at];
    case By::lines: return "at " + one.steps[at];
    case By::depth: return at == 0 ? "in the outermost call" : fmt::format("at depth {}", at);
  }
  return {};
}

/// "in the loop at f.fut:3", and what a step from one of its figures to the next is.
std::pair<std::string, const char*> way_of(const StatisticsSeries& one) {
  switch (one.by) {
    case By::iterations: return {"in the loop at " + one.place, "iteration"};
    case By::calls: return {"from call to call at " + one.place, "call"};
    case By::lines: return {"from line to line", "line"};
    case By::depth: return {"from depth to depth of the calls at " + one.place, "call"};
  }
  return {};
}

std::string in_series(const StatisticsTable& table, const Finding& finding) {
  const StatisticsSeries& one = table.series[finding.of];
  const auto [way, step] = way_of(one);
  const double from = one.series.figures()[finding.from].size();
  const double to = one.series.figures()[finding.to].size();
  const auto [first, last] = std::minmax(finding.from, finding.to);
  return fmt::format("{}: {} is {} {} and {} {}{}.\n", way, subject(one), number_text(from),
                     where_in(one, finding.from), number_text(to), where_in(one, finding.to),
                     factor_text(from, to, (last - first) * one.series.stride(), step));
}

std::string overflow_text(const StatisticsTable& table, const Finding& finding) {
  const StatisticsSeries& one = table.series[finding.of];
  return fmt::format("{} {}: {} is {} {}, and infinite or no number {}.\n",
                     one.role == core::Role::value ? "Values overflow" : "The gradient overflows",
                     way_of(one).first, subject(one),
                     number_text(one.series.figures()[finding.from].size()),
                     where_in(one, finding.from), where_in(one, finding.to));
}

/// Lines of [kind], a few of them: "f.fut:3 (values), f.fut:5 (cotangents)".
std::string rows_found(const StatisticsTable& table, Finding::Kind kind) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> rows;
  for (const Finding& finding : table.findings) {
    if (finding.kind != kind) continue;
    const StatisticsRow& row = table.rows[finding.of];
    std::string text = row.place.empty() ? "the prelude" : row.place;
    if (kind == Finding::Kind::undefined) text += fmt::format(" ({}s)", engine::name(row.role));
    if (std::find(rows.begin(), rows.end(), text) == rows.end()) rows.push_back(std::move(text));
  }
  if (rows.size() > kMost) {
    rows.resize(kMost);
    rows.emplace_back("...");
  }
  return fmt::format("{}", fmt::join(rows, ", "));
}

std::string sentence(const StatisticsTable& table, const Finding& finding) {
  switch (finding.kind) {
    case Finding::Kind::vanishes: return "The gradient vanishes " + in_series(table, finding);
    case Finding::Kind::explodes: return "The gradient explodes " + in_series(table, finding);
    case Finding::Kind::overflows: return overflow_text(table, finding);
    case Finding::Kind::grows: return "Values grow very large " + in_series(table, finding);
    case Finding::Kind::undefined:
      return fmt::format(
          "NaN or infinite: {}. --debug-nans (:nan at the prompt) tells where that begins.\n",
          rows_found(table, finding.kind));
    case Finding::Kind::nothing:
      return fmt::format("No gradient comes through: all cotangents are 0 at {}.\n",
                         rows_found(table, finding.kind));
  }
  return {};
}

std::vector<std::string> sentences(const StatisticsTable& table) {
  std::vector<std::string> all;
  for (const Finding& finding : table.findings) {
    // What is said of rows is said of all of them at once.
    std::string text = sentence(table, finding);
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
  }
  return all;
}

const char* name_of(By by) {
  switch (by) {
    case By::iterations: return "iterations";
    case By::calls: return "calls";
    case By::lines: return "lines";
    case By::depth: return "depth";
  }
  return "";
}

std::string json_number(double number) {
  return std::isfinite(number) ? fmt::format("{}", number) : "null";
}

std::string figures_json(const Figures& figures) {
  const bool some = figures.finite() > 0;
  return fmt::format(
      R"("count":{},"zeros":{},"nans":{},"infinities":{},"least":{},"greatest":{},"norm":{})",
      figures.count(), figures.zeros(), figures.nans(), figures.infinities(),
      some ? json_number(figures.least()) : "null", some ? json_number(figures.greatest()) : "null",
      json_number(figures.norm()));
}

}  // namespace

std::string sparkline(const core::Series& series) {
  constexpr std::size_t kMost = 60;
  constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const auto& all = series.figures();
  std::vector<Figures> columns(std::min(all.size(), kMost));
  for (std::size_t i = 0; i < all.size(); ++i) columns[i * columns.size() / all.size()].add(all[i]);
  const auto [least, most] = sizes_of(columns);
  // What is nearly the same all along is not to look as if it changed.
  const double range = std::max(std::log10(most) - std::log10(least), 1.0);
  std::string line;
  for (const Figures& column : columns) {
    if (column.finite() < column.count()) {
      line += "×";
    } else if (column.count() == 0) {
      line += " ";
    } else if (column.size() == 0) {
      line += "·";
    } else {
      const double height = (std::log10(column.size()) - std::log10(least)) / range;
      line += kBlocks[static_cast<std::size_t>(std::lround(7 * height))];
    }
  }
  return line;
}

std::string statistics_text(const std::string& what, const StatisticsTable& table) {
  if (table.rows.empty())
    return support::printable(fmt::format(
        "{}: no floats are computed in it, but of written numbers alone. (Those that have "
        "a name, by let, are looked at.)\n",
        what));
  std::string text = fmt::format("{}: {} number{} looked at{}.\n", what, table.numbers,
                                 table.numbers == 1 ? "" : "s",
                                 table.derivatives ? "" : "; there is no derivative in it");
  std::size_t places = 5;
  for (const StatisticsRow& row : table.rows) places = std::max(places, row.place.size());
  text += fmt::format("{:<9}{:>11}{:>11}{:>11}{:>7}{:>6}{:>6}{:>11}  {}\n", "", "least", "greatest",
                      "norm", "zeros", "NaN", "inf", "numbers", "place");
  for (const StatisticsRow& row : table.rows)
    text += fmt::format("{}  {:<{}}  {}\n", row_text(row), row.place, places, shortened(row.text));
  text += all_series_text(table);
  const std::vector<std::string> wrong = sentences(table);
  if (!wrong.empty()) text += "\n";
  for (const std::string& one : wrong) text += one;
  return support::printable(text);
}

std::string statistics_json(const std::string& what, const StatisticsTable& table) {
  std::vector<std::string> rows, series, findings;
  for (const StatisticsRow& row : table.rows)
    rows.push_back(fmt::format(R"({{"place":{},"text":{},"of":{},{}}})", json_string(row.place),
                               json_string(row.text), json_string(engine::name(row.role)),
                               figures_json(row.figures)));
  for (const StatisticsSeries& one : table.series) {
    std::vector<std::string> figures, calls, lines;
    for (const std::string& step : one.steps)
      (one.by == By::lines ? lines : calls).push_back(json_string(step));
    for (const Figures& each : one.series.figures())
      figures.push_back(fmt::format("{{{}}}", figures_json(each)));
    series.push_back(fmt::format(
        R"({{"by":{},"place":{},"text":{},"name":{},"of":{},"stride":{},"calls":[{}],"lines":[{}],"figures":[{}]}})",
        json_string(name_of(one.by)), json_string(one.place), json_string(one.text),
        json_string(one.name), json_string(engine::name(one.role)), one.series.stride(),
        fmt::join(calls, ","), fmt::join(lines, ","), fmt::join(figures, ",")));
  }
  for (std::string& one : sentences(table)) {
    one.pop_back();
    findings.push_back(json_string(one));
  }
  return fmt::format(R"({{"what":{},"numbers":{},"rows":[{}],"series":[{}],"findings":[{}]}})"
                     "\n",
                     json_string(what), table.numbers, fmt::join(rows, ",\n"),
                     fmt::join(series, ",\n"), fmt::join(findings, ","));
}

}  // namespace laguz::driver
