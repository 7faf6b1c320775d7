// One program's tests, run in one process.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/session.hpp"
#include "driver/testing/spec.hpp"

namespace laguz::driver::testing {

struct TestOptions {
  SessionOptions session;
  std::vector<std::string> exclude;  ///< tags
  std::string entry;                 ///< only this one; empty: all
  double tolerance = 0.002;
  double case_timeout = 60;  ///< seconds
  bool run_compiled = false;
  bool type_check_only = false;
  bool update = false;  ///< write what came out into the test blocks
};

struct Outcome {
  enum class Status : std::uint8_t { passed, failed, skipped } status = Status::passed;
  std::string where;   ///< "Entry point: main; dataset: #0 ("1")", or "type check"
  std::string detail;  ///< what was expected and found
};

/// Runs all of [path]'s cases, calling [report] after each. Throws UserError when the program's
/// test blocks cannot be read.
void run_program(const std::string& path, const TestOptions& options,
                 const std::function<void(const Outcome&)>& report);

/// Runs a transcript: the prompt on `x.in` must print `x.out`.
void run_transcript(const std::string& in_path, const TestOptions& options,
                    const std::function<void(const Outcome&)>& report);

/// POSIX extended, anywhere in [text], newlines being ordinary characters.
bool matches(const std::string& regex, const std::string& text);

}  // namespace laguz::driver::testing
