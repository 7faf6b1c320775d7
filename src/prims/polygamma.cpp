// Digamma and its derivatives.
//
// Right of a bound, the asymptotic series; left of it, the recurrence
// psi_n(x) = psi_n(x+1) - (-1)^n n! / x^(n+1); far left, reflection at 1/2:
// psi_n(x) = (-1)^n psi_n(1-x) - pi (d/dx)^n cot(pi x).
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "prims/math.hpp"

namespace laguz::prims::math {
namespace {

/// B_2, B_4, ...
constexpr double kBernoulli[] = {
    1.0 / 6, -1.0 / 30,     1.0 / 42,      -1.0 / 30,       5.0 / 66,       -691.0 / 2730,
    7.0 / 6, -3617.0 / 510, 43867.0 / 798, -174611.0 / 330, 854513.0 / 138, -236364091.0 / 2730};

double factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

double power(double x, int n) {
  double result = 1;
  for (; n > 0; n >>= 1, x *= x)
    if ((n & 1) != 0) result *= x;
  return result;
}

/// For x at least about 10 + n.
double digamma_series(double x) {
  const double square = 1 / (x * x);
  double power = square;
  double sum = std::log(x) - 0.5 / x;
  for (int k = 0; k < 12; ++k) {
    sum -= kBernoulli[k] / (2 * (k + 1)) * power;
    power *= square;
  }
  return sum;
}

/// |psi_n(x)| for n >= 1 and x at least about 10 + n: (n-1)!/x^n + n!/(2 x^(n+1)) +
/// sum over k of B_2k (2k+n-1)! / ((2k)! x^(2k+n)).
double polygamma_series(int n, double x) {
  const double first = factorial(n - 1) / power(x, n);
  double sum = first + first * n / (2 * x);
  // (2k+n-1)! / (2k)! / x^(2k+n), from one k to the next.
  double term = first;
  for (int k = 1; k <= 12; ++k) {
    term *= (2.0 * k + n - 2) * (2.0 * k + n - 1) / ((2.0 * k - 1) * (2.0 * k)) / (x * x);
    sum += kBernoulli[k - 1] * term;
  }
  return sum;
}

/// pi times the derivative of order n of cot(pi x): a polynomial in the cotangent, whose own
/// derivative is -pi (1 + cot^2).
double cotangent_derivative(int n, double x) {
  const double rest = x - std::nearbyint(x);
  const double cot = 1 / std::tan(std::numbers::pi * rest);
  std::vector<double> p = {0, std::numbers::pi};
  for (int i = 0; i < n; ++i) {
    std::vector<double> q(p.size() + 1);
    for (std::size_t k = 1; k < p.size(); ++k) {
      const double d = -std::numbers::pi * static_cast<double>(k) * p[k];
      q[k - 1] += d;
      q[k + 1] += d;
    }
    p = std::move(q);
  }
  double value = 0;
  for (auto k = p.size(); k-- > 0;) value = value * cot + p[k];
  return value;
}

}  // namespace

double polygamma(std::int32_t order, double x) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  // No double holds 171!; and nobody differentiates so often.
  if (order < 0 || order > 150 || std::isnan(x)) return nan;
  const int n = order;
  const bool odd = n % 2 == 1;
  if (x == inf) return n == 0 ? inf : 0.0;
  if (x == -inf) return nan;
  if (x == 0) return odd ? inf : -std::copysign(inf, x);
  if (x < 0 && x == std::floor(x)) return odd ? inf : nan;
  if (x < -4) {
    const double mirrored = polygamma(n, 1 - x);
    return (odd ? -mirrored : mirrored) - cotangent_derivative(n, x);
  }
  const double bound = 10.0 + n;
  double sum = 0;  // of psi_0, or of |psi_n| for positive x
  const double scale = n == 0 ? 1 : factorial(n);
  for (; x < bound; x += 1) sum += scale / power(x, n + 1);
  if (n == 0) return digamma_series(x) - sum;
  const double size = sum + polygamma_series(n, x);
  return odd ? size : -size;
}

}  // namespace laguz::prims::math
