// Inference: what types definitions get, what is refused and in which words.
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <map>

#include "check/checker.hpp"
#include "support/deep_stack.hpp"
#include "support/source.hpp"
#include "syntax/parse.hpp"

using namespace laguz;

namespace {

/// A program of one file, or of several by name.
struct Program {
  std::deque<support::SourceFile> sources;
  std::map<std::string, std::string> files;
  check::Checker checker{[this](const std::string& path) -> const support::SourceFile* {
    auto found = files.find(path);
    return found == files.end() ? nullptr : &sources.emplace_back(path, found->second);
  }};
  std::vector<support::Diagnostic> warnings;
  check::ScopePtr env;

  explicit Program(std::string text, std::map<std::string, std::string> others = {})
      : files(std::move(others)) {
    env = checker.check_file(sources.emplace_back("test.fut", std::move(text)), &warnings);
  }
  std::string type(const std::string& name) {
    const auto* def = checker.lookup(env, name);
    REQUIRE(def);
    return check::show(def->scheme.type);
  }
  std::string expression(const std::string& text) {
    auto exp = syntax::parse_expression(sources.emplace_back("prompt", text));
    return check::show(checker.check_expression(env, exp)->scheme.type);
  }
};

std::string type_of(const std::string& definition) { return Program(definition).type("f"); }

/// The message with which [text] is refused; empty when it is accepted.
std::string refusal(const std::string& text) {
  try {
    Program program(text);
    return {};
  } catch (const support::UserError& error) {
    CHECK(error.diagnostic().phase == support::Phase::type);
    CHECK(error.diagnostic().span);
    return error.diagnostic().message + error.diagnostic().hint;
  }
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void check_refused(const std::string& text, const std::string& words) {
  const std::string message = refusal(text);
  INFO(text << "\n" << message);
  CHECK(has(message, words));
}

}  // namespace

TEST_CASE("Literals and operators are overloaded, and default to i32 and f64", "[infer]") {
  CHECK(type_of("def f x = x + 1") == "i32 -> i32");
  CHECK(type_of("def f x = x + 1.0") == "f64 -> f64");
  CHECK(type_of("def f (x: u8) = x + 1") == "u8 -> u8");
  CHECK(type_of("def f (x: f32) = x * 2 < 1") == "f32 -> bool");
  CHECK(type_of("def f = 'a' + 1u8") == "u8");
  CHECK(type_of("def f x = !x && true") == "bool -> bool");
  CHECK(type_of("def f (x: i64) y = -x ** y") == "i64 -> i64 -> i64");
  check_refused("def f = true + 1", "bool is not a number.");
  check_refused("def f (x: f32) = x & x", "f32 is not an integer.");
  check_refused("def f : u8 = 256", "out of bounds");
  check_refused("def f : u8 = -1", "out of bounds");
  check_refused("def f : f32 = 1e40", "out of bounds");
  CHECK(refusal("def f : i8 = -128").empty());
}

TEST_CASE("Top-level definitions are polymorphic, local ones only in words", "[infer]") {
  CHECK(type_of("def f x = x") == "a -> a");
  CHECK(type_of("def f x y = (y, x)") == "a -> b -> (b, a)");
  CHECK(type_of("def f g x = g (g x)") == "(a -> a) -> a -> a");
  CHECK(type_of("def f 't (x: t) y = (x, y)") == "t -> a -> (t, a)");
  CHECK(type_of("def id' x = x def f = (id' 1i8, id' true)") == "(i8, bool)");
  check_refused("def f = let g x = x in (g 1i8, g true)", "Cannot apply \"g\" to \"true\"");
  CHECK(type_of("def f = let g 't (x: t) = x in (g 1i8, g true)") == "(i8, bool)");
  check_refused("def f = \\x -> x x", "Occurs check");
  check_refused("def f 't (x: t) : i32 = x", "Function body does not have expected type");
}

TEST_CASE("Records and sums are inferred from a part once the rest is known", "[infer]") {
  CHECK(type_of("def f (r: {a: i32, b: bool}) = (r.b, r.a)") == "{a: i32, b: bool} -> (bool, i32)");
  CHECK(type_of("def f (ps: [](i8, bool)) = map (\\p -> p.1) ps") == "[d](i8, bool) -> *[d]bool");
  CHECK(type_of("def f = {b = 1i8, a = true} with b = 2") == "{a: bool, b: i8}");
  CHECK(type_of("def f (x: #a i8 | #b) = match x case #a n -> n case #b -> 0") ==
        "(#a i8 | #b) -> i8");
  check_refused("def f x = x.a", "ambiguous");
  check_refused("def f = #a 1i8", "ambiguous");
  check_refused("def f (r: {a: i32}) = r.c", "\"c\"");
  check_refused("def f : {a: i32} = {a = 1, b = 2}", "unshared fields: b");
  check_refused("def f = {a = 1, a = 2}", "previously");
}

TEST_CASE("Sizes follow values", "[infer][sizes]") {
  CHECK(type_of("def f n = iota n") == "(n: i64) -> *[n]i64");
  CHECK(type_of("def f [n] (xs: [n]i32) = map (+ 1) xs") == "[n]i32 -> *[n]i32");
  CHECK(type_of("def f (xs: []i32) (ys: []i32) = xs ++ ys") == "[d]i32 -> [d1]i32 -> *[d + d1]i32");
  CHECK(type_of("def f [n] [m] (xs: [n][m]bool) = transpose xs") == "[n][m]bool -> [m][n]bool");
  CHECK(type_of("def f [n] (xs: [n]i8) = filter (> 0) xs") == "[n]i8 -> ?[d].*[d]i8");
  CHECK(type_of("def f [n] (xs: [n]i8) = xs |> filter (> 0) |> map (+ 1)") ==
        "[n]i8 -> ?[d].[d]i8");
  CHECK(type_of("def f [n] (xs: [n]i8) = xs[1:3]") == "[n]i8 -> [3 - 1]i8");
  CHECK(type_of("def f [n] (xs: [n]i8) = xs[:n]") == "[n]i8 -> [n]i8");
  CHECK(type_of("def f (n: i64) = 0..<n") == "(n: i64) -> *[n]i64");
  CHECK(type_of("def f [n] (xs: [n]i8) = flatten (replicate 3 xs)") == "[n]i8 -> *[3 * n]i8");
  CHECK(type_of("def f n m (xs: [n * m]i8) = unflatten xs") ==
        "(n: i64) -> (m: i64) -> [n * m]i8 -> [n][m]i8");
  CHECK(type_of("def f (n: i64) = let m = n in iota m") == "(n: i64) -> *[n]i64");
  CHECK(type_of("def f (n: i64) = (iota (n + 1), n)") == "(n: i64) -> *([n + 1]i64, i64)");
}

TEST_CASE("Branches and loops that change sizes give sizes of their own", "[infer][sizes]") {
  CHECK(type_of("def f [n] (b: bool) (xs: [n]i8) = if b then xs else copy xs") ==
        "bool -> [n]i8 -> [n]i8");
  CHECK(type_of("def f (b: bool) = if b then [1i8] else [1, 2]") == "bool -> ?[k].*[k]i8");
  CHECK(type_of("def f [n] (xs: [n]i8) = loop ys = xs for i < 3 do map (+ 1) ys") ==
        "[n]i8 -> [n]i8");
  CHECK(type_of("def f [n] (xs: [n]i8) = loop ys = xs for i < 3 do ys ++ ys") ==
        "[n]i8 -> ?[n].[n]i8");
  CHECK(type_of("def f [n] (x: [n]i8) (y: [n]i8) = loop (a, b) = (x, y) for i < 3 do (b, a)") ==
        "[n]i8 -> [n]i8 -> ([n]i8, [n]i8)");
  CHECK(type_of("def f [n] [m] (x: [n]i8) (y: [m]i8) = loop (a, b) = (x, y) for i < 3 do (b, a)") ==
        "[n]i8 -> [m]i8 -> ?[n][m].([n]i8, [m]i8)");
  check_refused("def f (b: bool) = if b then (\\x -> x + 1i8) else (\\x -> x)", "function type");
}

TEST_CASE("A written existential size is what the body gives, or keeps its name",
          "[infer][sizes]") {
  CHECK(type_of("def f (n: i64) : ?[k].[k]i64 = iota n") == "(n: i64) -> [n]i64");
  CHECK(type_of("def f (n: i64) : ?[k].[k]i64 = filter (> 1) (iota n)") == "i64 -> ?[k].[k]i64");
  CHECK(type_of("def f (n: i64) : ?[a][b].([a]i64, [b]i64) = (filter (> 1) (iota n), iota 3)") ==
        "i64 -> ?[a].([a]i64, [3]i64)");
}

TEST_CASE("Matches have to be exhaustive", "[infer][match]") {
  check_refused("def f (x: #a | #b i8) = match x case #a -> 1i8",
                "Unmatched cases in match expression:\n  #b _");
  check_refused("def f (x: (bool, bool)) = match x case (true, _) -> 1i8 case (_, true) -> 2",
                "(false, false)");
  check_refused("def f (x: i32) = match x case 1 -> true case 2 -> false", "Unmatched cases");
  check_refused("def f (x: #a | #b) = let #a = x in 1i8", "Refutable");
  CHECK(refusal(
            "def f (x: #a (#c | #d) | #b) = match x case #a #c -> 1i8 case #b -> 2 case #a #d -> 3")
            .empty());
}

TEST_CASE("Modules: abstract types, views, functors", "[infer][modules]") {
  CHECK(Program("module m = {def x = 1i8} def f = m.x + 1").type("f") == "i8");
  check_refused("module m : {type t val x : t} = {type t = i8 def x = 1i8} def f = m.x + 1", "m.t");
  CHECK(type_of("module m : {type t val x : t} with t = i8 = {type t = i8 def x = 1i8} def f = m.x "
                "+ 1") == "i8");
  CHECK(type_of("module m : {val id : i8 -> i8} = {def id x = x} def f = m.id") == "i8 -> i8");
  const std::string functor =
      "module type mt = {type t val zero : t val add : t -> t -> t}\n"
      "module sum (m: mt) = {def sum (xs: []m.t) = reduce m.add m.zero xs}\n";
  CHECK(
      type_of(
          functor +
          "module s = sum {type t = i8 def zero = 0i8 def add (x: i8) y = x + y} def f = s.sum") ==
      "[d]i8 -> i8");
  check_refused(functor + "module s = sum {type t = i8 def zero = 0i8}",
                "does not define a value named \"add\"");
  check_refused(
      functor + "module s = sum {type t = i8 def zero = true def add (x: i8) (y: i8) = x}",
      "val zero: bool");
  check_refused("module type mt = {type t} module f (m: mt) = {def x (y: m.t) = y + 1}",
                "t is not a number.");
  CHECK(type_of("module m = {module n = {def x = 1i8}} def f = m.(n.x)") == "i8");
  CHECK(type_of("module type mt = {val n : i64 val xs : [n]i8} module m : mt = {def n = 3i64 def "
                "xs = [1i8, 2, 3] :> [n]i8} "
                "def f = m.xs") == "[m.n]i8");
  check_refused("module m = {def x = 1} module m = {def y = 1}", "Duplicate");
}

TEST_CASE("Imports bring names in, but do not hand them on", "[infer][modules]") {
  const std::map<std::string, std::string> files = {
      {"a.fut", "import \"lib/b\" def one = two - 1"},
      {"lib/b.fut", "import \"../c\" def two = three - 1"},
      {"c.fut", "def three = 3i8"}};
  CHECK(Program("import \"a\" def f = one", files).type("f") == "i8");
  CHECK(Program("module a = import \"a\" def f = a.one", files).type("f") == "i8");
  CHECK_THROWS_AS(Program("import \"a\" def f = two", files), support::UserError);
  CHECK_THROWS_AS(Program("import \"nowhere\"", files), support::UserError);
  CHECK_THROWS_AS(Program("import \"x\"", {{"x.fut", "import \"x\""}}), support::UserError);
}

TEST_CASE("A function may call itself, its functions unchanged", "[infer]") {
  CHECK(type_of("def f (n: i64) : i64 = if n == 0 then 1 else n * f (n - 1)") == "i64 -> i64");
  CHECK(type_of("def f n = if n == 0i8 then 1i8 else f (n - 1)") == "i8 -> i8");
  check_refused("def f (g: i8 -> i8) (n: i8) : i8 = if n == 0 then g n else f (\\x -> g x) n",
                "passed unchanged");
  check_refused("def f (n: i8) : i8 -> i8 = \\x -> f (n - 1) x", "not first-order");
}

TEST_CASE("Unknown names come with a suggestion", "[infer]") {
  check_refused("def f xs = lenght xs", "did you mean length?");
  check_refused("def f = f64.sqrtt 1", "did you mean f64.sqrt?");
  check_refused("def f (x: i23) = x", "did you mean i32?");
  check_refused("def f _x = _x", "underscore");
  check_refused("def f x = y", "Unknown name \"y\"");
}

TEST_CASE("Entry points are first-order and monomorphic", "[infer]") {
  check_refused("entry main 't (x: t) = x", "polymorphic");
  check_refused("entry main (f: i32 -> i32) = f 1", "higher-order");
  Program program("def f = 1 entry g = 2 def main = 3");
  const auto entries = program.checker.entries(program.env);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0]->name == "g");
  CHECK(entries[1]->name == "main");
}

TEST_CASE("Expressions at the prompt", "[infer]") {
  Program program("def two = 2i64");
  CHECK(program.expression("iota two") == "[two]i64");
  CHECK(program.expression("map (+ 1) [1, 2, 3]") == "[3]i32");
  CHECK(program.expression("\\x -> x") == "a -> a");
}

TEST_CASE("The prelude's documentation and names are there before it is read", "[infer]") {
  Program program("");
  const auto names = program.checker.names(program.env, "redu");
  CHECK(std::find(names.begin(), names.end(), "reduce_by_index") != names.end());
  REQUIRE(program.checker.doc(program.env, "map"));
  CHECK(has(*program.checker.doc(program.env, "map"), "every element"));
  REQUIRE(program.checker.doc(program.env, "f64.sqrt"));
  // Modules that are called as types are.
  REQUIRE(program.checker.doc(program.env, "f64"));
  CHECK(has(*program.checker.doc(program.env, "f64"), "53 significant bits"));
  REQUIRE(program.checker.doc(program.env, "bool"));
}

TEST_CASE("Large programs and types are checked in linear time and bounded depth",
          "[infer][large]") {
  // Were it not linear, this would not end.
  auto quick = [](const std::string& text) {
    std::string found;
    support::on_deep_stack([&] { found = refusal(text); });
    CHECK(found.empty());
  };
  SECTION("lets in a row") {
    std::string text = "def f (x0: i64) : i64 =\n";
    for (int i = 1; i <= 10000; ++i)
      text += "  let x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " + 1\n";
    quick(text + "  in x10000");
  }
  SECTION("local functions in a row, at several sizes") {
    std::string text = "def f (y: i32) =\n  let g0 x = x\n";
    for (int i = 1; i <= 8000; ++i)
      text += "  let g" + std::to_string(i) + " x = g" + std::to_string(i - 1) + " x\n";
    quick(text + "  in (g8000 [y], g8000 [y, y], g1 [y])");
  }
  SECTION("types that double") {
    std::string text = "def f =\n  let g0 = \\x -> (x, x)\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string last = std::to_string(i - 1);
      text += "  let g" + std::to_string(i) + " = \\x -> (g" + last + " x, g" + last + " x)\n";
    }
    quick(text + "  in 1i32");
  }
  SECTION("values that double") {
    std::string text = "def f =\n  let x0 = 1i32\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string last = std::to_string(i - 1);
      text += "  let x" + std::to_string(i) + " = (x" + last + ", x" + last + ")\n";
    }
    quick(text + "  let y = if true then x40 else x40 in 1i32");
  }
  SECTION("a long sum") {
    std::string text = "def f (x: i32) = x";
    for (int i = 1; i < 20000; ++i) text += " + x";
    quick(text);
  }
  SECTION("operators that are functions") {
    auto row = [](int operators) {
      std::string text = "def f (x: i32) = x";
      for (int i = 0; i < operators; ++i) text += " |> (+ 1)";
      return text;
    };
    quick(row(2000));
    CHECK(has(refusal(row(30001)), "more than 30000 of them are functions, such as \"|>\"."));
  }
  SECTION("sizes that double") {
    std::string text = "def f [n] (xs0: [n]i32) (y0: i64) =\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string last = std::to_string(i - 1), here = std::to_string(i);
      text += "  let xs" + here + " = xs" + last + " ++ xs" + last + "\n";
      text += "  let y" + here + " = y" + last + " * y" + last + "\n";
    }
    quick(text + "  in (xs40, replicate y40 0i32)");
  }
  SECTION("a long array") {
    std::string text = "def f = [0";
    for (int i = 1; i < 50000; ++i) text += ", " + std::to_string(i);
    quick(text + "]");
  }
}
