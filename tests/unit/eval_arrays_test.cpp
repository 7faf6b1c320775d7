// The evaluator's scalar tier: slices, updates, histograms, accumulators, streams, array
// operations.
#include "eval_support.hpp"

using namespace laguz_test;

namespace {

const Value kTen = vector(Ints{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});

std::optional<Atom> part(const std::optional<std::int64_t>& x) {
  if (!x) return std::nullopt;
  return Atom::i64(*x);
}

}  // namespace

TEST_CASE("eval: slices as the language has them") {
  Fixture t;
  using Part = std::optional<std::int64_t>;
  const auto slice = [&](Part start, Part end, Part stride) {
    return t.function({kI64.array_of()}, [&](Builder& b, const Atoms& x) {
      Slice slice{x[0], {{false, {}, part(start), part(end), part(stride)}}};
      return Atoms{b.emit1({std::move(slice)}, kI64.array_of())};
    });
  };
  constexpr Part none;
  const struct {
    Part start, end, stride;
    Ints expected;
  } good[] = {{2, 5, none, {2, 3, 4}},     {none, 3, none, {0, 1, 2}}, {7, none, none, {7, 8, 9}},
              {none, none, -4, {9, 5, 1}}, {5, none, -2, {5, 3, 1}},   {none, 7, -1, {9, 8}},
              {0, 10, 3, {0, 3, 6, 9}},    {3, 3, none, {}},           {50, 50, none, {}},
              {9, -1, -9, {9, 0}}};
  for (const auto& c : good)
    CHECK(i64s(t.run(slice(c.start, c.end, c.stride), {kTen})[0]) == c.expected);
  const struct {
    Part start, end, stride;
    const char* text;
  } bad[] = {{1, 0, none, "1:0"}, {-1, 3, none, "-1:3"},    {8, 11, none, "8:11"},
             {0, 5, 0, "0:5:0"},  {9, -10, -2, "9:-10:-2"}, {10, none, -1, "10::-1"},
             {0, 3, -1, "0:3:-1"}};
  for (const auto& c : bad)
    CHECK(t.error(slice(c.start, c.end, c.stride), {kTen}).message ==
          std::string("Index [") + c.text + "] out of bounds for array of shape [10].");
}

TEST_CASE("eval: slices of several dimensions") {
  Fixture t;
  const FunId f = t.function({kI64.array_of(2), kI64}, [&](Builder& b, const Atoms& x) {
    const DimSlice all{false, {}, {}, {}, {}};
    const DimSlice back{false, {}, {}, {}, Atom::i64(-1)};
    const DimSlice fixed{true, x[1], {}, {}, {}};
    const Atom column = b.emit1({Slice{x[0], {all, fixed}}}, kI64.array_of());
    const Atom row = b.emit1({Slice{x[0], {fixed, back}}}, kI64.array_of());
    const Atom flipped = b.emit1({Slice{x[0], {back}}}, kI64.array_of(2));
    const Atom element = b.emit1({Slice{x[0], {fixed, fixed}}}, kI64);
    return Atoms{column, row, flipped, element};
  });
  const Value xs = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  const auto r = t.run(f, {xs, value(std::int64_t{1})});
  CHECK(i64s(r[0]) == Ints{2, 5});
  CHECK(i64s(r[1]) == Ints{6, 5, 4});
  CHECK(i64s(r[2]) == Ints{4, 5, 6, 1, 2, 3});
  CHECK(as_i64(r[3]) == 5);
  CHECK(t.error(f, {xs, value(std::int64_t{2})}).message ==
        "Index [2, ::-1] out of bounds for array of shape [2][3].");
}

TEST_CASE("eval: updates of elements, rows and slices") {
  Fixture t;
  const FunId f = t.function({kI64.array_of(2), kI64.array_of()}, [&](Builder& b, const Atoms& x) {
    const Atom first = t.update(b, x[0], {Atom::i64(1)}, x[1]);
    const Atom second = t.update(b, first, {Atom::i64(0), Atom::i64(2)}, Atom::i64(9));
    const DimSlice all{false, {}, {}, {}, {}};
    const DimSlice fixed{true, Atom::i64(0), {}, {}, {}};
    const Atom column =
        b.emit1({Slice{second, {all, {true, Atom::i64(2), {}, {}, {}}}}}, kI64.array_of());
    return Atoms{b.emit1({Update{second, {all, fixed}, column}}, kI64.array_of(2)), second};
  });
  const Value xs = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  const auto r = t.run(f, {xs, vector(Ints{7, 8, 6})});
  CHECK(i64s(r[0]) == Ints{9, 2, 9, 6, 8, 6});
  CHECK(i64s(r[1]) == Ints{1, 2, 9, 7, 8, 6});
  CHECK(i64s(xs) == Ints{1, 2, 3, 4, 5, 6});
  CHECK(t.error(f, {xs, vector(Ints{7})}).message ==
        "Cannot update a slice of shape [3] with a value of shape [1].");
  // An array into itself: a[0:2] = a[1:3].
  const FunId shift = t.function({kI64.array_of()}, [&](Builder& b, const Atoms& x) {
    const auto range = [](std::int64_t from, std::int64_t to) {
      return DimSlice{false, {}, Atom::i64(from), Atom::i64(to), {}};
    };
    const Atom tail = b.emit1({Slice{x[0], {range(1, 3)}}}, kI64.array_of());
    return Atoms{b.emit1({Update{x[0], {range(0, 2)}, tail}}, kI64.array_of())};
  });
  CHECK(i64s(t.run(shift, {vector(Ints{1, 2, 3})})[0]) == Ints{2, 3, 3});
}

TEST_CASE("eval: histograms and scatters ignore what is out of bounds") {
  Fixture t;
  const Type ints = kI64.array_of();
  const FunId f = t.function({ints, ints, ints}, [&](Builder& b, const Atoms& x) {
    const Atom n = b.shape(x[1], 0);
    const Atom hist =
        b.emit1({Hist{n, {x[0]}, t.prim("add", kI64), {Atom::i64(0)}, {x[1]}, {x[2]}}}, ints);
    Lambda op = t.lambda({kI64, kI64, kI64, kI64}, [](Builder& c, const Atoms& y) {
      return Atoms{c.add(c.mul(y[0], Atom::i64(10)), y[2]), c.prim("max", {y[1], y[3]})};
    });
    const Atoms two = b.emit(
        {Hist{n, {x[0], x[0]}, std::move(op), {Atom::i64(0), Atom::i64(0)}, {x[1]}, {x[2], x[2]}}},
        {ints, ints});
    return Atoms{hist, two[0], two[1], b.emit1({Scatter{n, {x[0]}, {x[1]}, {x[2]}}}, ints)};
  });
  const Value dest = vector(Ints{1, 1, 1});
  const auto r = t.run(f, {dest, vector(Ints{0, 2, -1, 0, 3}), vector(Ints{5, 6, 7, 8, 9})});
  CHECK(i64s(r[0]) == Ints{14, 1, 7});
  CHECK(i64s(r[1]) == Ints{158, 1, 16});
  CHECK(i64s(r[2]) == Ints{8, 1, 6});
  CHECK(i64s(r[3]) == Ints{8, 1, 6});
  CHECK(i64s(dest) == Ints{1, 1, 1});
}

TEST_CASE("eval: histograms of rows, and of two dimensions") {
  Fixture t;
  const Type ints = kI64.array_of();
  const FunId f =
      t.function({kI64.array_of(2), ints, kI64.array_of(2), ints}, [&](Builder& b, const Atoms& x) {
        const Atom n = b.shape(x[1], 0);
        const Atom m = b.shape(x[0], 1);
        Lambda op = t.lambda({ints, ints}, [&](Builder& c, const Atoms& y) {
          return Atoms{t.map(c, m, y, t.prim("add", kI64))};
        });
        const Atom ne = b.array_op(ArrayOp::replicate, {m, Atom::i64(0)}, ints);
        const Atom rows =
            b.emit1({Hist{n, {x[0]}, std::move(op), {ne}, {x[1]}, {x[2]}}}, kI64.array_of(2));
        const Atom cells =
            b.emit1({Hist{n, {x[0]}, t.prim("add", kI64), {Atom::i64(0)}, {x[1], x[1]}, {x[3]}}},
                    kI64.array_of(2));
        const Atom scattered = b.emit1({Scatter{n, {x[0]}, {x[1]}, {x[2]}}}, kI64.array_of(2));
        return Atoms{rows, cells, scattered};
      });
  const auto r = t.run(f, {matrix(2, 2, {1, 2, 3, 4}), vector(Ints{1, 1, 7}),
                           matrix(3, 2, {10, 20, 30, 40, 50, 60}), vector(Ints{100, 200, 300})});
  CHECK(i64s(r[0]) == Ints{1, 2, 43, 64});
  CHECK(i64s(r[1]) == Ints{1, 2, 3, 304});
  CHECK(i64s(r[2]) == Ints{1, 2, 30, 40});
}

TEST_CASE("eval: accumulators add, or do as they are told") {
  Fixture t;
  const Type ints = kI64.array_of();
  const auto accumulate = [&](bool own) {
    return t.function({ints, ints}, [&](Builder& b, const Atoms& x) {
      WithAcc with;
      WithAcc::Acc acc;
      acc.acc = t.names.bind({ScalarType::i64, 1, true});
      acc.arrays = {x[0]};
      if (own) {
        acc.op = t.lambda({kI64, kI64},
                          [](Builder& c, const Atoms& y) { return Atoms{c.sub(y[1], y[0])}; });
        acc.neutral = {Atom::i64(0)};
      }
      with.accs = {acc};
      with.body = t.block([&](Builder& c) {
        const Atom n = c.shape(x[1], 0);
        const Atom same = t.map(c, n, {x[1]}, t.lambda({kI64}, [&](Builder& d, const Atoms& y) {
          d.emit({AccUpdate{acc.acc.atom(), {y[0]}, {d.mul(y[0], Atom::i64(10))}}}, {});
          return Atoms{d.add(y[0], Atom::i64(1))};
        }));
        return Atoms{same};
      });
      return b.emit({std::move(with)}, {ints, ints});
    });
  };
  const Value dest = vector(Ints{1, 2, 3});
  auto r = t.run(accumulate(false), {dest, vector(Ints{0, 2, 2, -5})});
  CHECK(i64s(r[0]) == Ints{1, 2, 43});
  CHECK(i64s(r[1]) == Ints{1, 3, 3, -4});
  r = t.run(accumulate(true), {dest, vector(Ints{0, 2, 2, -5})});
  CHECK(i64s(r[0]) == Ints{-1, 2, 3});
  CHECK(i64s(dest) == Ints{1, 2, 3});
}

TEST_CASE("eval: streams give the same whatever the chunk") {
  Fixture t;
  const Type ints = kI64.array_of();
  const FunId f = t.function({ints, ints}, [&](Builder& b, const Atoms& x) {
    // The accumulators are a running sum and an array that each chunk writes to.
    Lambda chunk = t.lambda({kI64, kI64, ints, ints}, [&](Builder& c, const Atoms& y) {
      Lambda same = t.lambda({kI64}, [](Builder&, const Atoms& z) { return z; });
      Soac scan{y[0], {y[3]}, std::move(same), {}, {{t.prim("add", kI64), {y[1]}}}, {{}}, false};
      const Atom sums = c.emit1({std::move(scan)}, ints);
      const Atom last = c.index(sums, {c.sub(y[0], Atom::i64(1))});
      return Atoms{last, t.update(c, y[2], {Atom::i64(0)}, last), sums};
    });
    Stream stream{b.shape(x[0], 0), {x[0]}, std::move(chunk), {Atom::i64(0), x[1]}, {{}}, 0};
    return b.emit({std::move(stream)}, {kI64, ints, ints});
  });
  for (const std::int64_t chunk : {0, 1, 3, 10, 100}) {
    t.options.chunk = chunk;
    t.evaluator.reset();
    const auto r = t.run(f, {kTen, vector(Ints{7, 7})});
    CHECK(as_i64(r[0]) == 45);
    CHECK(i64s(r[1]) == Ints{45, 7});
    CHECK(i64s(r[2]) == Ints{0, 1, 3, 6, 10, 15, 21, 28, 36, 45});
  }
  const auto r = t.run(f, {vector(Ints{}), vector(Ints{7})});
  CHECK(as_i64(r[0]) == 0);
  CHECK(std::get<Array>(r[2]).shape() == Shape{0});
}

TEST_CASE("eval: array operations") {
  Fixture t;
  const Type ints = kI64.array_of();
  const auto unary = [&](ArrayOp op, Atoms before, Atoms after, Type from, Type to,
                         std::vector<std::int64_t> attrs = {}) {
    return t.function({from}, [&](Builder& b, const Atoms& x) {
      Atoms args = before;
      args.push_back(x[0]);
      args.insert(args.end(), after.begin(), after.end());
      return Atoms{b.array_op(op, args, to, attrs)};
    });
  };
  const auto apply = [&](FunId f, const Value& x) { return i64s(t.run(f, {x})[0]); };
  const Value four = vector(Ints{1, 2, 3, 4});
  CHECK(apply(unary(ArrayOp::reverse, {}, {}, ints, ints), four) == Ints{4, 3, 2, 1});
  CHECK(apply(unary(ArrayOp::rotate, {Atom::i64(1)}, {}, ints, ints), four) == Ints{2, 3, 4, 1});
  CHECK(apply(unary(ArrayOp::rotate, {Atom::i64(-5)}, {}, ints, ints), four) == Ints{4, 1, 2, 3});
  CHECK(apply(unary(ArrayOp::copy, {}, {}, ints, ints), four) == Ints{1, 2, 3, 4});
  CHECK(apply(unary(ArrayOp::replicate, {Atom::i64(2)}, {}, ints, ints.array_of()),
              vector(Ints{1, 2})) == Ints{1, 2, 1, 2});
  CHECK(apply(unary(ArrayOp::rearrange, {}, {}, kI64.array_of(2), kI64.array_of(2), {1, 0}),
              matrix(2, 2, {1, 2, 3, 4})) == Ints{1, 3, 2, 4});
  CHECK(apply(unary(ArrayOp::flat_index, {},
                    {Atom::i64(1), Atom::i64(2), Atom::i64(1), Atom::i64(2), Atom::i64(-1)}, ints,
                    kI64.array_of(2)),
              four) == Ints{2, 1, 3, 2});
  const FunId reshape =
      unary(ArrayOp::reshape, {}, {Atom::i64(2), Atom::i64(2)}, ints, kI64.array_of(2));
  CHECK(std::get<Array>(t.run(reshape, {four})[0]).shape() == Shape{2, 2});
  CHECK(t.error(reshape, {kTen}).message ==
        "Cannot reshape an array of shape [10] to shape [2][2].");

  const FunId two = t.function({ints, ints}, [&](Builder& b, const Atoms& x) {
    return Atoms{b.array_op(ArrayOp::concat, {x[0], x[1], x[0]}, ints),
                 b.array_op(ArrayOp::gather, x, ints), b.array_op(ArrayOp::lin_rec, x, ints),
                 b.array_op(ArrayOp::flat_update, {x[0], Atom::i64(3), Atom::i64(-1), x[1]}, ints)};
  });
  const auto r = t.run(two, {four, vector(Ints{3, 9, 0, -1})});
  CHECK(i64s(r[0]) == Ints{1, 2, 3, 4, 3, 9, 0, -1, 1, 2, 3, 4});
  CHECK(i64s(r[1]) == Ints{4, 0, 1, 0});
  CHECK(i64s(r[2]) == Ints{3, 15, 45, 179});
  CHECK(i64s(r[3]) == Ints{-1, 0, 9, 3});
  const FunId literals = t.function({kI64, ints}, [&](Builder& b, const Atoms& x) {
    const Atom scalars = b.emit1({ArrayLit{{x[0], Atom::i64(2)}, kI64, {}}}, ints);
    const Atom constants = b.emit1({ArrayLit{{Atom::i64(1), Atom::i64(2)}, kI64, {}}}, ints);
    const Atom rows = b.emit1({ArrayLit{{scalars, x[1]}, ints, {Atom::i64(2)}}}, ints.array_of());
    const Atom empty = b.emit1({ArrayLit{{}, ints, {Atom::i64(2)}}}, ints.array_of());
    return Atoms{rows, empty, t.update(b, constants, {Atom::i64(0)}, x[0])};
  });
  for (int again = 0; again < 2; ++again) {
    const auto l = t.run(literals, {value(std::int64_t{5}), vector(Ints{6, 7})});
    CHECK(i64s(l[0]) == Ints{5, 2, 6, 7});
    CHECK(std::get<Array>(l[1]).shape() == Shape{0, 2});
    CHECK(i64s(l[2]) == Ints{5, 2});
  }
  CHECK_THROWS_AS(t.run(literals, {value(std::int64_t{5}), vector(Ints{6})}), UserError);
}

TEST_CASE("eval: assertions and traces") {
  Fixture t;
  std::vector<std::string> seen;
  t.options.on_trace = [&](const Trace& trace, std::span<const Value> values,
                           std::span<const laguz::support::Span>) {
    seen.push_back(trace.tag + std::to_string(as_i64(values[0])));
  };
  const FunId f = t.function({kI64}, [&](Builder& b, const Atoms& x) {
    const Atom next = b.add(x[0], Atom::i64(1));
    b.emit({Trace{false, "x=", {next}, nullptr}}, {});
    b.emit({Assert{b.prim("gt", {x[0], Atom::i64(0)}), {"x > 0, not ", x[0]}}}, {});
    return Atoms{x[0]};
  });
  t.run(f, {value(std::int64_t{1})});
  CHECK(seen == std::vector<std::string>{"x=2"});
  CHECK(t.error(f, {value(std::int64_t{-1})}).message == "x > 0, not -1");
}

TEST_CASE("eval: what stops at a break may be called meanwhile") {
  Fixture t;
  FunId f = 0;
  std::vector<std::int64_t> inner;
  laguz::eval::Evaluator* evaluator = nullptr;
  t.options.on_trace = [&](const Trace& trace, std::span<const Value> values,
                           std::span<const laguz::support::Span>) {
    REQUIRE(trace.is_break);
    const std::int64_t x = as_i64(values[0]);
    if (x < 0 || x > 2) return;
    // It may fail, and change how things are run.
    CHECK_THROWS_AS(evaluator->call(f, {value(std::int64_t{-1})}), UserError);
    evaluator->options() = laguz::eval::Options(evaluator->options());
    inner.push_back(as_i64(evaluator->call(f, {value(x + 1)})[0]));
  };
  f = t.function({kI64}, [&](Builder& b, const Atoms& x) {
    b.emit({Trace{true, "", {x[0]}, nullptr}}, {});
    b.emit({Assert{b.prim("ge", {x[0], Atom::i64(0)}), {"negative"}}}, {});
    return Atoms{b.mul(x[0], Atom::i64(10))};
  });
  laguz::eval::Evaluator made(t.program, t.options);
  evaluator = &made;
  CHECK(as_i64(made.call(f, {value(std::int64_t{0})})[0]) == 0);
  CHECK(inner == std::vector<std::int64_t>{30, 20, 10});
}

TEST_CASE("eval: custom derivatives are their functions") {
  Fixture t;
  const FunId f = t.function({kF64, kF64.array_of()}, [&](Builder& b, const Atoms& x) {
    Lambda function = t.lambda({kF64, kF64.array_of()}, [&](Builder& c, const Atoms& y) {
      return Atoms{c.add(y[0], f64(1)), t.update(c, y[1], {Atom::i64(0)}, y[0])};
    });
    Lambda rule =
        t.lambda({kF64, kF64.array_of(), kF64, kF64.array_of()}, [](Builder&, const Atoms& y) {
          return Atoms{y[2], y[3]};
        });
    return b.emit({Custom{CustomMode::jvp, std::move(function), std::move(rule), x}},
                  {kF64, kF64.array_of()});
  });
  const Value xs = vector(std::vector<double>{1, 2});
  const auto r = t.run(f, {value(2.0), xs});
  CHECK(as_f64(r[0]) == 3);
  CHECK(std::get<Array>(r[1]).data<double>()[0] == 2);
  CHECK(std::get<Array>(xs).data<double>()[0] == 1);
}
