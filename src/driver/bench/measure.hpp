// Measuring something that can be run again and again.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace laguz::driver::bench {

/// One run to warm up; then at least [least_runs] runs and [least_seconds]; then, to [converge],
/// until the median is known to [error], its relative standard error, or [most_seconds] are over.
struct Plan {
  int least_runs = 10;
  double least_seconds = 0.5;
  double most_seconds = 60;
  double error = 0.01;
  bool converge = true;
  /// Is told now and then how many runs there have been, and how well the median is known.
  std::function<void(std::size_t runs, double error)> told{};
};

/// Microseconds of each run but the first. [prepare] goes before every run and is not measured.
std::vector<double> measure(const Plan& plan, const std::function<void()>& run,
                            const std::function<void()>& prepare = {});

double median(std::vector<double> runs);
/// Of the median.
double relative_error(const std::vector<double>& runs);
/// The 95 % confidence interval of the median, by the ranks that it lies between.
std::pair<double, double> confidence(std::vector<double> runs);

/// `      1234μs (95% CI: [    1230.1,     1239.5])`; `       512ns` when it is less than one.
std::string summary(const std::vector<double>& runs);

/// How [now] compares with [before]: as many times faster or slower where the intervals of their
/// medians do not meet and differ by more than other things at work on a machine may make.
std::string verdict(const std::vector<double>& before, const std::vector<double>& now);

}  // namespace laguz::driver::bench
