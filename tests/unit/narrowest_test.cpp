// What a loop keeps for its way back (ad/tape/narrowest.hpp).
#include <catch2/catch.hpp>

#include <string>

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
