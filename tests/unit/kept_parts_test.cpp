// What simplification makes of arrays that the iterations of a loop write part by part, of what
// loops keep of their numbers, and of sums with cotangents that are not there.
#include "core/optimise.hpp"
#include "core/walk.hpp"
#include "eval_support.hpp"

using namespace laguz_test;

namespace {

const Type kVector = kF64.array_of();
const std::vector<std::int64_t> kReal{static_cast<std::int64_t>(ScalarType::f64)};

DimSlice part(Builder& b, const Atom& begin, const Atom& length) {
  DimSlice dim;
  dim.start = begin;
  dim.end = b.add(begin, length);
  return dim;
}

/// Of x and m: two loops of m iterations. The first keeps the first (i * i) mod 4 or, if they are
/// [numbered], i numbers of x, one part after the other, with their beginnings and lengths; the
/// second adds three times part i, or only its numbers from [from] on, to part i of zeros.
FunId writes_parts(Fixture& t, bool numbered, std::int64_t from) {
  return t.function({kVector, kI64}, [&](Builder& b, const Atoms& x) {
    const Atom none = b.array_op(ArrayOp::zeros, {Atom::i64(0)}, kVector, kReal);
    Loop kept;
    kept.params = {t.names.bind(kI64), t.names.bind(kI64), t.names.bind(kVector)};
    kept.inits = {Atom::i64(0), Atom::i64(0), none};
    const Binder i = t.names.bind(kI64);
    kept.form = ForForm{i, x[1]};
    kept.body = t.block([&](Builder& c) {
      const Atom length =
          numbered ? i.atom() : c.prim("mod", {c.mul(i.atom(), i.atom()), Atom::i64(4)});
      const Atom slice = c.emit1({Slice{x[0], {part(c, Atom::i64(0), length)}}}, kVector);
      return Atoms{c.add(kept.params[0].atom(), length), length,
                   t.map(c, length, {slice}, t.lambda({kF64}, [&](Builder& d, const Atoms& y) {
                     return Atoms{d.mul(y[0], f64(3))};
                   }))};
    });
    kept.keep(0, false, false);
    kept.keep(1, false, true);
    kept.keep(2, true, true);
    const Type ints = kI64.array_of();
    const Atoms first = b.emit({std::move(kept)}, {kI64, kI64, kVector, ints, ints, kVector});
    Loop sums;
    sums.params = {t.names.bind(kVector)};
    sums.inits = {b.array_op(ArrayOp::zeros, {first[0]}, kVector, kReal)};
    const Binder j = t.names.bind(kI64);
    sums.form = ForForm{j, x[1]};
    sums.body = t.block([&](Builder& c) {
      const Atom begin = c.add(c.index(first[3], {j.atom()}), Atom::i64(from));
      const Atom length = c.sub(c.index(first[4], {j.atom()}), Atom::i64(from));
      const DimSlice dim = part(c, begin, length);
      const Atom mine = c.emit1({Slice{sums.params[0].atom(), {dim}}}, kVector);
      const Atom more = c.emit1({Slice{first[5], {dim}}}, kVector);
      const Atom sum =
          t.map(c, length, {mine, more}, t.lambda({kF64, kF64}, [](Builder& d, const Atoms& y) {
            return Atoms{d.add(y[0], y[1])};
          }));
      return Atoms{c.emit1({Update{sums.params[0].atom(), {dim}, sum}}, kVector)};
    });
    return Atoms{b.emit1({std::move(sums)}, kVector)};
  });
}

std::vector<double> numbers(const Value& value) {
  const Array array = std::get<Array>(value).dense();
  return {array.data<double>(), array.data<double>() + array.shape()[0]};
}

}  // namespace

TEST_CASE_METHOD(Fixture, "parts of a loop's iterations are what it keeps", "[core]") {
  for (const bool numbered : {false, true}) {
    const FunId f = writes_parts(*this, numbered, 0);
    const auto values = [&](std::int64_t m) {
      evaluator.reset();
      return numbers(run(f, {vector(std::vector<double>{1, 2, 4, 8, 16}), Scalar::i64(m)})[0]);
    };
    std::vector<std::vector<double>> before;
    for (std::int64_t m = 0; m < 6; ++m) before.push_back(values(m));
    optimise(program, f);
    verify(program, f);
    for (std::int64_t m = 0; m < 6; ++m) CHECK(values(m) == before[static_cast<std::size_t>(m)]);
    CHECK(before[5].size() == (numbered ? 10 : 2));
    INFO(print(program, f));
    CHECK(count<Update>(program[f].body) == 0);
  }
}

TEST_CASE_METHOD(Fixture, "less than an iteration's part is written where it is", "[core]") {
  const FunId f = writes_parts(*this, true, 1);
  optimise(program, f);
  verify(program, f);
  CHECK(count<Update>(program[f].body) == 1);
}

TEST_CASE_METHOD(Fixture, "a loop keeps none of its numbers", "[core]") {
  const FunId f = function({kI64}, [&](Builder& b, const Atoms& x) {
    Loop loop;
    loop.params = {names.bind(kI64)};
    loop.inits = {Atom::i64(7)};
    const Binder i = names.bind(kI64);
    loop.form = ForForm{i, x[0]};
    loop.body = block([&](Builder&) { return Atoms{i.atom()}; });
    loop.keep(0, false, true);
    return b.emit({std::move(loop)}, {kI64, kI64.array_of()});
  });
  const auto values = [&](std::int64_t n) {
    evaluator.reset();
    const std::vector<Value> out = run(f, {Scalar::i64(n)});
    return std::pair{as_i64(out[0]), i64s(out[1])};
  };
  optimise(program, f);
  verify(program, f);
  for (const Stm& stm : program[f].body.stms)
    if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) CHECK(loop->history.empty());
  CHECK(values(5) == std::pair{std::int64_t{4}, Ints{0, 1, 2, 3, 4}});
  CHECK(values(0) == std::pair{std::int64_t{7}, Ints{}});
  CHECK(values(-3) == std::pair{std::int64_t{7}, Ints{}});
}

TEST_CASE_METHOD(Fixture, "what is added to zeros is itself, whatever its sign", "[core]") {
  const Type matrix = kVector.array_of();
  const FunId f = function({matrix}, [&](Builder& b, const Atoms& x) {
    const Atom n = b.shape(x[0], 0), m = b.shape(x[0], 1);
    const Atom zeros = b.array_op(ArrayOp::zeros, {n, m}, matrix, kReal);
    Soac sum{
        n,
        {zeros, x[0]},
        lambda({kVector, kVector},
               [&](Builder& c, const Atoms& rows) {
                 return Atoms{map(c, m, rows, lambda({kF64, kF64}, [](Builder& d, const Atoms& y) {
                                    return Atoms{d.add(y[0], y[1])};
                                  }))};
               }),
        {},
        {},
        {{m}},
        false};
    return Atoms{b.emit1({std::move(sum)}, matrix)};
  });
  optimise(program, f);
  verify(program, f);
  CHECK(count<Soac>(program[f].body) == 0);
}

TEST_CASE_METHOD(Fixture, "numbers of a row that an iteration alone adds to are not read",
                 "[core]") {
  const Type matrix = kVector.array_of();
  // a[i, 0] += x[i], then a[i, 1] += x[i], and a[i, 0] += x[i] again: that is read.
  const FunId f = function({kVector}, [&](Builder& b, const Atoms& x) {
    const Atom n = b.shape(x[0], 0);
    Loop loop;
    loop.params = {names.bind(matrix)};
    loop.inits = {b.array_op(ArrayOp::zeros, {n, Atom::i64(2)}, matrix, kReal)};
    const Binder i = names.bind(kI64);
    loop.form = ForForm{i, n};
    loop.body = block([&](Builder& c) {
      Atom sums = loop.params[0].atom();
      for (const std::int64_t column : {0, 1, 0}) {
        const Atoms place{i.atom(), Atom::i64(column)};
        const Atom sum = c.add(c.index(sums, place), c.index(x[0], {i.atom()}));
        sums = update(c, sums, place, sum);
      }
      return Atoms{sums};
    });
    return Atoms{b.emit1({std::move(loop)}, matrix)};
  });
  const auto values = [&] {
    evaluator.reset();
    return numbers(std::get<Array>(run(f, {vector(std::vector<double>{3, -1})})[0]).reshape({4}));
  };
  const std::vector<double> before = values();
  optimise(program, f);
  verify(program, f);
  CHECK(values() == before);
  CHECK(before == std::vector<double>{6, 3, -2, -1});
  CHECK(count<PrimApp>(program[f].body) == 1);
}
