// Derivatives against differences (engine/gradient_check.hpp), and what is said where they differ.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "driver/gradcheck.hpp"
#include "driver/session.hpp"
#include "engine/differences.hpp"

using namespace laguz;
using engine::Agreement;
using engine::Differences;

namespace {

constexpr Differences::Precision kDouble{.scale = 0x1p-3,
                                         .least = 0x1p-39,
                                         .finest = 0x1p-52,
                                         .epsilon = std::numeric_limits<double>::epsilon()};

/// A check, and the session that its places are in.
struct Checked {
  Checked(const std::string& program, const std::string& call, std::int64_t samples = 100)
      : session(std::make_unique<driver::Session>(driver::SessionOptions{})) {
    const auto scope = session->check(session->add_source("f.fut", program));
    found = session->check_gradient(scope, "<call>", call, {.samples = samples});
    text = driver::gradient_check_text(found);
  }
  /// Of the worst number of the only argument.
  const engine::CheckedNumber& worst() const {
    INFO(text);
    REQUIRE(found.arguments.size() == 1);
    const engine::CheckedNumber& one = found.arguments[0].worst;
    CHECK(found.has_failed() == (is_failure(one.agreement) || found.modes > found.modes_allowed));
    return one;
  }

  std::unique_ptr<driver::Session> session;
  engine::GradientCheck found;
  std::string text;
};

Agreement agreement(const std::string& program, const std::string& call) {
  return Checked(program, call).worst().agreement;
}

}  // namespace

TEST_CASE("slopes of smooth functions", "[gradcheck]") {
  const auto slope_at = [](double (*f)(double), double x) {
    return Differences([=](double by) { return f(x + by); }, kDouble).slope().value();
  };
  for (const double x : {0.3, 1.0, 2.5}) {
    const auto sine = slope_at(std::sin, x);
    CHECK(std::abs(sine.value - std::cos(x)) < 1e-10);
    CHECK(std::abs(sine.value - std::cos(x)) <= 10 * sine.error);
    CHECK(std::abs(slope_at(std::log, x).value - 1 / x) < 1e-9);
  }
  // Waves far shorter than the greatest distance, and values that are large beside the slope.
  const auto fast = Differences([](double t) { return std::sin(1000 * (1 + t)); }, kDouble).slope();
  CHECK(std::abs(fast->value - 1000 * std::cos(1000)) < 1e-3);
  const auto small = Differences([](double t) { return 1e9 + t; }, kDouble).slope();
  CHECK(std::abs(small->value - 1) <= 10 * small->error);
}

TEST_CASE("slopes where the function is no number", "[gradcheck]") {
  const auto root = [](double t) { return std::sqrt(t); };
  CHECK(!Differences(root, kDouble).slope());
  CHECK(!Differences(root, kDouble).left());
  // Where it is one near by: up to the logarithm's pole.
  const auto log = Differences([](double t) { return std::log(0.001 + t); }, kDouble).slope();
  CHECK(std::abs(log->value - 1000) < 1e-3);
}

TEST_CASE("kinks, jumps and levels", "[gradcheck]") {
  const auto bent = [](double t) { return t < 0 ? -2 * t : std::exp(t) - 1; };
  CHECK(std::abs(Differences(bent, kDouble).left()->value + 2) < 1e-6);
  CHECK(std::abs(Differences(bent, kDouble).right()->value - 1) < 1e-6);
  CHECK(Differences(bent, kDouble).jump() == 0);
  const auto jump = [](double t) { return t < 0 ? 3.0 : 3.5 + t; };
  CHECK(std::abs(Differences(jump, kDouble).jump() - 0.5) < 1e-6);
  CHECK(Differences([](double t) { return std::cbrt(t); }, kDouble).jump() == 0);
  const auto stairs = [](double t) { return std::floor(1000 * (t + 0.0005)); };
  CHECK(Differences(stairs, kDouble).goes_in_steps());
  CHECK(!Differences([](double t) { return t; }, kDouble).goes_in_steps());
  CHECK(!Differences([](double) { return 1.0; }, kDouble).goes_in_steps());
}

TEST_CASE("derivatives that are right", "[gradcheck]") {
  const Checked check(
      "type p = {w: [2][3]f64, b: ([2]f64, f32)}\n"
      "def f (p: p) (xs: [3]f64) (k: i64) =\n"
      "  (map2 (\\r b -> f64.tanh (f64.sum (map2 (*) r xs) + b)) p.w p.b.0, p.b.1 * p.b.1, k)\n"
      "def p : p = {w = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], b = ([0.1, 0.2], 0.5)}",
      "f p [1.0, -1.0, 2.0] 3i64");
  const engine::GradientCheck& found = check.found;
  INFO(check.text);
  CHECK(!found.has_failed());
  CHECK(found.results == 3);
  std::vector<std::string> paths;
  for (const auto& argument : found.arguments) {
    paths.push_back(argument.path);
    CHECK(argument.failed == 0);
    CHECK(argument.checked == argument.numbers);
  }
  CHECK(paths == std::vector<std::string>{"p.b.0", "p.b.1", "p.w", "xs"});
}

TEST_CASE("numbers have paths", "[gradcheck]") {
  const std::string rule = "def square = with_vjp (\\(x: f64) -> x * x) (\\_ d -> 3 * d)\n";
  CHECK(Checked(rule, "(\\a -> square a[1, 0]) [[1.0], [5.0]]").worst().path == "argument 1[1, 0]");
  const Checked sum(
      "type s = #left f64 | #right ([2]f64) i64\n"
      "def f (s: s) = match s case #left x -> x case #right xs _ -> xs[0] * xs[1]\n"
      "def s : s = #right [2, 3] 1",
      "f s");
  INFO(sum.text);
  CHECK(!sum.found.has_failed());
  CHECK(sum.found.arguments.at(0).path == "s#left");
  CHECK(sum.found.arguments.at(1).path == "s#right.0");
  const Checked records(
      "def f (ps: [2]{x: f64, y: [2]f64}) = f64.sum (map (\\p -> f64.abs p.x * p.y[1]) ps)\n"
      "def ps = [{x = 1f64, y = [1f64, 2]}, {x = 0, y = [3, 4]}]",
      "f ps");
  CHECK(records.found.arguments.at(0).path == "ps.x");
  CHECK(records.found.arguments.at(0).worst.path == "ps[1].x");
  CHECK(records.found.arguments.at(0).worst.agreement == Agreement::kink);
  CHECK(records.found.arguments.at(1).path == "ps.y");
}

TEST_CASE("why derivatives and differences differ", "[gradcheck]") {
  const std::string square =
      "def square = with_vjp (\\(x: f64) -> x * x) (\\_ d -> 3 * d)\n"
      "def cube = with_vjp (\\(x: f64) -> (x, x * x * x)) (\\(x, _) (_, d) -> 3 * x * x * d)\n";
  SECTION("a rule that is wrong, in a function that a map calls, beside one that is right") {
    const Checked check(square + "def f (xs: [3]f64) = f64.sum (map square xs)", "f [1, 2, 3.5]");
    const engine::CheckedNumber& found = check.worst();
    CHECK(found.agreement == Agreement::rule);
    REQUIRE(found.places.size() == 1);
    CHECK(found.places[0].file->position(found.places[0].lo).line == 1);
    CHECK(found.reverse == 3);
    CHECK(std::abs(found.differences - 7) < 1e-6);
  }
  SECTION("stop_gradient") {
    const Checked check("def f (x: f64) = x * stop_gradient x", "f 3");
    const engine::CheckedNumber& found = check.worst();
    CHECK(found.agreement == Agreement::stopped);
    CHECK(found.places.size() == 1);
  }
  SECTION("a float that passes through an integer") {
    const Checked check("def f (x: f64) = f64.i64 (i64.f64 (x * 1000)) / 1000", "f 1.0005");
    const engine::CheckedNumber& found = check.worst();
    CHECK(found.agreement == Agreement::steps);
    CHECK(found.passed.integers.size() == 1);
  }
  SECTION("but not if the way around it is right") {
    CHECK(agreement("def f (x: f64) = x - f64.i64 (i64.f64 x)", "f 1.5") == Agreement::agrees);
  }
  SECTION("a kink") {
    const Checked check("def f (x: f64) = f64.max 0 x", "f 0");
    const engine::CheckedNumber& found = check.worst();
    CHECK(found.agreement == Agreement::kink);
    CHECK(std::abs(found.left) < 1e-6);
    CHECK(std::abs(found.right - 1) < 1e-6);
  }
  SECTION("choices that are tied, in a smooth function") {
    const auto at = [](const std::string& x) {
      return agreement("def f (z: f64) = f64.log1p (f64.exp (-f64.abs z)) + f64.max z 0", "f " + x);
    };
    CHECK(at("0") == Agreement::tie);
    CHECK(at("0.5") == Agreement::agrees);
  }
  SECTION("a jump") {
    const Checked check("def f (x: f64) = if x < 2 then x else x + 1", "f 2");
    const engine::CheckedNumber& found = check.worst();
    CHECK(found.agreement == Agreement::jump);
    CHECK(std::abs(found.jump - 1) < 1e-6);
  }
  SECTION("cancellation") {
    CHECK(agreement("def f (x: f64) = (1e12 + x * 1e-3) - 1e12", "f 1") == Agreement::rounding);
  }
  SECTION("no number") {
    CHECK(agreement("def f (x: f64) = f64.sqrt x", "f 0") == Agreement::number);
    CHECK(agreement("def f (x: f64) = f64.log x", "f (-1)") == Agreement::number);
  }
  SECTION("nothing, in any float type") {
    CHECK(agreement("def f (x: f32) = f32.exp x * x", "f 2") == Agreement::agrees);
    CHECK(agreement("def f (x: f16) = x * x", "f 2") == Agreement::agrees);
    CHECK(agreement("def f (x: f64) = x * x * x + 1", "f 0") == Agreement::agrees);
  }
}

TEST_CASE("rounding is no mistake, and no excuse", "[gradcheck]") {
  const auto of = [](const std::string& call) {
    return agreement(
        "def far (x: f64) = (x + 1e8) * (x + 1e8) - 1e16\n"
        "def cosine (x: f64) = (1 - f64.cos x) / (x * x)\n"
        "def halves (x: f64) = f64.f16 (f16.sin (f16.f64 x))\n"
        "def large (xs: []f64) = f64.sum xs\n"
        "def steep (x: f64) = f64.tanh (1e9 * x)\n"
        "def narrow (x: f64) = f64.sqrt (1 - x)\n"
        "def square (x: f64) = x * x\n"
        "def whole (x: f64) = f64.round (x * 1000) / 1000\n"
        "def hinge (x: f64) = f64.max 0 (x - 1.01) + (\\k -> f64.i64 k) (i64.f64 (x * 0))\n"
        "def single (x: f64) = if x == 1 then 5 else x\n"
        "def twice (x: f64) = with_jvp (\\(x: f64) -> x) (\\_ d -> 2 * d) (x * x)\n"
        "def sine = with_vjp f64.sin (\\y d -> -d * f64.cos (f64.asin y))\n"
        "def above (x: f64) = 1e6 + sine x * 1e-3\n"
        "def beside (x: f64) = (1e6 * x, sine x)\n",
        call);
  };
  for (const char* const call : {"far 1", "large [1e200, 1]", "steep 0", "narrow 0.9999999999",
                                 "hinge 1", "square 0", "square 1e150"}) {
    INFO(call);
    CHECK(of(call) == Agreement::agrees);
  }
  for (const char* const call : {"cosine 1e-6", "halves 1", "square 1e-163"}) {
    INFO(call);
    CHECK(of(call) == Agreement::rounding);
  }
  CHECK(of("whole 0.3") == Agreement::steps);
  CHECK(of("single 1") == Agreement::jump);
  for (const char* const call : {"twice 3", "above 1", "beside 1"}) {
    INFO(call);
    CHECK(of(call) == Agreement::rule);
  }
}

TEST_CASE("sizes and integers are as they are written in the call", "[gradcheck]") {
  const std::string program =
      "def f (n: i64) (xs: [n]f64) = f64.sum xs\ndef g (k: i32) (x: f64) = f64.i32 k * x";
  CHECK(Checked(program, "f 3 [1, 2, 3]").worst().agreement == Agreement::agrees);
  CHECK(Checked(program, "g 3 2").worst().agreement == Agreement::agrees);
}

TEST_CASE("mistakes that are as large as each other do not cancel", "[gradcheck]") {
  const std::string program =
      "def pair (a: f64) (b: f64) =\n"
      "  with_vjp (\\(a: f64, b: f64) -> 2 * a + 2 * b) (\\_ d -> (3 * d, d)) (a, b)\n"
      "def f (xs: [1000]f64) = f64.sum xs + pair xs[777] xs[778]";
  const Checked check(program, "f (replicate 1000 1)", 5);
  INFO(check.text);
  CHECK(check.found.has_failed());
}

TEST_CASE("one wrong number of many is found", "[gradcheck]") {
  const std::string program =
      "def square = with_vjp (\\(x: f64) -> x * x) (\\_ d -> 3 * d)\n"
      "def f [n] (xs: [n]f64) =\n"
      "  f64.sum (map2 (\\i x -> if i == 617 then square x else x * x) (iota n) xs)";
  const Checked check(program, "f (tabulate 1000 (\\i -> 0.3 + f64.i64 i / 1000))", 5);
  const engine::GradientCheck& found = check.found;
  INFO(check.text);
  CHECK(found.has_failed());
  CHECK(found.arguments.at(0).worst.path == "xs[617]");
  CHECK(found.arguments.at(0).checked == 6);
  CHECK(found.modes > found.modes_allowed);  // forward mode does not use the rule
}

TEST_CASE("what cannot be checked", "[gradcheck]") {
  const auto message = [](const std::string& call) {
    try {
      (void)Checked(
          "def f (n: i64) = n\ndef g (n: i64) = f64.i64 n\ndef h (x: f64) = i64.f64 x\n"
          "def v (x: f64) = iota (i64.f64 x)\n"
          "def w (x: f64) = map f64.i64 (iota (i64.f64 x))",
          call);
    } catch (const support::UserError& error) {
      return error.diagnostic().message;
    }
    return std::string("none");
  };
  CHECK(message("f 1").find("nothing to differentiate by") != std::string::npos);
  CHECK(message("g 1").find("nothing to differentiate by") != std::string::npos);
  CHECK(message("h 1").find("the result has no floats") != std::string::npos);
  CHECK(message("v 1").find("the result has no floats") != std::string::npos);
  CHECK(message("w 2").find("How many numbers") != std::string::npos);
  CHECK(message("w").find("a function and its arguments") != std::string::npos);
  CHECK(message("(\\x y -> x * y) 1f64").find("more arguments") != std::string::npos);
  CHECK(message("(\\g -> g 1) f64.sin").find("A function is no argument") != std::string::npos);
  CHECK(message("undefined 1").find("undefined") != std::string::npos);
}
