#include "runtime/half.hpp"

#include <bit>
#include <cmath>

#include <catch2/catch.hpp>

namespace laguz::runtime {
namespace {

/// By definition, from the fields.
double value_of(std::uint16_t h) {
  const int exponent = (h >> 10) & 31;
  const int fraction = h & 1023;
  double x = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
             : exponent == 0 ? std::ldexp(fraction, -24)
                             : std::ldexp(1024 + fraction, exponent - 25);
  return (h & 0x8000) != 0 ? -x : x;
}

}  // namespace

TEST_CASE("every half has its value and survives the way there and back", "[half]") {
  for (int h = 0; h < 0x10000; ++h) {
    const auto half = static_cast<std::uint16_t>(h);
    const double x = value_of(half);
    if (std::isnan(x)) {
      REQUIRE(std::isnan(half_to_float(half)));
      REQUIRE(std::isnan(half_to_float(float_to_half(half_to_float(half)))));
      REQUIRE(std::isnan(half_to_float(double_to_half(x))));
      continue;
    }
    REQUIRE(std::bit_cast<std::uint64_t>(double{half_to_float(half)}) ==
            std::bit_cast<std::uint64_t>(x));
    REQUIRE(float_to_half(half_to_float(half)) == half);
    REQUIRE(double_to_half(x) == half);
  }
}

TEST_CASE("between two halves the nearer one wins, and the even one of equals", "[half]") {
  for (int h = 0; h < 0x7c00; ++h) {
    const auto below = static_cast<std::uint16_t>(h);
    const double a = value_of(below);
    const double b = h == 0x7bff ? 65536.0 : value_of(static_cast<std::uint16_t>(h + 1));
    const double middle = (a + b) / 2;
    const auto above = static_cast<std::uint16_t>(h + 1);
    const auto even = (h & 1) == 0 ? below : above;
    REQUIRE(double_to_half(middle) == even);
    REQUIRE(float_to_half(static_cast<float>(middle)) == even);
    REQUIRE(double_to_half(std::nextafter(middle, 0.0)) == below);
    REQUIRE(double_to_half(std::nextafter(middle, 1e9)) == above);
    REQUIRE(double_to_half(-middle) == (even | 0x8000));
    REQUIRE(float_to_half(std::nextafter(static_cast<float>(middle), 0.0F)) == below);
    REQUIRE(float_to_half(std::nextafter(static_cast<float>(middle), 1e9F)) == above);
  }
  CHECK(double_to_half(1e300) == 0x7c00);
  CHECK(float_to_half(-1e30F) == 0xfc00);
  CHECK(double_to_half(1e-300) == 0);
  CHECK(double_to_half(-0.0) == 0x8000);
  CHECK(double_to_half(5e-324) == 0);
}

}  // namespace laguz::runtime
