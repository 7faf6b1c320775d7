#include "driver/repl/words.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace laguz::driver::repl {
namespace {

std::string_view stripped(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto from = text.find_first_not_of(kBlank);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

/// Help on [topic], a name or a command.
std::string help_on(std::string_view topic) {
  if (topic.empty()) return "help";
  return (topic.front() == ':' ? "help " : "doc ") + std::string(topic);
}

}  // namespace

std::optional<std::string> command_meant(
    const std::string& input, support::FunctionRef<bool(const std::string& word)> is_name) {
  std::string_view text = stripped(input);
  if (text.empty() || text.find('\n') != std::string_view::npos) return std::nullopt;
  if (text.find_first_not_of('?') == std::string_view::npos)
    return text == "???" ? std::nullopt : std::optional(help_on({}));  // (that is a hole)
  if (text.front() == '?') return help_on(stripped(text.substr(text.find_first_not_of('?'))));
  // Python's magic commands, and Julia's macros: what a command is called there.
  const auto sigils = text.find_first_not_of(text.front());
  if ((text.front() == '%' || text.front() == '@') && sigils != std::string_view::npos &&
      std::isalpha(static_cast<unsigned char>(text[sigils])) != 0)
    return std::string(text.substr(sigils));
  const bool named = text.find_first_of(" \t\"") == std::string_view::npos;
  if (text.back() == '?' && named) return help_on(text.substr(0, text.find_last_not_of('?') + 1));
  const auto end = std::min(text.find_first_of(" \t("), text.size());
  const std::string word(text.substr(0, end));
  if (is_name(word)) return std::nullopt;
  std::string_view rest = stripped(text.substr(end));
  if (rest.size() > 1 && rest.front() == '(' && rest.back() == ')')
    rest = stripped(rest.substr(1, rest.size() - 2));
  if (word == "help") return help_on(rest);
  if ((word == "exit" || word == "quit") && rest.empty()) return "quit";
  return std::nullopt;
}

std::string without_semicolon(const std::string& input) {
  return input.substr(0, input.find_last_not_of(" \t\r\n;") + 1);
}

}  // namespace laguz::driver::repl
