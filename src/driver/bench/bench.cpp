#include "driver/bench/bench.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/bench/earlier.hpp"
#include "driver/bench/measure.hpp"
#include "driver/console.hpp"
#include "driver/json.hpp"
#include "driver/output.hpp"
#include "driver/testing/program.hpp"
#include "driver/testing/runner.hpp"
#include "driver/tuning.hpp"
#include "engine/arguments.hpp"
#include "support/file_write.hpp"
#include "support/printable.hpp"

namespace laguz::driver::bench {
namespace {

using runtime::Value;
using support::UserError;

/// What `--json` writes, as Futhark's own tool does:
/// { program: { "datasets": { dataset: { "runtimes": [...], "bytes": {} } | error text } } }
/// (The inner texts are JSON already.)
using Table = std::vector<std::pair<std::string, std::string>>;

/// The text of [name], a fresh one if there is none.
template <class Row>
auto& row(std::vector<std::pair<std::string, Row>>& table, const std::string& name) {
  for (auto& [known, value] : table)
    if (known == name) return value;
  return table.emplace_back(name, Row()).second;
}

class Bench {
 public:
  explicit Bench(const BenchOptions& options) : options_(options) {
    plan_.least_runs = options.least_runs;
    plan_.most_seconds = options.most_seconds;
    plan_.converge = options.converge;
    plan_.told = [this](std::size_t runs, double error) { tell_progress(runs, error); };
  }

  int run() {
    if (!options_.json.empty()) support::expect_writable(options_.json);
    if (!options_.compare.empty()) earlier_ = read_earlier(options_.compare);
    say("Median of at least {} runs after one to warm up", options_.least_runs);
    if (options_.converge)
      say(", until it is known to 1 % or {} s are over", options_.most_seconds);
    say(".\n");
    for (const auto& path : testing::collect(options_.paths, {}))
      if (path.ends_with(".fut")) program(path);
    if (!options_.json.empty()) write();
    return failed_ ? 1 : 0;
  }

 private:
  bool excluded(const std::vector<std::string>& tags) const {
    return std::any_of(tags.begin(), tags.end(), [&](const std::string& tag) {
      return tag == "nobench" || tag == "disable" ||
             std::find(options_.exclude.begin(), options_.exclude.end(), tag) !=
                 options_.exclude.end();
    });
  }

  void program(const std::string& path) {
    SessionOptions session_options = options_.session;
    add_tuning_beside(session_options.lower.params, path, options_.tuning);
    Session session(std::move(session_options));
    const bool colour = use_colour(session.settings().colour, STDERR_FILENO);
    const int status = session.guarded(std::cerr, colour, 1, [&] {
      const auto& source = session.read(path);
      const auto spec = testing::parse_spec(source);
      if (excluded(spec.tags) || spec.type_error) return 0;
      if (spec.blocks.empty() && is_named(path))
        say("\n{}: it has no test blocks, whose inputs would be measured.\n", path);
      if (spec.blocks.empty()) return 0;
      const auto env = session.load(path);
      session.show_warnings(std::cerr, false);
      for (const auto& block : spec.blocks)
        for (const auto& name : block.entries)
          if (options_.entry.empty() || options_.entry == name)
            entry(session, env, source, name, block);
      return 0;
    });
    if (status != 0) failed_ = true;
  }

  void entry(Session& session, const engine::Scope& env, const support::SourceFile& source,
             const std::string& name, const testing::Block& block) {
    std::size_t longest = 0;
    for (const auto& test : block.cases) longest = std::max(longest, shown(test.name).size());
    const std::string title = name == "main" ? source.name() : source.name() + ":" + name;
    bool titled = false;
    for (const auto& test : block.cases) {
      const bool fails =
          test.expected && std::holds_alternative<testing::ErrorPattern>(*test.expected);
      if (excluded(test.tags) || fails) continue;
      if (!titled) say("\n{}:\n", title);
      titled = true;
      label_ = fmt::format("{:<{}} ", shown(test.name) + ":", longest + 1);
      if (!is_live_) say("{}", label_);
      if (std::holds_alternative<testing::Script>(test.input)) {
        say("{}left out: its input is a script of Futhark's\n", is_live_ ? label_ : "");
        continue;
      }
      const auto runs =
          dataset(session, env, source, name, test, row(row(results_, title), test.name));
      if (runs.empty() || options_.compare.empty()) continue;
      const auto before = earlier_[title].find(test.name);
      say("{:{}}{}\n", "", longest + 2,
          before == earlier_[title].end() ? "not measured before" : verdict(before->second, runs));
    }
  }

  /// The runs; none if it fails.
  std::vector<double> dataset(Session& session, const engine::Scope& env,
                              const support::SourceFile& source, const std::string& name,
                              const testing::Case& test, std::string& out) {
    try {
      tell("… the first run");
      const auto entry = session.prepare(session.find(env, name));
      const auto args = engine::match_arguments(entry, testing::input_of(source, test),
                                                [&] { return testing::input_text(source, test); });
      std::vector<Value> now;
      auto runs = measure(
          plan_,
          [&] { (void)session.call(entry, std::move(now), [&] { return engine::copies(args); }); },
          [&] {
            if (entry.params.empty()) session.forget(entry);
            now = engine::copies(args);
          });
      begin_row();
      say("{}\n", summary(runs));
      // Of very many runs, some that lie evenly among them tell the same.
      constexpr std::size_t kMostWritten = 1000;
      const std::size_t step = (runs.size() + kMostWritten - 1) / kMostWritten;
      std::vector<std::int64_t> whole;
      for (std::size_t i = 0; i < runs.size(); i += step)
        whole.push_back(static_cast<std::int64_t>(runs[i] + 0.5));
      out = fmt::format(R"({{"runtimes":[{}],"bytes":{{}}}})", fmt::join(whole, ","));
      return runs;
    } catch (const UserError& error) {
      const auto text = support::render(error);
      begin_row();
      say("failed:\n{}", text);
      out = json_string(text);
      failed_ = true;
    }
    return {};
  }

  /// Is [path] given by its name, and not by that of its folder?
  bool is_named(const std::string& path) const {
    return std::find(options_.paths.begin(), options_.paths.end(), path) != options_.paths.end();
  }

  /// On a terminal, a row that takes longer says how far it is: in one line, which goes.
  void tell(const std::string& progress) const {
    if (!is_live_) return;
    constexpr int kUsual = 80, kLeast = 8;  // columns
    const int room =
        columns_of(STDOUT_FILENO).value_or(kUsual) - support::display_width(progress) - kInterrupt;
    const std::string label = support::printable_line(label_);
    std::string row(kErase);
    if (support::display_width(label) <= room)
      row += label;
    else if (room >= kLeast)
      row += support::first_columns(label, static_cast<std::size_t>(room) - 1) + " ";
    set_terminal_restorer([] { write_behind_interrupt(STDOUT_FILENO, kErase); });
    put(row + progress);
  }
  void tell_progress(std::size_t runs, double error) const {
    tell(runs == 1 ? "… 1 run" : fmt::format("… {} runs, ±{:.1f} %", runs, 100 * error));
  }
  /// The row anew, where it is.
  void begin_row() const {
    if (!is_live_) return;
    set_terminal_restorer(nullptr);
    put(std::string(kErase) + support::printable(label_));
  }
  static constexpr std::string_view kErase = "\r\x1b[K";
  static constexpr int kInterrupt = 3;  ///< columns that Ctrl-C takes, and the last one

  template <class... Args>
  static void say(fmt::format_string<Args...> format, Args&&... args) {
    put(support::printable(fmt::format(format, std::forward<Args>(args)...)));
  }

  /// Long names are cut, as Futhark's tool does.
  static std::string shown(const std::string& name) {
    constexpr std::size_t kLongest = 40;
    std::size_t end = 0;
    while (end < name.size()) {
      const std::size_t next = end + support::character_bytes(std::string_view(name).substr(end));
      if (next > kLongest - 3) break;
      end = next;
    }
    return name.size() <= kLongest ? name : name.substr(0, end) + "...";
  }

  void write() const {
    std::vector<std::string> programs;
    for (const auto& [title, table] : results_) {
      std::vector<std::string> rows;
      for (const auto& [name, text] : table)
        rows.push_back(fmt::format("{}:{}", json_string(name), text));
      programs.push_back(
          fmt::format(R"({}:{{"datasets":{{{}}}}})", json_string(title), fmt::join(rows, ",")));
    }
    support::write_file(options_.json, fmt::format("{{{}}}\n", fmt::join(programs, ",")));
  }

  const BenchOptions& options_;
  Plan plan_;
  std::vector<std::pair<std::string, Table>> results_;
  Earlier earlier_;
  std::string label_;  ///< of the row under way
  const bool is_live_ = is_live_terminal(STDOUT_FILENO);
  bool failed_ = false;
};

}  // namespace

int bench(const BenchOptions& options) {
  // Each program has a session of its own, and the limits.
  SessionOptions outer = options.session;
  outer.timeout = 0;
  Session session(std::move(outer));
  return session.guarded(1, [&] { return Bench(options).run(); });
}

}  // namespace laguz::driver::bench
