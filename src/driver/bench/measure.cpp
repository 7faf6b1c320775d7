#include "driver/bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

#include <fmt/format.h>

namespace laguz::driver::bench {

using Clock = std::chrono::steady_clock;

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
  for (;;) {
    runs.push_back(once());
    const double now = seconds();
    const bool enough =
        static_cast<int>(runs.size()) >= plan.least_runs && now >= plan.least_seconds;
    if (now >= plan.most_seconds && static_cast<int>(runs.size()) >= std::min(plan.least_runs, 2))
      break;
    if (enough && (!plan.converge || relative_error(runs) <= plan.error)) break;
  }
  return runs;
}

double mean(const std::vector<double>& runs) {
  return std::accumulate(runs.begin(), runs.end(), 0.0) / static_cast<double>(runs.size());
}

double relative_error(const std::vector<double>& runs) {
  if (runs.size() < 2) return INFINITY;
  const double middle = mean(runs);
  double sum = 0;
  for (double x : runs) sum += (x - middle) * (x - middle);
  const auto n = static_cast<double>(runs.size());
  return middle > 0 ? std::sqrt(sum / (n - 1) / n) / middle : 0;
}

std::pair<double, double> confidence(const std::vector<double>& runs) {
  constexpr int kSamples = 1000;
  constexpr std::size_t kMost = 10'000;  // more runs than that say little more
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::size_t> pick(0, runs.size() - 1);
  const std::size_t n = std::min(runs.size(), kMost);
  const double widen = std::sqrt(static_cast<double>(n) / static_cast<double>(runs.size()));
  const double middle = mean(runs);
  std::vector<double> means;
  for (int i = 0; i < kSamples; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += runs[pick(random)];
    means.push_back(middle + (sum / static_cast<double>(n) - middle) * widen);
  }
  std::sort(means.begin(), means.end());
  return {means[kSamples * 25 / 1000], means[kSamples * 975 / 1000 - 1]};
}

std::string summary(const std::vector<double>& runs) {
  const auto [low, high] = confidence(runs);
  return fmt::format("{:10.0f}μs (95% CI: [{:10.1f}, {:10.1f}])", mean(runs), low, high);
}

}  // namespace laguz::driver::bench
