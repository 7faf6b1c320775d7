// What simplification makes of small arrays, of operators with columns that nobody looks at, and of
// signs: how many nodes are left, and that they compute the same.
#include "core/optimise.hpp"
#include "core/walk.hpp"
#include "eval_support.hpp"

using namespace laguz_test;

namespace {

const Type kVector = kF64.array_of();

template <class Node>
std::size_t count(const Body& body) {
  std::size_t found = 0;
  for (const Stm& stm : body.stms) {
    if (std::holds_alternative<Node>(stm.exp.node)) ++found;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found += count<Node>(inner); });
  }
  return found;
}

std::size_t count(const Body& body, const char* prim) {
  std::size_t found = 0;
  for (const Stm& stm : body.stms) {
    const auto* app = std::get_if<PrimApp>(&stm.exp.node);
    if (app && laguz::prims::row_of(app->prim).name == prim) ++found;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found += count(inner, prim); });
  }
  return found;
}

Atom three(Builder& b, const Atom& x) {
  return b.emit1({ArrayLit{{x, b.mul(x, x), f64(1)}, kF64, {}}}, kVector);
}

/// The sum of the results of [f] on the elements of a vector: the same before and after.
const Body& optimised(Fixture& t, const Fixture::Write& f) {
  const FunId made = t.function({kVector}, [&](Builder& b, const Atoms& x) {
    return Atoms{t.map(b, b.shape(x[0], 0), {x[0]}, t.lambda({kF64}, f))};
  });
  const auto run = [&] {
    return t.run(made, {vector(std::vector<double>{0.5, -2.0, 3.0, 0.0})})[0];
  };
  const Array before = std::get<Array>(run()).dense();
  optimise(t.program, made);
  verify(t.program, made);
  t.evaluator.reset();
  const Array after = std::get<Array>(run()).dense();
  for (int i = 0; i < 4; ++i) CHECK(before.data<double>()[i] == after.data<double>()[i]);
  return t.program[made].body;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "a Soac of three numbers in a lambda is numbers", "[core]") {
  const Body& body = optimised(*this, [&](Builder& b, const Atoms& x) {
    const Atom halves =
        map(b, Atom::i64(3), {three(b, x[0])}, lambda({kF64}, [&](Builder& inner, const Atoms& y) {
              return Atoms{inner.mul(y[0], inner.add(x[0], f64(0.5)))};
            }));
    Soac sum{Atom::i64(3),
             {halves},
             lambda({kF64}, [](Builder&, const Atoms& y) { return y; }),
             {{prim("add", kF64), {f64(0)}, true}},
             {},
             {},
             false};
    return Atoms{b.emit1({std::move(sum)}, kF64)};
  });
  CHECK(count<Soac>(body) == 1);
  CHECK(count<ArrayLit>(body) == 0);
}

TEST_CASE_METHOD(Fixture, "branches and updates give the elements of small vectors", "[core]") {
  const Body& body = optimised(*this, [&](Builder& b, const Atoms& x) {
    const Atom zeros = b.array_op(ArrayOp::zeros, {Atom::i64(3)}, kVector,
                                  {static_cast<std::int64_t>(ScalarType::f64)});
    If choice{b.prim("lt", {x[0], f64(0)}), block([&](Builder& yes) {
                return Atoms{update(yes, zeros, {Atom::i64(1)}, yes.prim("exp", {x[0]}))};
              }),
              block([&](Builder& no) { return Atoms{three(no, x[0])}; })};
    const Atom chosen = b.emit1({std::move(choice)}, kVector);
    const Atom other = update(b, chosen, {Atom::i64(2)}, x[0]);
    return Atoms{b.add(b.index(other, {Atom::i64(1)}), b.index(other, {Atom::i64(2)}))};
  });
  CHECK(count<ArrayLit>(body) == 0);
  CHECK(count<Update>(body) == 0);
  CHECK(count<Index>(body) == 0);
}

TEST_CASE_METHOD(Fixture, "an operator's columns that nobody looks at go", "[core]") {
  // The least element and the number that goes with it, or their sum: of this the order matters.
  for (const bool is_sum : {false, true}) {
    const FunId f = function({kVector, kVector}, [&](Builder& b, const Atoms& x) {
      const Lambda op = lambda({kF64, kF64, kF64, kF64}, [&](Builder& inner, const Atoms& y) {
        const Atom first = inner.prim("le", {y[0], y[2]});
        const Atom kept =
            inner.prim(laguz::prims::get("select", ScalarType::f64), {first, y[1], y[3]});
        return Atoms{inner.prim(is_sum ? "add" : "min", {y[0], y[2]}), kept};
      });
      Soac soac{b.shape(x[0], 0),
                x,
                lambda({kF64, kF64}, [](Builder&, const Atoms& y) { return y; }),
                {{op, {f64(0), f64(0)}, false}},
                {},
                {},
                false};
      return Atoms{b.emit({std::move(soac)}, {kF64, kF64})[0]};
    });
    optimise(program, f);
    verify(program, f);
    CHECK(count(program[f].body, "select") == (is_sum ? 1 : 0));
  }
}

TEST_CASE_METHOD(Fixture, "divisions that differ by a sign are one", "[core]") {
  const Body& body = optimised(*this, [](Builder& b, const Atoms& x) {
    const Atom y = b.add(b.mul(x[0], x[0]), f64(2));
    return Atoms{b.mul(b.prim("div", {f64(-3), y}), b.prim("div", {f64(3), y}))};
  });
  CHECK(count(body, "div") == 1);
}

TEST_CASE_METHOD(Fixture, "a number's negative less the number is their sum's negative", "[core]") {
  const Body& body = optimised(*this, [](Builder& b, const Atoms& x) {
    return Atoms{b.prim("neg", {b.sub(b.prim("neg", {x[0]}), x[0])})};
  });
  CHECK(count(body, "neg") == 0);
  CHECK(count(body, "add") == 1);
}

TEST_CASE_METHOD(Fixture, "what is negative in all updates is added as it is", "[core]") {
  const FunId f = function({kVector}, [&](Builder& b, const Atoms& x) {
    const Atom n = b.shape(x[0], 0);
    const Atom is = b.array_op(ArrayOp::iota, {n, Atom::i64(0), Atom::i64(1)}, kI64.array_of());
    WithAcc with;
    WithAcc::Acc acc;
    acc.acc = names.bind({ScalarType::f64, 1, true});
    acc.arrays = {
        b.array_op(ArrayOp::zeros, {n}, kVector, {static_cast<std::int64_t>(ScalarType::f64)})};
    acc.apart = true;
    with.accs = {acc};
    const auto each = [&](Builder& c, const Atoms& arrays, const std::vector<Type>& types,
                          const Write& body) {
      c.emit({Soac{n, arrays, lambda(types, body), {}, {}, {}, false}}, {});
      return Atoms{};
    };
    with.body = block([&](Builder& c) {
      return each(c, {x[0]}, {kF64}, [&](Builder& d, const Atoms& outer) {
        return each(d, {x[0], is}, {kF64, kI64}, [&](Builder& e, const Atoms& inner) {
          const Atom minus = e.prim("neg", {e.mul(outer[0], e.prim("sin", {inner[0]}))});
          e.emit({AccUpdate{acc.acc.atom(), {inner[1]}, {minus}}}, {});
          return Atoms{};
        });
      });
    });
    return Atoms{b.emit1({std::move(with)}, kVector)};
  });
  const auto run_on = [&] {
    evaluator.reset();
    return std::get<Array>(run(f, {vector(std::vector<double>{0.5, -2.0, 3.0})})[0]).dense();
  };
  const Array before = run_on();
  optimise(program, f);
  verify(program, f);
  const Array after = run_on();
  for (int i = 0; i < 3; ++i) CHECK(before.data<double>()[i] == after.data<double>()[i]);
  // The one that is left is that of the sums.
  CHECK(count(program[f].body, "neg") == 1);
  CHECK(std::holds_alternative<Soac>(program[f].body.stms.back().exp.node));
}
