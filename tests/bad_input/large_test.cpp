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

/// Refused under `core`, and the message says each of [words].
void expect_told(const std::string& text, const std::vector<std::string>& words) {
  CAPTURE(text.substr(0, 1000));
  const Outcome outcome = run_laguz({"core", file_with(text)});
  expect(outcome, Want::refusal);
  for (const std::string& word : words) {
    CAPTURE(word, outcome.err);
    CHECK(outcome.err.find(word) != std::string::npos);
  }
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

TEST_CASE("functions that double the functions they are given", "[large]") {
  const std::vector<std::string> told{"copies of functions", "f0 (", "its argument h is a function",
                                      "Hint"};
  for (const int links : {17, kLinks}) {
    expect_told(chain("def f0 (h: f64 -> f64) (x: f64) = h x + 1",
                      "def f{0} (h: f64 -> f64) (x: f64) = f{1} (f{1} h) x", links) +
                    fmt::format("def main (x: f64) = f{} (* 2) x", links),
                told);
    expect_told("def main (x: f64) =\n" +
                    chain("let f0 (h: f64 -> f64) (x: f64) = h x + 1",
                          "let f{0} (h: f64 -> f64) (x: f64) = f{1} (f{1} h) x", links) +
                    fmt::format("in f{} (* 2) x", links),
                told);
  }
  expect_told(chain("def f0 (h: {f: f64 -> f64}) (x: f64) = h.f x + 1",
                    "def f{0} (h: {{f: f64 -> f64}}) (x: f64) = f{1} {{f = f{1} h}} x", kLinks) +
                  "def main (x: f64) = f40 {f = (* 2)} x",
              {"copies of functions", "its argument h holds a function"});
  expect_told("def main (x: f64) =\n" +
                  chain("let f0 = \\(h: f64 -> f64) (x: f64) -> h x + 1",
                        "let f{0} = \\(h: f64 -> f64) (x: f64) -> f{1} (f{1} h) x", kLinks) +
                  "in f40 (* 2) x",
              {"copies of functions", "a lambda ("});
  expect_told(chain("def f0 : (f64 -> f64, f64 -> f64) = ((+ 1), (* 2))",
                    "def f{0} : (f64 -> f64, f64 -> f64) = (f{1}.0 >-> f{1}.1, f{1}.1 >-> f{1}.0)",
                    kLinks) +
                  "def main (x: f64) = f40.0 x",
              {"copies of functions"});
  expect_told("def main (x: i32) =\n" +
                  chain("let f0 = (+ 1)", "let f{0} = f{1} >-> f{1}", kLinks) + "in f40 x",
              {"inlined", "prelude"});
}

TEST_CASE("derivatives in one another", "[large]") {
  expect_told(chain("def f0 (x: f64) = x * f64.sin x", "def f{0} (x: f64) = f{1} (f{1} x)", 6) +
                  chain("def d0 (x: f64) = f6 x", "def d{0} (x: f64) = vjp d{1} x 1", 20) +
                  "def main (x: f64) = d20 x",
              {"derivatives here are too large", "Hint"});
  expect_told(
      chain("def d0 (x: f64) = x * f64.sin x", "def d{0} (x: f64) = vjp d{1} (d{1} x) 1", 20) +
          "def main (x: f64) = d20 x",
      {"derivatives here are too large"});
  expect_good(chain("def d0 (x: f64) = x * f64.sin x", "def d{0} (x: f64) = vjp d{1} x 1", 4) +
              "def main (x: f64) = d4 x");
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

// What each declaration makes deeper is refused at some depth: each would be walked, by each.
TEST_CASE("types deeper with each declaration", "[large]") {
  // (With sanitizers the time of all that is refused would be minutes.)
  constexpr int kMany = LAGUZ_SANITIZED ? 3'000 : 30'000;
  const std::string last = std::to_string(kMany);
  const std::string deep = "nested too deeply";
  expect_told(chain("type t0 = i32", "type t{0} = {{a: t{1}}}", kMany) + "def main (x: t" + last +
                  ") = 1i32",
              {deep, ":502:"});
  expect_told(chain("type t0 = i32", "type t{0} = #a t{1} | #b", kMany) + "def main (x: t" + last +
                  ") = 1i32",
              {deep});
  expect_told("def main (a0: i32) =\n" + chain("", "let a{0} = {{a = a{1}}}", kMany) + "in 1i32",
              {deep, "503 | let a501 = {a = a500}"});
  expect_told("def f 'a (x: a) = {a = x}\ndef main (a0: i32) =\n" +
                  chain("", "let a{0} = f a{1}", kMany) + "in 1i32",
              {deep});
  expect_told(chain("def f0 't (x: t) = x", "def f{0} 't (x: t) = f{1} (x, 1i32)", kMany) +
                  "def main (x: i32) = (f" + last + " x).1",
              {deep});
  expect_told(chain("def f0 't (x: t) = 1i32", "def f{0} 't (x: t) : i32 = f{1} (x, 1i32)", kMany) +
                  "def main (x: i32) = f" + last + " x",
              {deep});
  expect_told(chain("module m0 : {type t val v: t} = {type t = i32 def v = 1i32}",
                    "module m{0} : {{type t val v: t}} = "
                    "{{type t = {{a: m{1}.t}} def v = {{a = m{1}.v}}}}",
                    kMany) +
                  "def main = m" + last + ".v",
              {deep});
  const std::string many = "too many arguments, one after the other";
  expect_told(chain("def f0 (x: i32) = x", "def f{0} (x: i32) = f{1}", kMany) + "def main = 1i32",
              {many});
  expect_told(
      chain("def f0 = \\(x: i32) -> x", "def f{0} = \\(x: i32) -> f{1}", kMany) + "def main = 1i32",
      {many});
  expect_good(chain("type t0 = i32", "type t{0} = {{a: t{1}}}", 400) + "def main (x: t400) = x");
  expect_good("def main (a0: i32) =\n" + chain("", "let a{0} = {{a = a{1}}}", 400) + "in a400");
  expect_good(chain("def f0 (x: i32) = x", "def f{0} (x: i32) = f{1}", 400) + "def main = f400 " +
              repeat("1 ", 401));
}

TEST_CASE("modules that open one another", "[large]") {
  expect_told(
      chain("module m0 = {def x0 = 1i32}", "module m{0} = {{open m{1} def x{0} = x{1}}}", 30'000) +
          "def main = m30000.x30000",
      {"Too many names are opened"});
  expect_good(
      chain("module m0 = {def x0 = 1i32}", "module m{0} = {{open m{1} def x{0} = x{1}}}", 300) +
      "def main = m300.x300");
}

// A large record is bound and passed on without being copied.
TEST_CASE("large records that are bound again and again", "[large]") {
  expect_good("def main (x: i32) =\n" + chain("let x0 = x", "let x{0} = (x{1}, x{1})", 13) +
              chain("let y0 = x13", "let y{0} = y{1}", 3000) + "in y3000" + repeat(".0", 13));
}

TEST_CASE("long strings", "[large]") {
  constexpr int kLongest = 16 << 20;
  expect_good("def main = \"" + repeat("a", kMegabyte) + "\"");
  expect_told("def main = \"" + repeat("a", kLongest + 1) + "\"", {"String literal too long"});
  // What follows an escape is not read again for each of them.
  expect_good("def main = length \"" + repeat("\\NUL", kMegabyte / 4) + "\"");
}

TEST_CASE("long chains of maps", "[large]") {
  constexpr int kMany = 30'000;
  expect_good("def main (x0: []i32) =\n" + chain("", "let x{0} = map (+ 1) x{1}", kMany) +
              "in x30000");
  expect_good("def main (x: []i32) = x" + repeat(" |> map (+ 1)", kMany - 1));
}

}  // namespace laguz::bad_input
