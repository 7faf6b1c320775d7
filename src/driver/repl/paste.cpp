#include "driver/repl/paste.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/unfinished.hpp"

namespace laguz::driver::repl {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Does [line], which is not blank, look like the first one of an input?
bool begins_input(std::string_view line) {
  constexpr std::string_view kInside[] = {"in",   "then", "else",  "with",
                                          "case", "do",   "while", "for"};
  constexpr std::string_view kOutside = "([{\\\"'-!#";
  const char first = line[0];
  if (first == ':') return line.size() > 1 && (is_word(line[1]) || line[1] == '{');
  if (!is_word(first)) return kOutside.find(first) != std::string_view::npos;
  const auto end = std::find_if_not(line.begin(), line.end(), is_word);
  const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
  return std::find(std::begin(kInside), std::end(kInside), word) == std::end(kInside);
}

/// What [line] begins with, as a prompt; 0: with none.
std::size_t prompt_size(std::string_view line) {
  std::size_t at = line.starts_with(kStopped) ? kStopped.size() : 0;
  const auto numbered = [&] {
    if (at >= line.size() || line[at++] != '[') return false;
    const std::size_t first = at;
    while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0) ++at;
    return at > first && line.substr(at, 2) == "]>";
  };
  if (numbered())
    at += 2;
  else
    at = line.starts_with(">>>") ? 3 : line.starts_with(">") ? 1 : 0;
  return at > 0 && (at == line.size() || line[at] == ' ') ? at : 0;
}

/// [line] without its first [n] characters and the space behind them.
std::string behind(std::string_view line, std::size_t n) {
  return std::string(line.substr(std::min(n + 1, line.size())));
}

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

/// The inputs of a session whose lines are [lines].
class CopiedSession {
 public:
  void line(const std::string& line) {
    if (auto input = behind_prompt(line)) {
      end();
      current_ = engine::Unfinished(*input);
    } else if (auto more = behind_dots(line)) {
      current_.add(*more);
    } else if (!is_blank(current_.text()) && !is_blank(line) &&
               current_.form() == engine::Form::beginning) {
      current_.add(line);
    }
  }
  std::deque<std::string> all() {
    end();
    return std::move(inputs_);
  }

 private:
  void end() {
    if (!is_blank(current_.text())) inputs_.push_back(current_.text());
  }

  std::deque<std::string> inputs_;
  engine::Unfinished current_;
};

/// Does [text] begin with a prompt, or the command that starts a session?
bool is_session(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!is_blank(line) && !line.starts_with("$ ")) return behind_prompt(line).has_value();
  return false;
}

class Division {
 public:
  void line(const std::string& line) {
    const std::string_view words =
        std::string_view(line).substr(0, line.find_last_not_of(" \t\r") + 1);
    if (enclosed_) {
      if (words != ":}") return current_.add(line);
      enclosed_ = false;
      return end_cell();
    }
    if (is_blank(line) || line.rfind("--", 0) == 0) {
      between_ += line + "\n";
      return;
    }
    if (begins_input(line) && may_end()) end();
    if (current_.text().empty())
      between_.erase(0, std::min(between_.find_first_not_of(" \t\r\n"), between_.size()));
    if (!between_.empty()) {
      between_.pop_back();
      current_.add(std::exchange(between_, {}));
    }
    enclosed_ = words == ":{";
    if (!enclosed_) current_.add(line);
  }

  std::deque<std::string> all() {
    if (enclosed_)
      end_cell();
    else
      end();
    return std::move(inputs_);
  }

 private:
  void end() {
    if (!is_blank(current_.text())) inputs_.push_back(current_.text());
    current_ = {};
  }

  void end_cell() {
    if (!is_blank(current_.text()))
      for (std::string& input : inputs_in_cell(current_.text()))
        inputs_.push_back(std::move(input));
    current_ = {};
  }

  bool may_end() {
    const std::string& text = current_.text();
    return text.empty() || text[0] == ':' || current_.form() != engine::Form::beginning;
  }

  std::deque<std::string> inputs_;
  engine::Unfinished current_;
  std::string between_;    ///< empty lines and comments behind it, or before the next
  bool enclosed_ = false;  ///< behind `:{`
};

}  // namespace

std::optional<std::string> behind_prompt(std::string_view line) {
  const std::string_view words = without_indent(line);
  const std::size_t n = prompt_size(words);
  return n > 0 ? std::optional(behind(words, n)) : std::nullopt;
}

std::optional<std::string> behind_dots(std::string_view line) {
  const std::string_view words = without_indent(line);
  std::size_t n = std::min(words.find_first_not_of('.'), words.size());
  if (n < 3) return std::nullopt;
  if (n < words.size() && words[n] == '>') ++n;
  if (n < words.size() && words[n] != ' ') return std::nullopt;
  return behind(words, n);
}

std::deque<std::string> inputs_in(const std::string& text) {
  const auto divided = [&](auto parts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) parts.line(line);
    return parts.all();
  };
  return is_session(text) ? divided(CopiedSession()) : divided(Division());
}

std::deque<std::string> inputs_in_cell(const std::string& text) {
  const engine::Form form = engine::form_of(text);
  if (form == engine::Form::expression) return {text};
  std::deque<std::string> inputs = inputs_in(text);
  const auto declares = [](const std::string& input) {
    return engine::form_of(input) == engine::Form::declarations;
  };
  if (form == engine::Form::declarations && std::all_of(inputs.begin(), inputs.end(), declares))
    return {text};
  return inputs;
}

}  // namespace laguz::driver::repl
