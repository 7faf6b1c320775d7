// The table that is printed, and how its times are taken.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace laguz::bench {

inline double wall_seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Processor time of this process: with one thread it is the time of the work, however busy the
/// machine is with other things.
inline double seconds(const std::function<void()>& work) {
  auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
  };
  const double start = now();
  work();
  return now() - start;
}

struct Pair {
  double ours, theirs;
};

class Table {
 public:
  explicit Table(std::vector<std::string> words) : words_(std::move(words)) {
    fmt::print("{:<44} {:>12} {:>12} {:>8} {:>8}\n", "work", "ours", "against", "ratio", "at most");
  }
  bool wanted(const std::string& name) const {
    if (words_.empty()) return true;
    for (const auto& word : words_)
      if (name.find(word) != std::string::npos) return true;
    return false;
  }
  void row(const std::string& name, Pair times, double limit) {
    const double ratio = times.ours / times.theirs;
    fmt::print("{:<44} {:>9.3f} ms {:>9.3f} ms {:>8.2f} {:>8.2f}{}\n", name, times.ours * 1e3,
               times.theirs * 1e3, ratio, limit, ratio > limit ? "  OVER" : "");
    std::fflush(stdout);
    over_ += ratio > limit;
  }
  void figure(const std::string& name, double value, const char* unit, double limit) {
    fmt::print("{:<44} {:>9.3f} {:<2} {:>12} {:>8} {:>8.2f}{}\n", name, value, unit, "", "", limit,
               value > limit ? "  OVER" : "");
    std::fflush(stdout);
    over_ += value > limit;
  }
  int over() const { return over_; }

 private:
  std::vector<std::string> words_;
  int over_ = 0;
};

/// The least time of [action] in milliseconds.
template <class F>
double least_milliseconds(F action) {
  double least = 1e30;
  for (int i = 0; i < 10; ++i) least = std::min(least, seconds(action));
  return least * 1e3;
}

/// Scans, reductions and histograms with operators of the user's, and what is made of scans.
void folds(Table& table, const std::string& folder);
/// loops.cpp
void loops(Table& table, const std::string& folder);
/// Reading, checking, lowering and deriving.
void front(Table& table, const std::string& folder);
/// The prompt of the program [laguz].
void keys(Table& table, const std::string& laguz);

}  // namespace laguz::bench
