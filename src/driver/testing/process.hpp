// Tests in a process apart, so that a crash, a hang or a hunger for memory costs one file only.
#pragma once

#include <string>
#include <vector>

#include "driver/testing/program.hpp"

namespace laguz::driver::testing {

struct Report {
  std::string path;
  std::vector<Outcome> outcomes;
  std::string trouble;  ///< the process itself failed
  double seconds = 0;
};

/// This very binary with `test`, [words] and `--worker`: it runs one file after another, for
/// starting takes longer than most tests do. When it dies, the next file gets a new one.
class Process {
 public:
  explicit Process(std::vector<std::string> words);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Runs the tests of [path]; kills the process after [most_seconds] (0: never).
  Report run(const std::string& path, double most_seconds);
  /// Ends the process. What is wrong with its end (sanitizers tell of leaks then), or nothing.
  std::string end();

 private:
  bool start();
  int wait();

  std::vector<std::string> words_;
  int child_ = 0;     ///< 0: none runs
  int channel_ = -1;  ///< paths go there
  int output_ = -1;   ///< what it prints comes from there
};

/// Where a worker reads paths, each ended by a zero byte.
constexpr int kPathsDescriptor = 3;

/// The lines that tell the process above of a case that begins, of an outcome, and that a file is
/// done; [sound]: its tests could be run.
std::string begin_line(const std::string& where);
std::string outcome_line(const Outcome& outcome);
std::string end_line(bool sound);

}  // namespace laguz::driver::testing
