// Sums that are parted: the same bits in every tier and on any number of threads, and the sums that
// they are when taken one after the other, but for rounding.
#include <cmath>

#include "core/optimise.hpp"
#include "eval_support.hpp"

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
          for (const int threads : {1, 2, 5}) {
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
