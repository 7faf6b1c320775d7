// Which inputs there are in what is pasted.
#include <catch2/catch.hpp>

#include <deque>
#include <string>

#include "driver/repl/paste.hpp"

namespace {

using Inputs = std::deque<std::string>;
using laguz::driver::repl::behind_dots;
using laguz::driver::repl::behind_prompt;
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

TEST_CASE("What is copied from a session is pasted without prompts and answers", "[session]") {
  CHECK(inputs_in("[0]> let x = 1\n(x : i32; its type was free.)\n[1]> x\n1\n") ==
        Inputs{"let x = 1", "x"});
  CHECK(inputs_in("[10]> let f x =\n....> x\n....>   + 1\n[11]>\n[12]> f 2\n3") ==
        Inputs{"let f x =\nx\n  + 1", "f 2"});
  CHECK(inputs_in(">>> let f x =\n...   x\n...\n>>> f 2\n2\n>>> ") ==
        Inputs{"let f x =\n  x\n", "f 2"});
  CHECK(inputs_in("$ laguz repl\r\n[0]> 1\r\n1\r\n[1]> Leaving") == Inputs{"1\r", "Leaving"});
  CHECK(inputs_in("break [3]> x\n5\nbreak [4]> :continue") == Inputs{"x", ":continue"});
  // Lines that were not at a prompt belong to what was not finished, and else are answers.
  CHECK(inputs_in("> let f x =\n    x\n> f 2\n2\n  more\n") == Inputs{"let f x =\n    x", "f 2"});
  CHECK(inputs_in("\n  > 1\n  1\n  > 2\n") == Inputs{"1", "2"});
  // It begins with none: what looks like one is an operator.
  CHECK(inputs_in("x\n> 2") == Inputs{"x\n> 2"});
  CHECK(inputs_in("[1\n... 5]\n") == Inputs{"[1\n... 5]"});
  CHECK(inputs_in("$ laguz repl\n") == Inputs{"$ laguz repl"});
}

TEST_CASE("A line that is copied from a session loses its prompt", "[session]") {
  CHECK(behind_prompt("[3]> f x") == "f x");
  CHECK(behind_prompt(">>> f x") == "f x");
  CHECK(behind_prompt("  >   f x") == "  f x");
  CHECK(behind_prompt(">>>") == "");
  for (const char* none : {"", "[3]>x", "[]> x", "[x]> x", ">= x", ">>x", ">> x", "x > y", "3> x"})
    CHECK(!behind_prompt(none));
  CHECK(behind_dots("....>   x") == "  x");
  CHECK(behind_dots("... x") == "x");
  CHECK(behind_dots("...") == "");
  for (const char* none : {"", "..", ".. x", "...x", "....x", "x ... y"}) CHECK(!behind_dots(none));
}
