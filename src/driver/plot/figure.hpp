// Values to look at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ir.hpp"
#include "runtime/array.hpp"

namespace laguz::driver::plot {

enum class Kind : std::uint8_t { automatic, lines, points, histogram };

/// Points in the order that lines join them; where one has no finite number, a line is broken.
struct Series {
  std::vector<double> xs, ys;
};

/// Bars from [edges][i] to [edges][i + 1].
struct Bars {
  std::vector<double> edges;
  std::vector<double> counts;
};

/// Rows of a matrix, from above.
struct Image {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
};

struct Range {
  double low = 0, high = 1;
  double at(double share) const { return low + (high - low) * share; }
  /// Where [x] is in it, from 0 to 1.
  double share(double x) const { return (x - low) / (high - low); }
};

/// One of these.
struct Figure {
  std::vector<Series> series;
  bool joined = true;  ///< points of a series are joined by lines
  Bars bars;
  Image image;
  std::size_t left_out = 0;  ///< numbers that are NaN or infinite
  Range x, y;                ///< that is shown; of an image, y is that of its values
};

/// A vector is values by their numbers, or a histogram of them; a tuple, a record or a vector of
/// such are x and one y, or several, joined if x only grows; a matrix is an image. Throws UserError
/// for anything else.
Figure figure_of(Kind kind, const core::View& view, const std::vector<runtime::Value>& values);

/// In characters, [columns] wide.
std::string text_of(const Figure& figure, int columns);
/// A document of SVG.
std::string svg_of(const Figure& figure);
/// A picture of PNG, 1280 pixels wide and 800 high.
std::string png_of(const Figure& figure);

}  // namespace laguz::driver::plot
