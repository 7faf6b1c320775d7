// `laguz run`, `laguz check` and `laguz eval`.
#include <cerrno>
#include <chrono>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/output.hpp"
#include "driver/print_view.hpp"
#include "driver/trace.hpp"
#include "engine/arguments.hpp"
#include "runtime/value_text.hpp"
#include "support/file_read.hpp"
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

}  // namespace

std::vector<Value> arguments_from_input(Session& session, const engine::EntryPoint& entry) {
  // Nobody is made to type Ctrl-D for an entry point that wants nothing.
  const bool terminal = isatty(STDIN_FILENO) != 0;
  const bool reads = !entry.params.empty() || !terminal;
  if (reads && terminal)
    std::cerr << support::printable(
        fmt::format("{} takes {}. Type its input, and Ctrl-D at the end.\n", entry.name,
                    fmt::join(entry.param_types, ", ")));
  const std::string input = reads ? read_input(session, !entry.params.empty()) : std::string();
  return engine::match_arguments(entry, runtime::read_values(input), [&] { return input; });
}

std::string read_input(Session& session, bool needed) try {
  support::Governor& governor = session.governor();
  const CatchInterrupts catching(governor);
  const support::Doing doing(support::Work::reading);
  const support::ReadLimits limits{.most = governor.account().limit(),
                                   .hint = "--max-memory allows more."};
  return support::read_descriptor(STDIN_FILENO, "standard input", limits);
} catch (const UserError&) {
  if (needed) throw;
  return {};
}

int run(const RunOptions& options) {
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(std::cerr, true, false);
  Session session(std::move(session_options));
  return session.guarded(1, [&] {
    auto env = session.load(options.file);
    session.show_warnings(std::cerr, colour_errors(options.session));
    expect_parameters(options, session);
    session.call_it(options.entry);
    const auto entry = session.prepare(session.find(env, options.entry));
    auto args = arguments_from_input(session, entry);
    if (!options.timing_file.empty()) support::expect_writable(options.timing_file);
    std::string timing;
    std::vector<Value> results;
    for (int i = 0; i < options.runs; ++i) {
      results.clear();
      auto now = i + 1 < options.runs ? engine::copies(args) : std::move(args);
      const auto begin = std::chrono::steady_clock::now();
      results = session.call(entry, std::move(now));
      const auto end = std::chrono::steady_clock::now();
      if (!options.timing_file.empty())
        timing += fmt::format(
            "{}\n", std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count());
    }
    if (!options.timing_file.empty()) support::write_file(options.timing_file, timing);
    if (options.no_print) return 0;
    const support::Doing doing(support::Work::printing);
    runtime::Text out(put);
    if (options.binary_output) {
      for (const auto& value : results) runtime::binary_to(out, value);
    } else {
      print_view(out, entry.result, results, Style::machine);
      if (!out.empty()) out += '\n';
    }
    out.flush();
    return 0;
  });
}

int check(const CheckCommand& options) {
  Session session(options.session);
  return session.guarded(2, [&] {
    if (options.syntax_only) {
      session.parse_only(options.file);
      return 0;
    }
    (void)session.load(options.file);
    session.show_warnings(std::cerr, colour_errors(options.session));
    return 0;
  });
}

int eval_command(const EvalOptions& options) {
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(std::cout, true, false);
  Session session(std::move(session_options));
  return session.guarded(1, [&] {
    engine::Scope env = session.prelude();
    const auto load = [&] {
      if (!options.file.empty()) env = session.load(options.file);
      session.show_warnings(std::cerr, colour_errors(options.session));
      return 0;
    };
    // A program that is none has a status of its own.
    const int status = session.guarded(std::cerr, colour_errors(options.session), 2, load);
    if (status != 0) return status;
    for (const auto& text : options.expressions) {
      session.call_it(text);
      const auto entry = session.prepare(*session.expression(env, "<expression>", text));
      const auto results = session.call(entry, {});
      const support::Doing doing(support::Work::printing);
      runtime::Text out(put);
      print_view(out, entry.result, results, Style::human);
      out += "\n\n";
      out.flush();
    }
    return 0;
  });
}

}  // namespace laguz::driver
