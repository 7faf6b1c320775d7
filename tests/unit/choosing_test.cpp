// Derivatives of loops whose states are only chosen (ad/reverse/choosing_loop), ties and all:
// reverse against forward mode.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "driver/session.hpp"
#include "seeds.hpp"
#include "value_of.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;
using laguz_test::value_of;

/// What a loop over x: [n]f64 may be, from a: f64: a number.
const char* const kLoops[] = {
    "loop m = a for j < n do f64.max m (x[j] * a)",
    "loop m = a for j < n do f64.max (x[j] * a) m",
    "loop m = a for j < n do f64.min m (x[j] * x[j])",
    "loop m = a for j < n do if x[j] > m then x[j] else m",
    "loop m = a for j < n do if x[j] >= m then x[j] * a else m",
    "loop m = a for j < i32.i64 n do f64.max m (f64.sin x[i64.i32 j])",
    "loop m = a for y in x do f64.max m (y * y)",
    // With its place, and with something else of that place.
    "(loop (m, k) = (a, -1i64) for j < n do if x[j] > m then (x[j], j) else (m, k)).0",
    "let (m, b, _) = loop (m, b, k) = (a, a, -1i64) for j < n do "
    "if x[j] > m then (x[j], x[j] * x[(j + 1) % n], j) else (m, b, k) in m * b",
    // The two largest.
    "let (m, s) = loop (m, s) = (a, a) for j < n do "
    "if x[j] > m then (x[j], m) else (m, f64.max s x[j]) in m * s + s",
    // One takes what another began with.
    "(loop (p, q) = (a, a * 2) for j < n do (q, f64.tanh (x[j] * a))).0",
    "let (p, q, r) = loop (p, q, r) = (a, f64.sin a, a * a) for j < n do "
    "if x[j] > 0 then (q, r, x[j] * a) else (p, f64.max q x[j], f64.min r q) in p * q * r + p",
    // Several candidates; such that are not always there.
    "loop m = a for j < n do if j % 2 == 0 then f64.max m (x[j] * 2) else f64.min m (a * x[j])",
    "loop m = a for j < n do if x[j] > 0 then let y = f64.exp x[j] in f64.max m y else m",
    "loop m = a for j < n do if j == 2 then 0 else f64.max m x[j]",
    "loop m = a for j < n do f64.max m (f64.max (x[j] * a) x[0])",
    // What is computed takes a loop of its own.
    "loop m = a for j < n do f64.max m (loop s = 0 for k < j do s + x[k] * x[j])",
    // Not only chosen.
    "loop m = a for j < n do f64.max (0.5 * m) x[j]",
    "let (m, s) = loop (m, s) = (a, 0) for j < n do (f64.max m x[j], s + x[j] * x[j]) in m * s",
    "let (m, s) = loop (m, s) = (a, 0) for j < n do (f64.max m x[j], s + m * x[j]) in m + s",
};

void check_derivatives(const std::string& f, std::int64_t n) {
  INFO(f << "\nof " << n);
  const std::string definitions = fmt::format(
      R"(let f [n] (x: [n]f64) (a: f64) = {}
         let n = loop n = 0i64 while n < {} do n + 1
         let x = tabulate n (\i -> f64.i64 ((i * i + 3) % 5) * 0.5 - 0.75)
         let w = tabulate n (\i -> f64.cos (f64.i64 i))
         let g (x, a) = f x a * f x a in )",
      f, n);
  // In a map, and in a loop.
  const std::string in_map = "let g (x, a) = f64.sum (map (\\b -> f x (a * b)) [1, -2, 0.5]) in ";
  const std::string in_loop = "let g (x, a) = loop b = a for _k < 3 do f64.sin (f x b) in ";
  for (const std::string& around : {std::string(), in_map, in_loop}) {
    INFO(around);
    const std::string reverse =
        definitions + around + "let (gx, ga) = vjp g (x, 0.5) 1 in f64.sum (map2 (*) gx w) + ga";
    const std::string forward = definitions + around + "jvp g (x, 0.5) (w, 1)";
    const std::string second =
        definitions + around +
        "let h p = let (gx, ga) = vjp g p 1 in f64.sum (map2 (*) gx w) + 2 * ga "
        "let (gx, ga) = vjp h (x, 0.5) 1 in f64.sum (map2 (*) gx w) + ga - jvp h (x, 0.5) (w, 1)";
    REQUIRE(value_of("f64.abs ((" + reverse + ") - (" + forward + ")) < 1e-12",
                     eval::Tier::lanes) == "true");
    REQUIRE(value_of("f64.abs (" + second + ") < 1e-12", eval::Tier::lanes) == "true");
    REQUIRE(value_of("f64.to_bits (" + reverse + ")", eval::Tier::lanes) ==
            value_of("f64.to_bits (" + reverse + ")", eval::Tier::scalar));
  }
}

}  // namespace

TEST_CASE("derivatives of loops that choose", "[ad][choosing]") {
  const auto lengths = laguz_test::some_of<std::int64_t>({3, 0, 7, 1});
  for (const char* const loop : kLoops)
    for (const std::int64_t n : lengths) check_derivatives(loop, n);
}

// What it is for.
TEST_CASE("loops that choose keep no states", "[ad][choosing]") {
  Session session{SessionOptions{}};
  for (std::size_t k = 0; k < 17; ++k) {
    INFO(kLoops[k]);
    const auto def = session.expression(
        session.prelude(), "t",
        fmt::format("let f [n] (x: [n]f64) (a: f64) = {} in vjp (\\x -> f x 0.5) [1, 3, 2] 1",
                    kLoops[k]));
    CHECK(session.core_text(session.prepare(*def)).find("history") == std::string::npos);
  }
}
