// Measuring something that can be run again and again.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace laguz::driver::bench {

/// One run to warm up; then at least [least_runs] runs and [least_seconds]; then, to [converge],
/// until the relative standard error of the mean is at most [error] or [most_seconds] are over.
struct Plan {
  int least_runs = 10;
  double least_seconds = 0.5;
  double most_seconds = 60;
  double error = 0.01;
  bool converge = true;
};

/// Microseconds of each run but the first. [prepare] goes before every run and is not measured.
std::vector<double> measure(const Plan& plan, const std::function<void()>& run,
                            const std::function<void()>& prepare = {});

double mean(const std::vector<double>& runs);
/// Of the mean.
double relative_error(const std::vector<double>& runs);
/// The 95 % confidence interval of the mean, by resampling (the same numbers for the same runs).
std::pair<double, double> confidence(const std::vector<double>& runs);

/// `      1234μs (95% CI: [    1230.1,     1239.5])`
std::string summary(const std::vector<double>& runs);

}  // namespace laguz::driver::bench
