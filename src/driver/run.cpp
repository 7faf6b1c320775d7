// `laguz run`, `laguz check` and `laguz eval`.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/data/files.hpp"
#include "driver/json.hpp"
#include "driver/json_value.hpp"
#include "driver/output.hpp"
#include "driver/print_view.hpp"
#include "driver/repl/result.hpp"
#include "driver/trace.hpp"
#include "engine/arguments.hpp"
#include "runtime/value_text.hpp"
#include "support/file_write.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

using runtime::Style;
using runtime::Value;
using support::Phase;
using support::UserError;

bool colour_errors(const SessionOptions& options) {
  return use_colour(options.colour, STDERR_FILENO);
}

/// Warnings are shown, or told with the value.
void show_warnings(bool json, Session& session, const SessionOptions& options) {
  if (!json) session.show_warnings(std::cerr, colour_errors(options));
}

/// What is said of a value besides what it is of.
std::string value_members(const engine::Def& def, const engine::EntryPoint& entry,
                          const std::vector<Value>& results) {
  // (That nobody else has the value matters to nobody who reads it.)
  std::string type = check::show(def.result);
  if (type.starts_with('*')) type.erase(0, 1);
  return fmt::format(R"("type":{},"value":{})", json_string(type),
                     json_value(entry.result, results));
}

/// Runs [action]. With [json], writes a line: an object that is `of` something, with the members
/// that [action] gives and the diagnostics, also those of an error; the status is [on_error] then.
int reporting(bool json, Session& session, int on_error, const std::string& of,
              support::FunctionRef<std::string()> action) {
  if (!json) return action(), 0;
  std::string members;
  std::optional<UserError> error;
  try {
    members = action();
  } catch (const UserError& told) {
    error = told;
  }
  put(fmt::format("{{\"of\":{},{}{}\"diagnostics\":{}}}\n", of, members, members.empty() ? "" : ",",
                  json_diagnostics(session.take_warnings(), error ? &*error : nullptr)));
  return error ? on_error : 0;
}

/// Refuses `--param` for parameters that the program does not have.
void expect_parameters(const RunOptions& options, Session& session) {
  const auto& known = session.names().requests().parameters;
  for (const auto& name : options.session.expected_params) {
    if (known.count(name) > 0) continue;
    std::string all;
    for (const auto& one : known) all += (all.empty() ? "" : ", ") + one;
    support::Diagnostic error;
    error.phase = Phase::usage;
    error.message = fmt::format("{} has no #[param({})].", options.file, name);
    if (!all.empty()) error.hint = "it has " + all + ".";
    throw UserError(std::move(error));
  }
}

/// Calls [entry]; what fails says in which iterations, if [again] gives the arguments once more.
std::vector<Value> called(Session& session, const engine::EntryPoint& entry,
                          std::vector<Value> args,
                          const std::function<std::vector<Value>()>& again) {
  if (!again) return session.call(entry, std::move(args));
  return session.call(entry, std::move(args), again);
}

}  // namespace

int run(const RunOptions& options) {
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(std::cerr, true);
  Session session(std::move(session_options));
  const auto run_it = [&]() -> std::string {
    auto env = session.load(options.file);
    show_warnings(options.json, session, options.session);
    expect_parameters(options, session);
    session.call_it(options.entry);
    const engine::Def& def = session.find(env, options.entry);
    const auto entry = session.prepare(def);
    auto [args, again] = arguments_from(session, env, def, entry, options.inputs);
    if (!options.timing_file.empty()) support::expect_writable(options.timing_file);
    std::string timing;
    std::vector<Value> results;
    for (int i = 0; i < options.runs; ++i) {
      results.clear();
      auto now = i + 1 < options.runs ? engine::copies(args) : std::move(args);
      const auto begin = std::chrono::steady_clock::now();
      results = called(session, entry, std::move(now), again);
      const auto end = std::chrono::steady_clock::now();
      if (!options.timing_file.empty())
        timing += fmt::format(
            "{}\n", std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count());
    }
    if (!options.timing_file.empty()) support::write_file(options.timing_file, timing);
    if (!options.output.empty())
      data::write_data_file(options.output, entry.result, results, options.binary_output);
    if (options.no_print || !options.output.empty()) return {};
    const support::Doing doing(support::Work::printing);
    if (options.json) return value_members(def, entry, results);
    runtime::Text out(put);
    if (options.binary_output) {
      for (const auto& value : results) runtime::binary_to(out, value);
    } else {
      print_view(out, entry.result, results, Style::machine);
      if (!out.empty()) out += '\n';
    }
    out.flush();
    return {};
  };
  return session.guarded(
      1, [&] { return reporting(options.json, session, 1, json_string(options.entry), run_it); });
}

namespace {

/// One of the programs.
int check_one(const CheckCommand& options, const std::string& file) {
  Session session(options.session);
  return session.guarded(2, [&] {
    return reporting(options.json, session, 2, json_string(file), [&] {
      if (options.syntax_only) {
        session.parse_only(file);
      } else {
        (void)session.load(file);
      }
      if (options.json && options.session.warnings_are_errors && !session.warnings().empty())
        throw UserError(Phase::usage, {}, "the warnings count as errors (--Werror).");
      show_warnings(options.json, session, options.session);
      return std::string();
    });
  });
}

}  // namespace

int check(const CheckCommand& options) {
  int status = 0;
  for (const std::string& file : options.files) status = std::max(status, check_one(options, file));
  return status;
}

int eval_command(const EvalOptions& options) {
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(options.json ? std::cerr : std::cout, true);
  session_options.explains = true;
  Session session(std::move(session_options));
  return session.guarded(1, [&] {
    engine::Scope env = session.prelude();
    const auto load = [&] {
      if (!options.file.empty()) env = session.load(options.file);
      show_warnings(options.json, session, options.session);
      return std::string();
    };
    // A program that is none has a status of its own.
    if (!options.file.empty()) {
      const int status = session.guarded(std::cerr, colour_errors(options.session), 2, [&] {
        if (!options.json) return load(), 0;
        return reporting(true, session, 2, json_string(options.file), load);
      });
      if (status != 0) return status;
    }
    int status = 0;
    for (const auto& text : options.expressions) {
      session.call_it(text);
      status =
          std::max(status, reporting(options.json, session, 1, json_string(text), [&] {
                     const auto def = session.expression_with_warnings(env, "<expression>", text);
                     show_warnings(options.json, session, options.session);
                     if (!options.json && engine::is_function(*def)) {
                       put(support::printable(repl::function_text(session.names(), *def)) + "\n\n");
                       return std::string();
                     }
                     const auto entry = session.prepare(*def);
                     const auto results = session.call(entry, {});
                     const support::Doing doing(support::Work::printing);
                     if (options.json) return value_members(*def, entry, results);
                     runtime::Text out(put);
                     print_view(out, entry.result, results, Style::human);
                     out += "\n\n";
                     out.flush();
                     return std::string();
                   }));
    }
    return status;
  });
}

}  // namespace laguz::driver
