#include "driver/bench/bench.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "driver/bench/measure.hpp"
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
using Json = nlohmann::ordered_json;

class Bench {
 public:
  explicit Bench(const BenchOptions& options) : options_(options) {
    plan_.least_runs = options.least_runs;
    plan_.most_seconds = options.most_seconds;
    plan_.converge = options.converge;
  }

  int run() {
    if (!options_.json.empty()) support::expect_writable(options_.json);
    say("Arithmetic mean of at least {} runs after one to warm up", options_.least_runs);
    if (options_.converge)
      say(", until its error is at most 1 % or {} s are over", options_.most_seconds);
    say(".\n");
    for (const auto& path : testing::collect(options_.paths, {}))
      if (path.size() > 4 && path.substr(path.size() - 4) == ".fut") program(path);
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
    const int status = session.guarded(1, [&] {
      const auto& source = session.read(path);
      const auto spec = testing::parse_spec(source);
      if (excluded(spec.tags) || spec.type_error || spec.blocks.empty()) return 0;
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
      if (excluded(test.tags) || fails || std::holds_alternative<testing::Script>(test.input))
        continue;
      if (!titled) say("\n{}:\n", title);
      titled = true;
      say("{:<{}} ", shown(test.name) + ":", longest + 1);
      dataset(session, env, source, name, test, results_[title]["datasets"][test.name]);
    }
  }

  void dataset(Session& session, const engine::Scope& env, const support::SourceFile& source,
               const std::string& name, const testing::Case& test, Json& out) {
    try {
      const auto entry = session.prepare(session.find(env, name));
      const auto args = engine::match_arguments(entry, testing::input_of(source, test),
                                                [&] { return testing::input_text(source, test); });
      std::vector<Value> now;
      const auto runs = measure(
          plan_, [&] { (void)session.call(entry, std::move(now)); },
          [&] {
            if (entry.params.empty()) session.forget(entry);
            now = engine::copies(args);
          });
      say("{}\n", summary(runs));
      out["runtimes"] = Json::array();
      for (double microseconds : runs)
        out["runtimes"].push_back(static_cast<std::int64_t>(microseconds + 0.5));
      out["bytes"] = Json::object();
    } catch (const UserError& error) {
      const auto text = support::render(error, false);
      say("failed:\n{}", text);
      out = text;
      failed_ = true;
    }
  }

  template <class... Args>
  static void say(fmt::format_string<Args...> format, Args&&... args) {
    put(support::printable(fmt::format(format, std::forward<Args>(args)...)));
  }

  /// Long names are cut, as Futhark's tool does.
  static std::string shown(const std::string& name) {
    constexpr std::size_t kLongest = 40;
    return name.size() <= kLongest ? name : name.substr(0, kLongest - 3) + "...";
  }

  void write() const {
    support::write_file(options_.json,
                        results_.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  }

  const BenchOptions& options_;
  Plan plan_;
  Json results_ = Json::object();
  bool failed_ = false;
};

}  // namespace

int bench(const BenchOptions& options) {
  Session session(options.session);
  return session.guarded(1, [&] { return Bench(options).run(); });
}

}  // namespace laguz::driver::bench
