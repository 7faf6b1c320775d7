// A megabyte of one thing.
#include <catch2/catch.hpp>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

struct Chain {
  const char *before, *link, *after;

  std::string text(int bytes) const {
    const auto length = std::string(link).size();
    return before + repeat(link, bytes / static_cast<int>(length)) + after;
  }
};

const Chain kChains[] = {
    // operators
    {"def main (x: i64) = x", " + x", ""},
    {"def main (x: i64) = x", " ** x", ""},
    {"def main (x: i64) = x", " - x * x", ""},
    {"def main (x: bool) = x", " && x", ""},
    {"def main (x: bool) = x", " || x", ""},
    {"def main (x: i64) = x", " |> (+ 1)", ""},
    {"def main (x: i64) = ", "id <| ", "x"},
    {"def main (x: i64) = x", " |> id", ""},
    {"def main (x: i64) = (id", " >-> id", ") x"},
    {"def main (x: []i64) = x", " ++ x", ""},
    {"def main (x: i64) = x", " `i64.max` x", ""},
    {"def main (x: i64) = x", " == x", ""},
    {"def main (x: i64) = 1", ".x", ""},
    {"def main (x: i64) = x", " ..< x", ""},
    {"def main (x: i64) = x", " <", " x"},
    {"def main (x: i64) = x ", "+", " x"},
    // lists
    {"def main = [", "1,", "1]"},
    {"def main = [", "1f32,", "true]"},
    {"def main (x: i64) = [", "x,", "x]"},
    {"def main (x: i64) = (", "x,", "x)"},
    {"def main = [", "[1],", "[1]]"},
    {"def main = [", "(1,2),", "(1,2)]"},
    {"def main = {", "a = 1,", "b = 2}"},
    {"def main = (", "1,", "1)"},
    {"def main (x: []i64) = x[", "0,", "0]"},
    // application and selection
    {"def main = id", " id", " 1"},
    {"def main (x: i64) = x", " x", ""},
    {"def f (x: i64) = x def main = f", " 1", ""},
    {"def main (x: []i64) = x", "[0]", ""},
    {"def main (x: []i64) = x", "[:]", ""},
    {"def main (x: (i64, i64)) = x", ".0", ""},
    {"def main (x: {a: i64}) = x", ".a", ""},
    {"def main (x: i64) = x", " : i64", ""},
    {"def main (x: []i64) = x", " :> []i64", ""},
    {"def main (x: *[]i64) = x", " with [0] = 1", ""},
    {"def main (x: {a: i64}) = x", " with a = 1", ""},
    {"def main (x: i64) = #c", " x", ""},
    // what repeats inside constructs
    {"def main (x: i64) = ", "let x = x ", "in x"},
    {"def main (x: i64) = ", "let x = x + 1 in ", "x"},
    {"def main (x: i64) = ", "let f y = y + x ", "in f x"},
    {"def main (x: *[]i64) = ", "let x[0] = 1 ", "in x"},
    {"def main (x: i64) = ", "if x == 1 then x else ", "x"},
    {"def main (x: i64) = match x ", "case 1 -> 2 ", "case _ -> 1"},
    {"def main (x: i64) = match x", " case _ -> 1", ""},
    {"def main (x: bool) = match x", " case true -> 1", ""},
    {"def main (x: i64) = match x case ", "#a ", " -> 1"},
    {"def f ", "x ", "= 1"},
    {"def f ", "(x: i64) ", "= 1"},
    {"def f ", "[n] ", "= 1"},
    {"def f ", "'t ", "= 1"},
    {"def main = \\", "_ ", "-> 1"},
    {"def main (x: i64) = let (", "a,", "b) = x in 1"},
    {"def main = loop (", "a,", "b) = 1 for i < 3 do 1"},
    // types
    {"type t = #a", " | #b", ""},
    {"type t = (", "i64,", "i64)"},
    {"type t = i64", " i64", ""},
    {"type t = #a", " i64", ""},
    {"def f (x: ?", "[n]", ".[n]i64) = 1"},
    // declarations
    {"", "def x = 1\n", ""},
    {"", "def f (x: i64) : i64 = x + 1\n", "def main (x: i64) = f x"},
    {"", "open {}\n", ""},
    {"", "#[a] ", "def main = 1"},
    {"", "module m = {}\n", ""},
    {"", "import \"a\"\n", ""},
    {"module type t = {", "val x : i64 ", "}"},
    {"module type t = {", "type t ", "}"},
    // tokens
    {"def main = 1", "1", ""},
    {"def main = 1", "1", "i64"},
    {"def main = 1.", "1", "e5"},
    {"def main = 1e", "1", ""},
    {"def main = 0x", "f", ""},
    {"def main = 0x1.", "f", "p3"},
    {"def main = 0b", "1", ""},
    {"def main = 0rM", "M", ""},
    {"def main = 1", "_", ""},
    {"def main = \"", "a", "\""},
    {"def main = \"", "\\n", "\""},
    {"def main = \"", "\\1234", "\""},
    {"def main = \"", "\xe2\x82\xac", "\""},
    {"def main = \"", "a", ""},
    {"def main = '", "a", "'"},
    {"def ", "a", " = 1"},
    {"def main = ", "a", ""},
    {"def main = ", "a.", "b"},
    {"def main = #", "a", ""},
    {"def main = #[", "a", "] 1"},
    {"def main = #[", "a,", "b] 1"},
    {"-- ", "comment ", "\ndef main = 1"},
    {"-- | ", "comment ", "\ndef main = 1"},
    {"-- |\n", "-- a\n", "def main = 1"},
    {"-- ", "comment ", ""},
    {"-- | ", "comment ", ""},
    {"", " ", "def main = 1"},
    {"", "\n", "def main = "},
    {"def main = 1", "\n\n", "+"},
    // what closes or never begins
    {"def main = ", ")", ""},
    {"", "]", ""},
    {"def main = 1 ", "in ", ""},
    {"", "else ", ""},
    {"", "\xff", ""},
};

}  // namespace

TEST_CASE("a megabyte of one thing", "[long]") {
  for (const Chain& chain : kChains) {
    CAPTURE(chain.before, chain.link, chain.after);
    expect_check(chain.text(kMegabyte), Want::anything);
  }
}

// The rest of the way to evaluation. At the prompt an unfinished line asks for more.
TEST_CASE("32 KB of one thing, run", "[long]") {
  for (const Chain& chain : kChains) {
    CAPTURE(chain.before, chain.link, chain.after);
    expect_program(chain.text(kMegabyte / 32), Want::anything);
  }
}

}  // namespace laguz::bad_input
