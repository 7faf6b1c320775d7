// Deep nesting of everything that nests.
#include <catch2/catch.hpp>

#include <iterator>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

/// `before open open ... middle close close ... after`
struct Nesting {
  const char *before, *open, *middle, *close, *after;

  std::string text(int depth) const {
    return before + repeat(open, depth) + middle + repeat(close, depth) + after;
  }
};

constexpr int kDeepest = kMegabyte / 10;

const Nesting kNestings[] = {
    // expressions
    {"def main : i32 = ", "(", "1", ")", ""},
    {"def main = ", "(1,", "1", ")", ""},
    {"def main = ", "[", "1", "]", ""},
    {"def main = ", "{a=", "1", "}", ""},
    {"def main (a: []i64) = ", "a[", "1", "]", ""},
    {"def main (a: []i64) = ", "a[0:", "1", "]", ""},
    {"def main = ", "(+ ", "1", ")", ""},
    {"def main = ", "(", "1", " +)", ""},
    {"def main = ", "i64.(", "1", ")", ""},
    {"def main = ", "\\x -> ", "1", "", ""},
    {"def main = (", "\\x -> ", "x", "", ") 1"},
    {"def main : i32 = ", "- ", "1", "", ""},
    {"def main = ", "! ", "true", "", ""},
    {"def main : i32 = ", "#[a] ", "1", "", ""},
    {"def main : i32 = ", "assert true ", "1", "", ""},
    {"def main : i32 = ", "match 1 case _ -> ", "1", "", ""},
    {"def main : i32 = ", "match ", "1", " case _ -> 1", ""},
    {"def main : i32 = ", "(match 2 case 1 -> 2 case x -> ", "1", ")", ""},
    {"def main : i32 = ", "loop x = 1 for i < 1 do ", "1", "", ""},
    {"def main : i32 = ", "loop x = 1 while false do ", "1", "", ""},
    {"def main : i32 = ", "loop x = ", "1", " for i < 1 do x", ""},
    {"def main : i64 = ", "let a = ", "1", " in a", ""},
    {"def main : i64 = ", "let f x = ", "1", " in f 1", ""},
    {"def main : i32 = ", "if true then ", "1", " else 1", ""},
    {"def main : i32 = ", "if true then 1 else (", "1", ")", ""},
    {"def main = ", "if ", "true", " then true else false", ""},
    {"def f (x: i64) = x def main = ", "f (", "1", ")", ""},
    {"def main = ", "id (", "1", ")", ""},
    {"def main = ", "id <| (", "1", ")", ""},
    {"def main = ", "(1 + ", "1", ")", ""},
    {"def main = ", "(", "1", " + 1)", ""},
    {"def main = ", "map (\\x -> ", "1", ") [1]", ""},
    {"def main (a: *[]i64) = ", "a with [0] = (", "1", ")", ""},
    {"def main = ", "#a (", "1", ")", ""},
    {"def main = ", "jvp (\\x -> ", "1f64", ") 1f64 1f64", ""},
    {"def main = ", "(1..2...", "1", ")", ""},
    {"def main : i64 = ", "(", "1", " : i64)", ""},
    {"def main = 1 : ", "[(1 : ", "i64", ")]i64", ""},
    // types
    {"type t = ", "(", "i64", ")", ""},
    {"type t = ", "(i64, ", "i64", ")", ""},
    {"type t = ", "[]", "i64", "", ""},
    {"def main (x: ", "[]", "i64", "", ") = x"},
    {"def main (x: ", "[1]", "i64", "", ") = x"},
    {"def main (x: ", "* ", "i64", "", ") = x"},
    {"type^ t = ", "i64 -> ", "i64", "", ""},
    {"type^ t = ", "(i64 -> ", "i64", ") -> i64", ""},
    {"type^ t = ", "(a: i64) -> ", "i64", "", ""},
    {"type t = ", "{a: ", "i64", "}", ""},
    {"type t = ", "#a (", "i64", ")", ""},
    {"def f (x: i64) : ", "?[n].[n](", "i64", ")", " = ???"},
    {"type t 'a = a def main (x: ", "t (", "i64", ")", ") = x"},
    // patterns
    {"def main (x: i64) = let ", "(", "y", ")", " = x in 1"},
    {"def main (x: i64) = let ", "(a, ", "y", ")", " = x in 1"},
    {"def main (x: i64) = let ", "{a = ", "y", "}", " = x in 1"},
    {"def main (x: i64) = let ", "#[a] ", "y", "", " = x in 1"},
    {"def main (x: i64) = let ", "(", "y", " : i64)", " = x in 1"},
    {"def main (x: i64) = match x case ", "#a (", "y", ")", " -> 1"},
    {"def main ", "(", "x", ")", " = x"},
    // declarations and modules
    {"", "local ", "def x = 1", "", ""},
    {"", "module m = {", "", "}", ""},
    {"", "open {", "", "}", ""},
    {"module m = ", "(", "{}", ")", ""},
    {"module m = ", "{module m = ", "{}", "}", ""},
    {"module m = {} : ", "(", "{}", ")", ""},
    {"module type t = ", "{module m : ", "{}", "}", ""},
    {"module type t = ", "{include ", "{}", "}", ""},
    {"module type t = ", "(a: {}) -> ", "{}", "", ""},
    {"module type t = ", "{} -> ", "{}", "", ""},
    {"module type t = ", "({} -> ", "{}", ") -> {}", ""},
    {"module f (a: {}) = a module m = ", "f (", "{}", ")", ""},
    {"module m = ", "\\(a: {}) -> ", "{}", "", ""},
    {"module m = {}", " : {}", "", "", ""},
    {"module m = {}", " {}", "", "", ""},
    {"module type s = {type t} module type r = s", " with t = i64", "", "", ""},
    {"module type s = {val x : ", "(", "i64", ")", "}"},
    // attributes
    {"#[", "a(", "b", ")", "] def x = 1"},
    {"def main = #[", "a(", "b", ")", "] 1"},
};

/// Of programs that every command is given; under sanitizers each of these takes long.
constexpr std::size_t kStep = LAGUZ_SANITIZED ? 3 : 1;

}  // namespace

TEST_CASE("nesting of 5,000 levels", "[deep]") {
  for (std::size_t n = 0; n < std::size(kNestings); n += kStep) {
    const Nesting& nesting = kNestings[n];
    CAPTURE(nesting.before, nesting.open);
    expect_program(nesting.text(5000), Want::refusal);
  }
}

TEST_CASE("the deepest nesting", "[deep]") {
  for (const Nesting& nesting : kNestings) {
    CAPTURE(nesting.before, nesting.open);
    expect_check(nesting.text(kDeepest), Want::refusal);
  }
}

TEST_CASE("brackets that nobody closes", "[deep]") {
  for (const Nesting& nesting : kNestings) {
    CAPTURE(nesting.before, nesting.open);
    expect_check(nesting.before + repeat(nesting.open, kDeepest), Want::refusal);
    expect_check(nesting.before + repeat(nesting.open, 300), Want::anything);
  }
}

// As deep as the parser goes, so that all that follows it goes as deep.
TEST_CASE("nesting of 240 levels", "[deep]") {
  for (std::size_t n = 0; n < std::size(kNestings); n += kStep) {
    const Nesting& nesting = kNestings[n];
    CAPTURE(nesting.before, nesting.open);
    expect_program(nesting.text(240), Want::anything);
  }
}

}  // namespace laguz::bad_input
