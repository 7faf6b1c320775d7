#include "driver/bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

namespace laguz::driver::bench {

using Clock = std::chrono::steady_clock;

namespace {

/// Of a normal distribution, 95 % is within so many standard deviations of the middle.
constexpr double kDeviations = 1.96;

double at_rank(const std::vector<double>& sorted, double rank) {
  const double last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::clamp(rank, 0.0, last))];
}

}  // namespace

std::vector<double> measure(const Plan& plan, const std::function<void()>& run,
                            const std::function<void()>& prepare) {
  const auto once = [&] {
    if (prepare) prepare();
    const auto begin = Clock::now();
    run();
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  };
  (void)once();
  std::vector<double> runs;
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  constexpr double kBetween = 0.25;  // seconds
  double told = plan.least_seconds;
  std::size_t next_look = 0;  // at the error, which takes time
  for (;;) {
    runs.push_back(once());
    const double now = seconds();
    const bool enough =
        static_cast<int>(runs.size()) >= plan.least_runs && now >= plan.least_seconds;
    if (now >= plan.most_seconds && static_cast<int>(runs.size()) >= std::min(plan.least_runs, 2))
      break;
    if (enough && !plan.converge) break;
    const bool tells = plan.told && now >= told;
    if (!tells && (!enough || runs.size() < next_look)) continue;
    const double error = relative_error(runs);
    if (enough && error <= plan.error) break;
    next_look = runs.size() + runs.size() / 10 + 1;
    if (!tells) continue;
    plan.told(runs.size(), error);
    told = now + kBetween;
  }
  return runs;
}

double median(std::vector<double> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::nth_element(runs.begin(), middle, runs.end());
  if (runs.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(runs.begin(), middle)) / 2;
}

double relative_error(const std::vector<double>& runs) {
  if (runs.size() < 2) return INFINITY;
  const auto [low, high] = confidence(runs);
  const double middle = median(runs);
  return middle > 0 ? (high - low) / (2 * kDeviations) / middle : 0;
}

std::pair<double, double> confidence(std::vector<double> runs) {
  // As many runs are below the median as heads come up when that many coins are thrown.
  std::sort(runs.begin(), runs.end());
  const auto n = static_cast<double>(runs.size());
  const double half = kDeviations * std::sqrt(n) / 2;
  return {at_rank(runs, std::floor(n / 2 - half)), at_rank(runs, std::ceil(n / 2 + half))};
}

// Three digits at least: what is short is in nanoseconds, or has more behind the point.
std::string summary(const std::vector<double>& runs) {
  constexpr double kNanoseconds = 1000;
  const double middle = median(runs);
  const bool is_short = middle < 1;
  const double unit = is_short ? kNanoseconds : 1;
  const auto [low, high] = confidence(runs);
  const double shown = middle * unit;
  const int digits = shown < 10 ? 2 : shown < 100 ? 1 : 0;
  return fmt::format("{:10.{}f}{} (95% CI: [{:10.{}f}, {:10.{}f}])", shown, digits,
                     is_short ? "ns" : "μs", low * unit, digits + 1, high * unit, digits + 1);
}

std::string verdict(const std::vector<double>& before, const std::vector<double>& now) {
  constexpr double kOtherThings = 1.03;
  constexpr double kRounded = 0.5;  // what has been written is whole microseconds
  const auto [old_low, old_high] = confidence(before);
  const auto [low, high] = confidence(now);
  const double old_middle = std::max(median(before), kRounded), middle = median(now);
  const std::string old = old_middle < 1 ? "<1μs" : fmt::format("{:.0f}μs", old_middle);
  if (old_low - kRounded > high && old_middle > kOtherThings * middle)
    return fmt::format("{:.2f} times faster, {} before", old_middle / middle, old);
  if (low > old_high + kRounded && middle > kOtherThings * old_middle)
    return fmt::format("{:.2f} times slower, {} before", middle / old_middle, old);
  return fmt::format("as before, {}, as far as noise lets tell", old);
}

}  // namespace laguz::driver::bench
