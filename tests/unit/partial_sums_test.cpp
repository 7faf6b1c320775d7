// Sums that are parted: the same bits in every tier and on any number of threads, and the sums that
// they are when taken one after the other, but for rounding.
#include <cmath>
#include <limits>

#include "core/optimise.hpp"
#include "eval_support.hpp"
#include "seeds.hpp"

using namespace laguz_test;

namespace {

const Type kVector = kF64.array_of();

struct Case {
  std::int64_t width, length;
  bool inner;    ///< a map inside adds, too
  int reduced;   ///< 0: nothing, 1: by addition, 2: by an operator of its own
  bool nowhere;  ///< what lanes do not do is in the way
};

/// In each of [width] iterations i: total[i mod length] += 1 / (1 + i), total[0] += i / 3, and with
/// an inner map total[j] += i j for all j.
FunId sums(Fixture& t, const Case& given, bool apart) {
  const FunId made = t.function({kVector, kI64, kI64}, [&](Builder& b, const Atoms& x) {
    const Type ints = kI64.array_of();
    WithAcc with;
    WithAcc::Acc acc;
    acc.acc = t.names.bind({ScalarType::f64, 1, true});
    acc.arrays = {x[0]};
    acc.apart = apart;
    with.accs = {acc};
    const auto add = [&](Builder& d, const Atom& at, const Atom& what) {
      d.emit({AccUpdate{acc.acc.atom(), {at}, {what}}}, {});
    };
    with.body = t.block([&](Builder& c) {
      const Atom is = c.array_op(ArrayOp::iota, {x[1], Atom::i64(0), Atom::i64(1)}, ints);
      Lambda each = t.lambda({kI64}, [&](Builder& d, const Atoms& i) {
        const Atom number = d.prim("cvt_f64", {i[0]});
        add(d, d.prim("mod", {i[0], x[2]}), d.prim("div", {f64(1), d.add(number, f64(1))}));
        add(d, Atom::i64(0), d.prim("div", {number, f64(3)}));
        if (given.inner) {
          const Atom js = d.array_op(ArrayOp::iota, {x[2], Atom::i64(0), Atom::i64(1)}, ints);
          Soac inner{x[2],
                     {js},
                     t.lambda({kI64},
                              [&](Builder& e, const Atoms& j) {
                                add(e, j[0], e.mul(number, e.prim("cvt_f64", {j[0]})));
                                return Atoms{};
                              }),
                     {},
                     {},
                     {},
                     false};
          d.emit({std::move(inner)}, {});
        }
        if (!given.nowhere) return Atoms{number};
        // Lengths that differ from lane to lane.
        const Atom n = d.prim("mod", {i[0], Atom::i64(3)});
        const Atom some =
            d.array_op(ArrayOp::iota, {d.add(n, Atom::i64(1)), Atom::i64(0), Atom::i64(1)}, ints);
        return Atoms{d.add(number, d.prim("cvt_f64", {d.index(some, {n})}))};
      });
      Lambda op = t.lambda({kF64, kF64}, [&](Builder& d, const Atoms& y) {
        const Atom sum = d.add(y[0], y[1]);
        return Atoms{given.reduced == 1 ? sum : d.prim("min", {sum, f64(1e9)})};
      });
      Soac soac{x[1], {is}, std::move(each), {}, {}, {}, false};
      if (given.reduced > 0) {
        soac.reduces.push_back({std::move(op), {f64(0)}});
        return Atoms{c.emit1({std::move(soac)}, kF64)};
      }
      soac.row_shapes = {{}};
      return Atoms{c.emit1({std::move(soac)}, kVector)};
    });
    return b.emit({std::move(with)}, {kVector, given.reduced > 0 ? kF64 : kVector});
  });
  optimise(t.program, made);
  verify(t.program, made);
  return made;
}

std::vector<double> totals(const Case& given, bool apart, Tier tier, int threads) {
  Fixture t;
  t.options.tier = tier;
  t.options.threads = threads;
  const FunId f = sums(t, given, apart);
  const std::vector<double> zeros(static_cast<std::size_t>(given.length), 0.125);
  const auto results = t.run(f, {vector(zeros), value(given.width), value(given.length)});
  const Array array = std::get<Array>(results[0]).dense();
  std::vector<double> all(array.data<double>(), array.data<double>() + array.size());
  if (given.reduced > 0) {
    all.push_back(as_f64(results[1]));
  } else {
    const Array mapped = std::get<Array>(results[1]).dense();
    all.insert(all.end(), mapped.data<double>(), mapped.data<double>() + mapped.size());
  }
  return all;
}

/// Sums that are striped, of all sorts of updates. For each x of [width] numbers, x goes to one
/// place of an array; if x > 0.5, 2 x to another one; x to a place that depends on x; x j, and j
/// where x < 0.2, to each place j, twice; and to two arrays' rows (x, ..., x), the second only if
/// x < 0.7. With [along], one place for each x, too.
FunId striped_sums(Fixture& t, bool along) {
  const Type ints = kI64.array_of(), kMatrix = kVector.array_of();
  const FunId made =
      t.function({kVector, kMatrix, kVector, kI64, kI64}, [&](Builder& b, const Atoms& x) {
        const Atom width = x[3], length = x[4];
        WithAcc with;
        for (const std::int64_t rank : {1, 2}) {
          WithAcc::Acc acc;
          acc.acc = t.names.bind({ScalarType::f64, static_cast<std::uint8_t>(rank), true});
          acc.arrays = {x[static_cast<std::size_t>(rank - 1)]};
          acc.apart = true;
          with.accs.push_back(acc);
        }
        const Atom places = with.accs[0].acc.atom(), rows = with.accs[1].acc.atom();
        const auto add = [](Builder& d, const Atom& acc, const Atom& at, const Atom& what) {
          d.emit({AccUpdate{acc, {at}, {what}}}, {});
        };
        const auto when = [&](Builder& d, const Atom& condition,
                              const std::function<void(Builder&)>& then) {
          If either{condition, t.block([&](Builder& e) {
                      then(e);
                      return Atoms{};
                    }),
                    t.block([](Builder&) { return Atoms{}; })};
          d.emit({std::move(either)}, {});
        };
        const auto all = [&](Builder& d, const Atom& count,
                             const std::function<void(Builder&, const Atom&)>& each) {
          const Atom is = d.array_op(ArrayOp::iota, {count, Atom::i64(0), Atom::i64(1)}, ints);
          Soac soac{count,
                    {is},
                    t.lambda({kI64},
                             [&](Builder& e, const Atoms& i) {
                               each(e, i[0]);
                               return Atoms{};
                             }),
                    {},
                    {},
                    {},
                    false};
          d.emit({std::move(soac)}, {});
        };
        with.body = t.block([&](Builder& c) {
          const Atom is = c.array_op(ArrayOp::iota, {width, Atom::i64(0), Atom::i64(1)}, ints);
          Lambda each = t.lambda({kF64, kI64}, [&](Builder& d, const Atoms& y) {
            add(d, places, Atom::i64(0), y[0]);
            when(d, d.prim("gt", {y[0], f64(0.5)}),
                 [&](Builder& e) { add(e, places, Atom::i64(1), e.mul(y[0], f64(2))); });
            add(d, places, d.prim("mod", {d.mul(y[1], y[1]), length}), y[0]);
            if (along) add(d, places, y[1], y[0]);
            const Atom low = d.prim("lt", {y[0], f64(0.2)});
            const int times = along ? 12 : 2;
            all(d, Atom::i64(times), [&](Builder& e, const Atom&) {
              all(e, length, [&](Builder& f, const Atom& j) {
                const Atom number = f.prim("cvt_f64", {j});
                add(f, places, j, f.mul(y[0], number));
                when(f, low, [&](Builder& g) { add(g, places, j, number); });
              });
            });
            const Atom row = d.array_op(ArrayOp::replicate, {length, y[0]}, kVector);
            add(d, rows, Atom::i64(0), row);
            when(d, d.prim("lt", {y[0], f64(0.7)}),
                 [&](Builder& e) { add(e, rows, Atom::i64(1), row); });
            return Atoms{d.mul(y[0], y[0])};
          });
          Soac soac{width, {x[2], is}, std::move(each), {}, {}, {}, false};
          soac.row_shapes = {{}};
          return Atoms{c.emit1({std::move(soac)}, kVector)};
        });
        return b.emit({std::move(with)}, {kVector, kMatrix, kVector});
      });
  optimise(t.program, made);
  verify(t.program, made);
  return made;
}

struct Striped {
  std::int64_t width, length;
  bool along;   ///< then the length is the width
  int strange;  ///< 1: some numbers are infinite, 2: and some are none
};

std::vector<double> striped_totals(const Striped& given, Tier tier, int threads) {
  Fixture t;
  t.options.tier = tier;
  t.options.threads = threads;
  const FunId f = striped_sums(t, given.along);
  std::vector<double> xs;
  for (std::int64_t i = 0; i < given.width; ++i)
    xs.push_back(std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0));
  const auto some = [&](std::int64_t i) -> double& {
    return xs[static_cast<std::size_t>(i % given.width)];
  };
  if (given.strange > 0) some(100) = -(some(200) = std::numeric_limits<double>::infinity());
  if (given.strange > 1) some(300) = std::numeric_limits<double>::quiet_NaN();
  const auto length = static_cast<std::size_t>(given.length);
  const std::vector<double> zeros(2 * length);
  const Value rows = Array::copy_of(ScalarType::f64, {2, given.length}, zeros.data());
  const auto results = t.run(f, {vector(std::vector<double>(length, 0.125)), rows, vector(xs),
                                 value(given.width), value(given.length)});
  std::vector<double> all;
  for (const Value& result : results) {
    const Array array = std::get<Array>(result).dense();
    all.insert(all.end(), array.data<double>(), array.data<double>() + array.size());
  }
  // One kind of none is as good as another.
  for (double& x : all)
    if (std::isnan(x)) x = -12345;
  return all;
}

}  // namespace

TEST_CASE("parted sums are the same in every tier", "[lanes][threads]") {
  int parted = 0;
  for (const std::int64_t width : {1, 511, 512, 1000, 5000, 140000})
    for (const std::int64_t length : {1, 7, 1200})
      for (const int kind : {0, 1, 2, 3, 4, 5}) {
        if (width * length > 10'000'000) continue;
        const Case given{width, length, kind % 2 == 1, kind / 2, kind == 4};
        if (given.inner && width > 5000) continue;
        const auto expected = totals(given, true, Tier::scalar, 1);
        for (const Tier tier : {Tier::lanes, Tier::automatic})
          for (const int threads : laguz_test::some_of<int>({1, 2, 5})) {
            INFO("width " << width << " length " << length << " kind " << kind << " threads "
                          << threads);
            CHECK(totals(given, true, tier, threads) == expected);
          }
        const auto in_order = totals(given, false, Tier::scalar, 1);
        REQUIRE(in_order.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
          CHECK(std::abs(expected[i] - in_order[i]) <= 1e-9 * std::abs(in_order[i]));
        if (expected != in_order) ++parted;
      }
  CHECK(parted > 10);  // the order was another one
}

TEST_CASE("striped sums are the same in every tier", "[lanes][threads]") {
  std::vector<Striped> cases;
  for (const std::int64_t width : {17, 511, 512, 513, 527, 528, 1000, 1040, 3001})
    for (const std::int64_t length : {2, 7, 20})
      for (const int strange : {0, 1, 2}) cases.push_back({width, length, false, strange});
  for (const std::int64_t width : {512, 523, 540}) cases.push_back({width, width, true, 0});
  for (const Striped& given : cases) {
    const auto expected = striped_totals(given, Tier::scalar, 1);
    for (const Tier tier : {Tier::lanes, Tier::automatic})
      for (const int threads : laguz_test::some_of<int>({1, 2, 5})) {
        INFO("width " << given.width << " length " << given.length << " strange " << given.strange
                      << " threads " << threads);
        CHECK(striped_totals(given, tier, threads) == expected);
      }
  }
}
