// Figures as documents of SVG.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "driver/plot/page.hpp"

namespace laguz::driver::plot {
namespace {

constexpr const char* kColours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e"};

std::string axes(const Figure& figure) {
  constexpr int kSteps = 4;
  std::string text = fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#444\"/>\n",
                                 kLeft, kTop, kHeight - kBottom, kWidth - kRight);
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const double x = figure.x.at(share), y = figure.y.at(share);
    text += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.4g}</text>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.4g}</text>\n",
        x_of(figure, x), kHeight - kBottom + 20, x, kLeft - 8, y_of(figure, y) + 4, y);
  }
  return text;
}

/// The stretches of a series that have finite numbers.
std::string lines(const Figure& figure, const Series& series, const char* colour) {
  std::string path;
  bool begun = false;
  for (std::size_t i = 0; i < series.xs.size(); ++i) {
    const bool is = std::isfinite(series.xs[i]) && std::isfinite(series.ys[i]);
    if (is)
      path += fmt::format("{}{:.2f} {:.2f}", begun ? 'L' : 'M', x_of(figure, series.xs[i]),
                          y_of(figure, series.ys[i]));
    begun = is;
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path,
                     colour);
}

std::string points(const Figure& figure, const Series& series, const char* colour) {
  std::string text = fmt::format("<g fill=\"{}\">\n", colour);
  for (std::size_t i = 0; i < series.xs.size(); ++i)
    if (std::isfinite(series.xs[i]) && std::isfinite(series.ys[i]))
      text += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"2.5\"/>\n",
                          x_of(figure, series.xs[i]), y_of(figure, series.ys[i]));
  return text + "</g>\n";
}

std::string bars(const Figure& figure) {
  std::string text = fmt::format("<g fill=\"{}\">\n", kColours[0]);
  for (std::size_t i = 0; i < figure.bars.counts.size(); ++i) {
    const double from = x_of(figure, figure.bars.edges[i]);
    const double to = x_of(figure, figure.bars.edges[i + 1]);
    const double top = y_of(figure, figure.bars.counts[i]);
    text += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>\n",
                        from, top, std::max(to - from - 1, 1.0), y_of(figure, 0) - top);
  }
  return text + "</g>\n";
}

std::string image(const Figure& figure) {
  const Image& all = figure.image;
  std::string text = fmt::format("<g transform=\"scale({:.4f})\" shape-rendering=\"crispEdges\">\n",
                                 size_of_element(all));
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    const double share = std::isfinite(all.values[i]) ? figure.y.share(all.values[i]) : 0;
    const int grey = static_cast<int>(std::lround(255 * share));
    text += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"1\" height=\"1\" fill=\"#{:02x}{:02x}{:02x}\"/>\n",
        i % all.columns, i / all.columns, grey, grey, grey);
  }
  return text + "</g>\n";
}

}  // namespace

std::string svg_of(const Figure& figure) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  if (!figure.image.values.empty()) return text + image(figure) + "</svg>\n";
  text += axes(figure);
  if (!figure.bars.counts.empty()) text += bars(figure);
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const char* const colour = kColours[i % std::size(kColours)];
    text += figure.joined ? lines(figure, figure.series[i], colour)
                          : points(figure, figure.series[i], colour);
  }
  return text + "</svg>\n";
}

}  // namespace laguz::driver::plot
