// What single passes make of code as derivatives have it: what goes, and what must stay.
#include "core_support.hpp"

using namespace laguz_core_test;

namespace {

std::size_t count(const Body& body, const char* prim) {
  const std::vector<const PrimApp*> apps = nodes<PrimApp>(body);
  return static_cast<std::size_t>(std::count_if(apps.begin(), apps.end(), [&](const PrimApp* app) {
    return laguz::prims::row_of(app->prim).name == prim;
  }));
}

}  // namespace

TEST_CASE_METHOD(Fixture, "what a loop over zeros reads", "[core]") {
  using Place = std::function<Atom(Builder&, const Atom& i, const Atom& n, const Atom& state)>;
  /// How often the loop still reads the array that it gathers in, at [place] of it.
  const auto reads = [&](const Place& place, bool twice = false) {
    const FunId f = function("f", {kF64.array_of(), kI64}, [&](Builder& b, const Atoms& x) {
      Loop loop;
      const Binder sums = names.bind(x[0].type), state = names.bind(kI64), i = names.bind(kI64);
      loop.params = {sums, state};
      loop.inits = {b.array_op(ArrayOp::zeros, {x[1]}, x[0].type,
                               {static_cast<std::int64_t>(ScalarType::f64)}),
                    Atom::i64(0)};
      loop.form = ForForm{i, x[1]};
      Builder inner(names);
      DimSlice at;
      at.fixed = true;
      at.index = place(inner, i.atom(), x[1], state.atom());
      const Atom first = twice ? inner.index(sums.atom(), {Atom::i64(0)}) : f64(1);
      const Atom value = inner.mul(inner.index(x[0], {i.atom()}), first);
      const Atom sum = inner.add(value, inner.index(sums.atom(), {at.index}));
      const Atom next = inner.emit1({Update{sums.atom(), {at}, sum}}, x[0].type);
      loop.body = inner.finish({next, inner.mul(state.atom(), i.atom())});
      return Atoms{b.emit({std::move(loop)}, {x[0].type, kI64})[0]};
    });
    const Body& body = optimised(f);
    return nodes<Index>(body).size() - 1;
  };
  const Place own = [](Builder&, const Atom& i, const Atom&, const Atom&) { return i; };
  SECTION("at a place of its own is zero") {
    CHECK(reads(own) == 0);
    CHECK(reads([](Builder& b, const Atom& i, const Atom&, const Atom&) {
            return b.sub(b.add(Atom::i64(3), i), Atom::i64(1));
          }) == 0);
    CHECK(reads([](Builder& b, const Atom& i, const Atom& n, const Atom&) {
            return b.sub(b.sub(n, Atom::i64(1)), i);
          }) == 0);
  }
  SECTION("at a place that other iterations may have is what they have left there") {
    CHECK(reads([](Builder&, const Atom&, const Atom& n, const Atom&) { return n; }) == 1);
    CHECK(reads([](Builder&, const Atom&, const Atom&, const Atom& state) { return state; }) == 1);
    CHECK(reads([](Builder& b, const Atom& i, const Atom&, const Atom&) {
            return b.prim("quot", {i, Atom::i64(2)});
          }) == 1);
    CHECK(reads([](Builder& b, const Atom& i, const Atom& n, const Atom&) {
            return b.sub(i, b.prim("min", {i, n}));
          }) == 1);
    CHECK(reads([](Builder& b, const Atom& i, const Atom&, const Atom& state) {
            return b.add(i, state);
          }) == 1);
  }
  SECTION("where other places are read, too, stays") { CHECK(reads(own, true) == 2); }
}

TEST_CASE_METHOD(Fixture, "what branches add at one place is added after them", "[core]") {
  using Add = std::function<void(Builder&, const Atom& acc, const Atom& x)>;
  /// Updates in a map whose branches add so, to an array at the places 2 and 3 of the parameters.
  const auto updates = [&](const std::function<Add(const Atoms&)>& yes,
                           const std::function<Add(const Atoms&)>& no) {
    const FunId f = function(
        "f", {kF64.array_of(), kF64.array_of(), kI64, kI64}, [&](Builder& b, const Atoms& x) {
          WithAcc with;
          const Binder acc = names.bind({ScalarType::f64, 1, true});
          with.accs.push_back({acc, {x[1]}, std::nullopt, {}, 1});
          const Lambda g = lambda({kF64}, [&](Builder& each, const Atoms& y) {
            Builder one(names), other(names);
            yes(x)(one, acc.atom(), y[0]);
            no(x)(other, acc.atom(), y[0]);
            If choice{each.prim("lt", {y[0], f64(0)}), one.finish({}), other.finish({})};
            each.emit({std::move(choice)}, {});
            return Atoms{};
          });
          Builder inner(names);
          inner.emit({Soac{b.shape(x[0], 0), {x[0]}, g, {}, {}, {}, false}}, {});
          with.body = inner.finish({});
          return b.emit({std::move(with)}, {x[1].type});
        });
    return nodes<AccUpdate>(optimised(f)).size();
  };
  /// Adds the [prim] of an element at the parameter [place].
  const auto add = [](const char* prim, std::size_t place) {
    return [=](const Atoms& params) -> Add {
      return [=](Builder& b, const Atom& acc, const Atom& x) {
        b.append({{}, {AccUpdate{acc, {params[place]}, {b.prim(prim, {x})}}}, {}});
      };
    };
  };
  const auto both = [](auto first, auto second) {
    return [=](const Atoms& params) -> Add {
      return [=](Builder& b, const Atom& acc, const Atom& x) {
        first(params)(b, acc, x);
        second(params)(b, acc, x);
      };
    };
  };
  const auto nothing = [](const Atoms&) -> Add {
    return [](Builder&, const Atom&, const Atom&) {};
  };
  CHECK(updates(add("sin", 2), add("cos", 2)) == 1);
  CHECK(updates(add("sin", 2), add("cos", 3)) == 2);
  CHECK(updates(both(add("sin", 2), add("exp", 2)), add("cos", 2)) == 3);
  CHECK(updates(both(add("sin", 3), add("exp", 2)), add("cos", 2)) == 3);
  CHECK(updates(add("sin", 2), nothing) == 1);
}

TEST_CASE_METHOD(Fixture, "a second read at an index goes if nobody needs it", "[core]") {
  /// Reads of an array, or of its sums, in two ways; only the first is needed.
  using Read = std::function<Atom(Builder&, const Atom& array, const Atom& at, const Atom& n)>;
  const auto reads = [&](const Read& first, bool as_long) {
    const FunId f = function("f", {kF64.array_of(), kF64.array_of(), kI64, kI64},
                             [&](Builder& b, const Atoms& x) {
                               const Atom sums = scan(b, "add", b.shape(x[0], 0), x[0], f64(0));
                               const Atom needed = first(b, x[0], x[2], x[3]);
                               b.index(as_long ? sums : x[1], {x[2]});
                               return Atoms{needed, sums};
                             });
    return nodes<Index>(optimised(f)).size();
  };
  const Read plainly = [](Builder& b, const Atom& array, const Atom& at, const Atom&) {
    return b.index(array, {at});
  };
  CHECK(reads(plainly, true) == 1);
  CHECK(reads(plainly, false) == 2);
  CHECK(reads([](Builder& b, const Atom& array, const Atom& at,
                 const Atom&) { return b.index(array, {b.add(at, Atom::i64(1))}); },
              true) == 2);
  // A branch, a loop or a map may not have come to it.
  CHECK(reads(
            [&](Builder& b, const Atom& array, const Atom& at, const Atom& n) {
              Builder yes(names);
              const Atom there = yes.prim("sin", {yes.index(array, {at})});
              If choice{b.prim("lt", {n, at}), yes.finish({there}), {{}, {f64(0)}}};
              return b.emit1({std::move(choice)}, kF64);
            },
            true) == 2);
  CHECK(reads(
            [&](Builder& b, const Atom& array, const Atom& at, const Atom& n) {
              Loop loop;
              const Binder sum = names.bind(kF64), i = names.bind(kI64);
              loop.params = {sum};
              loop.inits = {f64(0)};
              loop.form = ForForm{i, n};
              Builder inner(names);
              const Atom next =
                  inner.prim("sin", {inner.add(sum.atom(), inner.index(array, {at}))});
              loop.body = inner.finish({next});
              return b.emit1({std::move(loop)}, kF64);
            },
            true) == 2);
}

TEST_CASE_METHOD(Fixture, "signs of arrays that are only added are where they are added",
                 "[core]") {
  using Use = std::function<Atom(Builder&, const Atom& x, const Atom& y)>;
  /// Signs that are left of a map that gives negatives, of which [use] is made through a view.
  const auto signs = [&](const Use& use, bool given = false) {
    const FunId f = function("f", {kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom ys = map(b, n, {x[0]}, lambda({kF64}, [](Builder& each, const Atoms& y) {
                            return Atoms{each.prim("neg", {each.prim("exp", y)})};
                          }));
      const Atom turned = b.array_op(ArrayOp::rotate, {Atom::i64(1), ys}, kVector);
      const Atom zs =
          map(b, n, {x[0], turned}, lambda({kF64, kF64}, [&](Builder& each, const Atoms& y) {
                return Atoms{use(each, y[0], y[1])};
              }));
      return given ? Atoms{zs, ys} : Atoms{zs};
    });
    return count(optimised(f), "neg");
  };
  const Use sum = [](Builder& b, const Atom& x, const Atom& y) { return b.add(x, y); };
  CHECK(signs(sum) == 0);
  CHECK(signs(sum, true) == 1);
  CHECK(signs([](Builder& b, const Atom& x, const Atom& y) { return b.sub(x, y); }) == 0);
  CHECK(signs([](Builder& b, const Atom& x, const Atom& y) {
          return b.add(b.prim("exp", {y}), b.add(x, y));
        }) == 1);
}

TEST_CASE_METHOD(Fixture, "a sum of negatives is one less than zero, if its order is free",
                 "[core]") {
  const auto signs = [&](bool commutative) {
    const FunId f = function("f", {kVector}, [&](Builder& b, const Atoms& x) {
      Soac sum{b.shape(x[0], 0),
               x,
               lambda({kF64},
                      [](Builder& each, const Atoms& y) {
                        return Atoms{each.prim("neg", {each.prim("exp", y)})};
                      }),
               {{prim("add", kF64), {f64(0)}, commutative}},
               {},
               {},
               false};
      return Atoms{b.emit1({std::move(sum)}, kF64)};
    });
    return count(optimised(f), "neg");
  };
  CHECK(signs(true) == 0);
  CHECK(signs(false) == 1);
}

TEST_CASE_METHOD(Fixture, "a choice by the negation of a condition is the other choice", "[core]") {
  const FunId f = function("f", {kF64, kF64}, [&](Builder& b, const Atoms& x) {
    const Atom less = b.prim("lt", x);
    const auto select = laguz::prims::get("select", ScalarType::f64);
    return Atoms{b.add(b.prim(select, {less, x[0], f64(3)}),
                       b.prim(select, {b.prim("not", {less}), x[1], f64(4)}))};
  });
  CHECK(count(optimised(f), "not") == 0);
}

TEST_CASE_METHOD(Fixture, "a sign from outside of a map stays there", "[core]") {
  const FunId f = function("f", {kVector, kF64}, [&](Builder& b, const Atoms& x) {
    const Atom minus = b.prim("neg", {x[1]});
    return Atoms{
        map(b, b.shape(x[0], 0), {x[0]}, lambda({kF64}, [&](Builder& each, const Atoms& y) {
              return Atoms{each.mul(each.prim("exp", y), minus)};
            }))};
  });
  const Body& body = optimised(f);
  REQUIRE(nodes<Soac>(body).size() == 1);
  CHECK(count(nodes<Soac>(body)[0]->lambda.body, "neg") == 0);
}

TEST_CASE_METHOD(Fixture, "a column is what has been written there, or zeros if nobody has",
                 "[core]") {
  /// Parts of arrays that are read: column [read] of zeros of which two others are written.
  const auto reads = [&](std::int64_t read, bool once_more = false) {
    const FunId f = function("f", {kVector, kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      Atom all = zeros(b, {n, Atom::i64(4)});
      for (const std::int64_t c : {2, 0}) all = b.emit1({Update{all, column(c), x[0]}}, kMatrix);
      if (once_more) {
        DimSlice row;
        row.fixed = true;
        row.index = Atom::i64(0);
        all = b.emit1({Update{all, {row}, x[1]}}, kMatrix);
      }
      const Atom part = b.emit1({Slice{all, column(read)}}, kVector);
      return Atoms{map(b, n, {part, x[0]}, prim("add", kF64)), all};
    });
    const Body& body = optimised(f);
    return nodes<Index>(body).size() + nodes<Slice>(body).size();
  };
  CHECK(reads(1) == 0);
  CHECK(reads(3) == 0);
  CHECK(reads(0) == 0);
  CHECK(reads(2) == 0);
  CHECK(reads(4) == 1);  // which fails
  CHECK(reads(1, true) == 1);
  CHECK(reads(0, true) == 1);
}

TEST_CASE_METHOD(Fixture, "a column that is written again is not written before", "[core]") {
  /// How often column 1 is written, if column [read] is read in between; if [all] is given, too.
  const auto writes = [&](std::int64_t read, bool all = false) {
    const FunId f = function("f", {kMatrix, kVector, kVector}, [&](Builder& b, const Atoms& x) {
      const Atom once = b.emit1({Update{x[0], column(1), x[1]}}, kMatrix);
      const Atom part = b.emit1({Slice{once, column(read)}}, kVector);
      const Atom sum = map(b, b.shape(x[1], 0), {part, x[1]}, prim("add", kF64));
      const Atom given = all ? b.emit1({ArrayApp{ArrayOp::copy, {once}, {}}}, kMatrix) : sum;
      return Atoms{sum, given, b.emit1({Update{once, column(1), x[2]}}, kMatrix)};
    });
    return nodes<Update>(optimised(f)).size();
  };
  CHECK(writes(0) == 1);
  CHECK(writes(1) == 1);  // it is what is written
  CHECK(writes(0, true) == 2);
}

TEST_CASE_METHOD(Fixture, "a cheap map goes to its reader, not beside what that waits for",
                 "[core]") {
  /// Mapped results of: a sum over two arrays; a map of one of them by [prim]; and its sum with
  /// that.
  const auto mapped = [&](const char* prim_of_map) {
    const FunId f = function("f", {kVector, kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom products = map(b, n, x, prim("mul", kF64));
      const Atom sum = reduce(b, "add", n, products, f64(0));
      const Atom ys = map(b, n, {x[1]}, lambda({kF64}, [&](Builder& each, const Atoms& y) {
                            return Atoms{each.prim(prim_of_map, {y[0], f64(3)})};
                          }));
      return Atoms{map(b, n, {ys}, lambda({kF64}, [&](Builder& each, const Atoms& y) {
                         return Atoms{each.mul(y[0], sum)};
                       }))};
    });
    std::size_t found = 0;
    for (const Soac* soac : nodes<Soac>(optimised(f))) found += soac->row_shapes.size();
    return found;
  };
  CHECK(mapped("mul") == 1);
  CHECK(mapped("pow") == 1);
}

TEST_CASE_METHOD(Fixture, "numbers that their reader computes most of are computed there",
                 "[core]") {
  /// Mapped results of: y = [more] of exp x, and their sum; and a reader that waits for the sum,
  /// reads y and x, and computes [of] x.
  const auto mapped = [&](const char* of, const char* more, bool read_twice = false) {
    const FunId f = function("f", {kVector, kF64}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      const Atom ys = map(b, n, {x[0]}, lambda({kF64}, [&](Builder& each, const Atoms& u) {
                            return Atoms{each.prim(more, {each.prim("exp", {u[0]}), x[1]})};
                          }));
      const Atom sum = reduce(b, "add", n, ys, f64(0));
      Atoms results{map(b, n, {ys, x[0]}, lambda({kF64, kF64}, [&](Builder& each, const Atoms& u) {
                          return Atoms{each.mul(each.mul(u[0], sum), each.prim(of, {u[1]}))};
                        }))};
      if (read_twice) results.push_back(ys);
      return results;
    });
    std::size_t found = 0;
    for (const Soac* soac : nodes<Soac>(optimised(f))) found += soac->row_shapes.size();
    return found;
  };
  CHECK(mapped("exp", "mul") == 1);
  CHECK(mapped("sin", "mul") == 2);        // little of it is there
  CHECK(mapped("exp", "pow") == 2);        // and what is left is dear
  CHECK(mapped("exp", "mul", true) == 2);  // it is stored anyway
}

TEST_CASE_METHOD(Fixture, "matrices that their reader computes most of are computed there",
                 "[core]") {
  /// Matrices that are stored: the result, which is of y = exp x, of the sum of y, and of [of] x.
  /// Perhaps inside of accumulators.
  const auto stored = [&](const char* of, bool twice = false, bool adds = false) {
    const FunId f = function("f", {kMatrix, kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0), m = b.shape(x[0], 1);
      const auto nest = [&](const Atoms& of, const std::function<Atom(Builder&, const Atoms&)>& f) {
        return lambda(std::vector<Type>(of.size(), kVector), [&, f](Builder& row, const Atoms& r) {
          const std::vector<Type> numbers(r.size(), kF64);
          return Atoms{map(row, m, r, lambda(numbers, [&, f](Builder& each, const Atoms& u) {
                             return Atoms{f(each, u)};
                           }))};
        });
      };
      const Atom ys =
          map(b, n, {x[0]},
              nest({x[0]}, [](Builder& each, const Atoms& u) { return each.prim("exp", {u[0]}); }),
              {m});
      const Atom sums = map(b, n, {ys}, lambda({kVector}, [&](Builder& row, const Atoms& r) {
                              return Atoms{reduce(row, "add", m, r[0], f64(0))};
                            }));
      const Atom sum = reduce(b, "add", n, sums, f64(0));
      const auto read = [&](Builder& around) {
        return map(around, n, {ys, x[0]},
                   nest({ys, x[0]},
                        [&](Builder& each, const Atoms& u) {
                          return each.mul(each.mul(u[0], sum), each.prim(of, {u[1]}));
                        }),
                   {m});
      };
      Atoms results;
      if (adds) {
        WithAcc with;
        WithAcc::Acc acc;
        acc.acc = names.bind({ScalarType::f64, 1, true});
        acc.arrays = {x[1]};
        acc.index_rank = 1;
        with.accs = {acc};
        Builder inner(names);
        const Atom zs = read(inner);
        inner.append({{}, {AccUpdate{acc.acc.atom(), {Atom::i64(0)}, {sum}}}, {}, {}});
        with.body = inner.finish({zs});
        results = b.emit({std::move(with)}, {kVector, kMatrix});
      } else {
        results = {read(b)};
      }
      if (twice) results.push_back(ys);
      return results;
    });
    std::size_t found = 0;
    for (const Stm& stm : optimised(f).stms)
      for (const Binder& binder : stm.binders) found += binder.type.rank == 2 ? 1 : 0;
    return found;
  };
  CHECK(stored("exp") == 1);
  CHECK(stored("exp", false, true) == 1);
  CHECK(stored("sin") == 2);        // little of it is there
  CHECK(stored("exp", true) == 2);  // it is stored anyway
}

TEST_CASE_METHOD(Fixture, "rows made only to be added are added as they are made", "[core]") {
  /// How many indices there are in the update, in a map of a map, of an outer product.
  const auto indices = [&](bool apart, bool needed, bool outermost = false) {
    const Type acc_type{ScalarType::f64, 2, true};
    const FunId f = function("f", {kVector, kMatrix}, [&](Builder& b, const Atoms& x) {
      WithAcc with;
      const Binder acc = names.bind(acc_type);
      with.accs.push_back({acc, {x[1]}, std::nullopt, {}, 2, apart});
      const Atom n = b.shape(x[0], 0);
      const auto add = [&](Builder& each, const Atom& y) {
        const Atom rows =
            map(each, n, {x[0]},
                lambda({kF64},
                       [&](Builder& outer, const Atoms& u) {
                         return Atoms{map(
                             outer, n, {x[0]}, lambda({kF64}, [&](Builder& inner, const Atoms& v) {
                               return Atoms{inner.mul(inner.mul(u[0], inner.prim("exp", v)), y)};
                             }))};
                       }),
                {n});
        each.append({{}, {AccUpdate{acc.atom(), {}, {rows}}}, {}});
        return needed ? Atoms{each.index(rows, {Atom::i64(0), Atom::i64(0)})} : Atoms{y};
      };
      Builder inner(names);
      Atoms results;
      if (outermost)
        results = add(inner, f64(2));
      else
        results = {map(inner, n, {x[0]}, lambda({kF64}, [&](Builder& each, const Atoms& y) {
                         return add(each, y[0]);
                       }))};
      const Type type = results[0].type;
      with.body = inner.finish(std::move(results));
      return b.emit({std::move(with)}, {x[1].type, type});
    });
    const auto updates = nodes<AccUpdate>(optimised(f));
    REQUIRE(updates.size() == 1);
    return updates[0]->indices.size();
  };
  CHECK(indices(true, false) == 1);
  CHECK(indices(false, false) == 0);       // the order of additions is the program's
  CHECK(indices(true, true) == 0);         // there is more to do with the array
  CHECK(indices(true, false, true) == 0);  // an array there may as well be
}
