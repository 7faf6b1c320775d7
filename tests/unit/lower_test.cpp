// Lowering: from a program's text to core that the verifier accepts.
#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <set>

#include "check/checker.hpp"
#include "core/print.hpp"
#include "core/verify.hpp"
#include "core/walk.hpp"
#include "lower/lower.hpp"
#include "support/deep_stack.hpp"
#include "support/source.hpp"

using namespace laguz;

namespace {

struct Lowered {
  std::deque<support::SourceFile> sources;
  check::Checker checker{[](const std::string&) -> const support::SourceFile* { return nullptr; }};
  core::Program program;
  lower::Lowerer lowerer{checker, program};
  check::ScopePtr env;

  explicit Lowered(std::string text) {
    sources.emplace_back("test.fut", std::move(text));
    env = checker.check_file(sources.back(), nullptr);
  }
  lower::EntryPoint entry(const std::string& name = "main") {
    const auto* def = checker.lookup(env, name);
    REQUIRE(def);
    lower::EntryPoint entry = lowerer.entry(*def);
    for (const core::FunId id : reachable(entry.function)) core::verify(program, id);
    return entry;
  }
  std::set<core::FunId> reachable(core::FunId start) const {
    std::set<core::FunId> seen;
    const std::function<void(const core::Body&)> in = [&](const core::Body& body) {
      for (const auto& stm : body.stms) {
        if (const auto* call = std::get_if<core::Call>(&stm.exp.node))
          if (seen.insert(call->function).second) in(program[call->function].body);
        core::visit(
            stm.exp, [](const core::Atom&) {},
            [&](const core::Body& inner, const core::Binders&) { in(inner); });
      }
    };
    seen.insert(start);
    in(program[start].body);
    return seen;
  }
};

template <class Node>
int count(const core::Body& body) {
  int n = 0;
  for (const auto& stm : body.stms) {
    if (std::holds_alternative<Node>(stm.exp.node)) ++n;
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) { n += count<Node>(inner); });
  }
  return n;
}

template <class Node>
int count(Lowered& lowered, const lower::EntryPoint& entry) {
  return count<Node>(lowered.program[entry.function].body);
}

}  // namespace

TEST_CASE("programs become well-formed core", "[lower]") {
  const std::string text = GENERATE(
      as<std::string>{}, "def main (x: i32) = x + 1",
      "def main (x: f64, y: f64) = {sum = x + y, both = (x, y)}",
      "def main [n] (xs: [n]i32) = map (\\x -> (x, x * 2)) xs",
      "def main [n] (xs: [n]i32) (ys: [n]i32) = reduce (+) 0 (map2 (*) xs ys)",
      "def main (n: i64) = scan (\\(a, b) (c, d) -> (a + c, b * d)) (0, 1) (zip (iota n) (iota n))",
      "def main (n: i64) = map (\\i -> map (\\j -> i * j) (iota n)) (iota n)",
      "type t = #a i32 | #b f32 [2]i64 | #c\n"
      "def main (x: t) = match x case #a i -> i case #b _ ns -> i32.i64 ns[0] case #c -> 0",
      "def main (n: i32) : #left i32 | #right bool = if n > 0 then #left n else #right true",
      "def main (x: i32) = match (x, x + 1) case (0, _) -> 1 case (_, 5) -> 2 case (a, b) -> a + b",
      "def main (n: i64) = loop xs = [0] for i < n do xs ++ [i]",
      "def main (n: i32) = loop (a, b) = (0, 1) while a < n do (b, a + b)",
      "def main (xs: []f32) = loop s = 0 for x in xs do s + x",
      "def main (xs: *[]i32) = let xs[0] = 1 in xs with [1:3] = [4, 5]",
      "def main (r: {a: {b: i32}, c: [2]i32}) = (r with a.b = 2) with c = [1, 2]",
      "def main (xs: *[4](i32, f32)) = xs with [1] = (2, 3)",
      "def main (n: i64) (x: i64) = (0..<n, x...10, 10..8..>x, [n..n+2...x])",
      "def main (xs: []i32) = filter (> 0) xs",
      "def main (xs: []i32) = (partition (> 0) xs, xs[::-1], xs[1:], length xs)",
      "def main (x: f64) = vjp (\\y -> y * x) x 1",
      "def main [n] (xs: [n]f64) = jvp2 (\\ys -> f64.sum ys) xs (replicate n 1)",
      "def main (xs: [][]i32) = transpose xs |> flatten |> map i64.i32",
      "def main (xs: []i32) (is: []i64) = scatter (copy xs) is (map (const 1) is)",
      "def main [n] (is: [n]i64) = hist (+) 0 10 is (replicate n 1i32)",
      "def apply f x = f (f x)\ndef main (x: i32) = apply (apply (+ 1)) x",
      "def main (x: i32) (y: i32) = (x == y, (x, y) != (y, x), [x] == [y])",
      "def main (s: []u8) = s == \"text\"",
      "def main [n] (xs: [n]i64) = stream_seq (\\c a (ys: [c]i64) -> (a + i64.sum ys, map (+ c) "
      "ys)) 0 xs",
      "def main (xs: []i64) = flatmap' (\\x -> iota x) xs",
      "def main (n: i64) = (replicate n ((), 1i32), map (\\_ -> ()) (iota n))",
      "module m: {type t val mk: i32 -> t val get: t -> i32} = {type t = [2]i32 def mk x = [x, x]"
      " def get (t: t) = t[1]}\ndef main (x: i32) = m.get (m.mk x)",
      "def main (xs: [][]i32) = map (\\x -> assert (length x > 0) x[0]) xs");
  CAPTURE(text);
  Lowered lowered(text);
  CHECK_NOTHROW(lowered.entry());
}

TEST_CASE("a definition is lowered once for each choice of its types", "[lower]") {
  Lowered lowered(
      "def twice 't (x: t) : (t, t) = (x, x)\n"
      "def main (a: i32) (b: f32) = (twice a, twice (a + 1), twice b, twice (twice b))");
  const auto entry = lowered.entry();
  CHECK(count<core::Call>(lowered, entry) == 5);
  CHECK(lowered.reachable(entry.function).size() == 1 + 3);
  // And once in a session.
  const std::size_t functions = lowered.program.size();
  lowered.entry();
  CHECK(lowered.program.size() == functions);
}

TEST_CASE("functions leave no trace in core", "[lower]") {
  Lowered lowered(
      "def compose f g x = g (f x)\n"
      "def main (x: i32) = let add y = y + x let r = {f = add} in compose r.f (\\y -> y * 2) 3");
  const auto entry = lowered.entry();
  CHECK(count<core::Call>(lowered, entry) == 0);
  CHECK(count<core::PrimApp>(lowered, entry) == 2);
}

TEST_CASE("constants are functions without parameters", "[lower]") {
  Lowered lowered("def table = map (* 2) (iota 10)\ndef main (i: i64) = table[i] + table[i + 1]");
  const auto entry = lowered.entry();
  CHECK(count<core::Call>(lowered, entry) == 2);
  const auto functions = lowered.reachable(entry.function);
  REQUIRE(functions.size() == 2);
  for (const auto id : functions) CHECK(lowered.program[id].constant == (id != entry.function));
}

TEST_CASE("recursion", "[lower]") {
  SECTION("on data") {
    Lowered lowered(
        "def fact (n: i32) : i32 = if n <= 1 then 1 else n * fact (n - 1)\n"
        "def main (n: i32) = fact n");
    const auto entry = lowered.entry();
    CHECK(lowered.reachable(entry.function).size() == 2);
  }
  SECTION("with a function passed on") {
    Lowered lowered(
        "def times (f: i32 -> i32) (n: i32) (x: i32) : i32 =\n"
        "  if n <= 0 then x else times f (n - 1) (f x)\n"
        "def main (n: i32) (y: i32) = times (+ y) n 0");
    const auto entry = lowered.entry();
    REQUIRE(lowered.reachable(entry.function).size() == 2);
    for (const auto id : lowered.reachable(entry.function))
      if (id != entry.function) {
        CHECK(lowered.program[id].recursive);
        CHECK(lowered.program[id].params.size() == 3);  // n, x and the captured y
      }
  }
}

TEST_CASE("local functions that are used often are shared", "[lower]") {
  std::string text = "def main (x: i32) (k: i32) =\n  let f0 y = y + k\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string last = "f" + std::to_string(i - 1);
    text += "  let f" + std::to_string(i) + " y = " + last + " (" + last + " y)\n";
  }
  Lowered lowered(text + "  in f40 x");
  const auto entry = lowered.entry();
  CHECK(lowered.reachable(entry.function).size() <= 41);
}

TEST_CASE("row shapes of empty maps come from the type", "[lower]") {
  Lowered lowered("def main (n: i64) (m: i64) = map (\\_ -> replicate m 0i32) (iota n)");
  const auto entry = lowered.entry();
  const auto& function = lowered.program[entry.function];
  bool found = false;
  for (const auto& stm : function.body.stms)
    if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node)) {
      REQUIRE(soac->row_shapes.size() == 1);
      REQUIRE(soac->row_shapes[0].size() == 1);
      CHECK(soac->row_shapes[0][0] == function.params[1].atom());
      found = true;
    }
  CHECK(found);
}

TEST_CASE("sizes that no shape shows are passed", "[lower]") {
  Lowered lowered(
      "def zeros [n] : [n]i32 = rep 0\n"
      "def main (k: i64) : [k]i32 = zeros");
  const auto entry = lowered.entry();
  for (const auto id : lowered.reachable(entry.function))
    if (id != entry.function) CHECK(lowered.program[id].params.size() == 1);
}

TEST_CASE("a long chain of bindings is lowered", "[lower]") {
  std::string text = "def main (x0: i32) =\n";
  for (int i = 1; i <= 10000; ++i)
    text += "  let x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " + 1\n";
  support::on_deep_stack([&] {  // as the engine does
    Lowered lowered(text + "  in x10000");
    const auto entry = lowered.entry();
    CHECK(count<core::PrimApp>(lowered, entry) == 10000);
  });
}

TEST_CASE("entry points say how their values read", "[lower]") {
  Lowered lowered(
      "type opt = #none | #some (i32, f32)\n"
      "def main (p: (i32, [3][2]f32)) (q: [4]opt) = {result = p.0, flags = [true]}\n"
      "def poly 'a (x: a) = x");
  const auto entry = lowered.entry();
  using Kind = core::View::Kind;
  REQUIRE(entry.params.size() == 2);
  CHECK(entry.params[0].kind == Kind::tuple);
  CHECK(entry.params[0].parts[1].second.leaf == core::Type{support::ScalarType::f32, 2, false});
  REQUIRE(entry.params[1].kind == Kind::array);
  CHECK(entry.params[1].rank == 1);
  CHECK(entry.params[1].parts[0].second.kind == Kind::sum);
  REQUIRE(entry.result.kind == Kind::record);
  CHECK(entry.result.parts[0].first == "flags");
  CHECK(lowered.program[entry.function].params.size() == 2 + 3);
  CHECK_THROWS_AS(lowered.entry("poly"), support::UserError);
}
