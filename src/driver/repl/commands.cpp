// Names, types and texts, and the session itself.
#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/paint.hpp"
#include "driver/print_view.hpp"
#include "driver/repl/commands.hpp"
#include "driver/repl/help.hpp"
#include "driver/repl/settings.hpp"
#include "driver/repl/vars.hpp"
#include "engine/written_as.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {

namespace {

/// [text], whose lines were broken by its writer, for so many columns (0: as it is): a paragraph
/// that has no room as it is becomes one line. Items of lists, code and tables stay.
std::string flowing(const std::string& text, int columns) {
  std::istringstream lines(text);
  std::vector<std::string> paragraph;
  std::string out;
  const auto put = [&] {
    const bool fits = std::all_of(paragraph.begin(), paragraph.end(), [&](const auto& line) {
      return support::display_width(line) <= columns;
    });
    out += (out.empty() || paragraph.empty() ? "" : "\n") +
           fmt::format("{}", fmt::join(paragraph, fits || columns == 0 ? "\n" : " "));
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    const bool goes_on =
        !line.empty() && line.find_first_of(" \t-*#|>") != 0 && !line.starts_with("```");
    if (!goes_on) put();
    if (line.empty())
      out += "\n";
    else
      paragraph.push_back(line);
  }
  put();
  return out;
}

/// The text that they are, if they are one.
std::optional<std::string> bytes_in(const std::vector<runtime::Value>& values) {
  const auto* array = values.size() == 1 ? std::get_if<runtime::Array>(&values[0]) : nullptr;
  if (array == nullptr || array->rank() != 1 || array->type() != support::ScalarType::u8)
    return std::nullopt;
  const auto dense = array->dense();
  return std::string(dense.data<char>(), static_cast<std::size_t>(dense.size()));
}

}  // namespace

bool Commands::wanted(Repl& repl, const std::string& argument, const char* usage) {
  if (argument.empty()) repl.complain(fmt::format("Usage: :{}", usage));
  const bool is_option = argument.rfind("--", 0) == 0;
  if (is_option)
    repl.complain(fmt::format("Unrecognised argument: {}\nHint: :{}",
                              argument.substr(0, argument.find(' ')), usage));
  return !argument.empty() && !is_option;
}

void Commands::type(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "type EXPRESSION")) return;
  const auto expression = repl.expression(text);
  const check::Scheme& scheme = engine::scheme_of(repl.session_.names(), *expression);
  repl.line(check::show(scheme.type));
  if (scheme.types.empty()) return;
  std::string names;
  for (const auto& param : scheme.types) names += " " + param.name;
  repl.line("\nPolymorphic in" + names + ".");
}

void Commands::mtype(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "mtype MODULE")) return;
  repl.line(repl.session_.module_type(repl.scope_, repl.source_name(), text));
}

void Commands::format(Repl& repl, const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto open = text.find('{', at);
    out += text.substr(at, open - at);
    if (open == std::string::npos) break;
    int depth = 0;
    auto close = open;
    for (; close < text.size(); ++close) {
      if (text[close] == '{') ++depth;
      if (text[close] == '}' && --depth == 0) break;
    }
    if (close == text.size()) {
      repl.complain("A brace is not closed.");
      return;
    }
    out += value(repl, text.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  repl.line(out);
}

void Commands::string(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "string EXPRESSION")) return;
  const auto [entry, values] = repl.session_.value(*repl.expression(text));
  const auto bytes = bytes_in(values);
  if (!bytes)
    return repl.complain(
        "Cannot print this value as string:\n" +
        print_view(entry.result, values, runtime::Style::human, {.limit = repl.settings_.limit}));
  repl.line(*bytes);
}

void Commands::doc(Repl& repl, const std::string& text) {
  if (wanted(repl, text, "doc NAME")) describe(repl, text, false);
}

void Commands::info(Repl& repl, const std::string& text) {
  if (wanted(repl, text, "info NAME")) describe(repl, text, true);
}

void Commands::vars(Repl& repl, const std::string&) {
  const check::OwnNames names = repl.session_.names().own_names(repl.scope_);
  const std::string text = vars_text(names, look_on(repl.out_, false).columns);
  repl.out_ << support::printable(text.empty() ? "Nothing has been defined.\n" : text);
  if (names.left_out > 0)
    repl.say(
        fmt::format("({} names that have been opened or imported from the prelude or the "
                    "library are left out; :doc NAME tells what one is.)",
                    names.left_out));
}

void Commands::describe(Repl& repl, const std::string& text, bool placed) {
  // Operators may be in parentheses: `(+)`, `i32.(+)`.
  std::string name;
  std::copy_if(text.begin(), text.end(), std::back_inserter(name),
               [](char c) { return c != '(' && c != ')' && c != ' '; });
  const auto& checker = repl.session_.names();
  const auto* def = checker.lookup(repl.scope_, name);
  if (def != nullptr) repl.line(name + " : " + check::show(def->scheme.type));
  if (def != nullptr && def->span && placed)
    repl.line("Defined at " + support::locate(def->span) + ".");
  if (const auto found = checker.doc(repl.scope_, name))
    return repl.say(flowing(*found, look_on(repl.out_, false).columns));
  const auto known = checker.names(repl.scope_, name);
  if (def != nullptr || std::find(known.begin(), known.end(), name) != known.end())
    return repl.say('"' + name + "\" has no documentation.");
  const auto near = support::nearest(name, checker.names(repl.scope_, {}));
  repl.complain('"' + name + "\" is not defined" +
                (near ? fmt::format("; did you mean {}?", *near) : "."));
}

std::string Commands::value(Repl& repl, const std::string& text) {
  const auto def = repl.expression(text);
  const auto [entry, values] = repl.session_.value(*def);
  const std::vector<bool> strings = engine::from_strings(repl.session_.names(), *def, entry.result);
  if (const auto bytes = bytes_in(values); bytes && strings[0]) return *bytes;
  return print_view(entry.result, values, runtime::Style::human,
                    {.limit = repl.settings_.limit, .strings = strings});
}

void Commands::set(Repl& repl, const std::string& text) {
  const int columns = look_on(repl.out_, false).columns;
  for (const std::string& line : set_or_show(repl.settings_, repl.session_, text, columns))
    repl.line(line);
}

void Commands::quit(Repl& repl, const std::string&) { repl.leaving_ = true; }

void Commands::reset(Repl& repl, const std::string&) {
  repl.begin_with(repl.session_.restart());
  repl.set_stops_.clear();
}

void Commands::help(Repl& repl, const std::string& name) {
  constexpr int kUsual = 100;  // columns, of what is no terminal
  const int columns = columns_of(STDOUT_FILENO).value_or(kUsual);
  if (name.empty()) {
    repl.out_ << help_text(columns);
    return;
  }
  std::string message;
  const Command* command = find_command(name.front() == ':' ? name.substr(1) : name, message);
  if (command == nullptr)
    repl.complain(message);
  else
    repl.out_ << help_text(*command, columns);
}

}  // namespace laguz::driver::repl
