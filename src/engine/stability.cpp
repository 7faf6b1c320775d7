// Where gradients vanish or explode, and what else is wrong with the numbers of a run.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "engine/statistics_table.hpp"

namespace laguz::engine {
namespace {

using core::Figures;
using core::Role;
using Kind = Finding::Kind;

/// Cotangents that differ by such a factor from one end to the other are lost, or drown the rest;
/// of values, which may well differ, it takes more.
constexpr double kCotangents = 1e4;
constexpr double kValues = 1e12;

/// Figures of a series in the order in which they come: where they are in it, and their sizes.
struct Step {
  std::size_t at;
  double size;
  double norm;
};
using Steps = std::vector<Step>;

const Step& least(Steps::const_iterator begin, Steps::const_iterator end) {
  return *std::min_element(begin, end, [](const Step& a, const Step& b) {
    // What is 0 is larger than anything.
    return a.size > 0 && (b.size == 0 || a.size < b.size);
  });
}

/// What one line does is its scale, and no instability of layers; so much is that of the others.
/// Where there are so few, one may be all that is seen: the first cotangent is nobody's. (A mean
/// makes many small cotangents of one, whose norm is not.)
constexpr double kBesidesOne = 1e2;
constexpr std::size_t kFewLines = 3;

/// How much [steps] change from the first of these places to the second, but for the largest
/// change from one of them to the next.
double besides_one(const Steps& steps, std::size_t from, std::size_t to) {
  double sum = 0, largest = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const auto [low, high] = std::minmax(from, to);
    if (std::min(steps[i - 1].at, steps[i].at) < low) continue;
    if (std::max(steps[i - 1].at, steps[i].at) > high) continue;
    const double change = std::log(steps[i].size / steps[i - 1].size);
    sum += change;
    largest = std::max(largest, std::abs(change));
  }
  return std::exp(std::abs(sum) - largest);
}

/// How large the last ones are, [few] at least: of many, one alone may be small for reasons of its
/// own.
double near_end(const Steps& steps, std::size_t few) {
  const std::size_t some = std::min(steps.size(), std::max(few, steps.size() / 8));
  double size = 0;
  for (std::size_t i = steps.size() - some; i < steps.size(); ++i)
    size = std::max(size, steps[i].size);
  return size;
}

void find_in(const StatisticsSeries& one, std::size_t of, std::vector<Finding>& found) {
  const std::vector<Figures>& figures = one.series.figures();
  const bool backwards = one.role == Role::cotangent;
  const bool from_end = backwards && !one.inwards;
  Steps steps;
  std::optional<std::size_t> undefined;
  for (std::size_t i = 0; i < figures.size() && !undefined; ++i) {
    const std::size_t at = from_end ? figures.size() - 1 - i : i;
    if (figures[at].finite() < figures[at].count())
      undefined = at;
    else if (figures[at].count() > 0)
      steps.push_back({at, figures[at].size(), figures[at].norm()});
  }
  const bool iterations = one.by == StatisticsSeries::By::iterations;
  const bool lines = one.by == StatisticsSeries::By::lines;
  if (steps.empty()) return;
  if (undefined) {
    if (iterations) found.push_back({Kind::overflows, of, steps.back().at, *undefined});
    return;
  }
  const auto largest = std::max_element(
      steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.size < b.size; });
  const Step& smallest = least(steps.begin(), largest + 1);
  const double grown = smallest.size > 0 ? largest->size / smallest.size : 0;
  const auto of_layers = [&](const Step& from, const Step& to) {
    if (!lines) return true;
    const auto [low, high] = std::minmax(from.norm, to.norm);
    return high > kCotangents * low &&
           (steps.size() <= kFewLines || besides_one(steps, from.at, to.at) > kBesidesOne);
  };
  if (backwards && grown > kCotangents && of_layers(smallest, *largest))
    found.push_back({Kind::explodes, of, smallest.at, largest->at});
  if (one.role == Role::value && iterations && grown > kValues)
    found.push_back({Kind::grows, of, smallest.at, largest->at});
  if (backwards && largest->size > kCotangents * near_end(steps, iterations ? 2 : 1) &&
      of_layers(*largest, steps.back()))
    found.push_back({Kind::vanishes, of, largest->at, steps.back().at});
}

}  // namespace

std::vector<Finding> find_instability(const StatisticsTable& table) {
  std::vector<Finding> found;
  for (std::size_t s = 0; s < table.series.size(); ++s) find_in(table.series[s], s, found);
  // Lines of a function vanish together: the first one tells.
  std::set<std::pair<Kind, std::vector<std::string>>> told;
  std::erase_if(found, [&](const Finding& finding) {
    const StatisticsSeries& one = table.series[finding.of];
    return one.by == StatisticsSeries::By::calls && !told.insert({finding.kind, one.steps}).second;
  });
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Figures& figures = table.rows[r].figures;
    if (figures.finite() < figures.count()) found.push_back({Kind::undefined, r});
    if (table.rows[r].role == Role::cotangent && figures.zeros() == figures.count())
      found.push_back({Kind::nothing, r});
  }
  return found;
}

}  // namespace laguz::engine
