// Power spectra.
#include <cmath>
#include <numbers>

#include "grids.hpp"

namespace laguz::bench {
namespace {

using Reals = std::vector<double>;

/// Cosines and sines of the n-th parts of a turn, in the direction of `sign`.
struct Roots {
  Roots(std::size_t n, double sign) : cos(n), sin(n) {
    for (std::size_t k = 0; k < n; ++k) {
      const double a = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      cos[k] = std::cos(a);
      sin[k] = sign * std::sin(a);
    }
  }
  Reals cos, sin;
};

/// Stockham's transform of re + i im, in place.
void transform(double sign, Reals& re, Reals& im) {
  const std::size_t n = re.size(), half = n / 2;
  const Roots roots(n, sign);
  Reals re2(n), im2(n);
  for (std::size_t l = 1; l < n; l *= 2) {
    const std::size_t m = half / l;
    for (std::size_t j = 0; j < l; ++j) {
      const double c = roots.cos[j * m], s = roots.sin[j * m];
      for (std::size_t k = 0; k < m; ++k) {
        const std::size_t p = 2 * j * m + k, q = p + m, out = j * m + k;
        const double x = c * re[q] - s * im[q], y = c * im[q] + s * re[q];
        re2[out] = re[p] + x;
        im2[out] = im[p] + y;
        re2[out + half] = re[p] - x;
        im2[out + half] = im[p] - y;
      }
    }
    re.swap(re2);
    im.swap(im2);
  }
}

}  // namespace

Reals fft(const Inputs& in) {
  const std::int64_t n = in.length(0);
  Reals re(in.array(0), in.array(0) + n), im(in.array(1), in.array(1) + n);
  transform(-1, re, im);
  double sum = 0;
  for (std::size_t i = 0; i < re.size(); ++i)
    sum += in.array(2)[i] * (re[i] * re[i] + im[i] * im[i]);
  return {sum};
}

Reals fft_adjoint(const Inputs& in) {
  const std::int64_t n = in.length(0);
  Reals re(in.array(0), in.array(0) + n), im(in.array(1), in.array(1) + n);
  transform(-1, re, im);
  for (std::size_t i = 0; i < re.size(); ++i) {
    re[i] *= 2 * in.array(2)[i];
    im[i] *= 2 * in.array(2)[i];
  }
  transform(1, re, im);
  re.insert(re.end(), im.begin(), im.end());
  return re;
}

Reals dft_naive(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double *x = in.array(0), *w = in.array(1);
  const Roots roots(n, -1);
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    double re = 0, im = 0;
    for (std::size_t j = 0, place = 0; j < n; ++j) {
      re += x[j] * roots.cos[place];
      im += x[j] * roots.sin[place];
      place += k;
      if (place >= n) place -= n;
    }
    sum += w[k] * (re * re + im * im);
  }
  return {sum};
}

Reals dft_naive_adjoint(const Inputs& in) {
  const std::size_t n = static_cast<std::size_t>(in.length(0));
  const double *x = in.array(0), *w = in.array(1);
  const Roots roots(n, -1);
  Reals dx(n);
  for (std::size_t k = 0; k < n; ++k) {
    double re = 0, im = 0;
    for (std::size_t j = 0, place = 0; j < n; ++j) {
      re += x[j] * roots.cos[place];
      im += x[j] * roots.sin[place];
      place += k;
      if (place >= n) place -= n;
    }
    re *= 2 * w[k];
    im *= 2 * w[k];
    for (std::size_t j = 0, place = 0; j < n; ++j) {
      dx[j] += re * roots.cos[place] + im * roots.sin[place];
      place += k;
      if (place >= n) place -= n;
    }
  }
  return dx;
}

}  // namespace laguz::bench
