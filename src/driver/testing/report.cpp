#include "driver/testing/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "driver/json.hpp"
#include "support/printable.hpp"

namespace laguz::driver::testing {
namespace {

using Status = Outcome::Status;

const char* word(Status status) {
  switch (status) {
    case Status::passed: return "passed";
    case Status::failed: return "failed";
    case Status::skipped: return "skipped";
  }
  return "?";
}

/// All outcomes of a file, that of the process among them.
std::vector<Outcome> all_of(const Report& report) {
  std::vector<Outcome> outcomes = report.outcomes;
  if (!report.trouble.empty())
    outcomes.push_back({Status::failed, "process", report.trouble, report.seconds});
  return outcomes;
}

/// For text and attributes. XML has no way to write control characters, nor bytes that are no
/// UTF-8: those are shown as they are on a terminal.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : support::printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

std::string json_lines(const std::vector<Report>& reports) {
  std::string out;
  for (const Report& report : reports)
    for (const Outcome& outcome : all_of(report))
      out += fmt::format(R"({{"file":{},"case":{},"status":"{}","detail":{},"seconds":{}}})"
                         "\n",
                         json_string(report.path), json_string(outcome.where), word(outcome.status),
                         json_string(outcome.detail), outcome.seconds);
  return out;
}

std::string junit_xml(const std::vector<Report>& reports) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const Report& report : reports) {
    const auto outcomes = all_of(report);
    const auto count = [&](Status status) {
      return std::count_if(outcomes.begin(), outcomes.end(),
                           [&](const Outcome& o) { return o.status == status; });
    };
    out += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
        escaped(report.path), outcomes.size(), count(Status::failed), count(Status::skipped),
        report.seconds);
    for (const Outcome& outcome : outcomes) {
      out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                         escaped(report.path), escaped(outcome.where), outcome.seconds);
      switch (outcome.status) {
        case Status::passed: out += "/>\n"; break;
        case Status::skipped: out += "><skipped/></testcase>\n"; break;
        case Status::failed:
          out += fmt::format("><failure>{}</failure></testcase>\n", escaped(outcome.detail));
          break;
      }
    }
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace laguz::driver::testing
