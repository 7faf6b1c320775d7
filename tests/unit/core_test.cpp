// Core: building, printing, verifying, and what the optimiser makes of small bodies.
#include "core_support.hpp"
#include "support/assert.hpp"

using namespace laguz_core_test;
using laguz::support::InternalError;

TEST_CASE_METHOD(Fixture, "core prints as text", "[core]") {
  const FunId f = function("square_all", {kF64.array_of()}, [&](Builder& b, const Atoms& args) {
    const Atom n = b.shape(args[0], 0);
    return Atoms{map(b, n, {args[0]}, lambda({kF64}, [](Builder& inner, const Atoms& x) {
                       return Atoms{inner.mul(x[0], x[0])};
                     }))};
  });
  CHECK(print(program, f) ==
        "fun square_all(t_1 : []f64) : ([]f64)\n"
        "  t_2 : i64 = shape<0> t_1\n"
        "  t_5 : []f64 = soac t_2 (t_1)\n"
        "    map \\(t_3 : f64)\n"
        "      t_4 : f64 = mul t_3 t_3\n"
        "      -> (t_4)\n"
        "  -> (t_5)\n");
}

TEST_CASE_METHOD(Fixture, "the builder folds constants where they are defined", "[core]") {
  Builder b(names);
  CHECK(b.add(Atom::i64(2), Atom::i64(3)) == Atom::i64(5));
  CHECK_FALSE(b.prim("quot", {Atom::i64(2), Atom::i64(0)}).is_constant());
}

TEST_CASE_METHOD(Fixture, "verify finds what is not well formed", "[core]") {
  const Binder x = names.bind(kI64);
  Function f{"f", {x}, {{}, {x.atom()}}, {kI64}, false, false, false, {}};
  const FunId id = program.add(f);
  verify(program, id);

  SECTION("a variable out of scope") {
    program[id].body.results = {Atom::of(names.fresh(), kI64)};
    CHECK_THROWS_AS(verify(program, id), InternalError);
  }
  SECTION("a type that is not that of the binder") {
    program[id].body.results = {Atom::of(x.id, kF64)};
    CHECK_THROWS_AS(verify(program, id), InternalError);
  }
  SECTION("a variable bound twice") {
    program[id].body.stms.push_back({{x}, {Copy{x.atom()}}, {}});
    CHECK_THROWS_AS(verify(program, id), InternalError);
  }
  SECTION("operands of another type") {
    Stm stm{{names.bind(kF64)},
            {PrimApp{laguz::prims::get("add", ScalarType::f64), {x.atom(), x.atom()}}},
            {}};
    program[id].body.stms.push_back(stm);
    CHECK_THROWS_WITH(verify(program, id), Catch::Contains("add t_1 t_1"));
  }
}

TEST_CASE_METHOD(Fixture, "refresh renames what is bound and nothing else", "[core]") {
  const Binder free = names.bind(kF64);
  const Lambda f = lambda({kF64}, [&](Builder& b, const Atoms& x) {
    return Atoms{b.add(b.mul(x[0], free.atom()), f64(1))};
  });
  const Lambda copy = refresh(f, names);
  CHECK(copy.params[0].id != f.params[0].id);
  CHECK(copy.body.stms[0].binders[0].id != f.body.stms[0].binders[0].id);
  CHECK(free_variables(copy) == Binders{free});
  const Lambda bound = refresh(f, names, {{free.id, f64(2)}});
  CHECK(free_variables(bound).empty());
}

TEST_CASE_METHOD(Fixture, "simplification", "[core]") {
  SECTION("integers know 0 and 1, floats keep the sign of 0") {
    const FunId f = function("f", {kI64, kF64}, [](Builder& b, const Atoms& x) {
      const Atom i = b.mul(b.add(x[0], Atom::i64(0)), Atom::i64(1));
      return Atoms{i, b.add(x[1], f64(0)), b.mul(x[1], f64(1)), b.mul(x[1], f64(0))};
    });
    const Body& body = optimised(f);
    CHECK(body.stms.size() == 2);
    CHECK(body.results[0] == program[f].params[0].atom());
    CHECK(body.results[2] == program[f].params[1].atom());
  }
  SECTION("common subexpressions are computed once") {
    const FunId f = function("f", {kF64}, [](Builder& b, const Atoms& x) {
      const Atom one = b.prim("sin", {x[0]}), two = b.prim("sin", {x[0]});
      return Atoms{b.mul(one, two)};
    });
    CHECK(optimised(f).stms.size() == 2);
  }
  SECTION("what may fail stays, what cannot goes") {
    const FunId f = function("f", {kI64.array_of(), kI64}, [](Builder& b, const Atoms& x) {
      b.index(x[0], {x[1]});
      b.prim("quot", {Atom::i64(1), x[1]});
      b.prim("quot", {x[1], Atom::i64(2)});
      b.mul(x[1], x[1]);
      return Atoms{x[1]};
    });
    CHECK(optimised(f).stms.size() == 2);
  }
  SECTION("a known condition takes its branch, also from an assertion") {
    const FunId f = function("f", {kBool, kI64}, [](Builder& b, const Atoms& x) {
      b.append({{}, {Assert{x[0], {std::string("no")}}}, {}});
      Builder yes(b.names()), no(b.names());
      const Atom a = yes.add(x[1], Atom::i64(1)), c = no.sub(x[1], Atom::i64(1));
      If choice{x[0], yes.finish({a}), no.finish({c})};
      return Atoms{b.emit1({std::move(choice)}, kI64)};
    });
    const Body& body = optimised(f);
    CHECK(nodes<If>(body).empty());
    CHECK(body.stms.size() == 2);
  }
  SECTION("a choice between values is a primitive") {
    const FunId f = function("f", {kBool, kI64, kI64}, [](Builder& b, const Atoms& x) {
      If choice{x[0], {{}, {x[1]}}, {{}, {x[2]}}};
      return Atoms{b.emit1({std::move(choice)}, kI64)};
    });
    CHECK(nodes<PrimApp>(optimised(f)).size() == 1);
  }
  SECTION("invariants leave lambdas and loops") {
    const FunId f = function("f", {kI64, kF64}, [&](Builder& b, const Atoms& x) {
      const Lambda g = lambda({kI64}, [&](Builder& inner, const Atoms& i) {
        const Atom hard = inner.prim("sin", {x[1]});
        return Atoms{inner.mul(hard, inner.prim("cvt_f64", {i[0]}))};
      });
      return Atoms{map(b, x[0], {iota(b, x[0])}, g)};
    });
    const Body& body = optimised(f);
    REQUIRE(nodes<Soac>(body).size() == 1);
    CHECK(nodes<Soac>(body)[0]->lambda.body.stms.size() == 2);
  }
  SECTION("unused and invariant loop parameters go") {
    const FunId f = function("f", {kI64, kF64}, [&](Builder& b, const Atoms& x) {
      Loop loop;
      const Binder sum = names.bind(kF64), step = names.bind(kF64), unused = names.bind(kI64);
      const Binder i = names.bind(kI64);
      loop.params = {sum, step, unused};
      loop.inits = {f64(0), x[1], Atom::i64(0)};
      loop.form = ForForm{i, x[0]};
      Builder inner(names);
      const Atom next = inner.add(sum.atom(), step.atom());
      const Atom other = inner.add(unused.atom(), Atom::i64(2));
      loop.body = inner.finish({next, step.atom(), other});
      return Atoms{b.emit({std::move(loop)}, {kF64, kF64, kI64})[0]};
    });
    const Body& body = optimised(f);
    REQUIRE(nodes<Loop>(body).size() == 1);
    CHECK(nodes<Loop>(body)[0]->params.size() == 1);
    CHECK(nodes<Loop>(body)[0]->body.stms.size() == 1);
  }
  SECTION("an index over all of an array is an element") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Lambda g = lambda({kI64}, [&](Builder& inner, const Atoms& i) {
        return Atoms{inner.mul(inner.index(x[0], {i[0]}), f64(2))};
      });
      return Atoms{map(b, n, {iota(b, n)}, g)};
    });
    const Body& body = optimised(f);
    CHECK(nodes<Index>(body).empty());
    CHECK(body.stms.size() == 2);
    CHECK(nodes<Soac>(body)[0]->arrays == Atoms{program[f].params[0].atom()});
  }
  SECTION("columns of an accumulation that nobody looks at go") {
    const FunId f =
        function("f", {kF64.array_of(), kF64.array_of()}, [&](Builder& b, const Atoms& x) {
          WithAcc with;
          for (int i = 0; i < 2; ++i)
            with.accs.push_back(
                {names.bind({ScalarType::f64, 1, true}), {x[i]}, std::nullopt, {}, 1});
          Builder inner(names);
          for (const WithAcc::Acc& acc : with.accs)
            inner.append({{}, {AccUpdate{acc.acc.atom(), {Atom::i64(0)}, {f64(1)}}}, {}});
          with.body = inner.finish({});
          return Atoms{b.emit({std::move(with)}, {x[0].type, x[1].type})[1]};
        });
    const Body& body = optimised(f);
    REQUIRE(nodes<WithAcc>(body).size() == 1);
    CHECK(nodes<WithAcc>(body)[0]->accs.size() == 1);
    CHECK(nodes<AccUpdate>(body).size() == 1);
  }
}

TEST_CASE_METHOD(Fixture, "what simplification learns of sizes", "[core]") {
  const auto asserted = [&](Builder& b, const Atom& condition) {
    b.append({{}, {Assert{condition, {std::string("no")}}}, {}});
  };
  SECTION("a length that was compared is that length") {
    const FunId f =
        function("f", {kF64.array_of(), kF64.array_of()}, [&](Builder& b, const Atoms& x) {
          const Atom n = b.shape(x[0], 0), m = b.shape(x[1], 0);
          asserted(b, b.prim("eq", {m, n}));
          const Atom low = reduce(b, "min", n, x[0], f64(0));
          const Atom product = map(b, m, {x[0], x[1]}, prim("mul", kF64));
          return Atoms{low, reduce(b, "add", m, product, f64(0))};
        });
    CHECK(nodes<Soac>(optimised(f)).size() == 1);
  }
  SECTION("a slice by constants has a constant length, and rows of it too") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      DimSlice part;
      part.start = Atom::i64(2);
      part.end = Atom::i64(8);
      const Atom six = b.emit1({Slice{x[0], {part}}}, x[0].type);
      const Atom rows =
          b.array_op(ArrayOp::reshape, {six, Atom::i64(2), Atom::i64(3)}, kF64.array_of(2));
      asserted(b, b.prim("eq", {b.shape(six, 0), Atom::i64(6)}));
      const Atom row = b.index(rows, {Atom::i64(1)});
      b.index(row, {Atom::i64(2)});
      return Atoms{b.shape(row, 0)};
    });
    const Body& body = optimised(f);
    CHECK(body.stms.size() == 1);
    CHECK(body.results == Atoms{Atom::i64(3)});
  }
  SECTION("an operand whose length is not known stays, for it may not fit") {
    for (const bool known : {false, true}) {
      const FunId f = function("f", {kI64, kF64.array_of()}, [&](Builder& b, const Atoms& x) {
        map(b, known ? b.shape(x[1], 0) : x[0], {x[1]}, identity(kF64));
        return Atoms{x[0]};
      });
      CHECK(nodes<Soac>(optimised(f)).size() == (known ? 0 : 1));
    }
  }
  SECTION("an assertion about nothing that varies is made once, if there is an iteration") {
    const FunId f = function("f", {kF64.array_of(), kBool}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Lambda g = lambda({kF64}, [&](Builder& inner, const Atoms& y) {
        asserted(inner, x[1]);
        return Atoms{inner.add(y[0], f64(1))};
      });
      return Atoms{map(b, n, {x[0]}, g)};
    });
    const Body& body = optimised(f);
    CHECK(nodes<Soac>(body)[0]->lambda.body.stms.size() == 1);
    REQUIRE(nodes<Assert>(body).size() == 1);
    CHECK(nodes<Assert>(body)[0]->condition != program[f].params[1].atom());
  }
  SECTION("the parameter of a loop keeps its length") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      Loop loop;
      const Binder xs = names.bind(x[0].type), i = names.bind(kI64);
      loop.params = {xs};
      loop.inits = {x[0]};
      const Atom n = b.shape(x[0], 0);
      loop.form = ForForm{i, n};
      DimSlice place;
      place.fixed = true;
      place.index = i.atom();
      Builder inner(names);
      const Atom m = inner.shape(xs.atom(), 0);
      const Atom next =
          inner.emit1({Update{xs.atom(), {place}, inner.prim("cvt_f64", {m})}}, x[0].type);
      loop.body = inner.finish({next});
      return Atoms{b.shape(b.emit1({std::move(loop)}, x[0].type), 0)};
    });
    CHECK(optimised(f).results == Atoms{program[f].body.stms[0].binders[0].atom()});
    for (const Loop* loop : nodes<Loop>(program[f].body)) CHECK(loop->body.stms.size() == 1);
  }
}

TEST_CASE_METHOD(Fixture, "sharing", "[core]") {
  const auto sines = [&](Builder& b, const Atom& n, const Atom& xs) {
    const Lambda g =
        lambda({kF64}, [](Builder& i, const Atoms& x) { return Atoms{i.prim("sin", x)}; });
    return reduce(b, "add", n, map(b, n, {xs}, g), f64(0));
  };
  SECTION("equal Soacs are one") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom once = sines(b, n, x[0]);
      return Atoms{b.mul(once, sines(b, n, x[0]))};
    });
    const Body& body = optimised(f);
    REQUIRE(nodes<Soac>(body).size() == 1);
    CHECK(nodes<Soac>(body)[0]->reduces.size() == 1);
  }
  SECTION("an invariant Soac leaves the lambda around it, but no branch") {
    for (const bool branch : {false, true}) {
      const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
        const Atom n = b.shape(x[0], 0);
        const Lambda g = lambda({kF64}, [&](Builder& inner, const Atoms& y) {
          if (!branch) return Atoms{inner.add(y[0], sines(inner, n, x[0]))};
          Builder yes(names);
          const Atom sum = sines(yes, n, x[0]);
          If choice{inner.prim("lt", {y[0], f64(0)}), yes.finish({sum}), {{}, {f64(0)}}};
          return Atoms{inner.emit1({std::move(choice)}, kF64)};
        });
        return Atoms{map(b, n, {x[0]}, g)};
      });
      const Body& body = optimised(f);
      CHECK(nodes<Soac>(body).size() == 2);
      const bool nested = std::holds_alternative<Soac>(body.stms[1].exp.node) == false ||
                          !nodes<Soac>(std::get<Soac>(body.stms[1].exp.node).lambda.body).empty();
      CHECK(nested == branch);
    }
  }
  SECTION("a pass over the operands of an accumulation joins it") {
    const FunId f =
        function("f", {kF64.array_of(), kF64.array_of()}, [&](Builder& b, const Atoms& x) {
          const Atom n = b.shape(x[0], 0);
          const Atom sum = reduce(b, "add", n, x[0], f64(0));
          WithAcc with;
          const Binder acc = names.bind({ScalarType::f64, 1, true});
          with.accs.push_back({acc, {x[1]}, std::nullopt, {}, 1});
          Soac soac{n,
                    {x[0]},
                    lambda({kF64},
                           [&](Builder& inner, const Atoms& y) {
                             inner.append({{}, {AccUpdate{acc.atom(), {Atom::i64(0)}, y}}, {}});
                             return Atoms{};
                           }),
                    {},
                    {},
                    {},
                    false};
          Builder inner(names);
          inner.emit({std::move(soac)}, {});
          with.body = inner.finish({});
          return Atoms{sum, b.emit1({std::move(with)}, x[1].type)};
        });
    const Body& body = optimised(f);
    CHECK(nodes<Soac>(body).size() == 1);
    CHECK(body.stms.size() == 2);
  }
}

TEST_CASE_METHOD(Fixture, "inlining", "[core]") {
  const FunId g =
      function("g", {kF64}, [](Builder& b, const Atoms& x) { return Atoms{b.mul(x[0], x[0])}; });
  const FunId f = function("f", {kF64}, [&](Builder& b, const Atoms& x) {
    const Atom y = b.emit1({Call{g, {x[0]}}}, kF64);
    return Atoms{b.emit1({Call{g, {y}}}, kF64)};
  });
  SECTION("a small function") {
    const Body& body = optimised(f);
    CHECK(nodes<Call>(body).empty());
    REQUIRE(body.stms.size() == 2);
    CHECK(body.stms[0].inlined_at);
    CHECK_FALSE(body.stms[0].inlined_at->outer);
  }
  SECTION("through two levels the calls are remembered") {
    const FunId h = function("h", {kF64}, [&](Builder& b, const Atoms& x) {
      return Atoms{b.emit1({Call{f, {x[0]}}}, kF64)};
    });
    const Body& body = optimised(h);
    REQUIRE(body.stms.size() == 2);
    REQUIRE(body.stms[0].inlined_at->outer);
    CHECK_FALSE(body.stms[0].inlined_at->outer->outer);
  }
  SECTION("not a recursive one, known to be so or not") {
    program[g].body.stms.insert(program[g].body.stms.begin(),
                                {{names.bind(kF64)}, {Call{f, {f64(1)}}}, {}});
    CHECK_FALSE(nodes<Call>(optimised(f)).empty());
  }
}

TEST_CASE_METHOD(Fixture, "fusion", "[core]") {
  const auto doubled = [&](Builder& b, const Atom& n, const Atom& xs) {
    return map(b, n, {xs}, lambda({kF64}, [](Builder& inner, const Atoms& x) {
                 return Atoms{inner.mul(x[0], f64(2))};
               }));
  };
  SECTION("the sum of a map over iota touches no array of that length") {
    const FunId f = function("f", {kI64}, [&](Builder& b, const Atoms& x) {
      const Atom xs = map(b, x[0], {iota(b, x[0])}, lambda({kI64}, [](Builder& i, const Atoms& y) {
                            return Atoms{i.prim("cvt_f64", {y[0]})};
                          }));
      return Atoms{reduce(b, "add", b.shape(xs, 0), xs, f64(0))};
    });
    const Body& body = optimised(f);
    REQUIRE(body.stms.size() == 2);
    const Soac& soac = std::get<Soac>(body.stms[1].exp.node);
    CHECK(soac.reduces.size() == 1);
    CHECK(soac.lambda.body.results.size() == 1);
    CHECK(soac.row_shapes.empty());
  }
  SECTION("a map behind a scan goes into the reduction") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom sums = scan(b, "add", n, x[0], f64(0));
      const Atom products = map(b, n, {sums, x[0]}, prim("mul", kF64));
      return Atoms{reduce(b, "add", n, products, f64(0))};
    });
    CHECK(nodes<Soac>(optimised(f)).size() == 2);
  }
  SECTION("siblings over one array are one pass") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom low = reduce(b, "min", n, x[0], f64(1e300));
      const Atom high = reduce(b, "max", n, x[0], f64(-1e300));
      return Atoms{low, high};
    });
    const Body& body = optimised(f);
    REQUIRE(nodes<Soac>(body).size() == 1);
    CHECK(nodes<Soac>(body)[0]->reduces.size() == 2);
    CHECK(nodes<Soac>(body)[0]->arrays.size() == 1);
  }
  SECTION("a mapped array that is needed elsewhere is still made") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom ys = doubled(b, n, x[0]);
      return Atoms{ys, reduce(b, "add", n, ys, f64(0))};
    });
    const Body& body = optimised(f);
    REQUIRE(nodes<Soac>(body).size() == 1);
    CHECK(nodes<Soac>(body)[0]->lambda.body.results.size() == 2);
  }
  SECTION("statements that need the first go behind, if the second does not need them") {
    for (const bool needed : {false, true}) {
      const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
        const Atom n = b.shape(x[0], 0);
        const Atom ys = doubled(b, n, x[0]);
        const Atom y0 = b.index(ys, {Atom::i64(0)});
        const Atom zs = map(b, n, {ys}, lambda({kF64}, [&](Builder& i, const Atoms& y) {
                              return Atoms{i.add(y[0], needed ? y0 : f64(1))};
                            }));
        return Atoms{y0, zs};
      });
      CHECK(nodes<Soac>(optimised(f)).size() == (needed ? 2 : 1));
    }
  }
  SECTION("nothing moves past an update of what it reads") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom ys = doubled(b, n, x[0]);
      DimSlice first;
      first.fixed = true;
      first.index = Atom::i64(0);
      const Atom xs = b.emit1({Update{x[0], {first}, f64(0)}}, x[0].type);
      const Atom zs = map(b, n, {ys, xs}, prim("add", kF64));
      return Atoms{zs};
    });
    CHECK(nodes<Soac>(optimised(f)).size() == 2);
  }
  SECTION("rows: what a map of maps makes is fused inside too") {
    const Type rows = kF64.array_of(2);
    const FunId f = function("f", {rows}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom m = b.shape(x[0], 1);
      const auto each_row = [&](const Atom& xss) {
        const Lambda g = lambda({kF64.array_of()}, [&](Builder& inner, const Atoms& row) {
          return Atoms{doubled(inner, inner.shape(row[0], 0), row[0])};
        });
        return map(b, n, {xss}, g, {m});
      };
      return Atoms{each_row(each_row(x[0]))};
    });
    const Body& body = optimised(f);
    CHECK(nodes<Soac>(body).size() == 2);
  }
  SECTION("a long chain is linear") {
    const FunId f = function("f", {kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      Atom xs = x[0];
      for (int i = 0; i < 3000; ++i) xs = doubled(b, n, xs);
      return Atoms{xs};
    });
    CHECK(nodes<Soac>(optimised(f)).size() <= 3);
  }
}
