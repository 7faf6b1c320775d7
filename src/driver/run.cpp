// `laguz run`: an entry point on values from standard input.
#include <cstdio>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include "driver/commands.hpp"
#include "runtime/value_text.hpp"
#include "syntax/parse.hpp"

namespace laguz::driver {
namespace {

using runtime::Value;
using support::Phase;
using support::UserError;

std::string type_of(const Value& value) {
  if (const auto* scalar = std::get_if<support::Scalar>(&value)) return std::string(name(scalar->type));
  const auto& array = std::get<runtime::Array>(value);
  std::string out;
  for (auto n : array.shape().span()) out += fmt::format("[{}]", n);
  return out + std::string(name(array.type()));
}

core::Type core_type(const Value& value) {
  if (const auto* scalar = std::get_if<support::Scalar>(&value)) return {scalar->type, 0, false};
  const auto& array = std::get<runtime::Array>(value);
  return {array.type(), static_cast<std::uint8_t>(array.rank()), false};
}

/// Values for the entry's parameters; each parameter must be one flat value.
std::vector<Value> match_arguments(const check::EntryPoint& entry, std::vector<Value> values) {
  if (values.size() != entry.params.size())
    throw UserError(Phase::run, {},
                    fmt::format("Entry point \"{}\" expects {} value(s), but the input has {}.",
                                entry.name, entry.params.size(), values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& view = entry.params[i];
    if (view.kind != core::View::Kind::leaf || !(view.leaf == core_type(values[i])))
      throw UserError(Phase::run, {},
                      fmt::format("Entry point \"{}\" expects input {} of type {}, but got {}.",
                                  entry.name, i, entry.param_types[i], type_of(values[i])));
  }
  return values;
}

}  // namespace

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
