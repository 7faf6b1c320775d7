// Whether what has been typed so far is an input.
#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <vector>

#include "engine/unfinished.hpp"

using laguz::engine::Form;
using laguz::engine::Unfinished;

TEST_CASE("What comes line by line is an input when all of it is", "[session]") {
  // Texts that are whole only with their last line.
  for (const std::string text :
       {"def f x =\n  let a = 1\n  let b = 2\n  let (c, d) = (a,\nb)\n  -- in\n  in a + b",
        "let x =\n  let y = loop a = 0\n for b in [1, 2] do a + b\n  let z = let u = 1\n in u\n  "
        "in z",
        "def f (n: i64) =\n loop a = 0 for i < n do\n  let c = a\n  let d = c\n  in d",
        "def f x =\n  if x\n  then let a = 1 in a\n  else",
        "module m = {\n\n def x = 1\n\n def y = (let a = 1\n let b = 1 in b)\n}",
        "map (\\x ->\n let y = x\n in y)\n [1,\n2,\n3]\n",
        "match x\ncase #a ->\n let y = 1\n let z = 2\n in z\n",
        "def f =\n let g x =\n  let y = x in y\n let h = 2\n in g h",
        "def f =\n let xs = map (\\x -> let y = x in\n y) zs\n let ys = xs with [0] = 1\n in ys"}) {
    CAPTURE(text);
    Unfinished unfinished;
    std::string so_far;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      unfinished.add(line);
      so_far += (so_far.empty() ? "" : "\n") + line;
      CAPTURE(so_far);
      CHECK(unfinished.text() == so_far);
      CHECK(unfinished.form() == laguz::engine::form_of(so_far));
    }
  }
}

TEST_CASE("What is wrong outside of brackets is found out in its line", "[session]") {
  Unfinished unfinished("def f x =");
  CHECK(unfinished.form() == Form::beginning);
  unfinished.add("  let y = ) x");
  CHECK(unfinished.form() == Form::other);
  Unfinished at_once("f (x ]");
  CHECK(at_once.form() == Form::other);
  // Inside of them, when they are closed.
  Unfinished later("f (x");
  CHECK(later.form() == Form::beginning);
  later.add("+* 2 then");
  later.add(")");
  CHECK(later.form() == Form::other);
}

TEST_CASE("A long input is parsed as often as a short one", "[session]") {
  for (const std::string line :
       {"  let y = x + (f64.sin 1)\n", "  let (a, b) = (1,\n 2)\n", "  let g = \\x ->\n x * 2\n"}) {
    for (const bool in_brackets : {false, true}) {
      std::vector<int> parses;
      for (const int lines : {2, 20, 500}) {
        Unfinished unfinished(in_brackets ? "f (" : "def f x =");
        (void)unfinished.form();
        for (int i = 0; i < lines; ++i) {
          std::istringstream of_these(line);
          for (std::string one; std::getline(of_these, one);) {
            unfinished.add(one);
            CHECK(unfinished.form() == Form::beginning);
          }
        }
        unfinished.add(in_brackets ? "  in x)" : "  in x");
        CHECK(unfinished.form() != Form::beginning);
        parses.push_back(unfinished.parses());
      }
      CAPTURE(line, in_brackets, parses);
      CHECK(parses[0] == parses[1]);
      CHECK(parses[1] == parses[2]);
    }
  }
}
