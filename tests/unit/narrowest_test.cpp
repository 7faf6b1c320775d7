// What a loop keeps for its way back (ad/tape/narrowest.hpp).
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include <fmt/format.h>

#include "ad/tape/narrowest.hpp"
#include "core_support.hpp"
#include "driver/session.hpp"

namespace {

using namespace laguz;
using namespace laguz_core_test;
using ad::tape::Numbers;

/// A body written over some starts, of which [forward] statements are run again.
struct Iteration : Written {
  Body body;
  Atoms starts;
  std::size_t forward = 0;

  std::vector<VarId> kept(int cost_of_others = 5) const {
    Numbers numbers;
    for (const Atom& start : starts) numbers.starts[start.var] = start.type.rank > 0 ? 6 : 4;
    numbers.is_forward = [&](const Stm& stm) {
      return &stm - body.stms.data() < static_cast<std::ptrdiff_t>(forward);
    };
    numbers.cost = [&](VarId) { return cost_of_others; };
    return ad::tape::narrowest(body, numbers);
  }
};

/// Occurrences of [part].
int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string core_of(const std::string& expression) {
  driver::Session session{driver::SessionOptions{}};
  const auto def = session.expression(session.prelude(), "t", expression);
  return session.core_text(session.prepare(*def));
}

}  // namespace

TEST_CASE("two states of which only the product is read", "[ad][narrowest]") {
  Iteration it;
  it.starts = {it.names.bind(kF64).atom(), it.names.bind(kF64).atom()};
  Builder b(it.names);
  const Atom product = b.mul(it.starts[0], it.starts[1]);
  const Atom read = b.prim("sin", {product});
  it.body = b.finish({read});
  it.forward = 1;
  CHECK(it.kept() == std::vector<VarId>{product.var});
  // Not where it takes more than both.
  CHECK(it.kept(9).empty());
  // Nor where one of them is read all the same.
  it.body.results.push_back(it.starts[0]);
  CHECK(it.kept().empty());
}

TEST_CASE("an element of an array that is overwritten", "[ad][narrowest]") {
  Iteration it;
  it.starts = {it.names.bind(kF64.array_of()).atom()};
  Builder b(it.names);
  const Atom first = b.index(it.starts[0], {Atom::i64(1)});
  const Atom twice = b.add(first, first);
  const Atom second = b.index(it.starts[0], {Atom::i64(2)});
  const Atom both = b.mul(twice, second);
  it.forward = 4;
  it.body = b.finish({twice});
  CHECK(it.kept() == std::vector<VarId>{twice.var});
  it.body.results = {both};
  CHECK(it.kept() == std::vector<VarId>{both.var});
  it.body.results = {twice, second};  // two take more than the array
  CHECK(it.kept().empty());
}

TEST_CASE("what takes the same is kept late", "[ad][narrowest]") {
  Iteration it;
  it.starts = {it.names.bind(kF64).atom()};
  Builder b(it.names);
  Atom last = it.starts[0];
  for (int k = 0; k < 3000; ++k) last = b.prim("sin", {last});
  it.body = b.finish({last});
  it.forward = it.body.stms.size();
  CHECK(it.kept(4) == std::vector<VarId>{last.var});
  CHECK(it.kept(5).empty());
}

TEST_CASE("a rectifier is kept as it ends, a tree as the elements that it reads",
          "[ad][narrowest]") {
  const std::string relu = core_of(
      "map (\\(x: f64) -> vjp (\\x -> loop m = 0 for j < 9 do f64.max 0 (0.9 * m + x)) x 1) "
      "[1, 2]");
  INFO(relu);
  CHECK(count_of(relu, "history(after") == 1);
  const std::string tree = core_of(
      "map (\\(x: f64) -> vjp (\\x -> (loop v = replicate 20 x for j < 19 do v with [j] = v[j + 1] "
      "* "
      "v[j + 1] + v[j])[0]) x 1) [1, 2]");
  INFO(tree);
  CHECK(count_of(tree, "history(") == 1);
  // The array's own, and two of its cotangent: none puts back what it was.
  CHECK(count_of(tree, " with [") == 3);
}

TEST_CASE("what is known from the number of the iteration is not kept", "[ad][narrowest]") {
  // Of each turn of the outer loop where the inner one stopped, and after how many turns.
  const std::string sorted = core_of(
      "map (\\(xs: [8]f64) -> vjp (\\xs -> (loop ys = copy xs for i < 8 do let x = ys[i] let (ys, "
      "j) "
      "= loop (ys, j) = (ys, i) while j > 0 && ys[j - 1] > x do (ys with [j] = ys[j - 1], j - 1) "
      "in "
      "ys with [j] = x)[3]) xs 1) (replicate 3 (replicate 8 1))");
  INFO(sorted);
  CHECK(count_of(sorted, "history(") == 1);
  CHECK(count_of(sorted, "flat") == 0);
  CHECK(count_of(sorted, "after") == 2);
  // Where a range says it writes.
  const std::string range = core_of(
      "map (\\(x: [20]f64) -> vjp (\\x -> f64.sum (loop v = copy x for i in i64.f64 x[0]..<18 do v "
      "with [i] "
      "= v[i] * f64.sum (map f64.sin v))) x 1) (replicate 2 (replicate 20 1))");
  INFO(range);
  CHECK(count_of(range, "history(after") == 1);
  CHECK(count_of(range, "i64 = 0i64") == 0);
}

TEST_CASE("rows that are read are kept, and the matrix is not put back", "[ad][narrowest]") {
  const char* const program =
      "map (\\(m: [7][7]f64) -> vjp (\\m -> f64.sum (loop a = copy m for k < 6 do {} a with [k + "
      "1] "
      "= map2 (\\x y -> x - y * f64.sin x) a[k + 1] a[k]{})[6]) m 1) (replicate 3 (replicate 7 "
      "(replicate 7 1)))";
  for (const auto& [before, after] :
       {std::pair("", ""), std::pair("if m[k, k] > 0 then", " else a")}) {
    const std::string core = core_of(fmt::format(fmt::runtime(program), before, after));
    INFO(core);
    CHECK(count_of(core, "history(after") == 1);
    CHECK(count_of(core, "flat") == 0);
  }
}

TEST_CASE("a loop keeps where the largest are", "[ad][narrowest]") {
  const std::string core = core_of(
      "map (\\(m: [12][12]f64) -> vjp (\\(m: [12][12]f64) -> f64.sum (loop v = m[0] for i < 9 do "
      "map "
      "(\\row -> "
      "f64.maximum (map2 (+) row v)) m)) m 1) (replicate 3 (replicate 12 (replicate 12 1)))");
  INFO(core);
  CHECK(count_of(core, "history(after") == 1);
  CHECK(count_of(core, "[][]i64 = loop") == 1);
}

TEST_CASE("checkpoint keeps nothing, at second order either", "[ad][narrowest]") {
  // A loop around keeps its state, and the function runs once more on each way back. (Where both
  // stand side by side, too: equal things are found only outside of it.)
  const auto kept = [](const std::string& around, const std::string& gradient) {
    const std::string function = "f64.sin s * 0.5 + 0.001";
    return core_of(fmt::format(
        "(\\(n: i64) (x: f64) -> let step (s: f64) : f64 = loop s = s for j < n do {} let f x = {} "
        "in {}) 30 1",
        function, around, gradient));
  };
  const std::string first = "vjp f x 1", second = "vjp (\\x -> vjp f x 1) x 1";
  const std::string many = "loop s = x for i < n do checkpoint step s";
  const std::string core = kept(many, first);
  INFO(core);
  CHECK(count_of(core, "soac checkpoint") == 2);
  CHECK(count_of(core, "history(") == 2);
  CHECK(count_of(core, "[][]f64") == 0);
  CHECK(count_of(kept("loop s = x for i < n do step s", first), "[][]f64") > 0);
  CHECK(count_of(kept(many, second), "[][]f64") == 0);
  // Each function, and its way back; what the last one gives is not asked for.
  const std::string chain = kept("checkpoint step (checkpoint step x)", first);
  INFO(chain);
  CHECK(count_of(chain, "soac checkpoint") == 3);
}
