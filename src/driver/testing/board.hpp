// Running totals of a test run: printed as failures come, live on a terminal, summed up at the end.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "driver/testing/process.hpp"

namespace laguz::driver::testing {

class Board {
 public:
  Board(std::size_t files, bool live, bool verbose);

  // From any thread.
  void begin(const std::string& path);
  void add(const Report& report);

  /// The summary. Exit status: 0 when nothing failed, else 1. Throws UserError when something
  /// could not be printed: not before, for tests go on without.
  int finish();

 private:
  template <class... Args>
  void say(fmt::format_string<Args...> format, Args&&... args);
  void write(std::string_view text);
  void print(const Report& report);
  void draw();
  void erase();
  void tell();

  std::mutex mutex_;
  std::optional<support::UserError> lost_;  ///< why nothing is printed any more
  std::size_t files_, done_ = 0, failed_ = 0, excluded_ = 0;
  std::size_t cases_[3] = {};
  bool live_, verbose_;
  int drawn_ = 0;  ///< lines of the live table on the screen
  std::multiset<std::string> under_way_;
  std::vector<std::pair<double, std::string>> times_;
  std::chrono::steady_clock::time_point told_;
};

}  // namespace laguz::driver::testing
