// Which products of matrices are statements of their own, in code as derivatives have it.
#include "core_support.hpp"

using namespace laguz_core_test;

namespace {

const Type kVector = kF64.array_of();
const Type kMatrix = kF64.array_of(2);

}  // namespace

TEST_CASE_METHOD(Fixture, "loops with several sums of products", "[core][products]") {
  /// States of the loops that there are for rows of x times rows of others: a sum, and one of
  /// [terms] products, which may be in any order if it is [free]. Perhaps where numbers say.
  const auto states = [&](bool free, std::size_t terms, bool anywhere = false) {
    const FunId f = function("f", {kMatrix, kI64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0), m = b.shape(x[0], 1);
      const auto each_of = [&](const char* op, const Atom& of) {
        return map(b, n, {of},
                   lambda({kVector},
                          [&](Builder& outer, const Atoms& r) {
                            return Atoms{
                                map(outer, m, r, lambda({kF64}, [&](Builder& one, const Atoms& u) {
                                      return Atoms{one.prim(op, u)};
                                    }))};
                          }),
                   {m});
      };
      const Atom y = each_of("exp", x[0]), z = each_of("sin", x[0]);
      const auto number = [&](Builder& each, const Atom& row, const Atoms& others) {
        Loop loop;
        loop.params = {names.bind(kF64), names.bind(kF64)};
        loop.inits = {f64(0), f64(0)};
        loop.sums = {0, static_cast<std::uint8_t>(free ? 1 : 0)};
        const Binder k = names.bind(kI64);
        loop.form = ForForm{k, m};
        Builder inner(names);
        const Atom place = anywhere ? inner.index(x[1], {k.atom()}) : k.atom();
        const Atom u = inner.index(row, {k.atom()});
        Atoms products;
        for (const Atom& other : others)
          products.push_back(inner.mul(u, inner.index(other, {place})));
        const Atom more = terms > 1 ? inner.add(products[1], products[2]) : products[1];
        const Atom first = inner.add(loop.params[0].atom(), products[0]);
        const Atom second = inner.add(loop.params[1].atom(), more);
        loop.body = inner.finish({first, second});
        const Atoms sums = each.emit({std::move(loop)}, {kF64, kF64});
        return each.mul(each.prim("tanh", {sums[0]}), sums[1]);
      };
      return Atoms{map(b, n, {x[0]},
                       lambda({kVector},
                              [&](Builder& outer, const Atoms& r) {
                                return Atoms{map(outer, n, {x[0], y, z},
                                                 lambda({kVector, kVector, kVector},
                                                        [&](Builder& each, const Atoms& others) {
                                                          return Atoms{number(each, r[0], others)};
                                                        }))};
                              }),
                       {n})};
    });
    std::vector<std::size_t> found;
    for (const Loop* loop : nodes<Loop>(optimised(f))) found.push_back(loop->params.size());
    return found;
  };
  using Sizes = std::vector<std::size_t>;
  CHECK(states(true, 1) == Sizes{1, 1});
  CHECK(states(false, 1) == Sizes{1, 1});  // each has its order still
  CHECK(states(true, 2) == Sizes{1, 1, 1});
  CHECK(states(false, 2) == Sizes{2});       // the order of additions is the program's
  CHECK(states(true, 2, true) == Sizes{2});  // an index that may fail has its turn, too
}
