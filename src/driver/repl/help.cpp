#include "driver/repl/help.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "driver/repl/settings.hpp"
#include "driver/table_text.hpp"

namespace laguz::driver::repl {
namespace {

constexpr std::string_view kElse =
    "Anything else is an expression or declarations. An input goes on over further lines until it "
    "is complete; :{ and :} enclose several, or one of any shape. What is copied from a session "
    "with its prompts is "
    "pasted without them and its answers. `it` is the last value; a "
    "semicolon behind an input hides it. A command may be shortened; :help COMMAND says more, and "
    "?NAME what a name is.";

std::string usage(const Command& command) {
  return command.args.empty() ? fmt::format(":{}", command.name)
                              : fmt::format(":{} {}", command.name, command.args);
}

std::string_view summary(const Command& command) {
  return command.help.substr(0, command.help.find('\n'));
}

/// What is said besides.
std::string_view details(const Command& command) {
  const auto end = command.help.find('\n');
  return end == std::string_view::npos ? std::string_view() : command.help.substr(end + 1);
}

/// A cell of a table in Markdown.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string help_text(int columns) {
  constexpr int kMargin = 2, kGap = 3, kLeastBeside = 40;
  std::size_t widest = 0;
  for (const Command& command : commands()) widest = std::max(widest, usage(command).size());
  const int beside = kMargin + static_cast<int>(widest) + kGap;
  std::string text;
  for (const Command& command : commands()) {
    if (columns - beside >= kLeastBeside)
      text += fmt::format("{:{}}{:<{}}{}", "", kMargin, usage(command), beside - kMargin,
                          wrapped(summary(command), columns, beside, beside));
    else
      text += wrapped(usage(command), columns, kMargin, kMargin + 4).insert(0, kMargin, ' ') +
              std::string(kMargin + 2, ' ') +
              wrapped(summary(command), columns, kMargin + 2, kMargin + 2);
  }
  return text + "\n" + wrapped(kElse, columns, 0, 0);
}

std::string help_text(const Command& command, int columns) {
  std::string text =
      wrapped(usage(command), columns, 0, 4) + wrapped(summary(command), columns, 0, 0);
  if (!details(command).empty()) text += wrapped(details(command), columns, 0, 0);
  return text;
}

std::string prompt_page() {
  std::string text =
      "# The prompt\n\n"
      "What can be typed at the prompt of `laguz repl`. `laguz help prompt` prints this page.\n\n" +
      std::string(kElse) +
      "\n\n## Commands\n\nThose that Futhark's prompt has too may be shortened to any beginning "
      "that "
      "no other of these has.\n\n| command | does | Futhark has it |\n|---|---|---|\n";
  for (const Command& command : commands()) {
    const std::string more = details(command).empty() ? "" : ". " + cell(details(command));
    text += fmt::format("| `{}` | {}{} | {} |\n", cell(usage(command)), cell(summary(command)),
                        more, command.upstream ? "yes" : "");
  }
  text +=
      "\n## Settings\n\n`:set` shows all of them, `:set NAME` one, `:set NAME VALUE` changes "
      "it.\n\n"
      "| setting | is |\n|---|---|\n";
  for (const auto& [name, help] : setting_table())
    text += fmt::format("| `{}` | {} |\n", name, cell(help));
  return text;
}

}  // namespace laguz::driver::repl
