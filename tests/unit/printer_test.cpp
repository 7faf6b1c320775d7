// Parsing what was printed gives the same tree.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "check/stdlib.hpp"
#include "syntax_support.hpp"

namespace {

using namespace laguz;
namespace fs = std::filesystem;

void check_round_trip(const std::string& text) {
  const auto first = test::program(text);
  const std::string printed = syntax::print(first.tree);
  CAPTURE(printed);
  const auto second = test::program(printed);
  CHECK(syntax::same(first.tree, second.tree));
  CHECK(syntax::print(second.tree) == printed);
}

/// All programs below [folder] that parse.
int check_folder(const fs::path& folder) {
  int count = 0;
  if (!fs::exists(folder)) return count;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".fut") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    if (!test::error_of(text.str()).message.empty()) continue;
    INFO(entry.path());
    check_round_trip(text.str());
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("programs of the project survive printing", "[printer]") {
  for (const auto& file : check::embedded_files()) {
    INFO(file.path);
    check_round_trip(std::string(file.text));
  }
  check_folder("examples");
  check_folder("tests/golden");
}

TEST_CASE("every kind of expression survives printing", "[printer]") {
  for (const char* exp : {
           "1",
           "0xFF",
           "0b1_0",
           "0rXIV",
           "1.5e-3",
           "0x1.8p3f32",
           "300u8",
           "-128i8",
           "true",
           "'\\n'",
           "'a'",
           "\"a\\\"b\\\\ \\955 \\0\\&1 \\DEL\\t\"",
           "???",
           "x",
           "a.b.c",
           "m.(x + y)",
           "()",
           "(1, (2, 3))",
           "{}",
           "{a = 1, b, 0 = 2}",
           "[]",
           "[1, 2]",
           "x.0.1",
           "1 .0",
           "(x).a",
           "f(x)[0].b",
           "a[1, :, 2:, :3, 1:2:3, ::4, -1:]",
           "#c",
           "#c 1 #d (#e 2)",
           "f x (-1) [2] \\y -> y",
           "- - x",
           "!(!x)",
           "! !x",
           "- !x",
           "-x ** 2",
           "a + b * c - d",
           "a |> f |> g",
           "f <| g <| x",
           "x `f` y `m.g` z",
           "x m.+ y",
           "a == b && c || d",
           "\\x (y: i32) _ : t -> x",
           "(+)",
           "(-)",
           "(m.+)",
           "(`f`)",
           "(1 +)",
           "(x `f`)",
           "(+ 1)",
           "(`f` x)",
           "(<= x)",
           "(.a.0[1])",
           "(.[1:2].b)",
           "x : [n]t",
           "x :> [n]t",
           "a...b",
           "a..<b",
           "a..>b",
           "a..b...c",
           "a..b..<c",
           "a..b..>c",
           "let x = 1 in x",
           "let [n] [m] (x: [n][m]t) = y in z",
           "let f [n] 'a (x: a): t = y in f",
           "let a[0, 1:2].b = 2 in a",
           "let a.b = 2 in a",
           "let x = let y = 1 in y let z = match x case 1 -> 2 in z",
           "if a then b else if c then d else e",
           "loop x = 1 for i < n do x + 1",
           "loop x for p in xs do x",
           "loop (x, y) = (1, 2) while x < y do (y, x)",
           "match x case (1, -2.0) -> a case _ -> b",
           "match x case #a b #c -> (match y case {a, b = 1} -> 2) case #d -> 3",
           "assert (x < y) z",
           "a with [0] = 1 with b.c[2] = 3",
           "a with 0 .1 = 1",
           "#[a] #[b(c, 1, d())] x",
           "#[3] x + y",
           "let #[a] x = 1 in x",
           "let (x: i32, {a, b = _}) = y in x",
           "let (+++) = f in f",
           "f x :> t : u",
       }) {
    CAPTURE(exp);
    check_round_trip(std::string("def x = ") + exp);
  }
}

TEST_CASE("every kind of type survives printing", "[printer]") {
  for (const char* type :
       {"t", "m.t", "(t)", "()", "(t, u)", "{a: t, 0: u}", "[n]t", "[][n + 1]t", "*t", "* *t",
        "t [n] u (v)", "a -> b -> c", "(a -> b) -> c", "(n: i64) -> [n]t",
        "#a | #b t [n]u | #c (#d)", "?[n][m].([n]t, [m]u)", "[n]#a | #b", "*[n]t -> *t"}) {
    CAPTURE(type);
    check_round_trip(std::string("type t = ") + type);
    check_round_trip(std::string("def f (x: ") + type + ") = x");
  }
}

TEST_CASE("every kind of declaration survives printing", "[printer]") {
  check_round_trip("");
  check_round_trip("-- | File.\n--\n-- Two lines.\n\n-- | One.\ndef x = 1");
  check_round_trip("-- |\n\n-- | One.\ndef x = 1");
  check_round_trip(
      "def x +++ y = x def (+++) x y = y def x `f` y = x def (-) = 1 entry f (x: t): t = x let y = "
      "1");
  check_round_trip("#[a] #[b(c)] def f [n] 't '~u '^v x = 1 type^ t 'a [n] = [n]a type~ u = t");
  check_round_trip(
      "module m = { def x = 1 -- | d\n local def y = 2 } module n = m module o = (import "
      "\"a\\\\b\")");
  check_round_trip("module f (a: s) (b: {}) : t with u 'a [n] = [n]a with v.w = x = g (h a) b : t");
  check_round_trip(
      "module f = \\(a: s) : (t) -> \\(b: s) -> a : u open f import \"x\" local open g");
  check_round_trip(
      "module type s = { -- | d\n #[a] val x [n] 't : [n]t val (+) : t val f : t type t type^ u 'a "
      "type v = t include s with t = i32 module m : (a: s) -> s -> {} }");
}

TEST_CASE("long chains are printed without recursion", "[printer]") {
  const int n = 20000;
  for (const std::string& text :
       {test::repeat("let a = 1 in ", n) + "a", test::repeat("if a then b else ", n) + "c",
        test::repeat("1 + ", n) + "1", test::repeat("1 <| ", n) + "1",
        "x" + test::repeat("[0].b", n)})
    check_round_trip("def x = " + text);
}

TEST_CASE("trees that differ are told apart", "[printer]") {
  auto differ = [](const std::string& a, const std::string& b) {
    return !syntax::same(*test::expression(a).tree, *test::expression(b).tree);
  };
  CHECK(differ("1", "1i32"));
  CHECK(differ("x", "y"));
  CHECK(differ("(x)", "x"));
  CHECK(differ("a + (b)", "a - (b)"));
  CHECK(differ("f x", "f x y"));
  CHECK(differ("a[1:2]", "a[1:]"));
  CHECK(differ("let x = 1 in x", "let x = 1 in y"));
  CHECK(differ("\\x -> x", "\\x : t -> x"));
  CHECK(differ("a..b...c", "a..b..<c"));
  CHECK_FALSE(differ("a  +  b", "a+b"));
}
