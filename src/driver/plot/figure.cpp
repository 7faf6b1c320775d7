#include "driver/plot/figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "driver/data/readers.hpp"
#include "support/diagnostic.hpp"

namespace laguz::driver::plot {
namespace {

using core::View;
using runtime::Array;
using runtime::Value;

[[noreturn]] void refuse_plot(const std::string& why) {
  support::UserError error(support::Phase::usage, {}, why);
  error.diagnostic().hint =
      "a plot is of a vector, of (xs, ys), of a vector of pairs, or of a matrix.";
  throw error;
}

std::vector<double> doubles_of(const Value& value) {
  const Value floats = data::with_type("the value", value, support::ScalarType::f64);
  const Array dense = std::get<Array>(floats).dense();
  const double* const first = dense.data<double>();
  return {first, first + dense.size()};
}

Range range_of(const std::vector<double>& numbers, Range range) {
  for (const double x : numbers)
    if (std::isfinite(x)) range = {std::min(range.low, x), std::max(range.high, x)};
  return range;
}

constexpr Range kNothing{std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::infinity()};

/// One that has room.
Range widened(Range range) {
  if (range.low > range.high) return {0, 1};
  if (range.low < range.high) return range;
  const double room = range.low == 0 ? 1 : std::abs(range.low) / 2;
  return {range.low - room, range.high + room};
}

Bars histogram_of(const std::vector<double>& numbers) {
  constexpr double kLeastBars = 10, kMostBars = 40;
  const Range range = widened(range_of(numbers, kNothing));
  const double root = std::ceil(std::sqrt(static_cast<double>(numbers.size())));
  const auto bars = static_cast<std::size_t>(std::clamp(root, kLeastBars, kMostBars));
  Bars all;
  for (std::size_t i = 0; i <= bars; ++i)
    all.edges.push_back(range.at(static_cast<double>(i) / static_cast<double>(bars)));
  all.counts.resize(bars);
  for (const double x : numbers)
    if (std::isfinite(x)) {
      const double bar = range.share(x) * static_cast<double>(bars);
      ++all.counts[std::min(static_cast<std::size_t>(bar), bars - 1)];
    }
  return all;
}

Figure image_of(const Array& matrix, const Value& value) {
  Figure figure;
  figure.image = {static_cast<std::size_t>(matrix.shape()[0]),
                  static_cast<std::size_t>(matrix.shape()[1]), doubles_of(value)};
  if (figure.image.values.empty()) refuse_plot("The matrix has no elements.");
  figure.x = {0, static_cast<double>(figure.image.columns)};
  figure.y = widened(range_of(figure.image.values, kNothing));
  return figure;
}

Figure drawn(Kind kind, const View& view, const std::vector<Value>& values) {
  std::vector<std::vector<double>> columns;
  for (const Value& value : values) {
    const auto* array = std::get_if<Array>(&value);
    if (array == nullptr || array->type() == support::ScalarType::boolean)
      refuse_plot("There are no numbers in a row.");
    if (array->size() == 0) refuse_plot("There are no numbers in it.");
    if (array->rank() == 2 && values.size() == 1 && kind == Kind::automatic)
      return image_of(*array, value);
    if (array->rank() != 1) refuse_plot("Its arrays are no vectors.");
    columns.push_back(doubles_of(value));
  }
  const View& parts = view.kind == View::Kind::array ? view.parts[0].second : view;
  const bool flat = std::all_of(parts.parts.begin(), parts.parts.end(), [](const auto& part) {
    return part.second.kind == View::Kind::leaf;
  });
  const bool sum = parts.kind == View::Kind::sum;
  if (columns.empty() || !flat || sum) refuse_plot("It is nothing to plot.");
  Figure figure;
  if (kind == Kind::histogram) {
    if (columns.size() > 1) refuse_plot("A histogram is of one vector.");
    figure.bars = histogram_of(columns[0]);
    figure.x = {figure.bars.edges.front(), figure.bars.edges.back()};
    figure.y = widened(range_of(figure.bars.counts, {0, 0}));
    return figure;
  }
  std::vector<double> xs;
  if (columns.size() == 1) {
    for (std::size_t i = 0; i < columns[0].size(); ++i) xs.push_back(static_cast<double>(i));
    columns.insert(columns.begin(), xs);
  }
  xs = columns[0];
  figure.x = widened(range_of(xs, kNothing));
  figure.y = kNothing;
  for (std::size_t c = 1; c < columns.size(); ++c) {
    if (columns[c].size() != xs.size()) refuse_plot("Its vectors are not as long as one another.");
    figure.y = range_of(columns[c], figure.y);
    figure.series.push_back({xs, columns[c]});
  }
  figure.y = widened(figure.y);
  figure.joined =
      kind == Kind::lines || (kind == Kind::automatic && std::is_sorted(xs.begin(), xs.end()));
  return figure;
}

}  // namespace

Figure figure_of(Kind kind, const View& view, const std::vector<Value>& values) {
  Figure figure = drawn(kind, view, values);
  std::size_t all = 0;
  for (const Value& value : values)
    for (const double x : doubles_of(value)) {
      ++all;
      if (!std::isfinite(x)) ++figure.left_out;
    }
  if (figure.left_out == all) refuse_plot("No number in it is finite.");
  return figure;
}

}  // namespace laguz::driver::plot
