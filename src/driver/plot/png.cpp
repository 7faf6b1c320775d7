// Figures as pictures of PNG.
#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include "driver/plot/page.hpp"
#include "support/governor.hpp"

namespace laguz::driver::plot {
namespace {

constexpr int kPixels = 2;  ///< wide is a unit of the page
constexpr int kFine =
    2;  ///< of these, each is so many dots wide while it is drawn: edges are smooth
constexpr int kDots = kPixels * kFine;

struct Ink {
  std::uint8_t red, green, blue;
};
constexpr Ink kWhite{255, 255, 255}, kBlack{0x22, 0x22, 0x22}, kGrey{0x44, 0x44, 0x44};
constexpr Ink kInks[] = {{0x1f, 0x77, 0xb4},
                         {0xd6, 0x27, 0x28},
                         {0x2c, 0xa0, 0x2c},
                         {0x94, 0x67, 0xbd},
                         {0xff, 0x7f, 0x0e}};

/// What numbers are written with: rows of five dots, from above; the leftmost is worth 16.
struct Glyph {
  char character;
  std::array<std::uint8_t, 7> rows;
};
constexpr Glyph kGlyphs[] = {
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 2, 4, 8, 31}},     {'3', {31, 2, 4, 2, 1, 17, 14}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {'.', {0, 0, 0, 0, 0, 12, 12}},      {'-', {0, 0, 0, 31, 0, 0, 0}},
    {'+', {0, 4, 4, 31, 4, 4, 0}},       {'e', {0, 0, 14, 17, 31, 16, 14}},
};
constexpr double kGlyphWidth = 6, kGlyphHeight = 7;  ///< units, with the gap behind it

class Pixels {
 public:
  Pixels(int width, int height)
      : width_(width), height_(height), dots_(static_cast<std::size_t>(width * height), kWhite) {}

  int width() const { return width_; }
  int height() const { return height_; }
  const Ink& at(int x, int y) const { return dots_[static_cast<std::size_t>(y * width_ + x)]; }

  /// All of it is in units from here on.
  void box(double x0, double y0, double x1, double y1, Ink colour) {
    const int left = dot(x0), right = dot(x1);
    for (int y = std::max(dot(y0), 0); y < std::min(dot(y1), height_); ++y)
      for (int x = std::max(left, 0); x < std::min(right, width_); ++x) put(x, y, colour);
  }
  void disc(double x, double y, double radius, Ink colour) {
    constexpr std::int64_t kCost = 100;  // ns
    support::spend(kCost);
    const double r = radius * kDots, cx = x * kDots, cy = y * kDots;
    for (int j = std::max(static_cast<int>(cy - r), 0); j <= std::min<int>(cy + r, height_ - 1);
         ++j)
      for (int i = std::max(static_cast<int>(cx - r), 0); i <= std::min<int>(cx + r, width_ - 1);
           ++i)
        if (std::hypot(i + 0.5 - cx, j + 0.5 - cy) <= r) put(i, j, colour);
  }
  void line(double x0, double y0, double x1, double y1, Ink colour) {
    constexpr double kHalf = 0.75;
    const double steps = std::ceil(std::hypot(x1 - x0, y1 - y0) * kDots) + 1;
    for (double i = 0; i <= steps; ++i)
      disc(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, kHalf, colour);
  }
  void text(double x, double y, const std::string& text, Ink colour) {
    for (const char c : text) {
      for (const Glyph& glyph : kGlyphs)
        if (glyph.character == c) draw(x, y, glyph, colour);
      x += kGlyphWidth;
    }
  }

 private:
  static int dot(double units) { return static_cast<int>(std::lround(units * kDots)); }
  void put(int x, int y, Ink colour) { dots_[static_cast<std::size_t>(y * width_ + x)] = colour; }
  void draw(double x, double y, const Glyph& glyph, Ink colour) {
    for (int row = 0; row < static_cast<int>(glyph.rows.size()); ++row)
      for (int column = 0; column < 5; ++column)
        if ((glyph.rows[static_cast<std::size_t>(row)] >> (4 - column) & 1) != 0)
          box(x + column, y + row, x + column + 1, y + row + 1, colour);
  }

  int width_, height_;
  std::vector<Ink> dots_;
};

void axes(Pixels& canvas, const Figure& figure) {
  constexpr int kSteps = 4;
  constexpr double kGap = 8;
  canvas.line(kLeft, kTop, kLeft, kHeight - kBottom, kGrey);
  canvas.line(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, kGrey);
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const std::string x = fmt::format("{:.4g}", figure.x.at(share));
    const std::string y = fmt::format("{:.4g}", figure.y.at(share));
    const auto width = [](const std::string& text) {
      return static_cast<double>(text.size()) * kGlyphWidth;
    };
    canvas.text(std::min(x_of(figure, figure.x.at(share)) - width(x) / 2, kWidth - width(x)),
                kHeight - kBottom + kGap, x, kBlack);
    canvas.text(kLeft - kGap - width(y), y_of(figure, figure.y.at(share)) - kGlyphHeight / 2, y,
                kBlack);
  }
}

void draw(Pixels& canvas, const Figure& figure, const Series& series, Ink colour) {
  constexpr double kRadius = 2.5;
  bool begun = false;
  double x0 = 0, y0 = 0;
  for (std::size_t i = 0; i < series.xs.size(); ++i) {
    const bool is = std::isfinite(series.xs[i]) && std::isfinite(series.ys[i]);
    const double x = is ? x_of(figure, series.xs[i]) : 0, y = is ? y_of(figure, series.ys[i]) : 0;
    if (is && !figure.joined) canvas.disc(x, y, kRadius, colour);
    if (is && figure.joined && begun) canvas.line(x0, y0, x, y, colour);
    begun = is;
    x0 = x;
    y0 = y;
  }
}

Pixels drawn(const Figure& figure) {
  Pixels canvas(static_cast<int>(kWidth) * kDots, static_cast<int>(kHeight) * kDots);
  if (!figure.image.values.empty()) {
    const Image& all = figure.image;
    const double size = size_of_element(all);
    for (std::size_t i = 0; i < all.values.size(); ++i) {
      const double share = std::isfinite(all.values[i]) ? figure.y.share(all.values[i]) : 0;
      const auto grey = static_cast<std::uint8_t>(std::lround(255 * share));
      const auto x = static_cast<double>(i % all.columns), y = static_cast<double>(i / all.columns);
      canvas.box(x * size, y * size, (x + 1) * size, (y + 1) * size, {grey, grey, grey});
    }
    return canvas;
  }
  axes(canvas, figure);
  for (std::size_t i = 0; i < figure.bars.counts.size(); ++i) {
    const double from = x_of(figure, figure.bars.edges[i]);
    const double to = x_of(figure, figure.bars.edges[i + 1]);
    canvas.box(from, y_of(figure, figure.bars.counts[i]), std::max(to - 1, from + 1),
               y_of(figure, 0), kInks[0]);
  }
  for (std::size_t i = 0; i < figure.series.size(); ++i)
    draw(canvas, figure, figure.series[i], kInks[i % std::size(kInks)]);
  return canvas;
}

/// In the order of the format: the highest byte first.
std::string word(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

const Bytef* bytes_of(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

std::string chunk(const char* type, const std::string& data) {
  const std::string checked = type + data;
  return word(data.size()) + checked +
         word(crc32(0, bytes_of(checked), static_cast<uInt>(checked.size())));
}

std::string compressed(const std::string& data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::string bytes(size, '\0');
  const int status = compress(reinterpret_cast<Bytef*>(bytes.data()), &size, bytes_of(data),
                              static_cast<uLong>(data.size()));
  if (status != Z_OK) throw std::bad_alloc();  // (nothing else can go wrong)
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::string png_of(const Figure& figure) {
  const Pixels dots = drawn(figure);
  const int width = dots.width() / kFine, height = dots.height() / kFine;
  std::string rows;
  for (int y = 0; y < height; ++y) {
    rows += '\0';  // the row as it is
    for (int x = 0; x < width; ++x) {
      int sums[3] = {0, 0, 0};
      for (int j = 0; j < kFine; ++j)
        for (int i = 0; i < kFine; ++i) {
          const Ink& dot = dots.at(x * kFine + i, y * kFine + j);
          sums[0] += dot.red;
          sums[1] += dot.green;
          sums[2] += dot.blue;
        }
      for (const int sum : sums) rows += static_cast<char>(sum / (kFine * kFine));
    }
  }
  // Eight bits for each of red, green and blue, in no way filtered or interlaced.
  const std::string header = word(static_cast<std::size_t>(width)) +
                             word(static_cast<std::size_t>(height)) +
                             std::string("\x08\x02\0\0\0", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", compressed(rows)) +
         chunk("IEND", {});
}

}  // namespace laguz::driver::plot
