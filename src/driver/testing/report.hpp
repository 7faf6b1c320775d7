// Outcomes for other programs to read.
#pragma once

#include <string>
#include <vector>

#include "driver/testing/process.hpp"

namespace laguz::driver::testing {

/// A line for each outcome: {"file", "case", "status", "detail", "seconds"}. What befell a whole
/// process is a case of its own, "process".
std::string json_lines(const std::vector<Report>& reports);

/// JUnit's XML: a test suite for each file.
std::string junit_xml(const std::vector<Report>& reports);

}  // namespace laguz::driver::testing
