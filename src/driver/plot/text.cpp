// Figures in characters: dots of braille, blocks, shades.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "driver/plot/figure.hpp"
#include "support/printable.hpp"

namespace laguz::driver::plot {
namespace {

constexpr int kRows = 15;

std::string label(double x) { return fmt::format("{:.4g}", x); }

/// Two columns and four rows of dots in each character.
class Canvas {
 public:
  Canvas(int columns, int rows)
      : columns_(columns), dots_(static_cast<std::size_t>(columns * rows), 0) {}

  int width() const { return 2 * columns_; }
  int height() const { return 4 * static_cast<int>(dots_.size()) / columns_; }

  void dot(int x, int y) {
    constexpr unsigned char kDots[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0 || x >= width() || y >= height()) return;
    dots_[static_cast<std::size_t>(y / 4 * columns_ + x / 2)] |= kDots[y % 4][x % 2];
  }

  void line(int x0, int y0, int x1, int y1) {
    const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
    for (int i = 0; i <= steps; ++i)
      dot(x0 + static_cast<int>(std::lround(static_cast<double>(x1 - x0) * i / steps)),
          y0 + static_cast<int>(std::lround(static_cast<double>(y1 - y0) * i / steps)));
  }

  std::string row(int r) const {
    std::string text;
    for (int c = 0; c < columns_; ++c) {
      const unsigned char dots = dots_[static_cast<std::size_t>(r * columns_ + c)];
      // U+2800 and the dots, as UTF-8.
      if (dots == 0)
        text += ' ';
      else
        text +=
            {'\xe2', static_cast<char>(0xA0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3F))};
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }

 private:
  int columns_;
  std::vector<unsigned char> dots_;
};

/// [rows] between axes, with what is at their ends.
std::string framed(const Figure& figure, const std::vector<std::string>& rows, int columns) {
  const std::string top = label(figure.y.high), bottom = label(figure.y.low);
  const std::size_t margin = std::max(top.size(), bottom.size());
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string& at = r == 0 ? top : r + 1 == rows.size() ? bottom : std::string();
    text += fmt::format("{:>{}} │{}\n", at, margin, rows[r]);
  }
  std::string axis;
  for (int c = 0; c < columns; ++c) axis += "─";
  const std::string left = label(figure.x.low), right = label(figure.x.high);
  text += fmt::format("{:{}} └{}\n", "", margin, axis);
  const auto room =
      static_cast<std::size_t>(columns) - std::min(left.size(), static_cast<std::size_t>(columns));
  return text + fmt::format("{:{}}  {}{:>{}}\n", "", margin, left, right, room);
}

std::string shades_of(const Image& image, const Range& range, int columns) {
  constexpr std::string_view kShades[] = {" ", "░", "▒", "▓", "█"};
  constexpr int kLevels = 5;
  // Characters are about twice as high as wide.
  const auto wide = std::min(image.columns * 2, static_cast<std::size_t>(columns));
  const auto high = std::max<std::size_t>(1, image.rows * wide / (image.columns * 2));
  std::string text;
  for (std::size_t r = 0; r < high; ++r) {
    for (std::size_t c = 0; c < wide; ++c) {
      const double x =
          image.values[r * image.rows / high * image.columns + c * image.columns / wide];
      const double share = std::isfinite(x) ? range.share(x) : 0;
      text += kShades[std::clamp(static_cast<int>(share * kLevels), 0, kLevels - 1)];
    }
    text += '\n';
  }
  return text + fmt::format("{} by {}, from {} ( ) to {} (█)\n", image.rows, image.columns,
                            label(range.low), label(range.high));
}

/// With a column between two that have room for one.
std::vector<std::string> bars_of(const Figure& figure, int columns) {
  constexpr std::string_view kEighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<std::string> rows;
  const auto bars = figure.bars.counts.size();
  const auto bar_at = [&](int c) {
    return static_cast<std::size_t>(c) * bars / static_cast<std::size_t>(columns);
  };
  const bool apart = static_cast<std::size_t>(columns) / bars >= 3;
  for (int r = 0; r < kRows; ++r) {
    std::string row;
    for (int c = 0; c < columns; ++c) {
      const bool between = apart && c + 1 < columns && bar_at(c + 1) != bar_at(c);
      const double height =
          between ? 0 : figure.y.share(figure.bars.counts[bar_at(c)]) * kRows - (kRows - 1 - r);
      row += kEighths[std::clamp(static_cast<int>(std::lround(height * 8)), 0, 8)];
    }
    rows.push_back(row.substr(0, row.find_last_not_of(' ') + 1));
  }
  return rows;
}

}  // namespace

std::string text_of(const Figure& figure, int columns) {
  constexpr int kMargin = 14, kLeast = 20, kMost = 100;
  const int wide = std::clamp(columns - kMargin, kLeast, kMost);
  if (!figure.image.values.empty()) return shades_of(figure.image, figure.y, wide);
  if (!figure.bars.counts.empty()) return framed(figure, bars_of(figure, wide), wide);
  Canvas canvas(wide, kRows);
  for (const Series& series : figure.series) {
    bool begun = false;
    int before_x = 0, before_y = 0;
    for (std::size_t i = 0; i < series.xs.size(); ++i) {
      if (!std::isfinite(series.xs[i]) || !std::isfinite(series.ys[i])) {
        begun = false;
        continue;
      }
      const int x =
          static_cast<int>(std::lround(figure.x.share(series.xs[i]) * (canvas.width() - 1)));
      const int y =
          static_cast<int>(std::lround((1 - figure.y.share(series.ys[i])) * (canvas.height() - 1)));
      if (begun && figure.joined)
        canvas.line(before_x, before_y, x, y);
      else
        canvas.line(x, y, x + 1, y + 1);
      if (!figure.joined) canvas.line(x, y + 1, x + 1, y);  // (one dot is hard to see)
      before_x = x;
      before_y = y;
      begun = true;
    }
  }
  std::vector<std::string> rows;
  for (int r = 0; r < kRows; ++r) rows.push_back(canvas.row(r));
  return framed(figure, rows, wide);
}

}  // namespace laguz::driver::plot
