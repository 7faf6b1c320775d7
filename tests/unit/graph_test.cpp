// The hash-consed graph: what is one node, in which order nodes stand, and what is scheduled.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "core/walk.hpp"
#include "graph/export.hpp"
#include "graph/graph.hpp"
#include "prims/catalog.hpp"

using namespace laguz::core;
using laguz::graph::Count;
using laguz::graph::Graph;
using laguz::graph::HashCons;
using laguz::graph::NodeId;

namespace {

constexpr Type kF64{ScalarType::f64, 0, false};
constexpr Type kI64{ScalarType::i64, 0, false};

Exp prim(const char* name, Atoms args) {
  return {PrimApp{laguz::prims::get(name, args[0].type.elem), std::move(args)}};
}
Atom f64(double x) { return Atom::constant(Scalar::f64(x)); }

struct Fixture {
  Names names;
  Graph graph{names};
  Atom x = graph.input(kF64, "x").atom();
  Atom xs = graph.input(kF64.array_of(), "xs").atom();

  Atom add(Exp exp, Type type = kF64) { return graph.intern(std::move(exp), {type}, {})[0]; }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "equal expressions are one node", "[graph]") {
  const Atom a = add(prim("sin", {x}));
  CHECK(add(prim("sin", {x})) == a);
  CHECK(graph.shared() == 1);
  CHECK_FALSE(add(prim("cos", {x})) == a);
  const Atom b = add(prim("mul", {a, x}));
  CHECK(add(prim("mul", {a, x})) == b);
  // As it is written: what an operator makes of its operands' order is not the graph's business.
  CHECK_FALSE(add(prim("mul", {x, a})) == b);
  CHECK(add({Copy{b}}) == b);
  CHECK(graph.size() == 4);
}

TEST_CASE_METHOD(Fixture, "attributes and constants tell nodes apart", "[graph]") {
  const auto shape = [&](std::int64_t dim) {
    return add({ArrayApp{ArrayOp::shape, {xs}, {dim}}}, kI64);
  };
  CHECK(shape(0) == shape(0));
  CHECK_FALSE(shape(0) == shape(1));
  CHECK_FALSE(add(prim("add", {x, f64(0.0)})) == add(prim("add", {x, f64(-0.0)})));
  CHECK(add({Index{xs, {Atom::i64(1)}}}) == add({Index{xs, {Atom::i64(1)}}}));
  CHECK_FALSE(add({Index{xs, {Atom::i64(1)}}}) == add({Index{xs, {Atom::i64(2)}}}));
}

TEST_CASE_METHOD(Fixture, "inputs, NaN, copies, updates and regions are never merged", "[graph]") {
  CHECK_FALSE(graph.input(kF64).atom() == graph.input(kF64).atom());
  const Atom nan = f64(std::nan(""));
  CHECK_FALSE(add(prim("add", {x, nan})) == add(prim("add", {x, nan})));
  const Type vector = kF64.array_of();
  const Exp copy{ArrayApp{ArrayOp::copy, {xs}, {}}};
  CHECK_FALSE(add(copy, vector) == add(copy, vector));
  DimSlice first;
  first.fixed = true;
  first.index = Atom::i64(0);
  const Exp update{Update{xs, {first}, x}};
  CHECK_FALSE(add(update, vector) == add(update, vector));
  If choose;
  choose.condition = Atom::boolean(true);
  choose.then_body.results = choose.else_body.results = {x};
  CHECK_FALSE(add({choose}) == add({choose}));
}

TEST_CASE_METHOD(Fixture, "operands are older than their users", "[graph]") {
  std::mt19937 random(1);
  Atoms atoms{x};
  for (int i = 0; i < 2000; ++i) {
    const auto any = [&] { return atoms[random() % atoms.size()]; };
    const char* ops[] = {"add", "mul", "sub"};
    atoms.push_back(add(prim(ops[random() % 3], {any(), any()})));
  }
  CHECK(graph.shared() > 0);
  CHECK(graph.size() + graph.shared() == 2000);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const NodeId id = graph[i].results[0].id;
    if (i > 0) CHECK(graph[i - 1].results[0].id < id);
    for (const Binder& free : free_variables(graph[i].exp)) REQUIRE(free.id < id);
    REQUIRE(graph.find(id) == &graph[i]);
    REQUIRE(graph.position_of(id) == i);
  }
}

TEST_CASE_METHOD(Fixture, "a body around shares its nodes with those inside", "[graph]") {
  const Atom outer = add(prim("sin", {x}));
  Graph inner(names, &graph);
  CHECK(inner.intern(prim("sin", {x}), {kF64}, {})[0] == outer);
  CHECK(inner.size() == 0);
  const Atom own = inner.intern(prim("cos", {x}), {kF64}, {})[0];
  CHECK(graph.find(own.var) == nullptr);
  CHECK_FALSE(add(prim("cos", {x})) == own);
  // From [floor] on only: what was there before is another node.
  const Atom again = graph.intern_after(graph.size(), prim("sin", {x}), {kF64}, {})[0];
  CHECK_FALSE(again == outer);
}

TEST_CASE_METHOD(Fixture, "what is scheduled is what is needed, in order", "[graph]") {
  const Atom a = add(prim("sin", {x}));
  add(prim("cos", {x}));
  const Atom b = add(prim("exp", {a}));
  graph.append({Assert{Atom::boolean(true), {std::string("no")}}}, {}, {});
  graph[graph.size() - 1].pinned = true;
  const Body body = graph.schedule({b});
  REQUIRE(body.stms.size() == 3);
  CHECK(body.stms[0].binders[0].id == a.var);
  CHECK(body.stms[1].binders[0].id == b.var);
  CHECK(std::holds_alternative<Assert>(body.stms[2].exp.node));
}

TEST_CASE_METHOD(Fixture, "an overwritten array has the shape of what it was", "[graph]") {
  DimSlice first;
  first.fixed = true;
  first.index = Atom::i64(0);
  Atom ys = xs;
  for (int i = 0; i < 100; ++i) ys = add({Update{ys, {first}, x}}, xs.type);
  CHECK(graph.shape_of(ys) == xs);
  const Atom zs = graph.input(xs.type).atom();
  graph.know_shape(zs, ys);
  CHECK(graph.shape_of(zs) == xs);
}

TEST_CASE_METHOD(Fixture, "nodes are found again, many of them on one operand", "[graph]") {
  // A fifth of the nodes fan out from x, the others are on what has just been made.
  constexpr std::size_t kMany = 20'000;
  std::mt19937 random(2);
  std::vector<Exp> made;
  Atoms atoms{x};
  for (std::size_t i = 0; i < kMany; ++i) {
    const Atom recent = atoms[atoms.size() - 1 - random() % std::min<std::size_t>(atoms.size(), 8)];
    const Atom operand = random() % 5 == 0 ? x : recent;
    made.push_back(prim("add", {operand, f64(static_cast<double>(i))}));
    atoms.push_back(add(made.back()));
  }
  REQUIRE(graph.size() == kMany);
  std::size_t lost = 0;
  for (std::size_t i = 0; i < kMany; ++i) lost += add(made[i]) == atoms[i + 1] ? 0 : 1;
  CHECK(lost == 0);
  CHECK(graph.size() == kMany);
}

TEST_CASE("what is stored under hashes with equal halves, or one hash, is found", "[graph]") {
  HashCons table;
  constexpr std::uint32_t kMany = 2000;
  const auto hash = [](std::uint32_t i) -> std::uint64_t {
    if (i % 4 == 0) return 7;
    return i % 2 == 0 ? i : std::uint64_t{i} << 32;
  };
  const auto find = [&](std::uint32_t i) {
    return table.find(hash(i), [&](std::uint32_t position) { return position == i; });
  };
  for (std::uint32_t i = 0; i < kMany; ++i) {
    REQUIRE(find(i) == HashCons::none);
    table.insert(hash(i), i);
  }
  for (std::uint32_t i = 0; i < kMany; ++i) REQUIRE(find(i) == i);
}

TEST_CASE("astronomic counts", "[graph]") {
  Count count(1);
  for (int i = 0; i < 3000; ++i) count += count;
  CHECK(count.log2() == Approx(3000));
  CHECK_FALSE(count.is_exact());
  CHECK(Count(245).text() == "245");
}
