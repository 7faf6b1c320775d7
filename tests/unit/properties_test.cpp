// Property tests: what they find, how simple they make it, and what they say of bad properties.
#include <catch2/catch.hpp>

#include "driver/testing/candidates.hpp"
#include "driver/testing/properties.hpp"

namespace {

using namespace laguz;
using driver::Session;
using namespace driver::testing;

/// What testing the property [name] of a program says; empty when it holds.
std::string tested(const std::string& program, const std::string& name,
                   PropertyOptions options = {}, Claim claim = Claim::holds) {
  Session session({});
  const auto& source = session.add_source("p.fut", program);
  const auto env = session.check(source);
  return test_property(session, env, name, options, claim).detail;
}

std::string counterexample(const std::string& program, const std::string& name) {
  const std::string text = tested(program, name);
  const auto at = text.find("Counterexample: ");
  return at == std::string::npos ? text : text.substr(at + 16);
}

}  // namespace

TEST_CASE("Random counterexamples become as simple as they can be", "[properties]") {
  CHECK(counterexample("#[prop] entry p (x: i32) : bool = x < 100", "p") == "100i32");
  CHECK(counterexample("#[prop] entry p (x: i8) : bool = x > -5", "p") == "-5i8");
  CHECK(counterexample("#[prop] entry p (x: u64) : bool = x < 1000", "p") == "1000u64");
  CHECK(counterexample("#[prop] entry p (x: f64) : bool = x < 2.5", "p") == "3.0f64");
  CHECK(counterexample("#[prop] entry p (xs: []i32) : bool = length xs < 3", "p") ==
        "[0i32, 0i32, 0i32]");
  CHECK(counterexample("#[prop] entry p (xs: []i64) : bool = all (< 10) xs", "p") == "[10i64]");
  CHECK(counterexample("#[prop] entry p [n] (x: [n][n]bool) : bool = n < 2", "p") ==
        "[[false, false], [false, false]]");
  CHECK(counterexample("#[prop] entry p (t: (i32, bool)) : bool = t.0 <= 0 || !t.1", "p") ==
        "(1i32, true)");
  CHECK(counterexample("#[prop] entry p (r: {x: []u8, y: i16}) : bool = length r.x == 0", "p") ==
        "{x = [0u8], y = 0i16}");
}

TEST_CASE("An error is a counterexample", "[properties]") {
  const std::string text =
      tested("#[prop] entry p (x: i32) : bool = (if x > 7 then 1 / (x - x) else 1) == 1", "p");
  CHECK(text.find("Counterexample: 8i32\nIt is an error:\n") != std::string::npos);
  CHECK(text.find("division by zero") != std::string::npos);
}

TEST_CASE("Properties have right derivatives wherever they are evaluated", "[properties]") {
  PropertyOptions few;
  few.tests = 10;
  const auto derived = [&](const std::string& program) {
    return tested(program, "p", few, Claim::derives);
  };
  CHECK(derived("#[prop] entry p (x: f64) : f64 = x * f64.cos x").empty());
  CHECK(derived("#[prop] entry p (xs: []f64) : []f64 = map (** 2) xs").empty());
  const std::string wrong = derived(
      "#[prop] entry p (xs: []f64) : f64 =\n"
      "  f64.sum (map (with_vjp (\\(x: f64) -> x * x) (\\y d -> y * d + d)) xs)");
  CHECK(wrong.find("Property p (size=") != std::string::npos);
  CHECK(wrong.find("Its derivatives are wrong:\nReverse mode against forward mode: WRONG") !=
        std::string::npos);
  CHECK(wrong.find("The derivative given by the program at p.fut:2:") != std::string::npos);
  CHECK(derived("#[prop] entry p (x: f64) : f64 = x * f64.i64 (1 / (i64.bool (x == x) - 1))")
            .find("It is an error:\n") != std::string::npos);
  CHECK(derived("#[prop] entry p (x: f64) : bool = x == x")
            .find("is to be differentiated (gradcheck), but its output has no floats: bool.") !=
        std::string::npos);
  CHECK(derived("#[prop] entry p (x: i64) : f64 = f64.i64 x")
            .find("but its input has no floats: i64.") != std::string::npos);
}

TEST_CASE("Generators and shrinkers of the program's own", "[properties]") {
  const std::string gen = "entry even (size: i64) (seed: u64) : i64 = 2 * size\n";
  CHECK(counterexample(gen + "#[prop(gen(even))] entry p (x: i64) : bool = x < 40", "p") ==
        "40i64");
  CHECK(counterexample(gen + "#[prop(gen(even),size(9))] entry p (x: i64) : bool = x != 18", "p") ==
        "18i64");
  CHECK(counterexample(gen + "entry less (x: i64) (random: u64) : i64 = x - 4\n"
                             "#[prop(gen(even),shrink(less))] entry p (x: i64) : bool = x < 7",
                       "p") == "8i64");
  const std::string hidden =
      "module m : { type t val make : i64 -> t val get : t -> i64 } = {\n"
      "  type t = i64 def make (x: i64) = x def get (x: i64) = x }\n"
      "type box = m.t\n"
      "entry gen_box (size: i64) (seed: u64) : box = m.make size\n";
  CHECK(counterexample(hidden + "#[prop(gen(gen_box))] entry p (b: box) : bool = m.get b < 3",
                       "p") == "3i64");
}

TEST_CASE("Abstract types have generators that are named after them", "[properties]") {
  const std::string hidden =
      "module m : { type t val make : i64 -> t val get : t -> i64 } = {\n"
      "  type t = i64 def make (x: i64) = x def get (x: i64) = x }\n"
      "type box = m.t\n";
  const std::string box = hidden + "entry gen_box (size: i64) (seed: u64) : box = m.make size\n";
  const std::string t = hidden + "entry gen_t (size: i64) (seed: u64) : m.t = m.make size\n";
  CHECK(counterexample(box + "#[prop] entry p (b: box) : bool = m.get b < 3", "p") == "3i64");
  CHECK(counterexample(box + "#[prop] entry p (b: *box) : bool = m.get b < 3", "p") == "3i64");
  CHECK(counterexample(t + "#[prop] entry p (b: m.t) : bool = m.get b < 3", "p") == "3i64");
  CHECK(counterexample(t + "#[prop] entry p (b: box) : bool = m.get b < 3", "p") == "3i64");
  CHECK(tested(hidden + "#[prop] entry p (b: box) : bool = m.get b < 3", "p")
            .find("not a server entry point: gen_box") != std::string::npos);
}

TEST_CASE("The same seed gives the same candidates", "[properties]") {
  const std::string program = "#[prop(size(1000000))] entry p (x: f32) : bool = x != x";
  PropertyOptions options;
  const std::string once = tested(program, "p", options);
  CHECK(tested(program, "p", options) == once);
  options.seed = 2;
  CHECK(tested(program, "p", options) != once);
}

TEST_CASE("Properties have to be properties", "[properties]") {
  CHECK(tested("def p (x: i32) = x == x", "p").find("is not an entry point") != std::string::npos);
  CHECK(tested("entry p (x: i32) = x == x", "p").find("#[prop]") != std::string::npos);
  CHECK(tested("#[prop] entry p (x: i32) (y: i32) = x == y", "p").find("has 2 inputs") !=
        std::string::npos);
  CHECK(tested("#[prop] entry p (x: i32) = x", "p").find("output must be bool") !=
        std::string::npos);
  CHECK(tested("#[prop(gen(g))] entry p (x: i32) = x == x", "p").find("not a server entry") !=
        std::string::npos);
  CHECK(tested("entry g (x: i32) = x #[prop(gen(g))] entry p (x: i32) = x == x", "p")
            .find("has invalid type") != std::string::npos);
  CHECK(tested("entry s (x: i32) = x #[prop(shrink(s))] entry p (x: i32) = x == x", "p")
            .find("has invalid type") != std::string::npos);
}
