// Options of the prompt's commands: those of the subcommands of the same name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace laguz::driver::repl {

class CommandOptions {
 public:
  CommandOptions& flag(std::string name, bool& to);
  CommandOptions& word(std::string name, std::string& to);
  CommandOptions& one_of(std::string name, std::vector<std::string> words, std::string& to);
  /// A number from 0 to [most].
  CommandOptions& number(std::string name, double& to, double most);
  /// A whole number from [least] to [most].
  template <class T>
  CommandOptions& count(std::string name, T& to, std::int64_t least, std::int64_t most) {
    return whole(std::move(name), least, most, [&to](std::int64_t n) { to = static_cast<T>(n); });
  }

  /// Takes options off the front of [text], and the blanks behind them: `--samples 3` and
  /// `--samples=3`. What is wrong with one; empty: nothing is.
  std::string take(std::string& text) const;

 private:
  /// Gives what is wrong with the word; empty: nothing is.
  using Set = std::function<std::string(const std::string& word)>;
  struct Option {
    std::string name;
    bool takes_word;
    Set set;
  };
  CommandOptions& whole(std::string name, std::int64_t least, std::int64_t most,
                        std::function<void(std::int64_t)> set);

  std::vector<Option> options_;
};

}  // namespace laguz::driver::repl
