// `laguz run`: an entry point on values from standard input.
#include <cstdio>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include "driver/arguments.hpp"
#include "driver/commands.hpp"
#include "runtime/value_text.hpp"
#include "syntax/parse.hpp"

namespace laguz::driver {
using runtime::Value;
using support::Phase;
using support::UserError;

int run(const RunOptions& options) {
  Session session(options.session);
  return session.guarded(1, [&] {
    auto env = session.load(options.file);
    for (const auto& warning : session.warnings()) std::cerr << support::render(warning, false);
    const auto* def = session.checker().lookup(env, options.entry);
    if (def == nullptr)
      throw UserError(Phase::usage, {}, fmt::format("Invalid entry point: {}", options.entry));
    auto entry = session.prepare(*def);
    std::vector<Value> args;
    if (!entry.params.empty() || std::cin.peek() != EOF) {
      std::string data(std::istreambuf_iterator<char>(std::cin), {});
      args = runtime::read_values(data);
    }
    auto results = session.call(entry, match_arguments(entry, std::move(args)));
    if (options.no_print) return 0;
    if (options.binary_output) {
      for (const auto& value : results) {
        auto bytes = runtime::to_binary(value);
        std::fwrite(bytes.data(), 1, bytes.size(), stdout);
      }
      return 0;
    }
    auto text = print_view(entry.result, results, true);
    if (!text.empty()) std::puts(text.c_str());
    return 0;
  });
}

int check(const CheckCommand& options) {
  Session session(options.session);
  return session.guarded(2, [&] {
    auto env = session.load(options.file);
    (void)env;
    for (const auto& warning : session.warnings()) std::cerr << support::render(warning, false);
    return 0;
  });
}

int eval_command(const EvalOptions& options) {
  Session session(options.session);
  check::EnvPtr env;
  if (int status = session.guarded(2, [&] {
        env = options.file.empty() ? session.prelude() : session.load(options.file);
        return 0;
      }))
    return status;
  return session.guarded(1, [&] {
    for (const auto& text : options.expressions) {
      const auto& source = session.add_source("<eval>", text);
      const auto& def = session.checker().check_expression(env, syntax::parse_expression(source));
      auto entry = session.prepare(def);
      auto results = session.call(entry, {});
      std::puts(print_view(entry.result, results, false).c_str());
    }
    return 0;
  });
}

}  // namespace laguz::driver
