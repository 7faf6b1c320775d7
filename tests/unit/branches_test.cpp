// Derivatives of loops whose branches change arrays or hold loops of their own
// (ad/reverse/kept_inside): reverse against forward mode, to second order; and whatever is kept.
#include <catch2/catch.hpp>

#include <string>

#include <fmt/format.h>

#include "driver/session.hpp"
#include "seeds.hpp"
#include "support/diagnostic.hpp"
#include "value_of.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;
using laguz_test::value_of;

/// An iteration t of a loop over a: [n]f64, with b: f64 beside it: (a, b).
const char* const kSteps[] = {
    "if a[t % n] > 0 then (a, b) else (loop a for k < n - 1 do a with [k] = a[k] * a[k + 1], b)",
    "if a[t % n] > 0 then (a, b * a[0]) else (a with [t % n] = a[0] * a[n - 1] * b, b)",
    "let a = if t % 2 == 0 then a with [0] = f64.sin a[0] * a[1 % n] else a "
    "in (loop a for k < n - 1 do a with [k] = a[k] * 0.9 + a[k + 1] * b, b)",
    "let a = loop a for k < n - 1 do a with [k] = a[k] * 0.5 + a[k + 1] "
    "in if a[0] > 0.2 then (a with [n - 1] = a[0] * b, b) else (a, b + a[0])",
    // Branches in branches, and in the loops inside.
    "if t % 2 == 0 then (if b > 0 then let c = b * a[0] in "
    "(loop a for k < n do a with [k] = f64.cos a[k], c) else (a, b + 1)) "
    "else (loop a for k < n do if a[k] > 0 then a with [k] = a[k] * a[(k + 1) % n] else a, b * "
    "0.5)",
    // Rows exchanged, copied, scattered.
    "let m = n / 2 in if a[t % n] > 0.1 then (let x = sized m (copy a[0:m]) "
    "let y = sized m (copy a[m:2 * m]) let a = a with [0:m] = map (* 0.5) y "
    "let a = a with [m:2 * m] = sized (2 * m - m) (map2 (*) x y) in (a, b)) else (a, b)",
    "let a = loop a for k < n - 1 do a with [k] = a[k] * a[k + 1] let v = map (* b) a[0:n / 2] "
    "let s = f64.sum v in (a with [0:n / 2] = map f64.sin v, b * s)",
    "let a = loop a for k < n - 1 do a with [k] = a[k] + a[k + 1] * a[k] "
    "let (x, y) = (a[0] * b, a[n - 1] * a[0]) in (scatter a [0, n - 1] [x, y], b)",
    // A while loop; a fold; arrays made in one side only.
    "if b < 2 then loop (a, b) = (a, b) while b < 3 do (let x = a[0] * b "
    "in (a with [0] = x, b * 1.5 + 0.5)) else (let c = b * a[0] in (a, c))",
    "if b > 0 then let s = f64.sum (map (\\x -> x * x) a) in (map (* s) a, s) else (a, b - 1)",
    "if t % 2 == 0 then let c = scan (*) 1 a in (loop a for k < n do a with [k] = a[k] * c[k], b) "
    "else (let c = b * a[n - 1] in (a, c))",
    "let (q, _) = loop (q, m) = (0i64, -1) for k < n do if a[k] > m then (k, a[k]) else (q, m) "
    "let a = if q == 0 then a else let (x, y) = (a[q], a[0]) let a = a with [q] = y "
    "in a with [0] = x * b "
    "in (loop a for k in 1..<n do a with [k] = a[k] - 0.3 * a[0] * a[k - 1], b)",
};

}  // namespace

TEST_CASE("derivatives of loops with branches", "[ad][branches]") {
  for (const char* const step : kSteps)
    for (const int n : laguz_test::some_of<int>({5, 2})) {
      INFO(step << "\nof " << n);
      const std::string definitions = fmt::format(
          R"(let f [n] (x: [n]f64) (b: f64) =
               let (a, b) = loop (a, b) = (copy x, b) for t < 4 do let t = i64.i32 t in {}
               in f64.sum (map2 (\x i -> x * x + x * f64.i64 i) a (iota n)) + b
             let n = loop n = 0i64 while n < {} do n + 1
             let x = tabulate n (\i -> f64.sin (f64.i64 (3 * i + 1)) * 0.8)
             let w = tabulate n (\i -> f64.cos (f64.i64 i))
             let close (a: f64) (b: f64) = f64.abs (a - b) <= 1e-10 * (1 + f64.abs b) in )",
          step, n);
      const std::string reverse =
          "let (gx, gb) = vjp (\\(x, b) -> f x b) (x, 0.7) 1 in f64.sum (map2 (*) gx w) + gb";
      const std::string forward = "jvp (\\(x, b) -> f x b) (x, 0.7) (w, 1)";
      const std::string second =
          "let h p = let (gx, gb) = vjp (\\(x, b) -> f x b) p 1 in f64.sum (map2 (*) gx w) + gb "
          "let (gx, gb) = vjp h (x, 0.7) 1 "
          "in close (f64.sum (map2 (*) gx w) + gb) (jvp h (x, 0.7) (w, 1))";
      CHECK(value_of(definitions + "close (" + reverse + ") (" + forward + ")",
                     eval::Tier::lanes) == "true");
      CHECK(value_of(definitions + second, eval::Tier::lanes) == "true");
      const std::string bits = definitions + "f64.to_bits (" + reverse + ")";
      CHECK(value_of(bits, eval::Tier::lanes) == value_of(bits, eval::Tier::scalar));
      CHECK(value_of(bits, eval::Tier::lanes) == value_of(bits, eval::Tier::lanes, 1));
      // In a map, where iterations are run again.
      CHECK(value_of(definitions +
                         "let g (x, b) = f64.sum (map (\\c -> f x (b * c)) [1, 0.5, -1, 2]) in "
                         "let (gx, gb) = vjp g (x, 0.7) 1 in "
                         "close (f64.sum (map2 (*) gx w) + gb) (jvp g (x, 0.7) (w, 1))",
                     eval::Tier::lanes) == "true");
    }
}

// What fails in a branch fails there, with its message.
TEST_CASE("branches that fail on the way", "[ad][branches]") {
  Session session{SessionOptions{}};
  const auto def = session.expression(
      session.prelude(), "t",
      "let f (x: [3]f64) = let a = loop a = copy x for t < 5 do "
      "if a[0] > 0 then (loop a for k < 2 do a with [k + i64.i32 t] = a[k] * 2) else a in a[0] "
      "in vjp f [1, 2, 3] 1");
  const auto entry = session.prepare(*def);
  CHECK_THROWS_AS(session.call(entry, {}), support::UserError);
}
