// Laguz as a user meets it: a process with arguments, standard input, an exit status.
#pragma once

#include <string>
#include <vector>

#include "tests/temporary_folder.hpp"

namespace laguz::bad_input {

/// With sanitizers less is enough: they are slow, and look for other things.
inline constexpr int kMegabyte = LAGUZ_SANITIZED ? 1 << 15 : 1 << 20;

struct Outcome {
  int status = 0;  ///< the exit status; 128 + the signal that ended it
  std::string out, err;
};

/// Runs `laguz words...` on [input]; killed (status 137) when it does not end.
Outcome run_laguz(const std::vector<std::string>& words, const std::string& input = "");

/// Runs a script of bash's, in which $laguz is the program.
Outcome run_script(const std::string& script, const std::string& input = "");

/// A file in a folder that is gone when the tests end.
std::string file_with(const std::string& text);

/// Another such folder, which is empty.
class Folder : public laguz_test::TemporaryFolder {
 public:
  Folder() : TemporaryFolder("laguz-bad-input") {}
  /// The path of a file in it.
  std::string operator/(const std::string& name) const { return path() + "/" + name; }
  std::string path() const { return TemporaryFolder::path().string(); }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  /// What is in it, sorted.
  std::vector<std::string> names() const;
};

std::string repeat(const std::string& text, int n);

/// What is asked of every input.
enum class Want {
  anything,  ///< accepted or refused with a diagnostic
  refusal
};

/// Asks it of the program [text] under `check`, `core` and `run`, and of the text at the prompt.
void expect_program(const std::string& text, Want want);
/// Asks it of `check` alone.
void expect_check(const std::string& text, Want want);
/// Asks it of an outcome.
void expect(const Outcome& outcome, Want want);

}  // namespace laguz::bad_input
