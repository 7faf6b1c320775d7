// `laguz test`: many files, several at once, in processes of their own.
#pragma once

#include <string>
#include <vector>

#include "driver/testing/program.hpp"

namespace laguz::driver::testing {

struct RunnerOptions {
  std::vector<std::string> paths;  ///< files and folders
  TestOptions test;                ///< as the processes read them from [words]
  std::vector<std::string> words;  ///< the command line
  std::string json, junit;         ///< files for reports; empty: none
  std::string filter;              ///< only paths that match this expression; empty: all
  int shard = 1, shards = 1;       ///< only every so many-th file, from this one on, counted from 1
  int jobs = 0;                    ///< 0: one for each core
  double program_timeout = 300;    ///< seconds; 0: no limit
  bool terminal = true;            ///< live counts when stdout is one
  bool verbose = false;
};

/// Programs under [paths], and transcripts (`x.in` beside `x.out`), in order. Throws UserError.
std::vector<std::string> collect(const std::vector<std::string>& paths, const std::string& filter);

/// Exit status: 0 when nothing failed, else 1.
int run_tests(const RunnerOptions& options);

/// What each process does: the outcomes of the files that it is told of, as JSON lines on standard
/// output.
int run_worker(const TestOptions& options);

}  // namespace laguz::driver::testing
