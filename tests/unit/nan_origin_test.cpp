// Where the first NaN, or infinity, comes from (core/watch.hpp).
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "driver/print_view.hpp"
#include "driver/session.hpp"

using namespace laguz;

namespace {

struct Way {
  eval::Tier tier;
  int threads;
};
constexpr Way kWays[] = {{eval::Tier::scalar, 1},
                         {eval::Tier::scalar, 2},
                         {eval::Tier::lanes, 1},
                         {eval::Tier::lanes, 2},
                         {eval::Tier::automatic, 2}};

/// The value of [expression], or what is wrong with it, with its place.
std::string outcome(const std::string& program, const std::string& expression, bool watched,
                    Way way = {eval::Tier::automatic, 1}, bool explains = false) {
  driver::SessionOptions options;
  options.explains = explains;
  options.debug_nans = watched;
  options.eval.tier = way.tier;
  options.eval.threads = way.threads;
  driver::Session session{std::move(options)};
  const auto scope = session.check(session.add_source("f.fut", program));
  try {
    const auto entry = session.prepare(*session.expression(scope, "e", expression));
    return driver::print_view(entry.result, session.call(entry, {}), runtime::Style::machine);
  } catch (const support::UserError& error) {
    return support::locate(error.diagnostic().span) + ": " + error.diagnostic().message;
  }
}

/// The same however it runs.
std::string told(const std::string& program, const std::string& expression) {
  std::string first;
  for (const Way& way : kWays) {
    const std::string text = outcome(program, expression, true, way);
    if (first.empty()) first = text;
    CHECK(text == first);
  }
  return first;
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  INFO(part);
  CHECK(text.find(part) != std::string::npos);
  return true;
}

}  // namespace

TEST_CASE("the operation, its operands, place and iteration", "[nan]") {
  const std::string program =
      "def logs [n] (xs: [n]f64) : [n]f64 =\n"
      "  map (\\x ->\n"
      "         loop y = x for i < 9 do\n"
      "           f64.log y) xs\n";
  const std::string text = told(program, "logs (map (\\i -> 1000 - f64.i64 i) (iota 999))");
  // Of all iterations the first one that fails is told of, as of any error.
  has(text, "f.fut:4:12-20: The first NaN: log(-0.417");
  has(text, "in iteration 4 of the loop at f.fut:3:10-4:20, 0 of the map at f.fut:2:3-4:24.");
  has(text, "There is no logarithm below 0");
  const std::string fine = "logs (replicate 2 (f64.nan))";
  CHECK(outcome(program, fine, true) == outcome(program, fine, false));
}

TEST_CASE("both sweeps, and the infinity that a NaN comes from", "[nan]") {
  const std::string program =
      "def norm [n] (xs: [n]f64) : f64 =\n  f64.sqrt (f64.sum (map (** 2) xs))\n";
  const std::string zeros = "(map (\\i -> 0 * f64.i64 i) (iota 100))";
  const std::string reverse = told(program, "vjp norm " + zeros + " 1");
  has(reverse, "f.fut:2:26-31: The first NaN: 0.0 * f64.inf, a cotangent of what stands here");
  has(reverse, "in iteration 0 of the map at f.fut:2:21-35");
  has(reverse,
      "The first infinity was made at f.fut:2:3-36: 1.0 / 0.0, in the slope of sqrt, a cotangent");
  has(reverse, "only the side that is taken is differentiated");
  const std::string forward = told(program, "jvp norm " + zeros + " " + zeros);
  has(forward, "a tangent of what stands here");
  has(forward, "The first infinity was made at f.fut:2:3-36: 1.0 / 0.0");
  CHECK(told(program, "vjp norm [3, 4] 1") == "[0.6000000000000001f64, 0.8f64]");
}

TEST_CASE("a slope that is none is told by the primitive of the program", "[nan]") {
  for (const char* mode : {"vjp f64.asin 2 1", "jvp f64.asin 2 1"}) {
    const std::string text = told("", mode);
    has(text, "The first NaN: sqrt(-3.0), in the slope of asin, a ");
    has(text,
        "It is defined from -1 to 1, and its slope is infinite at both ends. Keep its operand "
        "between them");
    CHECK(text.find("root") == std::string::npos);
  }
  const std::string log = told("", "vjp f64.log 0 0");
  has(log, "The first NaN: f64.inf * 0.0, a cotangent of what stands here");
  has(log, "1.0 / 0.0, in the slope of log, a cotangent");
  has(log, "There is no logarithm below 0, and at 0 it is -inf. Keep its operand above 0");
  CHECK(log.find("divided") == std::string::npos);
  // Of a slope of a slope too.
  has(told("", "vjp (\\x -> vjp f64.acos x 1) 2 1"), "in the slope of acos");
}

TEST_CASE("cotangents that meet say where they come from", "[nan]") {
  const std::string program =
      "def f [n] (xs: [n]f64) =\n"
      "  f64.sum (map f64.sqrt xs) -\n"
      "  f64.sum (map f64.cbrt xs)\n"
      "def g [n] (xs: [n]f64) (is: []i64) =\n"
      "  f64.sum (map2 (\\i k ->\n"
      "    if k == 0 then f64.cbrt xs[i]\n"
      "    else - (f64.sqrt xs[i])) is (indices is))\n"
      "def h [n] (m: [n][2]f64) (is: []i64) =\n"
      "  f64.sum (map2 (\\i k -> f64.sum (map (\\x -> (if k < 2 then 1 else -1) * f64.cbrt x) "
      "m[i]))\n"
      "                is (indices is))\n";
  const std::string meeting = told(program, "vjp f [1, 0] 1");
  has(meeting, "f64.inf");
  has(meeting, "Cotangents of two uses meet, and infinities cancel: they come from f.fut:2:");
  has(meeting, " and f.fut:3:");
  const std::string sum = told(program, "vjp (\\xs -> g xs [1, 2, 1]) [1, 0, 4] 1");
  has(sum, "The first NaN: f64.inf + -f64.inf, a cotangent of what stands here");
  has(sum, "in iteration 2 of the map at f.fut:5:");
  has(sum,
      "Cotangents of several uses meet, and infinities among them cancel: what is added comes "
      "from f.fut:");
  const std::string row = told(program, "vjp (\\m -> h m [1, 2, 1]) [[1, 2], [0, 4], [5, 6]] 1");
  has(row, "The first NaN: f64.inf + -f64.inf, a cotangent of what stands here");
  has(row, "in iteration 2 of the map at f.fut:9:");
  // What comes in is nobody's fault.
  const std::string sums =
      "def f [n] (xs: [n]f64) = f64.sum (map (\\i -> xs[i] * xs[0]) [0, 1, 0])";
  for (const char* fine : {"vjp f [f64.nan, 1] 1", "vjp f [1, 2] f64.nan", "vjp f [1, 2] 1"})
    CHECK(told(sums, fine) == outcome(sums, fine, false));
}

TEST_CASE("sums into arrays that were there, and of functions that call themselves", "[nan]") {
  const std::string program =
      "def slopes (j: i64) (h: [3]f64) (k: i64) =\n"
      "  if k == 1 then f64.cbrt h[j] else -(f64.sqrt h[j])\n"
      "def f (xs: [3]f64) (is: []i64) =\n"
      "  (loop (h, s) = (copy xs, 0) for i < 3 do\n"
      "     let u = s + f64.sum (map2 (\\j k -> slopes j h k) is (map (% 2) (indices is)))\n"
      "     in (h with [i] = 1, u)).1\n"
      "def g (xs: [3]f64) (is: []i64) =\n"
      "  (loop (h, s) = (copy xs, 0) for i < 3 do\n"
      "     let u = s + (loop t = 0 for j < 3 do t + slopes is[j] h (j % 2))\n"
      "     in (h with [i] = 1, u)).1\n"
      "def turns (xs: [3]f64) (i: i64) : f64 =\n"
      "  if i > 3 then xs[0]\n"
      "  else (if i % 2 == 0 then f64.cbrt xs[i % 3] else -(f64.sqrt xs[i % 2 * 0]))\n"
      "       + turns xs (i + 1)\n";
  const std::string map = told(program, "vjp (\\xs -> f xs [2, 2, 2]) [1, 0, 0] 1");
  has(map, "The first NaN: -f64.inf + f64.inf, a cotangent of what stands here");
  has(map, "in iteration 2 of the loop at f.fut:4:3-");
  has(map, "The first infinity was made at f.fut:2:38-");
  const std::string loop = told(program, "vjp (\\xs -> g xs [2, 2, 2]) [1, 0, 0] 1");
  has(loop, "f64.inf, a cotangent of what stands here");
  has(loop, "in iteration 2 of the loop at f.fut:8:3-");
  const std::string calls = told(program, "vjp (\\xs -> turns xs 0) [0, 1, 4] 1");
  has(calls, "The first NaN: what is added to element 0, a cotangent of what stands here");
  has(calls, "what is added comes from f.fut:12:17-");
  has(calls, " and f.fut:13:");
  has(calls, "The first infinity was made at f.fut:13:");
  // What comes in is nobody's fault, and what is no NaN is no matter.
  for (const std::string function : {"f xs [2, 2, 2]", "g xs [2, 2, 2]", "turns xs 0"})
    for (const std::string xs : {"[1, f64.nan, 2]", "[f64.nan, f64.nan, f64.nan]", "[1, 2, 3]"}) {
      const std::string fine = "vjp (\\xs -> " + function + ") " + xs + " 1";
      CHECK(told(program, fine) == outcome(program, fine, false));
    }
}

TEST_CASE("rows that are added to a large array that was there, in iterations", "[nan]") {
  // What is summed in parts, and is little beside the array, is looked at when the result is none.
  const std::string program =
      "def f [n] (xs: [n][5]f64) (is: []i64) =\n"
      "  (loop (h, s) = (copy xs, 0) for i < 3 do\n"
      "     let u = s + f64.sum (map2 (\\j k -> let row = h[j] let t = f64.sum row in\n"
      "       f64.sum (map (\\x -> t * (if k == 1 then f64.cbrt x else -(f64.cbrt x))) row))\n"
      "       is (map (% 2) (indices is)))\n"
      "     in (h with [i, 0] = 1, u)).1\n"
      "def xs = tabulate_2d 100 5 (\\i j -> f64.i64 (if i == 50 && j == 3 then 0 else i + j + "
      "1))\n";
  const std::string row = told(program, "vjp (\\xs -> f xs (filter (> 0) [50, 7, 9, 50])) xs 1");
  has(row, "The first NaN: -f64.inf + f64.inf, a cotangent of what stands here");
  has(row, "in iteration 2 of the loop at f.fut:2:3-");
  has(row, "infinities among them cancel: what is added comes from f.fut:3:");
  has(row, "The first infinity was made at f.fut:4:");
  for (const std::string fine : {"vjp (\\xs -> f xs [50, 7, 9]) xs 1", "f xs [50, 7, 50, 50]",
                                 "vjp (\\xs -> f xs [3, 3]) (xs with [3, 3] = f64.nan) 1"})
    CHECK(told(program, fine) == outcome(program, fine, false));
}

TEST_CASE("other errors tell their iterations, watched or not", "[nan]") {
  const std::string program =
      "def f [n] (xs: [n]f64) =\n"
      "  loop s = 0 for i < 9 do if i > 2 then s + xs[i] * s else s + f64.i64 i\n";
  const std::string text =
      outcome(program, "vjp f [1, 2, 3, 4] 1", false, {eval::Tier::automatic, 1}, true);
  has(text, "In iteration 4 of the loop at f.fut:2:");
  CHECK(outcome(program, "vjp f [1, 2, 3, 4] 1", true, {eval::Tier::automatic, 1}, true) == text);
}

TEST_CASE("iterations have the same numbers on the way back", "[nan]") {
  const std::string program =
      "def root (s: f64) = f64.sqrt s * f64.sqrt s\n"
      "def f (n: i64) (x: f64) = loop s = x for i < n do if i == 3 then root (s - s) else s + x\n"
      "def g (n: i64) (x: f64) =\n"
      "  loop s = x for i < n do\n"
      "    loop s = s for j < i do if i == 4 && j == 1 then root (s - s) else s + x\n"
      "def h (x: f64) = (loop (s, i) = (x, 0) while i < 7 do (if i == 2 then root (s - s) else s, "
      "i + 1i64)).0\n";
  for (const char* length : {"5", "(length (iota 9))"}) {
    has(told(program, fmt::format("vjp (f {}) 2 1", length)),
        "in iteration 3 of the loop at f.fut:2");
    has(told(program, fmt::format("jvp (f {}) 2 1", length)),
        "in iteration 3 of the loop at f.fut:2");
    has(told(program, fmt::format("vjp (g {}) 2 1", length)),
        "in iteration 1 of the loop at f.fut:5:5-76, 4 of the loop at f.fut:4");
  }
  has(told(program, "vjp h 2 1"), "in iteration 2 of the loop at f.fut:6");
}

TEST_CASE("folds are made in the same order, watched or not", "[nan]") {
  const std::string program =
      "def xs = map (\\i -> f64.sin (f64.i64 i)) (iota 100000)\n"
      "def all = (f64.sum xs, f64.maximum xs, reduce (\\a b -> a * 0.5 + b) 0 xs, scan (+) 0 xs,\n"
      "           f32.sum (map f32.f64 xs), f16.sum (map f16.f64 xs),\n"
      "           hist (+) 0 7 (map (% 7) (iota 100000)) xs)\n";
  for (const Way& way : kWays)
    CHECK((outcome(program, "all", true, way) == outcome(program, "all", false, way)));
  const std::string text = told(
      "def f [n] (xs: [n]f64) =\n"
      "  f64.sum (map (\\x -> if x == 0 then f64.inf else if x == 1 then -f64.inf else x) xs)\n",
      "f (map f64.i64 (iota 1000))");
  has(text, "The first NaN: what all iterations are together by add.");
  has(text, "Infinities cancel.");
  has(told("", "f64.sum (replicate 3 f64.nan)"), "f64.nan");
}

TEST_CASE("operators are no iteration's, and constants have a place", "[nan]") {
  const std::string roots =
      told("def f [n] (xs: [n]f64) = scan (\\a b -> f64.sqrt (a * b)) 1 xs", "f [1, 2, 3, -1]");
  has(roots, "The first NaN: sqrt(-");
  CHECK(roots.find("iteration") == std::string::npos);
  has(told("", "f64.inf - f64.inf"), "The first NaN: f64.inf - f64.inf.");
  has(told("", "f64.inf * 0 + 1"), "The first NaN: f64.inf * 0.0.");
}

TEST_CASE("scans say as far as where", "[nan]") {
  has(told("", "scan (+) 0 [1, f64.inf, 3, -f64.inf, 5]"),
      "The first NaN: what iterations 0 to 3 are together by add.\nInfinities cancel.");
  has(told("", "map (\\x -> scan (*) 1 [0, x]) [1, f64.inf]"),
      "what iterations 0 to 1 are together by mul, in iteration 1 of the map at");
  has(told("", "scan (map2 (+)) [0, 0] [[f64.inf, 1], [-f64.inf, 2]]"),
      "The first NaN: f64.inf + -f64.inf.");
  for (const char* fine : {"scan (*) 1 [0, f64.nan]", "scan (+) 0f64 []"})
    CHECK(told("", fine) == outcome("", fine, false));
}

TEST_CASE("what no branch takes is not made, wherever it is computed else", "[nan]") {
  const std::string program =
      "def once (y: f64) (xs: []f64) = map (\\x -> if x > 3 then x + f64.log y else x) xs\n"
      "def twice (a: bool) (y: f64) (xs: []f64) =\n"
      "  map (\\x -> if a then (if x > 3 then x + f64.log y else x) else f64.sqrt y * x) xs\n"
      "def both (y: f64) (xs: []f64) =\n"
      "  map (\\x -> (if x > 3 then f64.log y else x) * (if x > 4 then f64.log y else x)) xs\n"
      "def steps (y: f64) (n: i64) =\n"
      "  loop s = 1 for i < n do if s > 100 then s + f64.log y else s * f64.i64 (i + 1)\n";
  for (const char* fine : {"once (-1) [1, 2]", "twice true (-1) [1, 2]", "twice false 1 [1, 4]",
                           "both (-1) [1, 2]", "steps (-1) 5"})
    CHECK(told(program, fine) == outcome(program, fine, false));
  has(told(program, "once (-1) [1, 4]"), "log(-1.0), in iteration 1 of the map at f.fut:1");
  has(told(program, "twice true (-1) [1, 4]"), "log(-1.0), in iteration 1 of the map at f.fut:3");
  has(told(program, "twice false (-1) [1, 4]"), "sqrt(-1.0)");
  has(told(program, "both (-1) [1, 4]"), "log(-1.0), in iteration 1 of the map at f.fut:5");
  has(told(program, "steps (-1) 50"), "of the loop at f.fut:7");
}

TEST_CASE("what comes in is nobody's fault, and other errors stay", "[nan]") {
  CHECK(told("", "f64.nan + 1") == "f64.nan");
  CHECK(told("", "f64.log 0") == "-f64.inf");
  has(told("", "(iota 3)[5]"), "out of bounds");
  has(told("", "f64.log (-1)"), "The first NaN: log(-1.0).");
  has(told("", "f32.sqrt (-1)"), "The first NaN: sqrt(-1.0).");
  has(told("", "f16.sqrt (-1)"), "The first NaN: sqrt(-1.0).");
  // A width below 0 that nobody reads is none.
  const std::string unread =
      "def f (k: i64) = loop s = 0 for _t < k do s + f64.sum (replicate (0 - 7) 0.5)";
  CHECK(told(unread, "f 0") == outcome(unread, "f 0", false));
}

TEST_CASE("a session's values have a past", "[nan]") {
  driver::Session session{driver::SessionOptions{}};
  engine::Scope scope = session.prelude();
  const auto type = [&](const std::string& text) {
    scope = session.declare(scope, session.parse("[1]", text));
  };
  type("let x = f64.i64 (-4)");
  type("let y = f64.sqrt x");
  type("def f (z: f64) = z + y");
  type("let z = f 1");
  const auto entry = session.prepare(session.find(scope, "z"));
  try {
    (void)session.call_watched(entry, {});
    FAIL("no error");
  } catch (const support::UserError& error) {
    CHECK(support::locate(error.diagnostic().span) == "[1]:1:9-18");
    CHECK(error.diagnostic().stack.size() == 3);
  }
  // Nothing has changed, and more of it can be asked.
  (void)session.call(entry, {});
  CHECK_THROWS_AS(session.call_watched(entry, {}), support::UserError);
  CHECK(!session.has_derivative(entry));
  type("let w = vjp (\\y -> f y * y) 2 1");
  CHECK(session.has_derivative(session.prepare(session.find(scope, "w"))));
}
