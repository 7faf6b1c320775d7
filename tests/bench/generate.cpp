#include "generate.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace laguz::bench {
namespace {

constexpr const char* kStart = R"(
module type monoid = {
  type t
  val zero : t
  val add : t -> t -> t
}
module mk_sum (m: monoid) = {
  type t = m.t
  def total [n] (xs: [n]t) : t = reduce m.add m.zero xs
}
)";

/// {0}: its number, {1}: the one before it.
constexpr const char* kUnit = R"(
-- | What step {0} weighs.
type record_{0} = {{weight: f64, count: i64, name: (i32, bool)}}
def make_{0} (w: f64) (c: i64) : record_{0} =
  {{weight = w * 2 + {0}, count = c, name = (i32.i64 c, c > {0})}}

def scale_{0} [n] (k: f64) (xs: [n]f64) : [n]f64 =
  let ys = map (\x -> x * k + 1) xs
  let zs = map2 (+) xs ys
  in map (\(y, z) -> y - z) (zip ys zs)

def total_{0} [n] [m] (xss: [n][m]f64) : f64 =
  let sums = map (reduce (+) 0) xss
  let (a, b) =
    loop (a, b) = (0f64, 0i64) for i < n do
      if sums[i] > {0} then (a + sums[i], b) else (a, b + 1)
  in a + f64.i64 b

def twice_{0} 'a (f: a -> a) (x: a) : a = f (f x)

type shape_{0} = #circle f64 | #square f64 f64 | #empty
def area_{0} (s: shape_{0}) : f64 =
  match s
  case #circle r -> r * r * {0}
  case #square a b -> a * b
  case #empty -> 0

module weights_{0} = {{
  type t = f64
  def zero : t = 0
  def add (x: t) (y: t) : t = x + y * {0}
}}
module sum_{0} = mk_sum weights_{0}

def step_{0} (x: f64) : f64 =
  let r = make_{0} x 3
  let r = r with weight = r.weight + 1
  let xs = scale_{0} r.weight (tabulate 4 f64.i64)
  let (part, rest) = (xs[1:3], drop 1 xs)
  let far = if length rest > 2 then f64.maximum rest else f64.sqrt x
  in twice_{0} (+ far) (total_{0} [xs, xs]) + area_{0} (#square x 2) + sum_{0}.total part
     + {1}
)";

}  // namespace

std::string generated_program(int lines) {
  const std::string unit = kUnit;
  const int per_unit = static_cast<int>(std::count(unit.begin(), unit.end(), '\n'));
  const int units = std::max(1, lines / per_unit);
  std::string out = kStart, sum = "0";
  for (int i = 0; i < units; ++i) {
    // Runs of ten steps call one another.
    const bool first = i % 10 == 0, last = i % 10 == 9 || i == units - 1;
    out += fmt::format(kUnit, i, first ? "x" : fmt::format("step_{} x", i - 1));
    if (last) sum += fmt::format(" +\n  step_{} x", i);
  }
  return out + "\nentry main (x: f64) : f64 =\n  " + sum + "\n";
}

}  // namespace laguz::bench
