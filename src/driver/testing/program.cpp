#include "driver/testing/program.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <re2/re2.h>

#include "driver/gradcheck.hpp"
#include "driver/print_view.hpp"
#include "driver/testing/properties.hpp"
#include "driver/testing/values.hpp"
#include "driver/tuning.hpp"
#include "engine/arguments.hpp"
#include "runtime/value_text.hpp"
#include "support/file_read.hpp"
#include "support/file_write.hpp"
#include "support/overloaded.hpp"

namespace laguz::driver::testing {
namespace {

using runtime::Value;
using support::UserError;
using Status = Outcome::Status;

/// What a user would see of an error.
std::string shown(const UserError& error) { return support::render(error); }

bool has(const std::vector<std::string>& tags, const std::string& tag) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}
bool has_any(const std::vector<std::string>& tags, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const std::string& tag) { return has(tags, tag); });
}

bool excluded(const std::vector<std::string>& tags, const TestOptions& options) {
  return has_any(tags, {"disable", "notest", "no_interpreter"}) || has_any(tags, options.exclude);
}

/// What is written in a program; mistakes are reported at their place.
std::vector<Value> values_of(const support::SourceFile& program, const Literal& literal) {
  auto read = runtime::try_read_values(literal.text, runtime::Overflow::wraps);
  if (const auto* error = std::get_if<runtime::ReadError>(&read))
    throw UserError(support::Phase::usage, place_of(program, literal, error->offset),
                    "In a test block: " + error->message);
  return std::get<std::vector<Value>>(std::move(read));
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
constexpr Variation kVariations[] = {{"--tier machine --threads 1", eval::Tier::machine, 1},
                                     {"--tier scalar --threads 1", eval::Tier::scalar, 1},
                                     {"--tier scalar --threads 2", eval::Tier::scalar, 2},
                                     {"--tier lanes --threads 1", eval::Tier::lanes, 1},
                                     {"--tier lanes --threads 2", eval::Tier::lanes, 2}};

SessionOptions session_options(const std::string& path, const TestOptions& options) {
  SessionOptions session = options.session;
  add_tuning_beside(session.lower.params, path, options.tuning);
  return session;
}

class ProgramTests {
 public:
  ProgramTests(const std::string& path, const TestOptions& options, const Listener& listener)
      : path_(path),
        options_(options),
        listener_(listener),
        session_(session_options(path, options)) {}

  void run() {
    const auto failed = [&](const UserError& error) {
      report({Status::failed, under_way_, shown(error)});
    };
    begin("program");
    try {
      run_all();
    } catch (const support::TimedOut& late) {
      failed(late.error());
    } catch (const support::OutOfMemory& none) {
      failed(none.error());
    }
  }

 private:
  void run_all() {
    source_ = &session_.read(path_);
    Spec spec;
    try {
      spec = parse_spec(*source_);
    } catch (const UserError& error) {
      report({Status::failed, "test blocks", shown(error)});
      return;
    }
    if (excluded(spec.tags, options_)) {
      report({Status::skipped, "program", "excluded by a tag"});
      return;
    }
    wanted_ = options_.only.empty() || has_any(spec.tags, options_.only);
    begin("type check");
    engine::Scope env;
    try {
      env = session_.load(path_);
    } catch (const UserError& error) {
      return rejected(spec, error);
    }
    if (spec.type_error) {
      report({Status::failed, "type check",
              fmt::format("expected an error matching\n  {}\nbut the program was accepted.",
                          *spec.type_error)});
      return;
    }
    report({Status::passed, "type check", {}});
    if (options_.type_check_only) return;
    for (const Block& block : spec.blocks) {
      if (block.warning) check_warning(*block.warning);
      for (const auto& entry : block.entries)
        if (options_.entry.empty() || options_.entry == entry)
          for (const Case& test : block.cases) run_case(env, entry, test);
      for (const auto& property : block.properties)
        if (wanted_ && (options_.entry.empty() || options_.entry == property)) {
          begin("Property: " + property);
          report(test_property(session_, env, property, options_.properties,
                               block.gradcheck ? Claim::derives : Claim::holds));
        }
    }
    if (!replacements_.empty()) rewrite();
    tell_changes();
  }

  void rejected(const Spec& spec, const UserError& error) {
    const std::string message = shown_warnings() + shown(error);
    if (spec.type_error && matches(*spec.type_error, message)) {
      report({Status::passed, "type check", {}});
    } else if (spec.type_error) {
      report({Status::failed, "type check",
              fmt::format("expected an error matching\n  {}\nbut got\n{}", *spec.type_error,
                          message)});
    } else {
      report({Status::failed, "type check", message});
    }
  }

  std::string shown_warnings() {
    std::string all;
    for (const auto& warning : session_.warnings()) all += support::render(warning);
    return all;
  }

  void check_warning(const std::string& regex) {
    const std::string all = shown_warnings();
    const bool ok = matches(regex, all);
    report({ok ? Status::passed : Status::failed, "warnings",
            ok ? std::string()
               : fmt::format("expected warnings matching\n  {}\nbut got\n{}", regex, all)});
  }

  void run_case(const engine::Scope& env, const std::string& entry_name, const Case& test) {
    const std::string where = fmt::format("Entry point: {}; dataset: {}", entry_name, test.name);
    const bool wanted = wanted_ || has_any(test.tags, options_.only);
    if (excluded(test.tags, options_) || !wanted || has(test.tags, "script") ||
        (has(test.tags, "compiled") && !options_.run_compiled)) {
      report({Status::skipped, where, "by a tag"});
      return;
    }
    const auto* error_pattern =
        test.expected ? std::get_if<ErrorPattern>(&*test.expected) : nullptr;
    begin(where);
    std::string failure;
    const auto fail = [&](const UserError& error) {
      const std::string message = shown(error);
      if (error_pattern == nullptr)
        failure = "unexpected error:\n" + message;
      else if (!matches(error_pattern->regex, message))
        failure = fmt::format("expected an error matching\n  {}\nbut got\n{}", error_pattern->regex,
                              message);
    };
    try {
      const support::Task task(session_.governor());
      const auto entry = session_.prepare(session_.find(env, entry_name));
      const auto args = engine::match_arguments(entry, input_of(*source_, test),
                                                [&] { return input_text(*source_, test); });
      auto results = called(entry, args, error_pattern);
      if (error_pattern != nullptr) {
        failure = fmt::format(
            "expected an error matching\n  {}\nbut got\n{}", error_pattern->regex,
            print_view(entry.result, results, runtime::Style::machine, {.limit = kShown}));
      } else {
        failure = judge(test, entry, results);
        if (failure.empty() && options_.all_tiers) failure = elsewhere(entry, args, results);
        if (failure.empty() && options_.check_associative) failure = reordered(entry, args);
        if (failure.empty() && has(test.tags, "gradcheck"))
          failure = underivable(env, entry_name, args);
      }
    } catch (const support::TimedOut& late) {
      failure = late.error().what();
    } catch (const support::OutOfMemory& none) {
      fail(none.error());
    } catch (const UserError& error) {
      fail(error);
    }
    report({failure.empty() ? Status::passed : Status::failed, where, failure});
  }

  /// Calls [entry]. An error says in which iterations it comes up, unless it is what is expected
  /// without that.
  std::vector<Value> called(const engine::EntryPoint& entry, const std::vector<Value>& args,
                            const ErrorPattern* expected) {
    const auto again = [&] { return engine::copies(args); };
    if (expected == nullptr) return session_.call(entry, again(), again);
    try {
      return session_.call(entry, again());
    } catch (const UserError& error) {
      if (matches(expected->regex, shown(error))) throw;
    }
    return session_.call(entry, again(), again);
  }

  /// Runs the case in each tier, and says where other bits come out than [results].
  std::string elsewhere(const engine::EntryPoint& entry, const std::vector<Value>& args,
                        const std::vector<Value>& results) {
    const std::string expected = bits(results);
    for (const auto& [name, tier, threads] : kVariations) {
      const auto again = runner(name, [&, tier = tier, threads = threads](eval::Options& options) {
                           options.tier = tier;
                           options.threads = threads;
                         }).call(entry, engine::copies(args));
      if (bits(again) != expected)
        return fmt::format("with {} other bits come out:\n{}\ninstead of\n{}", name,
                           print_view(entry.result, again, runtime::Style::machine),
                           print_view(entry.result, results, runtime::Style::machine));
    }
    return {};
  }

  /// The one of that name, with the session's options changed by [change].
  template <class Change>
  engine::Runner& runner(const std::string& name, const Change& change) {
    auto& runner = runners_[name];
    if (!runner) {
      eval::Options options = session_.options().eval;
      change(options);
      runner = std::make_unique<engine::Runner>(session_, std::move(options));
    }
    return *runner;
  }

  /// Runs the case with every reduction and scan from the left, and in pieces of three elements,
  /// and says where their results differ by more than the tolerance.
  std::string reordered(const engine::EntryPoint& entry, const std::vector<Value>& args) {
    const auto run = [&](const char* name, eval::FoldOrder order) {
      return runner(name, [&](eval::Options& options) { options.order = order; })
          .call(entry, engine::copies(args));
    };
    const auto left = run("folds from the left", eval::FoldOrder::left);
    const auto pieces = run("folds in pieces", eval::FoldOrder::in_threes);
    const auto difference = compare(left, pieces, options_.tolerance);
    if (!difference) return {};
    return fmt::format(
        "The operator of a reduce or scan is not associative: with elements combined in threes, "
        "other "
        "results come out than from left to right (those are expected).\n{}",
        *difference);
  }

  /// Compares the derivatives of the case, and says where they are wrong.
  std::string underivable(const engine::Scope& env, const std::string& entry_name,
                          const std::vector<Value>& args) {
    const auto check = session_.check_gradient(session_.find(env, entry_name), args, {});
    return check.has_failed() ? "its derivatives are wrong:\n" + gradient_check_text(check) : "";
  }

  static std::string bits(const std::vector<Value>& values) {
    std::string out;
    for (const Value& value : values) out += runtime::to_binary(value);
    return out;
  }

  std::string judge(const Case& test, const engine::EntryPoint& entry,
                    const std::vector<Value>& results) {
    if (!test.expected || std::holds_alternative<Auto>(*test.expected)) return {};
    const auto* literal = std::get_if<Literal>(&*test.expected);
    const auto* file = std::get_if<File>(&*test.expected);
    if (options_.update && file != nullptr) return update_file(*file, entry, results);
    const auto expected = literal != nullptr
                              ? values_of(*source_, *literal)
                              : runtime::read_values(read_data(beside(path_, file->path)));
    auto difference = compare(expected, results, options_.tolerance);
    if (!difference) return {};
    if (options_.update) {
      replacements_[literal->offset] = {literal->length,
                                        print_view(entry.result, results, runtime::Style::machine)};
      note_change(change_of(expected, results), path_);
      return {};
    }
    return fmt::format(
        "{}\n  got:\n{}", *difference,
        print_view(entry.result, results, runtime::Style::machine, {.limit = kShown}));
  }

  /// Writes what came out into the file of a case, if it differs: in the format that it has.
  std::string update_file(const File& file, const engine::EntryPoint& entry,
                          const std::vector<Value>& results) {
    const std::string path = beside(path_, file.path);
    bool binary = false;
    std::string change = "a file that was not there";
    if (std::filesystem::exists(path)) {
      const std::string old = read_data(path);
      const auto expected = runtime::read_values(old);
      if (!compare(expected, results, options_.tolerance)) return {};
      change = change_of(expected, results);
      binary = old.rfind(std::string("b\2", 2), 0) == 0;
    }
    if (std::filesystem::path(path).extension() == ".gz")
      return fmt::format("{}: compressed files are not updated.", path);
    std::string text;
    if (binary)
      for (const Value& value : results) text += runtime::to_binary(value);
    else
      text = print_view(entry.result, results, runtime::Style::machine) + "\n";
    support::write_file(path, text);
    note_change(change, path);
    return {};
  }

  /// How [results] are others than [expected].
  static std::string change_of(const std::vector<Value>& expected,
                               const std::vector<Value>& results) {
    if (expected.size() != results.size())
      return fmt::format("{} values instead of {}", results.size(), expected.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto* old = std::get_if<runtime::Array>(&expected[i]);
      const auto* now = std::get_if<runtime::Array>(&results[i]);
      const auto type = [](const Value& value, const runtime::Array* array) {
        return array != nullptr ? array->type() : std::get<support::Scalar>(value).type;
      };
      if (type(expected[i], old) != type(results[i], now)) return "another type";
      if ((old == nullptr) != (now == nullptr) ||
          (old != nullptr && !std::ranges::equal(old->shape().span(), now->shape().span())))
        return "another shape";
    }
    return "other values";
  }

  /// [file] gets a new output.
  void note_change(const std::string& change, const std::string& file) { ++changes_[file][change]; }
  /// Tells which files have been written, and how.
  void tell_changes() {
    for (const auto& [file, changes] : changes_) {
      std::string all;
      for (const auto& [change, times] : changes)
        all += fmt::format("{}{}{}", all.empty() ? "" : ", ", change,
                           times > 1 ? fmt::format(" ({} times)", times) : "");
      report({Status::passed, "update", fmt::format("{} is written: {}", file, all)});
    }
  }

  /// Puts the new outputs into the test blocks.
  void rewrite() {
    begin("update");
    try {
      const std::string text = updated();
      if (support::read_file(path_, {.most = options_.session.max_source}) != source_->text())
        throw UserError(support::Phase::usage, {},
                        path_ + ": the program has changed since its tests began.");
      support::write_file(path_, text);
    } catch (const UserError& error) {
      changes_.erase(path_);
      report({Status::failed, "update", shown(error)});
    }
  }

  /// The program with the new outputs.
  std::string updated() const {
    std::string out = source_->text();
    for (auto it = replacements_.rbegin(); it != replacements_.rend(); ++it) {
      std::string values = " ";
      for (char c : it->second.second) {
        values += c;
        if (c == '\n') values += "-- ";
      }
      out.replace(it->first, it->second.first, values + " ");
    }
    return out;
  }

  void begin(const std::string& where) {
    began_ = Clock::now();
    under_way_ = where;
    listener_.begin(where);
  }
  void report(Outcome outcome) {
    const auto now = Clock::now();
    if (outcome.status != Status::skipped)
      outcome.seconds = std::chrono::duration<double>(now - began_).count();
    began_ = now;  // what has no beginning of its own (warnings) begins here
    listener_.end(outcome);
  }

  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t kShown = 200;  ///< values of an array beyond which it is cut short

  const std::string& path_;
  const TestOptions& options_;
  const Listener& listener_;
  Session session_;
  const support::SourceFile* source_ = nullptr;
  std::string under_way_;                   ///< what has begun last
  bool wanted_ = true;                      ///< the program as a whole, by `--only`
  Clock::time_point began_ = Clock::now();  ///< the test blocks are the first to be judged
  std::map<std::string, std::unique_ptr<engine::Runner>> runners_;
  std::map<std::size_t, std::pair<std::size_t, std::string>> replacements_;
  /// What has been updated of which files, and how often so.
  std::map<std::string, std::map<std::string, int>> changes_;
};

}  // namespace

std::vector<Value> input_of(const support::SourceFile& program, const Case& test) {
  return std::visit(
      support::overloaded{[&](const Literal& l) { return values_of(program, l); },
                          [&](const File& f) {
                            return runtime::read_values(read_data(beside(program.name(), f.path)));
                          },
                          [](const Random& r) { return generate(r.types); },
                          [](const Script&) { return std::vector<Value>{}; }},
      test.input);
}

std::string input_text(const support::SourceFile& program, const Case& test) {
  return std::visit(
      support::overloaded{[](const Literal& l) { return l.text; },
                          [&](const File& f) { return read_data(beside(program.name(), f.path)); },
                          [](const Random&) { return std::string(); },
                          [](const Script&) { return std::string(); }},
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
  // A pattern is a stranger's: RE2 needs time linear in the text, and no more memory than this.
  constexpr std::int64_t kMostMemory = std::int64_t{16} << 20;
  RE2::Options options(RE2::POSIX);
  options.set_dot_nl(true);
  options.set_perl_classes(true);
  options.set_word_boundary(true);
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  const RE2 compiled(regex, options);
  if (!compiled.ok())
    throw UserError(support::Phase::usage, {},
                    fmt::format("bad regular expression: {} ({})", regex, compiled.error()));
  return RE2::PartialMatch(text, compiled);
}

void run_program(const std::string& path, const TestOptions& options, const Listener& listener) {
  ProgramTests(path, options, listener).run();
}

}  // namespace laguz::driver::testing
