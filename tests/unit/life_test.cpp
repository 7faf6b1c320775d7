// How long what is typed at a prompt lives.
#include <catch2/catch.hpp>

#include <functional>
#include <sstream>

#include "check/store.hpp"
#include "driver/repl/repl.hpp"
#include "driver/session.hpp"

namespace {

using namespace laguz;
using driver::Session;

/// What a session at the prompt prints.
std::string typed(Session& session, const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  const auto reader = driver::repl::stream_reader(in, out);
  driver::repl::Repl(session, *reader, out, {}).run("");
  return out.str();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Types [line] of 0, 1, ..., and notes the memory in use after few of them, and after many.
class Typist final : public driver::repl::Reader {
 public:
  static constexpr int kFew = 300, kMany = 1200;

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
  Session session({});
  Typist typist(session, line);
  driver::repl::Repl(session, typist, typist.out, {}).run("");
  CHECK(typist.faults == 0);
  if (typist.after_many <= typist.after_few) return 0;
  return (typist.after_many - typist.after_few) / (Typist::kMany - Typist::kFew);
}

std::size_t kept_by_each(const std::string& first, const std::string& line) {
  return kept_by_each([&](int i) { return i == 0 ? first : line; });
}

/// What an input itself takes is more; what may be waiting to be forgotten, for each, is less.
constexpr std::size_t kNothing = 2000;

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
