// Measurements of earlier.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace laguz::driver::bench {

/// By program (and entry point) and data set: microseconds of runs.
using Earlier = std::map<std::string, std::map<std::string, std::vector<double>>>;

/// What `bench --json`, or Futhark's, has written into [path]. Throws UserError for anything else.
Earlier read_earlier(const std::string& path);

}  // namespace laguz::driver::bench
