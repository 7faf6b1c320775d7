// The evaluator's scalar tier: expressions, loops, calls, Soacs, on core made by hand.
#include <cmath>

#include "eval/machine.hpp"
#include "eval_support.hpp"

using namespace laguz_test;

// ---- Scalars

TEST_CASE("eval: scalar expressions, nested and shared") {
  Fixture t;
  const FunId f = t.function({kF64, kF64}, [](Builder& b, const Atoms& x) {
    const Atom sum = b.add(x[0], x[1]);
    const Atom shared = b.mul(sum, sum);
    const Atom root = b.prim("sqrt", {shared});
    return Atoms{b.sub(b.add(root, shared), f64(1)), b.prim("lt", {x[0], x[1]}), x[1], f64(7)};
  });
  const auto r = t.run(f, {value(2.0), value(3.0)});
  CHECK(as_f64(r[0]) == 29);
  CHECK(std::get<Scalar>(r[1]).as_bool());
  CHECK(as_f64(r[2]) == 3);
  CHECK(as_f64(r[3]) == 7);
}

TEST_CASE("eval: every primitive, as its boxed kernel") {
  Fixture t;
  const std::int64_t samples[] = {0, 1, 2, 3, -1, -7, 100, 127};
  for (std::size_t r = 0; r < laguz::prims::catalog().size(); ++r) {
    const auto& row = laguz::prims::catalog()[r];
    for (int k = 0; k < laguz::support::kScalarTypes; ++k) {
      const auto type = static_cast<ScalarType>(k);
      if (!laguz::prims::contains(row.types, type)) continue;
      const Prim prim{static_cast<std::uint16_t>(r), type};
      std::vector<Type> types;
      for (int i = 0; i < row.arity; ++i)
        types.push_back({laguz::prims::operand_type(prim, i), 0, false});
      const FunId f = t.function(types, [&](Builder& b, const Atoms& x) {
        return Atoms{b.emit1({PrimApp{prim, x}}, {laguz::prims::result_type(prim), 0, false})};
      });
      for (const std::int64_t x : samples) {
        std::vector<Scalar> args;
        std::vector<Value> values;
        for (int i = 0; i < row.arity; ++i) {
          const ScalarType of = types[static_cast<std::size_t>(i)].elem;
          const Scalar whole = Scalar::i64(of == ScalarType::boolean ? x & 1 : x + i);
          const auto cvt =
              laguz::prims::get("cvt_" + std::string(laguz::support::name(of)), ScalarType::i64);
          args.push_back(laguz::prims::apply(cvt, {&whole, 1}));
          values.emplace_back(args.back());
        }
        INFO(row.name << " at " << laguz::support::name(type) << " of " << x);
        if (!laguz::prims::guard_holds(prim, args)) {
          CHECK_THROWS_AS(t.run(f, values), UserError);
          continue;
        }
        const Scalar expected = laguz::prims::apply(prim, args);
        const auto results = t.run(f, values);
        CHECK(std::get<Scalar>(results[0]) == expected);
      }
    }
  }
}

TEST_CASE("eval: errors come in the order of the statements") {
  Fixture t;
  laguz::support::SourceFile file("f.fut", std::string(100, 'x'));
  const FunId f = t.function({kI64, kI64, kI64.array_of()}, [&](Builder& b, const Atoms& x) {
    b.span = {&file, 1, 2};
    const Atom first = b.prim("div", {x[0], x[1]});
    b.span = {&file, 3, 4};
    const Atom second = b.index(x[2], {x[0]});
    b.span = {&file, 5, 6};
    return Atoms{b.add(second, first)};
  });
  const Diagnostic division =
      t.error(f, {value(std::int64_t{9}), value(std::int64_t{0}), vector(Ints{1})});
  CHECK(division.message == "Cannot apply operator: division by zero.");
  CHECK(division.span.lo == 1);
  const Diagnostic index =
      t.error(f, {value(std::int64_t{9}), value(std::int64_t{1}), vector(Ints{1})});
  CHECK(index.message == "Index [9] out of bounds for array of shape [1].");
  CHECK(index.span.lo == 3);
  REQUIRE(index.stack.size() == 1);
  CHECK(as_i64(t.run(f, {value(std::int64_t{0}), value(std::int64_t{1}), vector(Ints{5})})[0]) ==
        5);
}

TEST_CASE("eval: branches as expressions and as statements") {
  Fixture t;
  const FunId f = t.function({kI64, kI64.array_of()}, [&](Builder& b, const Atoms& x) {
    const Atom negative = b.prim("lt", {x[0], Atom::i64(0)});
    If abs{negative, t.block([&](Builder& c) { return Atoms{c.prim("neg", {x[0]})}; }),
           t.block([&](Builder&) { return Atoms{x[0]}; })};
    const Atom magnitude = b.emit1({std::move(abs)}, kI64);
    If both{negative, t.block([&](Builder& c) {
              return Atoms{t.update(c, x[1], {Atom::i64(0)}, magnitude), magnitude};
            }),
            t.block([&](Builder&) {
              return Atoms{x[1], Atom::i64(1)};
            })};
    return b.emit({std::move(both)}, {kI64.array_of(), kI64});
  });
  auto r = t.run(f, {value(std::int64_t{-4}), vector(Ints{1, 2})});
  CHECK(i64s(r[0]) == Ints{4, 2});
  CHECK(as_i64(r[1]) == 4);
  r = t.run(f, {value(std::int64_t{4}), vector(Ints{1, 2})});
  CHECK(i64s(r[0]) == Ints{1, 2});
}

// ---- Loops

TEST_CASE("eval: loops swap parameters at once") {
  Fixture t;
  const FunId fib = t.function({kI64}, [&](Builder& b, const Atoms& x) {
    return t.loop(b, x[0], {Atom::i64(0), Atom::i64(1)}, [](Builder& c, const Atoms& s) {
      return Atoms{s[2], c.add(s[1], s[2])};
    });
  });
  CHECK(as_i64(t.run(fib, {value(std::int64_t{10})})[0]) == 55);
  CHECK(as_i64(t.run(fib, {value(std::int64_t{-3})})[0]) == 0);
  const FunId swap = t.function({kI64.array_of(), kI64.array_of()}, [&](Builder& b,
                                                                        const Atoms& x) {
    return t.loop(b, Atom::i64(3), x, [](Builder&, const Atoms& s) { return Atoms{s[2], s[1]}; });
  });
  const auto r = t.run(swap, {vector(Ints{1}), vector(Ints{2})});
  CHECK(i64s(r[0]) == Ints{2});
  CHECK(i64s(r[1]) == Ints{1});
}

TEST_CASE("eval: loops over every type of integer") {
  Fixture t;
  for (int k = 0; k < 8; ++k) {
    const Type type{static_cast<ScalarType>(k), 0, false};
    const FunId f = t.function({type}, [&](Builder& b, const Atoms& x) {
      return t.loop(b, x[0], {Atom::constant({type.elem, 0})},
                    [](Builder& c, const Atoms& s) { return Atoms{c.add(s[1], s[0])}; });
    });
    CHECK(as_i64(t.run(f, {Scalar::integer(type.elem, 10)})[0]) == 45);
    const std::int64_t top = type.elem == ScalarType::u8 ? 44 : 0;  // 200*199/2 mod 256
    if (type.elem == ScalarType::u8)
      CHECK(as_i64(t.run(f, {Scalar::integer(type.elem, 200)})[0]) ==
            (200 * 199 / 2) % 256 + 0 * top);
  }
}

TEST_CASE("eval: an update in a loop is in place, and never seen by others") {
  Fixture t;
  constexpr std::int64_t n = 200'000;
  const FunId f = t.function({kI64.array_of(), kI64}, [&](Builder& b, const Atoms& x) {
    return t.loop(b, x[1], {x[0]}, [&](Builder& c, const Atoms& s) {
      return Atoms{t.update(c, s[1], {s[0]}, c.add(c.index(s[1], {s[0]}), s[0]))};
    });
  });
  Array array = Array::zeros(ScalarType::i64, {n});
  const std::byte* buffer = array.raw();
  std::vector<Value> args;
  args.emplace_back(std::move(array));
  args.emplace_back(value(n));
  auto r = t.run(f, std::move(args));
  CHECK(std::get<Array>(r[0]).raw() == buffer);
  CHECK(i64s(r[0])[100] == 100);

  Array kept = Array::zeros(ScalarType::i64, {n});
  r = t.run(f, {kept, value(n)});
  CHECK(i64s(r[0])[100] == 100);
  CHECK(i64s(kept)[100] == 0);
}

TEST_CASE("eval: a variable from outside survives every iteration") {
  Fixture t;
  const FunId f = t.function({kI64.array_of()}, [&](Builder& b, const Atoms& x) {
    return t.loop(b, Atom::i64(3), {Atom::i64(0)}, [&](Builder& c, const Atoms& s) {
      const Atom changed = t.update(c, x[0], {Atom::i64(0)}, Atom::i64(5));
      return Atoms{
          c.add(s[1], c.add(c.index(changed, {Atom::i64(0)}), c.index(x[0], {Atom::i64(0)})))};
    });
  });
  CHECK(as_i64(t.run(f, {vector(Ints{1, 2})})[0]) == 18);
}

TEST_CASE("eval: while loops keep and count their states") {
  Fixture t;
  const FunId f = t.function({kI64}, [&](Builder& b, const Atoms& x) {
    const Binder p = t.names.bind(kI64);
    const Binder q = t.names.bind(kI64.array_of());
    Loop loop;
    loop.params = {p, q};
    loop.inits = {x[0],
                  b.array_op(ArrayOp::iota, {Atom::i64(2), x[0], Atom::i64(1)}, kI64.array_of())};
    loop.form = WhileForm{t.block([&](Builder& c) {
      return Atoms{c.prim("gt", {p.atom(), Atom::i64(0)})};
    })};
    loop.body = t.block([&](Builder& c) {
      return Atoms{c.prim("quot", {p.atom(), Atom::i64(2)}),
                   t.update(c, q.atom(), {Atom::i64(0)}, p.atom())};
    });
    loop.history = {0, 1};
    loop.counted = true;
    return b.emit({std::move(loop)},
                  {kI64, kI64.array_of(), kI64.array_of(), kI64.array_of(2), kI64});
  });
  auto r = t.run(f, {value(std::int64_t{1000})});
  CHECK(i64s(r[2]) == Ints{1000, 500, 250, 125, 62, 31, 15, 7, 3, 1});
  CHECK(as_i64(r[4]) == 10);
  CHECK(std::get<Array>(r[3]).shape() == Shape{10, 2});
  CHECK(i64s(std::get<Array>(r[3]).row(9)) == Ints{3, 1001});
  CHECK(i64s(r[1]) == Ints{1, 1001});
  r = t.run(f, {value(std::int64_t{0})});
  CHECK(std::get<Array>(r[3]).shape() == Shape{0, 2});
}

// ---- Calls

TEST_CASE("eval: recursion, its limit, and the stack of an error") {
  Fixture t;
  laguz::support::SourceFile file("f.fut", std::string(100, 'x'));
  const FunId f = 0;
  t.function({kI64}, [&](Builder& b, const Atoms& x) {
    b.span = {&file, 7, 8};
    Body down = t.block([&](Builder& c) {
      c.span = {&file, 1, 2};
      const Atom below = c.emit1({Call{f, {c.sub(x[0], Atom::i64(1))}}}, kI64);
      return Atoms{c.add(below, x[0])};
    });
    Body bottom = t.block([&](Builder& c) {
      c.span = {&file, 3, 4};
      return Atoms{c.prim("div", {Atom::i64(0), x[0]})};
    });
    return Atoms{b.emit1(
        {If{b.prim("ne", {x[0], Atom::i64(0)}), std::move(down), std::move(bottom)}}, kI64)};
  });
  const Diagnostic shallow = t.error(f, {value(std::int64_t{2})});
  REQUIRE(shallow.stack.size() == 3);
  CHECK(shallow.stack[0].lo == 3);
  CHECK(shallow.stack[1].lo == 1);
  CHECK(shallow.stack[2].lo == 1);
  t.evaluator->options().max_depth = 2'000;
  const Diagnostic endless = t.error(f, {value(std::int64_t{-1})});
  CHECK(endless.message == "Stack overflow: 2001 calls are nested.");
  CHECK(endless.stack.size() <= 102);
  t.evaluator->options().max_depth = 10;
  CHECK(t.error(f, {value(std::int64_t{10})}).message == "Stack overflow: 11 calls are nested.");
}

TEST_CASE("eval: constants are evaluated once") {
  Fixture t;
  const FunId c = t.function({}, [](Builder& b, const Atoms&) {
    return Atoms{b.array_op(ArrayOp::replicate, {Atom::i64(3), Atom::i64(1)}, kI64.array_of())};
  });
  t.program[c].constant = true;
  const FunId f = t.function({kI64}, [&](Builder& b, const Atoms& x) {
    const Atom constant = b.emit1({Call{c, {}}}, kI64.array_of());
    return Atoms{t.update(b, constant, {Atom::i64(1)}, x[0])};
  });
  CHECK(i64s(t.run(f, {value(std::int64_t{7})})[0]) == Ints{1, 7, 1});
  CHECK(i64s(t.run(f, {value(std::int64_t{8})})[0]) == Ints{1, 8, 1});
}

TEST_CASE("eval: an interrupt stops a loop") {
  Fixture t;
  const FunId f = t.function({kI64}, [&](Builder& b, const Atoms& x) {
    return t.loop(b, x[0], {Atom::i64(0)},
                  [](Builder& c, const Atoms& s) { return Atoms{c.add(s[1], s[0])}; });
  });
  laguz::support::Governor governor;
  governor.set_seconds(0.05);
  const laguz::support::Task task(governor);
  CHECK_THROWS_AS(t.run(f, {value(std::int64_t{1} << 60)}), laguz::support::TimedOut);
}

TEST_CASE("eval: a frame that gets only some of its memory gives that back") {
  constexpr std::uint32_t kMany = 1'000'000;
  laguz::support::Governor governor;
  const laguz::core::Program program;
  laguz::eval::Machine machine(program, {});
  const laguz::support::Task task(governor);
  laguz::support::Account& account = governor.account();
  const std::size_t before = account.used();
  account.set_limit(before + 2 * kMany * sizeof(std::uint64_t));  // enough for all but the tapes
  laguz::eval::Frame::Layout layout;
  layout.scalars = kMany;
  layout.tapes = kMany;
  CHECK_THROWS_AS(laguz::eval::Frame::make(machine, layout, machine.stopped_flag()),
                  laguz::support::OutOfMemory);
  CHECK(account.used() < before + kMany);
}

// ---- Soacs

namespace {

/// The shape rule, written down a second time.
template <class T>
T fold_blocked(const std::vector<T>& a, T ne) {
  T total = ne;
  for (std::size_t at = 0; at < a.size(); at += 4096) {
    const std::size_t n = std::min<std::size_t>(4096, a.size() - at);
    std::vector<T> acc(a.begin() + at, a.begin() + at + std::min<std::size_t>(16, n));
    for (std::size_t i = 16; i < n; ++i) acc[i % 16] += a[at + i];
    for (std::size_t step : {8, 4, 2, 1})
      for (std::size_t j = 0; j < step; ++j)
        if (j + step < acc.size()) acc[j] += acc[j + step];
    total += acc[0];
  }
  return total;
}

template <class T>
T fold_chunked(const std::vector<T>& a, T ne) {
  T total = ne;
  for (std::size_t at = 0; at < a.size(); at += 256) {
    T chunk = a[at];
    for (std::size_t i = at + 1; i < std::min(a.size(), at + 256); ++i) chunk += a[i];
    total += chunk;
  }
  return total;
}

std::vector<float> noise(std::size_t n) {
  std::vector<float> xs;
  for (std::size_t i = 0; i < n; ++i) xs.push_back(std::sin(static_cast<float>(i) * 1.7f) * 1000);
  return xs;
}

}  // namespace

TEST_CASE("eval: reductions have the shape of their width") {
  Fixture t;
  const auto reduction = [&](bool builtin, bool fused) {
    return t.function({kF32.array_of()}, [&](Builder& b, const Atoms& x) {
      Lambda element = t.lambda({kF32}, [&](Builder& c, const Atoms& y) {
        return Atoms{fused ? c.add(y[0], f32(0)) : y[0]};
      });
      Lambda op =
          builtin ? t.prim("add", kF32) : t.lambda({kF32, kF32}, [](Builder& c, const Atoms& y) {
            return Atoms{c.prim("add", {c.add(y[0], y[1]), f32(0)})};
          });
      Soac soac{b.shape(x[0], 0),
                {x[0]},
                std::move(element),
                {{std::move(op), {f32(0.5f)}, true}},
                {},
                {},
                false};
      return Atoms{b.emit1({std::move(soac)}, kF32)};
    });
  };
  const FunId bulk = reduction(true, false);
  const FunId fused = reduction(true, true);
  const FunId general = reduction(false, true);
  for (const std::size_t n :
       {0, 1, 5, 255, 256, 257, 1024, 1025, 4096, 4097, 4100, 10'000, 300'000}) {
    INFO("width " << n);
    const std::vector<float> xs = noise(n);
    float left = 0.5f;
    for (const float x : xs) left += x;
    const float blocked = n <= 256 ? left : fold_blocked(xs, 0.5f);
    const float chunked = n <= 256 ? left : fold_chunked(xs, 0.5f);
    CHECK(std::get<Scalar>(t.run(bulk, {vector(xs)})[0]).as_f32() == blocked);
    CHECK(std::get<Scalar>(t.run(fused, {vector(xs)})[0]).as_f32() == blocked);
    CHECK(std::get<Scalar>(t.run(general, {vector(xs)})[0]).as_f32() == chunked);
  }
}

TEST_CASE("eval: a fused Soac reduces, scans and maps at once") {
  Fixture t;
  const FunId f = t.function({kI64.array_of()}, [&](Builder& b, const Atoms& x) {
    Lambda body = t.lambda({kI64}, [&](Builder& c, const Atoms& y) {
      const Atom square = c.mul(y[0], y[0]);
      return Atoms{square, y[0], square,
                   c.array_op(ArrayOp::replicate, {Atom::i64(2), y[0]}, kI64.array_of())};
    });
    Soac soac{b.shape(x[0], 0),
              {x[0]},
              std::move(body),
              {{t.prim("add", kI64), {Atom::i64(0)}, true}},
              {{t.prim("max", kI64), {Atom::i64(0)}}},
              {{}, {}, {Atom::i64(2)}},
              false};
    return b.emit({std::move(soac)}, {kI64, kI64.array_of(), kI64.array_of(), kI64.array_of(2)});
  });
  auto r = t.run(f, {vector(Ints{1, 3, 2})});
  CHECK(as_i64(r[0]) == 14);
  CHECK(i64s(r[1]) == Ints{1, 3, 3});
  CHECK(i64s(r[2]) == Ints{1, 9, 4});
  CHECK(i64s(r[3]) == Ints{1, 1, 3, 3, 2, 2});
  r = t.run(f, {vector(Ints{})});
  CHECK(as_i64(r[0]) == 0);
  CHECK(std::get<Array>(r[3]).shape() == Shape{0, 2});
}

TEST_CASE("eval: operators on arrays, nested Soacs, rows as parameters") {
  Fixture t;
  // reduce (map2 (+)) (replicate 2 10) xss; and the sums of the rows
  const FunId f = t.function({kI64.array_of(2)}, [&](Builder& b, const Atoms& x) {
    const Atom m = b.shape(x[0], 1);
    const Atom n = b.shape(x[0], 0);
    const Atom ne = b.array_op(ArrayOp::replicate, {m, Atom::i64(10)}, kI64.array_of());
    Lambda op = t.lambda({kI64.array_of(), kI64.array_of()}, [&](Builder& c, const Atoms& y) {
      return Atoms{t.map(c, m, y, t.prim("add", kI64))};
    });
    Lambda identity = t.lambda({kI64.array_of()}, [](Builder&, const Atoms& y) { return y; });
    Soac columns{n, {x[0]}, std::move(identity), {{std::move(op), {ne}, false}}, {}, {}, false};
    const Atom sums = b.emit1({std::move(columns)}, kI64.array_of());
    const Atom rows =
        t.map(b, n, {x[0]}, t.lambda({kI64.array_of()}, [&](Builder& c, const Atoms& y) {
          Lambda same = t.lambda({kI64}, [](Builder&, const Atoms& z) { return z; });
          Soac sum{m,  {y[0]}, std::move(same), {{t.prim("add", kI64), {Atom::i64(0)}, true}}, {},
                   {}, false};
          return Atoms{c.emit1({std::move(sum)}, kI64)};
        }));
    return Atoms{sums, rows};
  });
  const auto r = t.run(f, {matrix(3, 2, {1, 2, 3, 4, 5, 6})});
  CHECK(i64s(r[0]) == Ints{19, 22});
  CHECK(i64s(r[1]) == Ints{3, 7, 11});
}

TEST_CASE("eval: irregular rows and widths that differ") {
  Fixture t;
  const FunId f = t.function({kI64.array_of(), kI64}, [&](Builder& b, const Atoms& x) {
    return Atoms{t.map(b, x[1], {x[0]}, t.lambda({kI64}, [](Builder& c, const Atoms& y) {
      return Atoms{c.array_op(ArrayOp::iota, {y[0], Atom::i64(0), Atom::i64(1)}, kI64.array_of())};
    }))};
  });
  CHECK(std::get<Array>(t.run(f, {vector(Ints{2, 2}), value(std::int64_t{2})})[0]).shape() ==
        Shape{2, 2});
  CHECK(t.error(f, {vector(Ints{2, 3}), value(std::int64_t{2})}).message.find("irregular") !=
        std::string::npos);
  CHECK(t.error(f, {vector(Ints{-2}), value(std::int64_t{1})}).message ==
        "Range 0..1..<-2 is invalid.");
  CHECK_THROWS_AS(t.run(f, {vector(Ints{2, 2}), value(std::int64_t{3})}), UserError);
}
