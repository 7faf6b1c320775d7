// Which products of matrices are statements of their own, in code as derivatives have it.
#include "core_support.hpp"

using namespace laguz_core_test;

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

TEST_CASE_METHOD(Fixture, "matrices of parts are made before the iterations that read them",
                 "[core][products]") {
  /// Shapes that are changed: in the function itself, with branches of it, and in all of it; where
  /// iterations, [often] nested, read of x the first h m numbers as a matrix.
  const auto changed = [&](int often, bool of_iteration = false) {
    const FunId f = function("f", {kVector, kVector, kI64}, [&](Builder& b, const Atoms& x) {
      const Atom h = b.shape(x[1], 0), m = b.prim("max", {x[2], Atom::i64(0)});
      const std::function<Atom(Builder&, const Atom&, int)> at = [&](Builder& in, const Atom& y,
                                                                     int depth) {
        if (depth > 0)
          return map(
              in, h, {y.type.rank == 0 ? x[1] : y},
              lambda({kF64}, [&](Builder& each,
                                 const Atoms& u) { return Atoms{at(each, u[0], depth - 1)}; }),
              Atoms(static_cast<std::size_t>(depth - 1), h));
        const Atom from =
            of_iteration
                ? map(in, b.shape(x[0], 0), {x[0]},
                      lambda({kF64}, [&](Builder& each,
                                         const Atoms& u) { return Atoms{each.mul(u[0], y)}; }))
                : x[0];
        Slice part{from, {DimSlice{}}};
        part.dims[0].end = in.mul(h, m);
        const Atom taken = in.emit1({std::move(part)}, kVector);
        const Atom matrix = in.array_op(ArrayOp::reshape, {taken, h, m}, kMatrix);
        return in.mul(y, in.index(matrix, {Atom::i64(0), Atom::i64(0)}));
      };
      return Atoms{at(b, x[1], often)};
    });
    const Body& body = optimised(f);
    std::size_t here = 0;
    for (const Stm& stm : body.stms)
      if (const auto* choice = std::get_if<If>(&stm.exp.node))
        here += count<ArrayApp>(choice->then_body) + count<ArrayApp>(choice->else_body);
    std::size_t all = 0;
    for (const ArrayApp* app : nodes<ArrayApp>(body)) all += app->op == ArrayOp::reshape ? 1 : 0;
    return std::pair(here, all);
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  CHECK(changed(1) == Counts{2, 1});  // or zeros, if there is no such part
  CHECK(changed(2) == Counts{2, 1});
  CHECK(changed(1, true) == Counts{0, 1});
}
