// Where a figure's parts are on the page of a file.
#pragma once

#include "driver/plot/figure.hpp"

namespace laguz::driver::plot {

constexpr double kWidth = 640, kHeight = 400, kLeft = 70, kRight = 20, kTop = 20, kBottom = 40;

inline double x_of(const Figure& figure, double x) {
  return kLeft + figure.x.share(x) * (kWidth - kLeft - kRight);
}
inline double y_of(const Figure& figure, double y) {
  return kHeight - kBottom - figure.y.share(y) * (kHeight - kTop - kBottom);
}
/// How large an element of an image is.
inline double size_of_element(const Image& image) {
  const double wide = kWidth / static_cast<double>(image.columns);
  const double high = kHeight / static_cast<double>(image.rows);
  return wide < high ? wide : high;
}

}  // namespace laguz::driver::plot
