// A program in a terminal of its own, as a person has it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace laguz::fuzz {

class Terminal {
 public:
  /// Starts [words] with [environment] ("NAME=value") and nothing else in its environment.
  Terminal(const std::vector<std::string>& words, const std::vector<std::string>& environment);
  /// Kills what is still there.
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Types [keys]; takes what is printed meanwhile, so that neither waits for the other.
  void type(std::string_view keys);
  void resize(int rows, int columns);
  /// Takes what is printed for so long.
  void listen(std::chrono::milliseconds time);
  /// Waits until [text] has been printed since `forget`. False: it has not come in that time, or
  /// the program has ended without it.
  bool wait_for(std::string_view text, std::chrono::seconds most);
  /// Waits for the end. False: it does not end.
  bool wait_for_end(std::chrono::seconds most);

  /// What has been printed since `forget`, or the end of it.
  const std::string& printed() const { return printed_; }
  void forget() { printed_.clear(); }
  /// How it has ended, as waitpid says it.
  std::optional<int> status();

 private:
  /// Reads what there is, for at most that long. False: there will be no more.
  bool take(std::chrono::milliseconds time);

  int descriptor_ = -1;
  pid_t child_ = -1;
  std::optional<int> status_;
  std::string printed_;
};

}  // namespace laguz::fuzz
