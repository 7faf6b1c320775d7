// How long what is typed at a prompt lives.
#include <catch2/catch.hpp>

#include <functional>
#include <sstream>

#include "check/state/store.hpp"
#include "driver/repl/repl.hpp"
#include "driver/session.hpp"
#include "seeds.hpp"
#include "typed.hpp"

namespace {

using namespace laguz;
using driver::Session;
using laguz_test::contains;
using laguz_test::kSanitized;
using laguz_test::typed;

/// Types [line] of 0, 1, ..., and notes the memory in use after few of them, and after many.
class Typist final : public driver::repl::Reader {
 public:
  static constexpr int kFew = kSanitized ? 150 : 300, kMany = kSanitized ? 450 : 1200;

  Typist(Session& session, std::function<std::string(int)> line)
      : session_(session), line_(std::move(line)) {}
  driver::repl::Line read(const std::string&) override {
    faults += contains(out.str(), "internal fault") ? 1 : 0;
    out.str("");
    (at_ <= kFew ? after_few : after_many) = session_.governor().account().used();
    if (at_ == kMany) return {driver::repl::Line::Kind::end, {}};
    return {driver::repl::Line::Kind::text, line_(at_++)};
  }
  void remember(const std::string&) override {}
  void complete_with(driver::repl::Completer) override {}

  std::ostringstream out;
  std::size_t after_few = 0, after_many = 0;
  int faults = 0;

 private:
  Session& session_;
  std::function<std::string(int)> line_;
  int at_ = 0;
};

/// How many bytes each of many inputs leaves behind.
std::size_t kept_by_each(const std::function<std::string(int)>& line) {
  driver::SessionOptions options;
  options.trail = 20;
  Session session(options);
  Typist typist(session, line);
  driver::repl::Repl(session, typist, typist.out, {}).run({});
  CHECK(typist.faults == 0);
  if (typist.after_many <= typist.after_few) return 0;
  return (typist.after_many - typist.after_few) / (Typist::kMany - Typist::kFew);
}

std::size_t kept_by_each(const std::string& first, const std::string& line) {
  return kept_by_each([&](int i) { return i == 0 ? first : line; });
}

/// What an input itself takes is more; what may be waiting to be forgotten, for each, is less.
/// (With sanitizers there are fewer inputs to share that.)
constexpr std::size_t kNothing = kSanitized ? 8000 : 2000;

}  // namespace

TEST_CASE("An evaluation leaves nothing behind", "[life]") {
  CHECK(kept_by_each("def f (x: f64) = x * x", "f 3.0 + 1") < kNothing);
  CHECK(kept_by_each("1", "map (+1) [1, 2, 3]") < kNothing);
  CHECK(kept_by_each("def f (x: f64) = x * x", "vjp f 3 1") < kNothing);
  CHECK(kept_by_each("def f (n: i64) (x: f64): f64 = if n == 0 then x else x * f (n - 1) x",
                     "vjp (f 3) 3 1") < kNothing);
  CHECK(kept_by_each("1", "filter (> 1) [1, 2, 3]") < kNothing);
}

TEST_CASE("A value does not keep those before it", "[life]") {
  CHECK(kept_by_each("1i32", "it + 1") < kNothing);
  CHECK(kept_by_each("(1.5, [true, false])", "(it.0 + 1, map (!) it.1)") < kNothing);
  CHECK(kept_by_each("1.5f16", "it / 2") < kNothing);
}

TEST_CASE("Nor does any other, whatever its type and its size", "[life]") {
  CHECK(kept_by_each("filter (> 0) [1, 2, 3]", "map (+ 1) it") < kNothing);
  CHECK(kept_by_each("[1, 2, 3]", "filter (> 0) (map (+ 1) it)") < kNothing);
  CHECK(kept_by_each("filter (> 5) [1, 2]", "filter (> 7) it") < kNothing);
  CHECK(kept_by_each("[] : []i32", "map (+ 1) it") < kNothing);
  CHECK(kept_by_each("f64.nan", "it + 1") < kNothing);
  CHECK(kept_by_each("iota 5000", "map (+ 1) it") < kNothing);
  CHECK(kept_by_each("#a 1 : #a i32 | #b",
                     "match it case #a x -> (#a (x + 1) : #a i32 | #b) case #b -> #b") < kNothing);
  CHECK(kept_by_each("[1, 2, 3]", "replicate (length it) 1i32") < kNothing);
  const auto after = [](const std::string& zeroth, const std::string& first,
                        const std::string& line) {
    return kept_by_each([=](int i) { return i == 0 ? zeroth : i == 1 ? first : line; });
  };
  CHECK(after("def n = 3i64", "replicate n 1i32", "map (+ 1) it") < kNothing);
  CHECK(after("def n = 3i64", "replicate (n + 1) 1i32", "map (+ 1) it") < kNothing);
  CHECK(after("module m: { type t val zero: t val succ: t -> t } = "
              "{ type t = i32 def zero = 0i32 def succ (x: i32) = x + 1 }",
              "m.zero", "m.succ it") < kNothing);
}

TEST_CASE("A constant does not keep those that it hides", "[life]") {
  CHECK(kept_by_each("def x = 1i32", "def x = x + 1") < kNothing);
  CHECK(kept_by_each("def x = iota 5", "def x = filter (> 0) (map (+ 1) x)") < kNothing);
  CHECK(kept_by_each("def a = 1i32 def b = 2i32", "def a = b + 1 def b = a + 1") < kNothing);
  CHECK(kept_by_each([](int i) {
          if (i == 0) return "module m = { def k = 1i64 }";
          return i % 2 == 0 ? "module m = { def k = m.k + 1 }" : "m.k";
        }) < kNothing);
  CHECK(kept_by_each([](int i) {
          if (i == 0) return "def x = 1i64";
          return i % 2 == 0 ? "def x = f x" : "def f (y: i64) = x + y";
        }) < kNothing);
  // Nobody asks for their values.
  CHECK(kept_by_each("def x = 1i32", "open { def x = x + 1 }") < kNothing);
  CHECK(kept_by_each("def x = 1i32", "def x = x + 1 def x = x + 1") < kNothing);
  CHECK(kept_by_each("module m = { def k = 1i64 }", "module m = { def k = m.k + 1 }") < kNothing);
  CHECK(kept_by_each("module m = { module n = { def k = 1i64 } }",
                     "module m = { module n = { def k = m.n.k + 1 } }") < kNothing);
}

TEST_CASE("Hidden definitions that nobody uses go", "[life]") {
  CHECK(kept_by_each("1", "def f (x: i32) = x + 1") < kNothing);
  CHECK(kept_by_each("1", "def f (x: i32) = x + 1 def g (x: f64) = x / 2") < kNothing);
  CHECK(kept_by_each("1", "def c = reduce (+) 0 (iota 100)") < kNothing);
  CHECK(kept_by_each("1", "type t = (i32, bool)") < kNothing);
  CHECK(kept_by_each("1", "module m = { def k = 3i32 }") < kNothing);
  CHECK(kept_by_each([](int i) { return i % 2 == 0 ? "def f (x: i32) = x + 1" : "f 2"; }) <
        kNothing);
  CHECK(kept_by_each("module type mt = { val k: i32 }", "-- nothing at all") < kNothing);
}

TEST_CASE("An input that fails leaves nothing behind", "[life]") {
  CHECK(kept_by_each("1", "1 + true") < kNothing);
  CHECK(kept_by_each("1", "[1, 2, 3][3]") < kNothing);
  CHECK(kept_by_each("1", "def c = [1, 2, 3][3]") < kNothing);
  CHECK(kept_by_each("1", "def f (x: i32) = x + true") < kNothing);
  CHECK(kept_by_each("1", "1 )") < kNothing);
  CHECK(kept_by_each("1", "\\x -> x") < kNothing);
}

TEST_CASE("Commands leave nothing behind", "[life]") {
  CHECK(kept_by_each("1", ":type map (+ 1)") < kNothing);
  CHECK(kept_by_each("def f (x: f64) = x * x", ":core vjp f 3 1") < kNothing);
  CHECK(kept_by_each("module m = { def k = 3i32 }", ":mtype m") < kNothing);
  CHECK(kept_by_each("def x = 2.0 def y = x * x * x", ":grad y x") < kNothing);
  CHECK(kept_by_each("def x = [2.0, 3.0] def y = x[0] * x[1]", ":hessian y x") < kNothing);
  CHECK(kept_by_each("def x = 2.0 def y = x * x * x", ":where y") < kNothing);
}

TEST_CASE("What is used stays, whatever hides it", "[life]") {
  Session session({});
  std::string lines =
      "1i32\n"
      "it + 41\n"
      "def older (x: i32) = it + x\n"
      "def n = 3i64\n"
      "def xs = replicate n 5i32\n"
      "def sq (x: f64) = x * x\n"
      "def gradient (x: f64) = vjp sq x 1\n"
      "module type number = { type t val one: t val add: t -> t -> t }\n"
      "def base = 10i32\n"
      "module above = \\(m: number) -> { def two = m.add m.one m.one def more = base + 1 }\n"
      "module ints = { type t = i32 def one = 1i32 def add (x: i32) y = x + y }\n"
      "module old = above ints\n"
      "def n = 7i64\n"
      "def sq (x: f64) = x * x * x\n"
      "def base = 20i32\n"
      "module ints = { type t = i32 def one = 100i32 def add (x: i32) y = x + y }\n";
  for (int i = 0; i < 500; ++i) lines += i % 5 == 0 ? "vjp sq 2 1\n" : "it\n";
  lines +=
      "older 1\n"
      "xs\n"
      "gradient 3\n"
      "old.two\n"
      "old.more\n"
      "module new = above ints\n"
      "new.two + new.more\n";
  const std::string out = typed(session, lines);
  CHECK(contains(out, "> 43\n"));
  CHECK(contains(out, "> [5, 5, 5]\n"));
  CHECK(contains(out, "> 6.0\n"));
  CHECK(contains(out, "> 12.0\n"));
  CHECK(contains(out, "> 2\n"));
  CHECK(contains(out, "> 11\n"));
  CHECK(contains(out, "> 211\n"));
  CHECK_FALSE(contains(out, "rror"));
}

TEST_CASE("What hides a constant leaves its value as it was", "[life]") {
  driver::SessionOptions options;
  options.trail = GENERATE(std::size_t{0}, std::size_t{1000});  // it is forgotten what they were
  Session session(options);
  const std::string out = typed(session,
                                "def n = 2i64\n"
                                "def xs = replicate (n + 1) 2.0\n"
                                "def sum (y: f64) = y + reduce (+) 0 xs\n"
                                "def n = 7i64\n"
                                "def xs = map (* 2) xs\n"
                                "def xs = (filter (> 1) xs, f64.nan, [] : [][2]i32)\n"
                                "def ys = xs\n"
                                "def xs = 0i32\n"
                                "ys.0\n"
                                "map (+ 1) it\n"
                                "map2 (*) it ys.0\n"
                                "sum 1\n"
                                "vjp (\\x -> x * sum x) 5 1\n"
                                "vjp (\\x -> reduce (+) 0 (map (* x) ys.0)) 5 1\n"
                                "ys\n"
                                ":graph sum 1\n");
  CHECK(contains(out, "> [4.0, 4.0, 4.0]\n"));
  CHECK(contains(out, "> [5.0, 5.0, 5.0]\n"));
  CHECK(contains(out, "> [20.0, 20.0, 20.0]\n"));
  CHECK(contains(out, "> 7.0\n"));
  CHECK(contains(out, "> 16.0\n"));
  CHECK(contains(out, "> 12.0\n"));
  CHECK(contains(out, "> ([4.0, 4.0, 4.0],\n f64.nan,\n [])\n"));
  if (options.trail == 0) CHECK(contains(out, " : []f64 = input  ; 24 bytes"));
  CHECK_FALSE(contains(out, "rror"));
}

TEST_CASE("Lanes read values whose past is forgotten", "[life]") {
  // In a branch, in the code of a function that is called, and in operators.
  const std::string uses =
      "map (\\i -> if i > 1 then a[i % 3] else 0) (iota 1000) |> f64.sum\n"
      "map f (iota 1000) |> f64.sum\n"
      "reduce_by_index (replicate 1 0) (\\x y -> if y > 1e6 then a[0] else x + y) 0 "
      "(replicate 1000 0) (replicate 1000 2) |> f64.sum\n"
      "scan (\\x y -> if y > 1e6 then a[0] else x + y) 0 (replicate 1000 2) |> f64.sum\n";
  const std::string define =
      "let a = map (* 2) [1.0, 2.0, 3.0]\n"
      "#[noinline] def f (i: i64) = if i > 1 then a[i % 3] else 0\n";
  driver::SessionOptions options;
  options.eval.tier = GENERATE(eval::Tier::lanes, eval::Tier::automatic);
  const auto check = [](const std::string& out) {
    CHECK_FALSE(contains(out, "rror"));
    for (const char* sum : {"> 3992.0\n", "> 2000.0\n", "> 1001000.0\n"}) CHECK(contains(out, sum));
  };
  Session detached(options);
  check(typed(detached, define + ":detach a\n" + uses));
  Session later(options);  // when the function has been run
  check(typed(later, define + "map f (iota 1000) |> f64.sum\n:detach a\n" + uses));
  Session cut(options);
  const std::string out =
      typed(cut, ":set trail 0\n" + define + "let a = true\nmap f (iota 1000) |> f64.sum\n");
  CHECK(contains(out, "> 3992.0\n"));
}

TEST_CASE("A constant declared with what an open brings keeps that", "[life]") {
  Session session({});
  const std::string out = typed(session,
                                "module m = { def k = 3i32 type t = i64 }\n"
                                "def x = 1i32 open m\n"
                                "def x = 2i32\n"
                                "module m = {}\n"
                                "1\n"
                                "2\n"
                                "k + x\n"
                                "4 : t\n");
  CHECK(contains(out, "> 5\n"));
  CHECK(contains(out, "> 4\n"));
}

TEST_CASE("A text stays while something points into it", "[life]") {
  driver::SessionOptions options;
  options.trail = 0;
  Session session(options);
  engine::Scope scope = session.prelude();
  std::vector<std::weak_ptr<const support::SourceFile>> texts;
  const auto declare = [&](const std::string& text) {
    const auto input = session.parse("text", text);
    texts.push_back(input.source);
    const engine::Scope next = session.declare(scope, input);
    session.leave_behind(scope, next);
    scope = next;
  };
  declare("def n = 3i64");
  declare("def xs = replicate (n + 1) 0i32");
  for (int i = 0; i < 5; ++i) declare("def xs = map (+ 1) xs");
  declare("def n = 0i64");
  declare("def last = true");
  (void)session.parse("text", "nothing");  // (The input that came last is kept.)
  // The size of all of them is written in the second, and mentions the first; the last has been
  // computed from the one before.
  const std::vector<bool> gone{false, false, true, true, true, false, false, false, false};
  for (std::size_t i = 0; i < texts.size(); ++i) CHECK(texts[i].expired() == gone.at(i));
  const auto def = session.expression(scope, "again", "(length xs, xs[0])");
  const auto values = session.call(session.prepare(*def), {});
  CHECK(std::get<support::Scalar>(values[0]).as_i64() == 4);
  CHECK(std::get<support::Scalar>(values[1]).as_i64() == 5);
}

TEST_CASE("A scope keeps what it shows, and an entry point what it calls", "[life]") {
  Session session({});
  const auto input = session.parse("one", "def k = 5i32 def f (x: i32) = x + k");
  const engine::Scope one = session.declare(session.prelude(), input);
  engine::Scope two = session.declare(one, session.parse("two", "def k = 6i32 def f = k"));
  const auto entry = [&] {
    const auto def = session.expression(one, "call", "f 1");
    return session.prepare(*def);
  }();
  two = nullptr;
  for (int i = 0; i < 400; ++i) {
    const auto def = session.expression(session.prelude(), "other", "1 + 1i32");
    (void)session.call(session.prepare(*def), {});
  }
  CHECK(std::get<support::Scalar>(session.call(entry, {})[0]).as_i64() == 6);
  const auto def = session.expression(one, "again", "f 2");
  CHECK(std::get<support::Scalar>(session.call(session.prepare(*def), {})[0]).as_i64() == 7);
}

TEST_CASE("A long chain of what uses what goes without recursion", "[life]") {
  auto last = std::make_shared<check::Node>();
  const std::weak_ptr<check::Node> first = last;
  for (int i = 0; i < 1'000'000; ++i) {
    const auto next = std::make_shared<check::Node>();
    next->use(*last);
    last = next;
  }
  CHECK_FALSE(first.expired());
  last = nullptr;
  CHECK(first.expired());
}

TEST_CASE("Scopes may outlive their engine's definitions", "[life]") {
  Session session({});
  engine::Scope scope = session.declare(session.prelude(), session.parse("t", "def k = 5i32"));
  (void)session.restart();
  scope = nullptr;
  const auto def = session.expression(session.prelude(), "t", "2i32 + 3");
  CHECK(std::get<support::Scalar>(session.call(session.prepare(*def), {})[0]).as_i64() == 5);
}

TEST_CASE("What holds functions and is too old for the trail is still what it was", "[life]") {
  Session session({});
  const std::string out = typed(session,
                                ":set trail 0\n"
                                "let p = {g = \\(x: f64) -> x + 1, d = 3f64}\n"
                                "def h (x: f64) = p.g x + p.d\n"
                                "let p = 3f64\n"
                                "h 1\n");
  CHECK(contains(out, "[4]> 5.0"));
}
