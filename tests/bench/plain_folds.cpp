#include "plain_folds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace laguz::bench {
namespace {

constexpr double kLowest = std::numeric_limits<double>::lowest();

}  // namespace

void scan_linear(Work& w) {
  double a = 1, b = 0;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    b = w.xs[i] * b + w.ys[i];
    a *= w.xs[i];
    w.out[i] = b;
  }
  w.out.back() += a * 0;
}

void scan_argmax(Work& w) {
  double top = kLowest;
  std::int64_t at = -1;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    if (w.xs[i] > top) {
      top = w.xs[i];
      at = static_cast<std::int64_t>(i);
    }
    w.places[i] = at;
  }
}

void scan_segment(Work& w) {
  double sum = 0;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    sum = w.ys[i] > 0.9 ? w.xs[i] : sum + w.xs[i];
    w.out[i] = sum;
  }
}

void scan_complex(Work& w) {
  double re = 1, im = 0;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    const double next = re * w.xs[i] - im * w.ys[i];
    im = re * w.ys[i] + im * w.xs[i];
    w.out[i] = re = next;
  }
}

void reduce_linear(Work& w) {
  double a = 1, b = 0;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    b = w.xs[i] * b + w.ys[i];
    a *= w.xs[i];
  }
  w.out[0] = b;
  w.out[1] = a;
}

void reduce_argmax(Work& w) {
  double top = kLowest;
  std::int64_t at = -1;
  for (std::size_t i = 0; i < w.xs.size(); ++i)
    if (w.xs[i] > top) {
      top = w.xs[i];
      at = static_cast<std::int64_t>(i);
    }
  w.places[0] = at;
}

void reduce_weigh(Work& w) {
  double m = kLowest, s = 0;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    const double top = std::max(m, w.xs[i]);
    s = s * std::exp(m - top) + w.ys[i] * std::exp(w.xs[i] - top);
    m = top;
  }
  w.out[0] = s;
}

void reduce_complex(Work& w) {
  double re = 1, im = 0;
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    const double next = re * w.xs[i] - im * w.ys[i];
    im = re * w.ys[i] + im * w.xs[i];
    re = next;
  }
  w.out[0] = re;
}

void kept(Work& w) {
  std::size_t n = 0;
  for (const double x : w.xs)
    if (x > 0.5) w.out[n++] = x;
}

void parted(Work& w) {
  std::size_t n = 0;
  for (const double x : w.xs)
    if (x > 0.5) w.out[n++] = x;
  for (const double x : w.xs)
    if (!(x > 0.5)) w.out[n++] = x;
}

void hist_capped(Work& w) {
  std::fill(w.out.begin(), w.out.end(), 0);
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    double& bin = w.out[w.is[i]];
    bin = std::min(10.0, bin + w.xs[i]);
  }
}

void hist_logs(Work& w) {
  std::fill(w.out.begin(), w.out.end(), 0);
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    double& bin = w.out[w.is[i]];
    bin = std::max(bin, w.xs[i]) + std::log1p(std::exp(-std::abs(bin - w.xs[i])));
  }
}

void hist_pairs(Work& w) {
  std::fill(w.out.begin(), w.out.end(), 0);
  Reals tops(w.out.size(), kLowest);
  for (std::size_t i = 0; i < w.xs.size(); ++i) {
    w.out[w.is[i]] += w.xs[i];
    double& top = tops[w.is[i]];
    top = std::max(top, w.xs[i]);
  }
}

}  // namespace laguz::bench
