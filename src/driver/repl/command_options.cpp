#include "driver/repl/command_options.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "driver/options.hpp"

namespace laguz::driver::repl {
namespace {

/// Takes the first word off [text], and the blanks behind it.
std::string word_off(std::string& text) {
  const auto end = std::min(text.find(' '), text.size());
  std::string word = text.substr(0, end);
  text = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  return word;
}

}  // namespace

CommandOptions& CommandOptions::flag(std::string name, bool& to) {
  options_.push_back({std::move(name), false, [&to](const std::string&) {
                        to = true;
                        return std::string();
                      }});
  return *this;
}

CommandOptions& CommandOptions::word(std::string name, std::string& to) {
  options_.push_back({std::move(name), true, [&to](const std::string& word) {
                        to = word;
                        return std::string();
                      }});
  return *this;
}

CommandOptions& CommandOptions::one_of(std::string name, std::vector<std::string> words,
                                       std::string& to) {
  options_.push_back({std::move(name), true, [words = std::move(words), &to](const auto& word) {
                        to = word;
                        const bool known =
                            std::find(words.begin(), words.end(), word) != words.end();
                        return known
                                   ? std::string()
                                   : fmt::format("{} is none of {}", word, fmt::join(words, ", "));
                      }});
  return *this;
}

CommandOptions& CommandOptions::number(std::string name, double& to, double most) {
  options_.push_back({std::move(name), true, [&to, most](const std::string& word) {
                        std::string wrong = wrong_number(word, "number", most);
                        if (wrong.empty())
                          std::from_chars(word.data(), word.data() + word.size(), to);
                        return wrong;
                      }});
  return *this;
}

CommandOptions& CommandOptions::whole(std::string name, std::int64_t least, std::int64_t most,
                                      std::function<void(std::int64_t)> set) {
  const auto read = [=, set = std::move(set)](const std::string& word) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
    if (error != std::errc() || end != word.data() + word.size() || n < least || n > most)
      return fmt::format("{} is not a whole number, {} to {}", word, least, most);
    set(n);
    return std::string();
  };
  options_.push_back({std::move(name), true, read});
  return *this;
}

std::string CommandOptions::take(std::string& text) const {
  while (text.rfind("--", 0) == 0) {
    std::string asked = word_off(text);
    std::string name = asked.substr(0, asked.find('='));
    const auto option = std::find_if(options_.begin(), options_.end(),
                                     [&](const Option& one) { return one.name == name; });
    const bool has_word = name.size() < asked.size();
    if (option == options_.end() || (has_word && !option->takes_word))
      return "Unrecognised argument: " + asked;
    std::string word;
    if (has_word)
      word = asked.substr(name.size() + 1);
    else if (option->takes_word)
      word = word_off(text);
    if (option->takes_word && word.empty()) return name + " needs a value behind it";
    if (const std::string wrong = option->set(word); !wrong.empty())
      return fmt::format("{}: {}", name, wrong);
  }
  // Behind an expression they would be a comment.
  for (const Option& option : options_) {
    const auto at = text.find(" " + option.name);
    const auto end = at + 1 + option.name.size();
    if (at != std::string::npos && (end == text.size() || text[end] == ' ' || text[end] == '='))
      return fmt::format("{} stands before what it is for", option.name);
  }
  return {};
}

}  // namespace laguz::driver::repl
