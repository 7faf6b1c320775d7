#include "driver/arguments.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/console.hpp"
#include "driver/data/files.hpp"
#include "engine/arguments.hpp"
#include "engine/literal.hpp"
#include "engine/written_as.hpp"
#include "runtime/value_text.hpp"
#include "support/file_read.hpp"
#include "support/look.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

using core::View;
using runtime::Value;
using support::Phase;
using support::UserError;

[[noreturn]] void refuse(std::string message, std::string hint = {}) {
  UserError error(Phase::usage, {}, std::move(message));
  error.diagnostic().hint = std::move(hint);
  throw error;
}

/// The type that [view] is of, of any lengths.
std::string open_type(const View& view) {
  const auto brackets = [](int rank) {
    std::string text;
    for (int d = 0; d < rank; ++d) text += "[]";
    return text;
  };
  const auto parts = [&](bool named) {
    std::string text;
    for (const auto& [name, part] : view.parts)
      text += (text.empty() ? "" : ", ") + (named ? name + ": " : "") + open_type(part);
    return text;
  };
  switch (view.kind) {
    case View::Kind::leaf: return brackets(view.leaf.rank) + std::string(name(view.leaf.elem));
    case View::Kind::tuple: return "(" + parts(false) + ")";
    case View::Kind::record: return "{" + parts(true) + "}";
    case View::Kind::array:
      return brackets(view.rank) + "(" + open_type(view.parts[0].second) + ")";
    case View::Kind::sum: {
      std::string text;
      for (const auto& [name, payloads] : view.constructors) {
        text += (text.empty() ? "#" : " | #") + name;
        for (const View& payload : payloads) text += " (" + open_type(payload) + ")";
      }
      return text;
    }
    case View::Kind::function: refuse("a function is no input.");
  }
  return {};
}

/// The flat values of an expression, in the scope of the program.
std::vector<Value> evaluated(Session& session, const engine::Scope& scope, const std::string& name,
                             const std::string& text) {
  return session.call(session.prepare(*session.expression(scope, name, text)), {});
}

/// The values on standard input for the parameters [views]: those that the text would be as
/// arguments of a function.
std::vector<Value> written_arguments(Session& session, const engine::Scope& scope,
                                     const engine::EntryPoint& entry, const std::string& text) {
  const std::vector<View>& views = entry.params;
  std::string params, all;
  for (std::size_t i = 0; i < views.size(); ++i) {
    params += fmt::format(" (x{}: {})", i, open_type(views[i]));
    all += fmt::format("{}x{}", i == 0 ? "" : ", ", i);
  }
  // A constructor alone may have its values behind it, which are none of the function's.
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool constructed = views.size() == 1 && first != std::string::npos && text[first] == '#';
  const auto def = session.expression(
      scope, "standard input",
      fmt::format("(\\{} -> ({})){}\n{}", params, all, constructed ? " <|" : "", text));
  if (engine::is_function(*def))
    refuse(fmt::format("Entry point \"{}\" expects {} value{} ({}), but the input has fewer.",
                       entry.name, views.size(), views.size() == 1 ? "" : "s",
                       fmt::join(entry.param_types, ", ")));
  return session.call(session.prepare(*def), {});
}

bool is_flat(const View& view) { return view.kind == View::Kind::leaf; }

/// What is waited for, at a terminal.
void tell_wanted(const std::string& name, const std::vector<std::string>& types) {
  const std::string text = support::printable(fmt::format(
      "{} takes {}. Type its input, and Ctrl-D at the end.", name, fmt::join(types, ", ")));
  std::cerr << support::folded(text, columns_of(STDERR_FILENO).value_or(0)) << "\n";
}

/// The arguments of [entry] in [text].
std::vector<Value> arguments_in(const engine::EntryPoint& entry, const std::string& text) {
  return engine::match_arguments(entry, runtime::read_values(text), [&] { return text; });
}

std::size_t bytes_of(const std::vector<Value>& values) {
  std::size_t bytes = 0;
  for (const Value& value : values)
    if (const auto* array = std::get_if<runtime::Array>(&value))
      bytes += static_cast<std::size_t>(array->size() * support::size_of(array->type()));
  return bytes;
}

/// Is there room for so much beside what runs, in case that fails and is to be run again?
bool is_kept(Session& session, std::size_t bytes) {
  constexpr std::size_t kShare = 16;
  return bytes <= session.governor().account().limit() / kShare;
}

/// All of them from standard input.
Arguments arguments_from_input(Session& session, const engine::EntryPoint& entry) {
  // Nobody is made to type Ctrl-D for an entry point that wants nothing.
  const bool terminal = isatty(STDIN_FILENO) != 0;
  const bool reads = !entry.params.empty() || !terminal;
  if (reads && terminal) tell_wanted(entry.name, entry.param_types);
  std::string input = reads ? read_input(session, !entry.params.empty()) : std::string();
  Arguments arguments{arguments_in(entry, input)};
  if (is_kept(session, input.size()))
    arguments.again = [entry, input = std::move(input)] { return arguments_in(entry, input); };
  return arguments;
}

}  // namespace

Arguments arguments_from(Session& session, const engine::Scope& scope, const engine::Def& def,
                         const engine::EntryPoint& entry, const std::vector<NamedInput>& named) {
  if (named.empty() && std::all_of(entry.params.begin(), entry.params.end(), is_flat))
    return arguments_from_input(session, entry);
  const std::vector<std::string> names = engine::parameter_names(def);
  std::vector<std::optional<std::vector<Value>>> given(entry.params.size());
  for (const NamedInput& input : named) {
    const auto found = std::find(names.begin(), names.end(), input.name);
    if (found == names.end()) {
      const auto near = support::nearest(input.name, names);
      refuse(fmt::format("{} has no parameter {}.", entry.name, input.name),
             near ? fmt::format("did you mean {}?", *near)
                  : fmt::format("it has {}.", fmt::join(names, ", ")));
    }
    const auto i = static_cast<std::size_t>(found - names.begin());
    const View& view = entry.params[i];
    std::error_code error;
    if (data::has_format(input.source) || std::filesystem::is_regular_file(input.source, error))
      given[i] = data::read_data_file(input.source, view);
    else
      given[i] = evaluated(session, scope, "--input " + input.name,
                           fmt::format("({}\n) : {}", input.source, open_type(view)));
  }
  // What is left is on standard input.
  engine::EntryPoint rest = entry;
  rest.params.clear();
  rest.param_types.clear();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i]) continue;
    rest.params.push_back(entry.params[i]);
    rest.param_types.push_back(entry.param_types[i]);
  }
  std::vector<Value> read;
  if (!rest.params.empty()) {
    if (isatty(STDIN_FILENO) != 0) tell_wanted(entry.name, rest.param_types);
    const std::string input = read_input(session, true);
    read = std::all_of(rest.params.begin(), rest.params.end(), is_flat)
               ? arguments_in(rest, input)
               : written_arguments(session, scope, rest, input);
  }
  Arguments arguments;
  auto next = read.begin();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i]) {
      for (Value& value : *given[i]) arguments.values.push_back(std::move(value));
      continue;
    }
    for (std::size_t k = engine::width(entry.params[i]); k > 0; --k)
      arguments.values.push_back(std::move(*next++));
  }
  // A call may overwrite them; a session may know them.
  std::vector<Value> originals = std::exchange(arguments.values, engine::copies(arguments.values));
  if (is_kept(session, bytes_of(originals)))
    arguments.again = [originals = std::move(originals)] { return engine::copies(originals); };
  return arguments;
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

}  // namespace laguz::driver
