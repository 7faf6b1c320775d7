#include "driver/testing/program.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <regex.h>

#include "driver/arguments.hpp"
#include "driver/print_view.hpp"
#include "driver/testing/properties.hpp"
#include "driver/testing/values.hpp"
#include "runtime/value_text.hpp"
#include "support/overloaded.hpp"

namespace laguz::driver::testing {
namespace {

using runtime::Value;
using support::UserError;
using Status = Outcome::Status;

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw UserError(support::Phase::usage, {}, fmt::format("{}: cannot read the file.", path));
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

/// What a user would see of an error.
std::string shown(const UserError& error) { return support::render(error, false); }

bool excluded(const std::vector<std::string>& tags, const TestOptions& options) {
  for (const auto& tag : tags) {
    if (tag == "disable" || tag == "notest" || tag == "no_interpreter") return true;
    if (std::find(options.exclude.begin(), options.exclude.end(), tag) != options.exclude.end())
      return true;
  }
  return false;
}

std::string beside(const std::string& program, const std::string& file) {
  return (std::filesystem::path(program).parent_path() / file).string();
}

/// The ways of running a program that have to agree.
struct Variation {
  const char* name;
  eval::Tier tier;
  int threads;
};
constexpr Variation kVariations[] = {{"--tier scalar --threads 1", eval::Tier::scalar, 1},
                                     {"--tier scalar --threads 2", eval::Tier::scalar, 2},
                                     {"--tier lanes --threads 1", eval::Tier::lanes, 1},
                                     {"--tier lanes --threads 2", eval::Tier::lanes, 2}};

class ProgramTests {
 public:
  ProgramTests(const std::string& path, const TestOptions& options,
               const std::function<void(const Outcome&)>& report)
      : path_(path), options_(options), report_(report), session_(options.session) {}

  void run() {
    text_ = read_text(path_);
    const Spec spec = parse_spec(path_, text_);
    if (excluded(spec.tags, options_)) {
      report_({Status::skipped, "program", "excluded by a tag"});
      return;
    }
    check::EnvPtr env;
    try {
      env = session_.load(path_);
    } catch (const UserError& error) {
      return rejected(spec, error);
    }
    if (spec.type_error) {
      report_({Status::failed, "type check",
               fmt::format("expected an error matching\n  {}\nbut the program was accepted.",
                           *spec.type_error)});
      return;
    }
    report_({Status::passed, "type check", {}});
    if (options_.type_check_only) return;
    for (const Block& block : spec.blocks) {
      if (block.warning) check_warning(*block.warning);
      for (const auto& entry : block.entries)
        if (options_.entry.empty() || options_.entry == entry)
          for (const Case& test : block.cases) run_case(env, entry, test);
      for (const auto& property : block.properties)
        if (options_.entry.empty() || options_.entry == property)
          report_(test_property(session_, env, property, options_.properties));
    }
    if (!replacements_.empty()) rewrite();
  }

 private:
  void rejected(const Spec& spec, const UserError& error) {
    const std::string message = shown(error);
    if (spec.type_error && matches(*spec.type_error, message)) {
      report_({Status::passed, "type check", {}});
    } else if (spec.type_error) {
      report_({Status::failed, "type check",
               fmt::format("expected an error matching\n  {}\nbut got\n{}", *spec.type_error,
                           message)});
    } else {
      report_({Status::failed, "type check", message});
    }
  }

  void check_warning(const std::string& regex) {
    std::string all;
    for (const auto& warning : session_.warnings()) all += support::render(warning, false);
    const bool ok = matches(regex, all);
    report_({ok ? Status::passed : Status::failed, "warnings",
             ok ? std::string()
                : fmt::format("expected warnings matching\n  {}\nbut got\n{}", regex, all)});
  }

  void run_case(const check::EnvPtr& env, const std::string& entry_name, const Case& test) {
    const std::string where = fmt::format("Entry point: {}; dataset: {}", entry_name, test.name);
    auto tagged = [&](const char* tag) {
      return std::find(test.tags.begin(), test.tags.end(), tag) != test.tags.end();
    };
    if (excluded(test.tags, options_) || tagged("script") ||
        (tagged("compiled") && !options_.run_compiled)) {
      report_({Status::skipped, where, "by a tag"});
      return;
    }
    const auto* error_pattern =
        test.expected ? std::get_if<ErrorPattern>(&*test.expected) : nullptr;
    std::string failure;
    try {
      const auto entry = session_.prepare(session_.find(env, entry_name));
      const auto args = match_arguments(entry, input_of(path_, test));
      auto results = session_.call(entry, copies(args));
      if (error_pattern != nullptr) {
        failure = fmt::format("expected an error matching\n  {}\nbut got\n{}", error_pattern->regex,
                              print_view(entry.result, results, runtime::Style::machine));
      } else {
        failure = judge(test, entry, results);
        if (failure.empty() && options_.all_tiers) failure = elsewhere(entry, args, results);
      }
    } catch (const TimedOut& late) {
      failure = late.what();
    } catch (const UserError& error) {
      const std::string message = shown(error);
      if (error_pattern == nullptr)
        failure = "unexpected error:\n" + message;
      else if (!matches(error_pattern->regex, message))
        failure = fmt::format("expected an error matching\n  {}\nbut got\n{}", error_pattern->regex,
                              message);
    }
    report_({failure.empty() ? Status::passed : Status::failed, where, failure});
  }

  /// Runs the case in each tier, and says where other bits come out than [results].
  std::string elsewhere(const check::EntryPoint& entry, const std::vector<Value>& args,
                        const std::vector<Value>& results) {
    const std::string expected = bits(results);
    for (const auto& [name, tier, threads] : kVariations) {
      auto& evaluator = evaluators_[name];
      if (!evaluator) {
        eval::Options options = session_.options().eval;
        options.tier = tier;
        options.threads = threads;
        evaluator = std::make_unique<eval::Evaluator>(session_.program(), session_.interrupt(),
                                                      std::move(options));
      }
      const auto again = session_.call(*evaluator, entry.function, copies(args));
      if (bits(again) != expected)
        return fmt::format("with {} other bits come out:\n{}\ninstead of\n{}", name,
                           print_view(entry.result, again, runtime::Style::machine),
                           print_view(entry.result, results, runtime::Style::machine));
    }
    return {};
  }

  static std::string bits(const std::vector<Value>& values) {
    std::string out;
    for (const Value& value : values) out += runtime::to_binary(value);
    return out;
  }

  std::string judge(const Case& test, const check::EntryPoint& entry,
                    const std::vector<Value>& results) {
    if (!test.expected || std::holds_alternative<Auto>(*test.expected)) return {};
    const auto* literal = std::get_if<Literal>(&*test.expected);
    const auto expected =
        literal != nullptr
            ? runtime::read_values(literal->text, runtime::Overflow::wraps)
            : runtime::read_values(read_data(beside(path_, std::get<File>(*test.expected).path)));
    auto difference = compare(expected, results, options_.tolerance);
    if (!difference) return {};
    if (options_.update && literal != nullptr) {
      replacements_[literal->offset] = {literal->length,
                                        print_view(entry.result, results, runtime::Style::machine)};
      return {};
    }
    constexpr std::size_t kLongest = 2000;
    auto got = print_view(entry.result, results, runtime::Style::machine);
    if (got.size() > kLongest) got = got.substr(0, kLongest) + "...";
    return fmt::format("{}\n  got:\n{}", *difference, got);
  }

  /// Puts the new outputs into the test blocks.
  void rewrite() {
    std::string out = text_;
    for (auto it = replacements_.rbegin(); it != replacements_.rend(); ++it) {
      std::string values = " ";
      for (char c : it->second.second) {
        values += c;
        if (c == '\n') values += "-- ";
      }
      out.replace(it->first, it->second.first, values + " ");
    }
    std::ofstream(path_, std::ios::binary) << out;
  }

  const std::string& path_;
  const TestOptions& options_;
  const std::function<void(const Outcome&)>& report_;
  Session session_;
  std::map<std::string, std::unique_ptr<eval::Evaluator>> evaluators_;
  std::string text_;
  std::map<std::size_t, std::pair<std::size_t, std::string>> replacements_;
};

}  // namespace

std::vector<Value> input_of(const std::string& path, const Case& test) {
  return std::visit(
      support::overloaded{
          [](const Literal& l) { return runtime::read_values(l.text, runtime::Overflow::wraps); },
          [&](const File& f) { return runtime::read_values(read_data(beside(path, f.path))); },
          [](const Random& r) { return generate(r.types); },
          [](const Script&) { return std::vector<Value>{}; }},
      test.input);
}

std::optional<std::string> difference(const std::string& expected, const std::string& got) {
  std::size_t at = 0;
  for (int number = 1;; ++number) {
    const auto line = [at](const std::string& text) {
      return text.substr(std::min(at, text.size()), text.find('\n', at) - at);
    };
    const bool over = at >= expected.size() && at >= got.size();
    if (over) return {};
    const std::string a = line(expected), b = line(got);
    if (a != b || (at + a.size() >= expected.size()) != (at + b.size() >= got.size())) {
      const auto shown = [&](const std::string& text, const std::string& part) {
        return at >= text.size() ? "(nothing more)" : "| " + part;
      };
      return fmt::format("line {} differs\n  expected {}\n  got      {}", number,
                         shown(expected, a), shown(got, b));
    }
    at += a.size() + 1;
  }
}

bool matches(const std::string& regex, const std::string& text) {
  regex_t compiled;
  if (regcomp(&compiled, regex.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
    throw UserError(support::Phase::usage, {}, fmt::format("bad regular expression: {}", regex));
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

void run_program(const std::string& path, const TestOptions& options,
                 const std::function<void(const Outcome&)>& report) {
  ProgramTests(path, options, report).run();
}

}  // namespace laguz::driver::testing
