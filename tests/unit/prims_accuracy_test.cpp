// How far scalar primitives are from the exact value, in units of the last place.
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "prims/catalog.hpp"
#include "scalar_samples.hpp"

namespace laguz::prims {

using laguz_test::of_double;
using laguz_test::same;
using laguz_test::sample;
using laguz_test::to_double;

namespace {

struct Reference {
  const char* name;
  long double (*f)(long double);
  double low, high;  ///< where programs use it
  double ulps;       ///< allowed, everywhere and with or without FMA
};

const long double kPi = std::acos(-1.0L);
long double half_turn(long double x) { return x - 2 * std::nearbyint(x / 2); }

const Reference kReferences[] = {
    {"sqrt", std::sqrt, 0, 100, 0.51},
    {"rsqrt", [](long double x) { return 1 / std::sqrt(x); }, 0, 100, 1.5},
    {"cbrt", std::cbrt, -10, 10, 1},
    {"exp", std::exp, -20, 20, 1},
    {"exp2", std::exp2, -20, 20, 1},
    {"exp10", [](long double x) { return ::exp10l(x); }, -10, 10, 1},
    {"expm1", std::expm1, -5, 5, 1},
    {"log", std::log, 0, 10, 1},
    {"log2", std::log2, 0, 10, 1},
    {"log10", std::log10, 0, 10, 1},
    {"log1p", std::log1p, -1, 5, 1.01},
    {"sin", std::sin, -100, 100, 1},
    {"cos", std::cos, -100, 100, 1},
    {"tan", std::tan, -100, 100, 1.01},
    {"sinpi", [](long double x) { return std::sin(kPi * half_turn(x)); }, -0.4, 0.4, 1.3},
    {"cospi", [](long double x) { return std::cos(kPi * half_turn(x)); }, -0.4, 0.4, 1},
    {"asin", std::asin, -1, 1, 1},
    {"acos", std::acos, -1, 1, 1},
    {"atan", std::atan, -10, 10, 1},
    {"asinpi", [](long double x) { return std::asin(x) / kPi; }, -1, 1, 2},
    {"acospi", [](long double x) { return std::acos(x) / kPi; }, -1, 1, 2},
    {"atanpi", [](long double x) { return std::atan(x) / kPi; }, -10, 10, 2},
    {"sinh", std::sinh, -10, 10, 1.8},
    {"cosh", std::cosh, -10, 10, 1.1},
    {"tanh", std::tanh, -5, 5, 1.01},
    {"asinh", std::asinh, -10, 10, 1.6},
    {"acosh", std::acosh, 1, 10, 1.6},
    {"atanh", std::atanh, -1, 1, 1.01},
    {"erf", std::erf, -3, 3, 1.3},
    {"erfc", std::erfc, -3, 10, 2},
    {"gamma", std::tgamma, 0, 30, 1},
    {"lgamma", [](long double x) { return std::lgamma(x); }, 0.01, 30, 5},
};

/// Distance from the exact value in units of the last place of [type].
double ulps(Scalar got, long double want) {
  int digits = 53, least = -1021;
  if (got.type == ScalarType::f32) digits = 24, least = -125;
  if (got.type == ScalarType::f16) digits = 11, least = -13;
  int exponent = 0;
  std::frexp(want, &exponent);
  return static_cast<double>(std::fabs(static_cast<long double>(to_double(got)) - want) /
                             std::ldexp(1.0L, std::max(exponent, least) - digits));
}

}  // namespace

TEST_CASE("transcendental functions are accurate to about one place", "[prims]") {
  std::mt19937_64 random(9);
  for (const auto& reference : kReferences) {
    for (ScalarType type : {ScalarType::f16, ScalarType::f32, ScalarType::f64}) {
      INFO(reference.name << " " << support::name(type));
      const Prim prim = get(reference.name, type);
      std::uniform_real_distribution<double> range(reference.low, reference.high);
      double worst = 0;
      double where = 0;
      int checked = 0;
      for (int i = 0; i < 40000; ++i) {
        // Half in the range, half anywhere, so that the ends of the range are seen.
        Scalar x = of_double(type, range(random));
        if (i % 2 == 0) x = sample(type, random);
        const double at = to_double(x);
        const long double want = reference.f(at);
        const bool periodic =
            std::string_view(reference.name).ends_with("pi") && std::fabs(at) > 0.4;
        // Near its zeros left of 0 lgamma keeps absolute accuracy only, and gamma near its poles.
        const bool gamma =
            std::string_view(reference.name).find("gamma") != std::string_view::npos && at < 0;
        if (periodic || gamma) continue;
        const Scalar got = prims::apply(prim, {{x}});
        const Scalar rounded = of_double(type, static_cast<double>(want));
        if (std::isnan(to_double(rounded)) || std::isinf(to_double(rounded)) ||
            std::isinf(to_double(got))) {
          const bool equal = same(got, rounded) || ulps(got, want) < 1;
          if (!equal) FAIL(at << ": " << to_double(got) << " for " << static_cast<double>(want));
          continue;
        }
        ++checked;
        const double error = ulps(got, want);
        if (error > worst) worst = error, where = at;
      }
      INFO("worst at " << where << ": " << worst);
      CHECK(checked > 1000);
      CHECK(worst <= reference.ulps);
    }
  }
}

TEST_CASE("functions of two operands are accurate to about one place", "[prims]") {
  struct Two {
    const char* name;
    long double (*f)(long double, long double);
  };
  const Two twos[] = {{"pow", std::pow}, {"atan2", std::atan2}, {"hypot", std::hypot}};
  std::mt19937_64 random(10);
  for (const auto& two : twos) {
    for (ScalarType type : {ScalarType::f16, ScalarType::f32, ScalarType::f64}) {
      INFO(two.name << " " << support::name(type));
      for (int i = 0; i < 60000; ++i) {
        const Scalar x = sample(type, random);
        const Scalar y = sample(type, random);
        const long double want = two.f(to_double(x), to_double(y));
        const Scalar got = prims::apply(get(two.name, type), {{x, y}});
        const Scalar rounded = of_double(type, static_cast<double>(want));
        INFO(to_double(x) << " " << to_double(y) << ": " << to_double(got) << " for "
                          << static_cast<double>(want));
        const double g = to_double(got);
        if (std::isnan(g) || std::isinf(g) || !std::isfinite(to_double(rounded)))
          REQUIRE((same(got, rounded) || ulps(got, want) < 1));
        else
          REQUIRE(ulps(got, want) <= 2);  // subnormal results without FMA
      }
    }
  }
}

TEST_CASE("polygamma has its known values", "[prims]") {
  auto value = [](int n, double x) {
    return to_double(prims::apply(get("polygamma", ScalarType::f64),
                                  {{Scalar::integer(ScalarType::i32, n), Scalar::f64(x)}}));
  };
  const double euler = 0.57721566490153286061;
  const double zeta3 = 1.2020569031595942854;
  const double pi = std::acos(-1.0);
  CHECK(value(0, 1) == Approx(-euler).epsilon(1e-15));
  CHECK(value(0, 0.5) == Approx(-euler - 2 * std::log(2.0)).epsilon(1e-15));
  CHECK(value(1, 1) == Approx(pi * pi / 6).epsilon(1e-15));
  CHECK(value(1, 0.5) == Approx(pi * pi / 2).epsilon(1e-15));
  CHECK(value(2, 1) == Approx(-2 * zeta3).epsilon(1e-15));
  CHECK(value(3, 0.5) == Approx(pi * pi * pi * pi).epsilon(1e-14));
  for (int n = 0; n < 6; ++n)
    for (double x : {-20.3, -4.7, -3.999, -1.5, -0.25, 0.1, 3.0, 9.99, 40.0, 1e6}) {
      // psi_n(x+1) - psi_n(x) = (-1)^n n! / x^(n+1)
      INFO(n << " " << x);
      const double step = std::tgamma(n + 1.0) / std::pow(x, n + 1) * (n % 2 == 0 ? 1 : -1);
      const double scale = std::fabs(value(n, x)) + std::fabs(value(n, x + 1));
      CHECK(std::fabs(value(n, x + 1) - value(n, x) - step) <= 1e-13 * scale);
    }
  CHECK(std::isnan(value(0, -3)));
  CHECK(std::isinf(value(1, -3)));
  CHECK(std::isnan(value(-1, 2)));
}

}  // namespace laguz::prims
