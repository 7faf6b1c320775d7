#include "plain_loops.hpp"

#include <algorithm>
#include <cmath>

namespace laguz::bench {

double recurrence(std::int64_t n) {
  double s = 0.5;
  for (std::int64_t i = 0; i < n; ++i) s = s * 0.99 + static_cast<double>(i) * 1e-9;
  return s;
}

std::uint32_t generator(std::int64_t n) {
  std::uint32_t x = 1;
  for (std::int64_t i = 0; i < n; ++i) x = x * 1664525 + 1013904223;
  return x;
}

std::int32_t fibonacci(std::int32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

namespace {

double area(double a, double b) {
  return (b - a) / 6 * (std::sqrt(a) + 4 * std::sqrt((a + b) / 2) + std::sqrt(b));
}

double integral(double a, double b, double whole, double within) {
  const double m = (a + b) / 2, left = area(a, m), right = area(m, b);
  if (std::abs(left + right - whole) < 15 * within) return left + right;
  return integral(a, m, left, within / 2) + integral(m, b, right, within / 2);
}

}  // namespace

double quadrature(double within) { return integral(0, 2, area(0, 2), within); }

void sieve(std::int64_t n, std::vector<char>& prime) {
  std::fill(prime.begin(), prime.end(), 1);
  for (std::int64_t i = 2; i < n; ++i)
    if (prime[static_cast<std::size_t>(i)] != 0 && i * i < n)
      for (std::int64_t j = i * i; j < n; j += i) prime[static_cast<std::size_t>(j)] = 0;
}

std::int64_t edit(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b,
                  std::vector<std::int64_t>& table) {
  const std::size_t n = a.size() + 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      std::int64_t& here = table[i * n + j];
      if (i == 0 || j == 0)
        here = static_cast<std::int64_t>(i + j);
      else
        here = std::min(1 + std::min(table[(i - 1) * n + j], table[i * n + j - 1]),
                        table[(i - 1) * n + j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0));
    }
  return table.back();
}

void counts(const std::vector<std::int64_t>& is, std::vector<std::int64_t>& bins) {
  std::fill(bins.begin(), bins.end(), 0);
  for (const std::int64_t i : is) ++bins[static_cast<std::size_t>(i)];
}

void insertion_sort(std::vector<double>& xs) {
  for (std::size_t i = 1; i < xs.size(); ++i) {
    const double x = xs[i];
    std::size_t j = i;
    for (; j > 0 && xs[j - 1] > x; --j) xs[j] = xs[j - 1];
    xs[j] = x;
  }
}

}  // namespace laguz::bench
