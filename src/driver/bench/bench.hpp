// `laguz bench`: entry points measured on the inputs of their test blocks.
#pragma once

#include <string>
#include <vector>

#include "driver/session.hpp"

namespace laguz::driver::bench {

struct BenchOptions {
  std::vector<std::string> paths;
  std::string entry;  ///< only this one; empty: all
  int least_runs = 10;
  double most_seconds = 60;
  bool converge = true;
  std::vector<std::string> exclude;  ///< tags, besides nobench and disable
  std::string tuning = "tuning";     ///< extension of tuning files, or empty
  std::string json;                  ///< where to write the measurements; empty: nowhere
  std::string compare;               ///< earlier ones to compare with; empty: none
  SessionOptions session;
};

/// Exit status: 0, or 1 when a program or a run failed.
int bench(const BenchOptions& options);

}  // namespace laguz::driver::bench
