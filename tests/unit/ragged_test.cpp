// Lanes whose inner Soacs and loops have different numbers of iterations, and the same as machine
// code: the bits of the scalar tier, and its errors.
#include <catch2/catch.hpp>

#include <string>

#include <fmt/format.h>

#include "driver/session.hpp"
#include "support/diagnostic.hpp"
#include "value_of.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;
using laguz_test::value_of;

void check_tiers(const std::string& expression) {
  INFO(expression);
  const auto expected = value_of(expression, eval::Tier::scalar);
  CHECK(value_of(expression, eval::Tier::lanes) == expected);
  CHECK(value_of(expression, eval::Tier::machine) == expected);
}

/// Around the borders of what folds do (core/reduce_shape.hpp): 256, blocks of 4096, 16 lanes.
const char* const kWidths =
    "[0i64, 1, 15, 16, 17, 255, 256, 257, 258, 271, 272, 273, 1000, 4095, 4096, 4097, 4098, 4111, "
    "4113, 5000, 8191, 8192, 8193, 9000, 3, 256, 2, 4096]";
const char* const kShort = "[0i64, 1, 5, 255, 256, 17, 3, 0, 100, 90, 80, 70, 60, 50, 40, 30, 20]";

}  // namespace

TEST_CASE("reductions over numbers of elements that differ", "[lanes][ragged]") {
  for (const char* const widths : {kWidths, kShort})
    for (const char* const fold :
         {"f64.sum (map (\\j -> f64.sin (f64.i64 (j * j + w))) (iota w))",
          "f64.product (map (\\j -> 1 + f64.cos (f64.i64 (j + w)) * 0.01) (iota w))",
          "f64.maximum (map (\\j -> f64.sin (f64.i64 (j * 7 + w))) (iota w))",
          "f64.i64 (i64.sum (map (\\j -> j * j ^ w) (iota w)))",
          "let (a, b) = reduce (\\(a, b) (c, d) -> (a + c, f64.max b d)) (0, -1) "
          "(map (\\j -> (f64.sin (f64.i64 j), f64.cos (f64.i64 (j + w)))) (iota w)) in a * b",
          "f64.sum (map f64.i64 (iota w)) + f64.maximum (map (\\j -> f64.i64 (j % 7)) (iota w))",
          "reduce (\\a b -> a * 0.5 + b) 0.25 (map (\\j -> f64.i64 (j % 3)) (iota w))",
          "loop s = 0 for j < i32.i64 w do s + f64.sin (f64.i32 j)",
          "f64.sum (map (\\j -> f64.i64 j) (iota w)) * f64.i64 (length (iota w))"})
      check_tiers(fmt::format("let ws = {} in map f64.to_bits (map (\\w -> {}) ws)", widths, fold));
}

// Nobody knows the widths beforehand, and different lanes add to the same places.
TEST_CASE("sums of derivatives over numbers of iterations that differ", "[lanes][ragged]") {
  for (const char* const row :
       {"loop s = 0 for j < i do s + x[j] * x[j]", "loop s = 0 for j < i do s + x[i - j] * x[j]",
        "f64.sum (map (\\j -> f64.sin (x[j] * x[i])) (iota i))",
        "loop s = 0 for j < n do if j < i then s + x[j] * x[i] else s",
        "loop s = 0 for j < i do 0.9 * s + x[j] * x[i]"})
    for (const int n : {0, 1, 7, 300, 700}) {
      INFO(row << "\nof " << n);
      const std::string definitions = fmt::format(
          "let f [n] (x: [n]f64) = f64.sum (map (\\i -> let s = {} in s * s) (iota n)) "
          "let n = loop n = 0i64 while n < {} do n + 1 "
          "let x = tabulate n (\\i -> f64.sin (f64.i64 (i * i)) / f64.i64 (n + 1)) "
          "let w = tabulate n (\\i -> f64.cos (f64.i64 i)) in ",
          row, n);
      check_tiers(definitions + "map f64.to_bits (vjp f x 1)");
      const std::string close = definitions +
                                "let a = f64.sum (map2 (*) (vjp f x 1) w) let b = jvp f x w "
                                "in f64.abs (a - b) <= 1e-10 * (1 + f64.abs b)";
      CHECK(value_of(close, eval::Tier::lanes) == "true");
    }
}

TEST_CASE("a lane that fails among others", "[lanes][ragged]") {
  const auto error_of = [](const std::string& expression, eval::Tier tier) -> std::string {
    SessionOptions options;
    options.eval.tier = tier;
    Session session(options);  // (the message points into its texts)
    try {
      const auto def = session.expression(session.prelude(), "t", expression);
      (void)session.call(session.prepare(*def), {});
      return {};
    } catch (const support::UserError& error) {
      return support::render(error);
    }
  };
  for (const char* const map :
       {"map (\\w -> f64.sum (map (\\j -> f64.i64 (10 / (500 - j))) (iota w))) [3i64, 600, 501, 9]",
        "map (\\w -> f64.sum (map (\\j -> f64.i64 j) (iota w))) [3i64, -1, 5, -2, 7, 8, 9, 10]",
        "let x = map f64.i64 (iota 400) in map (\\w -> loop s = 0 for j < w do s + x[j]) "
        "[1i64, 401, 402, 7, 8, 9, 10, 11]",
        "let x = map f64.i64 (iota 400) in "
        "map (\\w -> f64.sum (map (\\j -> x[j]) (iota w))) [1i64, 300, 402, 7, 401, 9, 10, 11]"}) {
    INFO(map);
    const std::string scalar = error_of(map, eval::Tier::scalar);
    CHECK(scalar.find("rror") != std::string::npos);
    CHECK(error_of(map, eval::Tier::lanes) == scalar);
  }
}
