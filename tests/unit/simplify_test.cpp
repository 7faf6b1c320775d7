// What simplification makes of small arrays and loops, of operators with columns that nobody looks
// at or that are equal, and of signs: how many nodes are left, and that they compute the same.
#include "core/optimise.hpp"
#include "core/walk.hpp"
#include "eval_support.hpp"

using namespace laguz_test;

namespace {

const Type kVector = kF64.array_of();

std::size_t uses_of(const Body& body, const char* prim) {
  std::size_t found = 0;
  for (const Stm& stm : body.stms) {
    const auto* app = std::get_if<PrimApp>(&stm.exp.node);
    if (app && laguz::prims::row_of(app->prim).name == prim) ++found;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found += uses_of(inner, prim); });
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
    CHECK(uses_of(program[f].body, "select") == (is_sum ? 1 : 0));
  }
}

TEST_CASE_METHOD(Fixture, "columns of an operator that are always equal are one", "[core]") {
  for (const bool is_equal : {true, false}) {
    const FunId f = function({kVector, kVector}, [&](Builder& b, const Atoms& x) {
      const Lambda op =
          lambda({kF64, kF64, kF64, kF64, kF64, kF64}, [&](Builder& inner, const Atoms& y) {
            const Atom later = inner.prim("lt", {y[0], y[3]});
            const Prim choose = laguz::prims::get("select", ScalarType::f64);
            return Atoms{inner.prim("max", {y[0], y[3]}), inner.prim(choose, {later, y[4], y[1]}),
                         inner.prim(choose, {later, y[5], y[2]})};
          });
      Soac soac{b.shape(x[0], 0),
                {x[0], x[1], x[1]},
                lambda({kF64, kF64, kF64}, [](Builder&, const Atoms& y) { return y; }),
                {{op, {f64(-9), f64(0), f64(is_equal ? 0 : 1)}, false}},
                {},
                {},
                false};
      const Atoms found = b.emit({std::move(soac)}, {kF64, kF64, kF64});
      return Atoms{b.add(found[1], b.mul(found[2], found[2]))};
    });
    const auto value = [&] {
      evaluator.reset();
      return std::get<Scalar>(run(f, {vector(std::vector<double>{0.5, 3.0, -2.0}),
                                      vector(std::vector<double>{5.0, 7.0, 9.0})})[0])
          .as_f64();
    };
    CHECK(value() == 56);
    optimise(program, f);
    verify(program, f);
    CHECK(value() == 56);
    CHECK(uses_of(program[f].body, "select") == (is_equal ? 1 : 2));
  }
}

TEST_CASE_METHOD(Fixture, "a loop of a few iterations in a lambda is those", "[core]") {
  // v[k] = v[k-1] * x + v[k] for k = 1, 2, 3, in an array of four.
  const auto tree = [&](Builder& b, const Atoms& x) {
    const Atom zeros = b.array_op(ArrayOp::zeros, {Atom::i64(4)}, kVector,
                                  {static_cast<std::int64_t>(ScalarType::f64)});
    Loop loop;
    loop.params = {names.bind(kVector)};
    loop.inits = {update(b, update(b, zeros, {Atom::i64(0)}, x[0]), {Atom::i64(2)}, f64(2))};
    const Binder k = names.bind(kI64);
    loop.form = ForForm{k, Atom::i64(3)};
    loop.body = block([&](Builder& c) {
      const Atom at = c.add(k.atom(), Atom::i64(1)), now = loop.params[0].atom();
      const Atom next = c.add(c.mul(c.index(now, {k.atom()}), x[0]), c.index(now, {at}));
      return Atoms{update(c, now, {at}, next)};
    });
    const Atom v = b.emit1({std::move(loop)}, kVector);
    return Atoms{b.add(b.index(v, {Atom::i64(3)}), b.index(v, {Atom::i64(1)}))};
  };
  const Body& body = optimised(*this, tree);
  CHECK(count<Loop>(body) == 0);
  CHECK(count<Update>(body) == 0);
  CHECK(count<Index>(body) == 0);
}

TEST_CASE_METHOD(Fixture, "what is read where it has been written is known", "[core]") {
  // Of an array that is not known otherwise, at places some of which are not.
  const FunId f = function({kVector.array_of(), kI64}, [&](Builder& b, const Atoms& x) {
    const Atom copy = b.array_op(ArrayOp::copy, {x[0]}, x[0].type);
    const Atom first = update(b, copy, {Atom::i64(1), x[1]}, f64(5));
    const Atom second = update(b, first, {Atom::i64(0), x[1]}, f64(7));
    const Atom known = b.index(second, {Atom::i64(1), x[1]});
    const Atom may_be = b.index(second, {Atom::i64(0), Atom::i64(2)});
    return Atoms{b.add(known, may_be)};
  });
  const auto value = [&](std::int64_t at) {
    evaluator.reset();
    const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    const Array matrix = std::get<Array>(vector(numbers)).reshape({2, 3});
    return std::get<Scalar>(run(f, {matrix, Scalar::i64(at)})[0]).as_f64();
  };
  optimise(program, f);
  verify(program, f);
  CHECK(value(0) == 8);
  CHECK(value(2) == 12);
  CHECK(count<Index>(program[f].body) == 1);
}

TEST_CASE_METHOD(Fixture, "what a slice has read is inside", "[core]") {
  // The element i of a part of [more] elements, read in another array as well, where it is inside:
  // of as many elements, that need not be asked.
  const auto guarded_reads = [&](bool as_long) {
    const FunId f = function({kVector, kVector, kI64, kI64}, [&](Builder& b, const Atoms& x) {
      const Atom other = as_long ? x[0] : x[1];
      const Atom part = b.emit1({Slice{x[0], {{false, {}, x[2], b.add(x[2], x[3]), {}}}}}, kVector);
      const Atom numbers =
          b.array_op(ArrayOp::iota, {x[3], Atom::i64(0), Atom::i64(1)}, kI64.array_of());
      return Atoms{map(
          b, x[3], {numbers, part}, lambda({kI64, kF64}, [&](Builder& in, const Atoms& y) {
            const Atom at = in.add(x[2], y[0]);
            const Atom inside = in.prim("and", {in.prim("le", {Atom::i64(0), at}),
                                                in.prim("lt", {at, in.shape(other, 0)})});
            If choose{inside, block([&](Builder& then) { return Atoms{then.index(other, {at})}; }),
                      block([&](Builder&) { return Atoms{f64(-1)}; })};
            return Atoms{in.add(y[1], in.emit1({std::move(choose)}, kF64))};
          }))};
    });
    optimise(program, f);
    verify(program, f);
    evaluator.reset();
    const Value ten = vector(std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
                few = vector(std::vector<double>{5, 6, 7});
    const Array sums =
        std::get<Array>(run(f, {ten, few, Scalar::i64(1), Scalar::i64(4)})[0]).dense();
    const double* sum = sums.data<double>();
    CHECK(std::vector(sum, sum + 4) ==
          (as_long ? std::vector<double>{2, 4, 6, 8} : std::vector<double>{7, 9, 2, 3}));
    return count<If>(program[f].body);
  };
  CHECK(guarded_reads(true) == 0);
  CHECK(guarded_reads(false) == 1);
}

TEST_CASE_METHOD(Fixture, "a place that both sides write is written behind them", "[core]") {
  for (const bool same : {true, false}) {
    const FunId f = function({kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom copy = b.array_op(ArrayOp::copy, {x[0]}, x[0].type);
      return loop(b, n, {copy}, [&](Builder& inner, const Atoms& y) {
        const Atom &i = y[0], &now = y[1];
        const Atom other = inner.prim("mod", {inner.add(i, Atom::i64(1)), n});
        // (What another iteration may have written: it is no map.)
        If choice{inner.prim("lt", {inner.index(now, {other}), f64(0)}), block([&](Builder& yes) {
                    return Atoms{update(yes, now, {i}, yes.prim("exp", {yes.index(now, {i})}))};
                  }),
                  block([&](Builder& no) {
                    return Atoms{update(no, now, {same ? i : other}, no.index(now, {i}))};
                  })};
        return Atoms{inner.emit1({std::move(choice)}, kVector)};
      });
    });
    optimise(program, f);
    verify(program, f);
    CHECK(count<Update>(program[f].body) == (same ? 1 : 2));
    CHECK(count<Index>(program[f].body) == 2);
  }
}

TEST_CASE_METHOD(Fixture, "a branch takes what is dear from an earlier one", "[core]") {
  for (const bool same : {true, false}) {
    const Body& body = optimised(*this, [&](Builder& b, const Atoms& x) {
      const auto choice = [&](const Atom& limit, const char* other) {
        return b.emit1(
            {If{b.prim("lt", {x[0], limit}), block([&](Builder& yes) {
                  return Atoms{yes.prim("sin", {yes.mul(x[0], yes.prim("exp", {x[0]}))})};
                }),
                block([&](Builder& no) { return Atoms{no.prim(other, {x[0]})}; })}},
            kF64);
      };
      const Atom first = choice(f64(1), "cos");
      return Atoms{b.mul(first, choice(same ? f64(1) : f64(2), "tan"))};
    });
    CHECK(uses_of(body, "sin") == (same ? 1 : 2));
    CHECK(uses_of(body, "exp") == (same ? 1 : 2));
    CHECK(uses_of(body, "cos") == 1);
    CHECK(uses_of(body, "tan") == 1);
  }
}

TEST_CASE_METHOD(Fixture, "loops do not write where nobody reads", "[core]") {
  /// Of an array of n: updates that are left when each iteration reads one place, and writes one;
  /// and the array is needed behind the loop, or not.
  const auto updates = [&](std::int64_t read, std::int64_t length, bool needed) {
    const FunId f = function({kVector, kI64}, [&](Builder& b, const Atoms& x) {
      const Atom zeros = b.array_op(ArrayOp::zeros, {b.add(x[1], Atom::i64(length))}, kVector,
                                    {static_cast<std::int64_t>(ScalarType::f64)});
      const Atom filled = b.array_op(ArrayOp::copy, {length == 0 ? zeros : x[0]}, kVector);
      const Atoms made = loop(b, x[1], {filled, f64(0)}, [&](Builder& inner, const Atoms& y) {
        const Atom at = inner.add(y[0], Atom::i64(read));
        const Atom sum = inner.prim("sin", {inner.add(y[2], inner.index(y[1], {at}))});
        return Atoms{update(inner, y[1], {y[0]}, sum), sum};
      });
      return needed ? made : Atoms{made[1]};
    });
    optimise(program, f);
    verify(program, f);
    return count<Update>(program[f].body);
  };
  CHECK(updates(0, 0, false) == 0);
  CHECK(updates(0, 0, true) == 1);
  CHECK(updates(-1, 0, false) == 1);  // what the iteration before has written
  CHECK(updates(0, 1, false) == 1);   // whether there is such a place is not known
}

TEST_CASE_METHOD(Fixture, "the greatest number is found once, with its place or without",
                 "[core]") {
  const FunId f = function({kVector}, [&](Builder& b, const Atoms& x) {
    const Atom n = b.shape(x[0], 0);
    const Lambda op = lambda({kF64, kI64, kF64, kI64}, [&](Builder& inner, const Atoms& y) {
      const Atom greatest = inner.prim("max", {y[0], y[2]});
      const Atom first = inner.prim("eq", {greatest, y[0]});
      return Atoms{greatest,
                   inner.prim(laguz::prims::get("select", ScalarType::i64), {first, y[1], y[3]})};
    });
    Soac soac{n,
              {x[0], b.array_op(ArrayOp::iota, {n, Atom::i64(0), Atom::i64(1)}, kI64.array_of())},
              lambda({kF64, kI64},
                     [](Builder&, const Atoms& y) {
                       return Atoms{y[0], y[0], y[1]};
                     }),
              {{prim("max", kF64), {f64(-1)}, false}, {op, {f64(-1), n}, false}},
              {},
              {},
              false};
    return b.emit({std::move(soac)}, {kF64, kF64, kI64});
  });
  const auto greatest = [&] {
    evaluator.reset();
    const auto got = run(f, {vector(std::vector<double>{1, 5, 2, 5})});
    return std::tuple(std::get<Scalar>(got[0]).as_f64(), std::get<Scalar>(got[1]).as_f64(),
                      std::get<Scalar>(got[2]).as_i64());
  };
  CHECK(greatest() == std::tuple(5.0, 5.0, 1));
  optimise(program, f);
  verify(program, f);
  CHECK(greatest() == std::tuple(5.0, 5.0, 1));
  CHECK(uses_of(program[f].body, "max") == 1);
}

TEST_CASE_METHOD(Fixture, "divisions that differ by a sign are one", "[core]") {
  const Body& body = optimised(*this, [](Builder& b, const Atoms& x) {
    const Atom y = b.add(b.mul(x[0], x[0]), f64(2));
    return Atoms{b.mul(b.prim("div", {f64(-3), y}), b.prim("div", {f64(3), y}))};
  });
  CHECK(uses_of(body, "div") == 1);
}

TEST_CASE_METHOD(Fixture, "a number's negative less the number is their sum's negative", "[core]") {
  const Body& body = optimised(*this, [](Builder& b, const Atoms& x) {
    return Atoms{b.prim("neg", {b.sub(b.prim("neg", {x[0]}), x[0])})};
  });
  CHECK(uses_of(body, "neg") == 0);
  CHECK(uses_of(body, "add") == 1);
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
  CHECK(uses_of(program[f].body, "neg") == 1);
  CHECK(std::holds_alternative<Soac>(program[f].body.stms.back().exp.node));
}
