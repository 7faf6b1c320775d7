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
