// One program's tests, run in one process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/session.hpp"
#include "driver/testing/spec.hpp"

namespace laguz::driver::testing {

/// How properties are tested.
struct PropertyOptions {
  std::uint64_t seed = 1;
  int tests = 100;            ///< candidates
  std::int64_t largest = 50;  ///< size of the last candidates
  int tries = 5;              ///< steps of a shrinker that lead nowhere, before it ends
};

struct TestOptions {
  TestOptions() { session.timeout = 60; }

  SessionOptions session;            ///< its time limit is for one case
  std::vector<std::string> exclude;  ///< tags
  std::vector<std::string> only;     ///< tags, of programs or cases; empty: all
  std::string entry;                 ///< only this one; empty: all
  double tolerance = 0.002;
  std::string tuning = "tuning";  ///< extension of files with values for `#[param(name)]`, or empty
  bool run_compiled = false;
  bool type_check_only = false;
  bool update = false;  ///< write what came out into the test blocks
  /// Run every case in both tiers, at one thread and at two: the same bits have to come out.
  bool all_tiers = false;
  /// Run every case twice more, with operators of reductions and scans applied in other orders.
  bool check_associative = false;
  PropertyOptions properties;
};

struct Outcome {
  enum class Status : std::uint8_t { passed, failed, skipped } status = Status::passed;
  std::string where;   ///< "Entry point: main; dataset: #0 ("1")", or "type check"
  std::string detail;  ///< what was expected and found; if it has passed, what has been changed
  double seconds = 0;
};

/// Who wants to know how tests go.
struct Listener {
  std::function<void(const std::string& where)> begin;
  std::function<void(const Outcome&)> end;
};

/// The values that a case of a program gives as input. Throws UserError.
std::vector<runtime::Value> input_of(const support::SourceFile& program, const Case& test);

/// The text that they are written in; empty when there is none. Throws UserError.
std::string input_text(const support::SourceFile& program, const Case& test);

/// Runs all of [path]'s cases. Throws UserError when the program cannot be read.
void run_program(const std::string& path, const TestOptions& options, const Listener& listener);

/// Runs a transcript: a session with `x.in` for its input, and `x.fut` loaded when there is one,
/// must print `x.out`. Works in the transcript's folder, so that places read the same everywhere.
void run_transcript(const std::string& in_path, const TestOptions& options,
                    const Listener& listener);

/// The first line where texts differ, with its number; nothing when they are equal.
std::optional<std::string> difference(const std::string& expected, const std::string& got);

/// POSIX extended, anywhere in [text], newlines being ordinary characters.
bool matches(const std::string& regex, const std::string& text);

}  // namespace laguz::driver::testing
