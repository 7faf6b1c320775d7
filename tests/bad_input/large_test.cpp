// Short texts that say something exponentially large: shared where they can be, refused where not.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

/// [first], then [link] for each number up to [n], {0} being the number and {1} the one before it.
std::string chain(const std::string& first, const std::string& link, int n) {
  std::string out = first + "\n";
  for (int i = 1; i <= n; ++i) out += fmt::format(fmt::runtime(link), i, i - 1) + "\n";
  return out;
}

void expect_core(const std::string& text, Want want) {
  CAPTURE(text);
  expect_check(text, Want::anything);
  expect(run_laguz({"core", file_with(text)}), want);
}
void expect_good(const std::string& text) {
  CAPTURE(text);
  const Outcome outcome = run_laguz({"core", file_with(text)});
  expect(outcome, Want::anything);
  CHECK(outcome.status == 0);
}

constexpr int kLinks = 40;

}  // namespace

TEST_CASE("functions that call each other twice", "[large]") {
  expect_good(chain("def f0 (x: i32) = x + 1", "def f{0} (x: i32) = f{1} (f{1} x)", kLinks) +
              "def main (x: i32) = f40 x");
  expect_good("def main (x: i32) =\n" +
              chain("let f0 = \\x -> x + 1i32", "let f{0} = \\x -> f{1} (f{1} x)", kLinks) +
              "in f40 x");
  expect_good(chain("def f0 (f: i32 -> i32) (x: i32) = f x",
                    "def f{0} (f: i32 -> i32) (x: i32) = f{1} f (f{1} f x)", kLinks) +
              "def main (x: i32) = f40 (+ 1) x");
  expect_good("def twice 'a (f: a -> a) (x: a) = f (f x)\ndef main (x: i32) = " +
              repeat("twice (", kLinks) + "+ 1" + repeat(")", kLinks) + " x");
  expect_good(chain("def f0 (x: f64) = x * 2", "def f{0} (x: f64) = f{1} (f{1} x)", kLinks) +
              "def main (x: f64) = (vjp f40 x 1, jvp f40 x 1)");
  expect_core("def main (x: i32) =\n" +
                  chain("let f0 = (+ 1)", "let f{0} = f{1} >-> f{1}", kLinks) + "in f40 x",
              Want::anything);
}

TEST_CASE("types that double", "[large]") {
  const std::string values = chain("let x0 = (x, x)", "let x{0} = (x{1}, x{1})", kLinks);
  expect_core("def main (x: i32) =\n" + values + "in x40", Want::refusal);
  expect_core("def main (x: i32) =\n" + values + "in x40 == x40", Want::refusal);
  expect_core("def main (x: i32) =\n" + values + "in x40 + 1", Want::refusal);
  expect_core("def main (x: ()) =\n" + values + "in x40", Want::refusal);
  expect_core(
      "def main (x: i32) =\n" + chain("let x0 = (x, x)", "let x{0} = (x{1}, x{1})", 8) + "in x8",
      Want::anything);
  expect_core(chain("type t0 = i32", "type t{0} = (t{1}, t{1})", kLinks) + "def main (x: t40) = x",
              Want::refusal);
  expect_core(
      chain("type t0 = i32", "type t{0} = #a t{1} | #b t{1}", kLinks) + "def main (x: t40) = x",
      Want::refusal);
  expect_core(
      chain("type t0 'a = (a, a)", "type t{0} 'a = t{1} (t{1} a)", 6) + "def main (x: t6 i32) = x",
      Want::refusal);
  expect_core(
      chain("def f0 x = (x, x)", "def f{0} x = f{1} (f{1} x)", 6) + "def main (x: i32) = f6 x",
      Want::refusal);
}

TEST_CASE("modules that double", "[large]") {
  expect_good(chain("module m0 = {def x = 1i32}",
                    "module m{0} = {{module a = m{1} module b = m{1}}}", kLinks) +
              "def main = m40" + repeat(".a", kLinks) + ".x");
  expect_core(chain("module type t0 = {}", "module type t{0} = {{module a : t{1} module b : t{1}}}",
                    kLinks) +
                  "def main = 1i32",
              Want::refusal);
  expect_core(chain("module type t = {} module f0 (m: t) = {}",
                    "module f{0} (m: t) = f{1} (f{1} m)", kLinks) +
                  "module m = f40 {} def main = 1i32",
              Want::refusal);
}

}  // namespace laguz::bad_input
