// How derived code grows from order to order, where functions call themselves.
#include <fmt/format.h>

#include "driver/session.hpp"
#include "eval_support.hpp"
#include "statements.hpp"

using namespace laguz_test;
using laguz::driver::Session;

namespace {

/// Statements of the derivatives of f (n: i64) (x: f64), which [definitions] define, from the first
/// order on: [modes] says in which mode each is derived, the innermost first.
std::vector<std::size_t> orders(const std::string& definitions,
                                const std::vector<std::string>& modes) {
  Session session({});
  const auto scope = session.declare(session.prelude(), session.parse("t", definitions));
  std::vector<std::size_t> sizes;
  std::string function = "(f 3)";
  for (const std::string& mode : modes) {
    function = fmt::format("(\\x -> {} {} x 1)", mode, function);
    const auto def = session.expression(scope, "t", function + " 0.5");
    sizes.push_back(statements(session.program(), session.differentiate(*def).function));
  }
  return sizes;
}

struct Recursive {
  const char* what;
  const char* text;
};

const Recursive kRecursive[] = {
    {"one call, at the end",
     "def f (n: i64) (x: f64) : f64 = if n == 0 then x else f (n - 1) (f64.sin x)"},
    {"a sum that is handed on",
     "def go (n: i64) (x: f64) (sum: f64) : f64 ="
     "  if n == 0 then sum else go (n - 1) (f64.sin x) (sum * 0.9 + x * x)"
     "def f (n: i64) (x: f64) : f64 = go n x 0"},
    {"a tree of three calls",
     "def f (n: i64) (x: f64) : f64 = if n == 0 then f64.sin x else"
     "  f64.tanh (f (n - 1) (x * 0.9)) + 0.5 * f (n - 1) (x * 1.1) + f (n - 1) (x * x)"},
    {"calls in a loop",
     "def f (n: i64) (x: f64) : f64 = if n == 0 then f64.sin x else"
     "  loop s = x for i < 5 do f64.tanh (s * 0.5) + f (n - 1) (x + 0.1 * s * f64.i64 i)"},
    {"calls in a map, down an array that is a tree",
     "def go [m] (n: i64) (w: [m]f64) (i: i64) (x: f64) : f64 = if 2 * i + 2 >= m then w[i] * x "
     "else"
     "  f64.sum (map (\\j -> f64.sin (w[i] * x + go n w (2 * i + 1 + j) (x * 0.9))) (iota 2))"
     "def f (n: i64) (x: f64) : f64 = go n (map (\\i -> x * f64.i64 i) (iota (n + 7))) 0 x"},
    {"two results, of which one is used",
     "def go (n: i64) (x: f64) : (f64, f64) = if n == 0 then (x, 1) else"
     "  let (a, b) = go (n - 1) (x * 0.9) in (f64.sin a * b, a + b * x)"
     "def f (n: i64) (x: f64) : f64 = (go n x).0"},
    {"pairs, and calls of calls",
     "def go (n: i64) (l: f64, r: f64) : (f64, f64) = if n == 0 then (l, r) else"
     "  let (a, b) = go (n - 1) (r, l * 0.5)"
     "  let (c, d) = go (n - 1) (a * l, b) in (c + b, f64.sin d)"
     "def f (n: i64) (x: f64) : f64 = let (a, b) = go n (x, 1) in a * b"},
    {"a step that is taken or halved",
     "def go (n: i64) (t: f64) (h: f64) (a: f64, b: f64) : (f64, f64) = if n == 0 then (a, b) else"
     "  let m = (a + 0.5 * h * b, b - 0.5 * h * a * h)"
     "  in if f64.abs (m.0 - a) > 0.1 then go (n - 1) t (h * 0.5) (go (n - 1) (t + h) (h * 0.5) "
     "(a, b))"
     "     else go (n - 1) (t + h) h m "
     "def f (n: i64) (x: f64) : f64 = let (a, b) = go n 0 0.1 (x, 1) in a + b"},
    {"different things active at three places",
     "def go (n: i64) (a: f64) (b: f64) (c: f64) : f64 = if n == 0 then f64.sin (a * b) + c else"
     "  f64.tanh (go (n - 1) (a * 0.9) b (c * a)) * b "
     "def f (n: i64) (x: f64) : f64 = go n x 1 2 + go n 1 x 2 * go (n + 1) 2 1 x"},
    {"arguments that change places",
     "def go (n: i64) (a: f64) (b: f64) (c: f64) (d: f64) (e: f64) (p: f64) : f64 ="
     "  if n == 0 then a * b + f64.sin (c * d) * e + p"
     "  else if n % 2 == 0 then go (n - 1) b c d e p a"
     "  else f64.cos (go (n - 1) b a d e c p) + go (n - 1) c b a p e d "
     "def f (n: i64) (x: f64) : f64 = go n x 1 2 3 4 5"},
};

}  // namespace

TEST_CASE("code of functions that call themselves grows by a factor with each order", "[ad]") {
  for (const auto& [what, text] : kRecursive) {
    for (const auto& modes : {std::vector<std::string>{"vjp", "vjp", "vjp", "vjp"},
                              {"vjp", "vjp", "vjp", "jvp"},
                              {"jvp", "vjp", "jvp", "vjp"}}) {
      const auto sizes = orders(text, modes);
      CAPTURE(what, modes, sizes);
      for (std::size_t k = 1; k + 1 < sizes.size(); ++k) CHECK(sizes[k + 1] <= 5 * sizes[k]);
    }
  }
}
