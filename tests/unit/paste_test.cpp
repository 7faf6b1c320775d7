// Which inputs there are in what is pasted.
#include <catch2/catch.hpp>

#include <deque>
#include <string>

#include "driver/repl/paste.hpp"

namespace {

using Inputs = std::deque<std::string>;
using laguz::driver::repl::inputs_in;

}  // namespace

TEST_CASE("An input that is pasted ends where another begins", "[session]") {
  CHECK(inputs_in("").empty());
  CHECK(inputs_in("\n \n").empty());
  CHECK(inputs_in("1 + 1\n") == Inputs{"1 + 1"});
  CHECK(inputs_in("let x = 1\nx + 1\n:type x\n\n(x)") ==
        Inputs{"let x = 1", "x + 1", ":type x", "(x)"});
  // Indented lines, and those that begin nothing.
  CHECK(inputs_in("let x = f\n  y\n|> g\nlet z = 1\nin z\nz") ==
        Inputs{"let x = f\n  y\n|> g", "let z = 1\nin z", "z"});
  CHECK(inputs_in("def f (x: i32) =\n\nlet y = x\n\nin y\nif a\nthen b\nelse c") ==
        Inputs{"def f (x: i32) =\n\nlet y = x\n\nin y", "if a\nthen b\nelse c"});
  CHECK(inputs_in("module m = {\n\ndef x = 1\n\ndef y = 2\n}\nm.x") ==
        Inputs{"module m = {\n\ndef x = 1\n\ndef y = 2\n}", "m.x"});
  CHECK(inputs_in("infer x\nindex y") == Inputs{"infer x", "index y"});
}

TEST_CASE("Comments stand before what they are about", "[session]") {
  CHECK(inputs_in("-- | One.\nlet x = 1\n-- | Two.\n\nlet y = 2\n-- more\n  + x") ==
        Inputs{"-- | One.\nlet x = 1", "-- | Two.\n\nlet y = 2\n-- more\n  + x"});
  CHECK(inputs_in("x\n-- the end") == Inputs{"x"});
}

TEST_CASE("A pattern is bound where no in follows", "[session]") {
  CHECK(inputs_in("let (a, b) = e\na + b") == Inputs{"let (a, b) = e", "a + b"});
  CHECK(inputs_in("let (a, b) = e\n\na + b") == Inputs{"let (a, b) = e", "a + b"});
  CHECK(inputs_in("let (a, b) = e\nin a + b\nc") == Inputs{"let (a, b) = e\nin a + b", "c"});
}

TEST_CASE("What is enclosed is a cell: an expression of any shape, or inputs", "[session]") {
  CHECK(inputs_in("1\n:{\nlet x = 1\n\nx\n:}\n2") == Inputs{"1", "let x = 1", "x", "2"});
  CHECK(inputs_in(":{\nf\nx\n:}") == Inputs{"f\nx"});
  CHECK(inputs_in(":{\ndef x = 1\n\ndef y = x\n:}") == Inputs{"def x = 1\n\ndef y = x"});
  CHECK(inputs_in(":{\nx") == Inputs{"x"});
  CHECK(inputs_in(":{\n\n:}").empty());
}
