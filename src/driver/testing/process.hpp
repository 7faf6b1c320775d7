// One file's tests in a process of its own.
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

/// Runs this very binary with `test`, [words] and `--worker=path`, and reads what it says.
Report run_process(const std::string& path, const std::vector<std::string>& words,
                   double most_seconds);

/// The lines that tell the process above of a case that begins, and of an outcome.
std::string begin_line(const std::string& where);
std::string outcome_line(const Outcome& outcome);

}  // namespace laguz::driver::testing
