// Runs in lanes that are given up: what they have added to accumulators is not added twice.
#include "eval_support.hpp"

using namespace laguz_test;

namespace {

/// Adds 1 to an accumulator in each of [n] iterations, and reduces i / 1024 by an operator on
/// scalars that makes an array of 1 + (its second operand) elements.
FunId counts_and_reduces(Fixture& t) {
  const Type ints = kI64.array_of();
  return t.function({ints, kI64}, [&](Builder& b, const Atoms& x) {
    WithAcc with;
    WithAcc::Acc acc;
    acc.acc = t.names.bind({ScalarType::i64, 1, true});
    acc.arrays = {x[0]};
    with.accs = {acc};
    with.body = t.block([&](Builder& c) {
      const Atom is = c.array_op(ArrayOp::iota, {x[1], Atom::i64(0), Atom::i64(1)}, ints);
      Lambda count = t.lambda({kI64}, [&](Builder& d, const Atoms& i) {
        d.emit({AccUpdate{acc.acc.atom(), {Atom::i64(0)}, {Atom::i64(1)}}}, {});
        return Atoms{d.prim("quot", {i[0], Atom::i64(1024)})};
      });
      Lambda op = t.lambda({kI64, kI64}, [&](Builder& d, const Atoms& y) {
        const Atom n = d.add(Atom::i64(1), y[1]);
        const Atom zeros = d.array_op(ArrayOp::iota, {n, Atom::i64(0), Atom::i64(0)}, ints);
        return Atoms{d.add(d.add(y[0], y[1]), d.index(zeros, {y[1]}))};
      });
      Soac soac{x[1], {is}, std::move(count), {{std::move(op), {Atom::i64(0)}}}, {}, {}, false};
      return Atoms{c.emit1({std::move(soac)}, kI64)};
    });
    return b.emit({std::move(with)}, {ints, kI64});
  });
}

/// Of [n] iterations adds each i to one of 7 places, makes an array, which from iteration [from] on
/// has another length, and adds an element of it.
FunId adds_and_branches(Fixture& t) {
  const Type ints = kI64.array_of();
  return t.function({ints, kI64, kI64}, [&](Builder& b, const Atoms& x) {
    WithAcc with;
    WithAcc::Acc acc;
    acc.acc = t.names.bind({ScalarType::i64, 1, true});
    acc.arrays = {x[0]};
    with.accs = {acc};
    with.body = t.block([&](Builder& c) {
      const Atom is = c.array_op(ArrayOp::iota, {x[1], Atom::i64(0), Atom::i64(1)}, ints);
      Lambda count = t.lambda({kI64}, [&](Builder& d, const Atoms& i) {
        const Atom place = d.prim("mod", {i[0], Atom::i64(7)});
        d.emit({AccUpdate{acc.acc.atom(), {place}, {i[0]}}}, {});
        const auto numbers = [&](std::int64_t n) {
          return t.block([&](Builder& e) {
            return Atoms{e.array_op(ArrayOp::iota, {Atom::i64(n), i[0], Atom::i64(1)}, ints)};
          });
        };
        If choice{d.prim("lt", {i[0], x[2]}), numbers(3), numbers(4)};
        const Atom made = d.emit1({std::move(choice)}, ints);
        const Atom last = d.index(made, {d.sub(d.shape(made, 0), Atom::i64(1))});
        d.emit({AccUpdate{acc.acc.atom(), {place}, {d.sub(last, i[0])}}}, {});
        return Atoms{last};
      });
      return Atoms{c.emit1({Soac{x[1], {is}, std::move(count), {}, {}, {{}}, false}}, ints)};
    });
    return b.emit({std::move(with)}, {ints, ints});
  });
}

}  // namespace

TEST_CASE("an operator in whose lanes lengths differ has nothing added twice", "[lanes]") {
  for (const Tier tier : {Tier::scalar, Tier::lanes}) {
    Fixture t;
    t.options.tier = tier;
    const auto results = t.run(counts_and_reduces(t), {vector(Ints{0}), value(std::int64_t{4096})});
    CHECK(i64s(results[0]) == Ints{4096});
    CHECK(as_i64(results[1]) == 1024 * (0 + 1 + 2 + 3));
  }
}

TEST_CASE(
    "branches whose lengths differ have nothing added twice, in the first tile or a later one",
    "[lanes]") {
  // One tile, and several, of which lengths first differ in the first, in the middle, in the last,
  // from one to the next, and nowhere.
  for (const std::int64_t n : {5, 300, 3000})
    for (const std::int64_t from : {n, n - 1, n / 2, std::int64_t{1024}, std::int64_t{2}})
      for (const Tier tier : {Tier::scalar, Tier::lanes}) {
        Ints sums(7, 100), lasts;
        for (std::int64_t i = 0; i < n; ++i) {
          const std::int64_t length = i < from ? 3 : 4;
          sums[static_cast<std::size_t>(i % 7)] += i + length - 1;
          lasts.push_back(i + length - 1);
        }
        Fixture t;
        t.options.tier = tier;
        const auto results =
            t.run(adds_and_branches(t), {vector(Ints(7, 100)), value(n), value(from)});
        CAPTURE(n, from);
        CHECK(i64s(results[0]) == sums);
        CHECK(i64s(results[1]) == lasts);
      }
}
