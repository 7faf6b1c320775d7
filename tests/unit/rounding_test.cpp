// What is known of integers that were floats, of functions that are not inlined (ad/rewrite).
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "driver/session.hpp"
#include "runtime/value_text.hpp"

namespace {

using namespace laguz;
using driver::Session;

/// What [expression] gives where [definitions] hold.
std::string value_of(const std::string& definitions, const std::string& expression) {
  Session session({});
  const auto scope = session.declare(session.prelude(), session.parse("definitions", definitions));
  const auto def = session.expression(scope, "expression", expression);
  std::string out;
  for (const auto& value : session.call(session.prepare(*def), {}))
    out += runtime::print(value, runtime::Style::human) + " ";
  return out;
}

}  // namespace

TEST_CASE("a function that is too large to be inlined rounds what it is given", "[ad]") {
  std::string text = "def large (n: i64) (x: f64) : f64 = 0";
  for (int i = 0; i < 700; ++i) text += fmt::format(" + x * f64.i64 (n * {})", i);
  const std::string sum = "f64.sum [";
  std::string calls, roundings;
  for (int k = 0; k < 12; ++k) {
    calls += fmt::format("{}large (n + {}) x", k > 0 ? ", " : "", k);
    roundings += fmt::format("{}large (i64.f64 (x * {})) x", k > 0 ? ", " : "", k + 1);
  }
  text += "\ndef by_both (n: i64, x: f64) : f64 = f64.sum [" + calls + "]";
  text += "\ndef rounds (x: f64) : f64 = f64.sum [" + roundings + "]";
  // 700 * 699 / 2 times the sum of what they are given: 102 and 93
  CHECK(value_of(text,
                 "(vjp by_both (3, 2) 1, jvp by_both (3, 2) (1, 0), jvp by_both (3, 2) (0, 1))") ==
        "5871600 2.49543e7 5871600.0 2.49543e7 ");
  CHECK(value_of(text, "(vjp rounds 1.25 1, jvp rounds 1.25 1)") == "2.275245e7 2.275245e7 ");
}

TEST_CASE("a function that shuffles its integers is right in every order", "[ad]") {
  const std::string params =
      "(a: i64) (b: i64) (c: i64) (d: i64) (e: i64) (f: i64) (x: f64) : f64 =";
  const std::string end = " x * f64.i64 (a + b * c + d * e - f)\n";
  const auto next = [](const std::string& call) {
    return fmt::format(" {0} b c d e f (i64.f64 x + a) x + {0} b a c d e f x\n", call);
  };
  const std::string again =
      "def again (k: i64) " + params + " if k == 0 then" + end + " else" + next("again (k - 1)");
  std::string written = "def once0 " + params + end;
  for (int k = 1; k < 6; ++k)
    written += fmt::format("def once{} {}{}", k, params, next(fmt::format("once{}", k - 1)));
  for (const char* what : {"vjp (\\(n, x) -> {} n 1 2 n 4 5 x) (3, 2.7) 1",
                           "jvp (\\(n, x) -> {} n 1 2 n 4 5 x) (3, 2.7) (1, 0)",
                           "vjp (\\x -> {} 1 2 3 4 5 6 x) 2.7 1"})
    CHECK(value_of(again, fmt::format(fmt::runtime(what), "again 5")) ==
          value_of(written, fmt::format(fmt::runtime(what), "once5")));
}
