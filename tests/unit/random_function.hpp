// Random differentiable core.
#pragma once

#include <random>

#include "eval_support.hpp"

namespace laguz_test {

constexpr std::int64_t kLength =
    4;  // of every vector in sight; matrices have as many rows and columns
inline const Type kVector = kF64.array_of(), kMatrix = kF64.array_of(2);

/// A function of a vector and a number, whose values are all between -2 and 2 or so, without kinks
/// near the point where it is looked at: branches look at integers.
class RandomFunction {
 public:
  RandomFunction(Program& program, unsigned seed)
      : program_(program), names_(program.names), random_(seed) {
    function.params = {names_.bind(kVector), names_.bind(kF64)};
    Atoms scope;
    for (const Binder& param : function.params) scope.push_back(param.atom());
    Builder b(names_);
    scope.push_back(b.array_op(ArrayOp::replicate, {Atom::i64(kLength), scope[0]}, kMatrix));
    statements(b, scope, 8, 0);
    function.body = b.finish({pick(scope, kVector), pick(scope, kF64)});
  }

  Lambda function;

 private:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  Atom pick(const Atoms& scope, Type type) {
    Atoms fitting;
    for (const Atom& atom : scope)
      if (atom.type == type) fitting.push_back(atom);
    if (fitting.empty()) return type == kF64 ? f64(0.5) : Atom::i64(roll(kLength));
    const int last = static_cast<int>(fitting.size());
    return fitting[static_cast<std::size_t>(std::max(roll(last), roll(last)))];
  }
  Atom index(Builder& b, const Atoms& scope) {
    const Atom i = b.add(pick(scope, kI64), Atom::i64(roll(3)));
    return b.prim("mod", {i, Atom::i64(kLength)});
  }
  /// Between -1 and 1, whatever [x] is.
  Atom tame(Builder& b, const Atom& x) { return b.prim(roll(2) ? "sin" : "tanh", {x}); }

  void statements(Builder& b, Atoms& scope, int count, int depth) {
    for (int i = 0; i < count; ++i) statement(b, scope, depth);
  }
  Body body(Atoms scope, const std::vector<Type>& results, int depth) {
    Builder b(names_);
    statements(b, scope, 1 + roll(3), depth + 1);
    Atoms picked;
    for (const Type& type : results) picked.push_back(pick(scope, type));
    return b.finish(std::move(picked));
  }
  Lambda lambda(const Atoms& scope, const std::vector<Type>& params,
                const std::vector<Type>& results, int depth) {
    Lambda made;
    Atoms inner = scope;
    for (const Type& type : params) {
      made.params.push_back(names_.bind(type));
      inner.push_back(made.params.back().atom());
    }
    made.body = body(inner, results, depth);
    return made;
  }
  /// (a, b) -> a*b, max a b, a+b, or a + b/4 + v a b/4 with a variable v of the bodies around.
  Lambda operation(const Atoms& scope) {
    Lambda made;
    made.params = {names_.bind(kF64), names_.bind(kF64)};
    const Atom a = made.params[0].atom(), c = made.params[1].atom();
    Builder b(names_);
    const int kind = roll(4);
    if (kind < 3) {
      const char* ops[] = {"mul", "add", "max"};
      made.body = b.finish({b.prim(ops[kind], {a, c})});
      return made;
    }
    const Atom product = b.mul(b.mul(a, c), b.mul(tame(b, pick(scope, kF64)), f64(0.25)));
    made.body = b.finish({b.add(b.add(a, b.mul(c, f64(0.25))), product)});
    return made;
  }
  Atom scaled(Builder& b, const Atom& vector) {
    return mapped(b, vector, [&](Builder& in, Atom x) { return in.mul(tame(in, x), f64(0.5)); });
  }
  Atom mapped(Builder& b, const Atom& vector, const std::function<Atom(Builder&, Atom)>& f) {
    Soac map;
    map.width = Atom::i64(kLength);
    map.arrays = {vector};
    map.lambda.params = {names_.bind(kF64)};
    Builder inner(names_);
    const Atom result = f(inner, map.lambda.params[0].atom());
    map.lambda.body = inner.finish({result});
    map.row_shapes = {{}};
    return b.emit1({std::move(map)}, kVector);
  }
  Atom places(Builder& b, const Atoms& scope) {
    Soac map;
    map.width = Atom::i64(kLength);
    map.arrays = {
        b.array_op(ArrayOp::iota, {map.width, Atom::i64(0), Atom::i64(1)}, kI64.array_of())};
    map.lambda.params = {names_.bind(kI64)};
    Atoms inner = scope;
    inner.push_back(map.lambda.params[0].atom());
    Builder in(names_);
    // Now and then out of bounds, and the same place more than once.
    const Atom at =
        in.prim("mod", {in.mul(inner.back(), Atom::i64(1 + roll(3))), Atom::i64(3 + roll(3))});
    map.lambda.body = in.finish({at});
    map.row_shapes = {{}};
    return b.emit1({std::move(map)}, kI64.array_of());
  }

  void statement(Builder& b, Atoms& scope, int depth) {
    switch (roll(depth < 3 ? 17 : 9)) {
      case 0: scope.push_back(tame(b, pick(scope, kF64))); return;
      case 1:
      case 2: {
        const char* ops[] = {"mul", "add", "sub"};
        const Atom x = pick(scope, kF64), y = pick(scope, kF64);
        scope.push_back(tame(b, b.prim(ops[roll(3)], {x, y})));
        return;
      }
      case 3: scope.push_back(b.index(pick(scope, kVector), {index(b, scope)})); return;
      case 4: scope.push_back(b.index(pick(scope, kMatrix), {index(b, scope)})); return;
      case 5: {
        DimSlice place;
        place.fixed = true;
        place.index = index(b, scope);
        const bool row = roll(2) == 0;
        const Atom array = pick(scope, row ? kMatrix : kVector);
        scope.push_back(
            b.emit1({Update{array, {place}, pick(scope, array.type.row())}}, array.type));
        return;
      }
      case 6: {
        const Atom array = pick(scope, roll(2) ? kVector : kMatrix);
        if (array.type.rank == 2)
          scope.push_back(b.array_op(ArrayOp::rearrange, {array}, kMatrix, {1, 0}));
        else
          scope.push_back(b.array_op(ArrayOp::rotate, {Atom::i64(roll(4)), array}, kVector));
        return;
      }
      case 7: scope.push_back(scaled(b, pick(scope, kVector))); return;
      case 8:
        scope.push_back(
            b.array_op(ArrayOp::gather, {pick(scope, kVector), places(b, scope)}, kVector));
        return;
      case 9:
        return give(b, scope,
                    {If{b.prim("lt", {pick(scope, kI64), Atom::i64(2)}),
                        body(scope, {kF64, kVector}, depth), body(scope, {kF64, kVector}, depth)}},
                    {kF64, kVector});
      case 10:
      case 11: return loop(b, scope, depth);
      case 12: {
        const Atom dest = scaled(b, pick(scope, kVector)), at = places(b, scope);
        const Atom values = scaled(b, pick(scope, kVector));
        if (roll(2))
          return give(b, scope, {Scatter{Atom::i64(kLength), {dest}, {at}, {values}}}, {kVector});
        return give(b, scope,
                    {Hist{Atom::i64(kLength), {dest}, operation(scope), {f64(0)}, {at}, {values}}},
                    {kVector});
      }
      case 13: return accumulate(b, scope, depth);
      case 14:
      case 15: return soac(b, scope, depth);
      case 16: return recurse(b, scope);
    }
  }

  void give(Builder& b, Atoms& scope, Exp exp, const std::vector<Type>& types) {
    for (const Atom& atom : b.emit(std::move(exp), types)) scope.push_back(atom);
  }

  void loop(Builder& b, Atoms& scope, int depth) {
    Loop loop;
    const std::vector<Type> types = {kF64, kVector, kF64};
    Atoms inner = scope;
    for (const Type& type : types) {
      loop.params.push_back(names_.bind(type));
      loop.inits.push_back(pick(scope, type));
      inner.push_back(loop.params.back().atom());
    }
    if (roll(5) == 0) loop.hints.stripmine = 2;
    const Binder index = names_.bind(kI64);
    inner.push_back(index.atom());
    loop.body = body(inner, types, depth);
    if (roll(4) > 0) {
      loop.form = ForForm{index, Atom::i64(roll(4))};
      return give(b, scope, {std::move(loop)}, types);
    }
    // A while loop that counts for itself.
    loop.hints = {};
    loop.params.push_back(index);
    loop.inits.push_back(Atom::i64(0));
    Builder condition(names_), next(names_);
    const Atom twice = condition.mul(condition.add(index.atom(), Atom::i64(1)), Atom::i64(2));
    loop.form = WhileForm{condition.finish({condition.prim("lt", {twice, Atom::i64(roll(9))})})};
    for (Stm& stm : loop.body.stms) next.append(std::move(stm));
    Atoms results = loop.body.results;
    results.push_back(next.add(index.atom(), Atom::i64(1)));
    loop.body = next.finish(std::move(results));
    give(b, scope, {std::move(loop)}, {kF64, kVector, kF64, kI64});
  }

  void soac(Builder& b, Atoms& scope, int depth) {
    Soac soac;
    soac.width = Atom::i64(kLength);
    const bool rows = roll(3) == 0;
    soac.arrays = {
        pick(scope, rows ? kMatrix : kVector),
        b.array_op(ArrayOp::iota, {soac.width, Atom::i64(0), Atom::i64(1)}, kI64.array_of())};
    std::vector<Type> results, types;
    if (roll(2)) {
      soac.reduces.push_back({operation(scope), {roll(2) ? f64(1) : pick(scope, kF64)}, false});
      results.push_back(kF64);
      types.push_back(kF64);
    }
    if (roll(3) == 0) {
      soac.scans.push_back({operation(scope), {roll(2) ? f64(1) : pick(scope, kF64)}});
      results.push_back(kF64);
      types.push_back(kVector);
      soac.row_shapes.push_back({});
    }
    for (int i = 1 + roll(2); i-- > 0;) {
      const Type type = roll(4) ? kF64 : kVector;
      results.push_back(type);
      types.push_back(type.array_of());
      soac.row_shapes.push_back(Atoms(type.rank, soac.width));
    }
    soac.lambda = lambda(scope, {rows ? kVector : kF64, kI64}, results, depth);
    // What is folded stays small.
    const std::size_t folded = soac.reduces.size() + soac.scans.size();
    Builder tail(names_);
    for (Stm& stm : soac.lambda.body.stms) tail.append(std::move(stm));
    Atoms last = soac.lambda.body.results;
    for (std::size_t i = 0; i < folded; ++i) last[i] = tame(tail, last[i]);
    soac.lambda.body = tail.finish(std::move(last));
    give(b, scope, {std::move(soac)}, types);
  }

  void accumulate(Builder& b, Atoms& scope, int depth) {
    WithAcc with;
    const Binder acc = names_.bind({ScalarType::f64, 1, true});
    with.accs.push_back({acc, {scaled(b, pick(scope, kVector))}, std::nullopt, {}, 1});
    if (roll(2)) {
      with.accs[0].op = operation(scope);
      with.accs[0].neutral = {f64(0)};
    }
    Builder inner(names_);
    Soac soac;
    soac.width = Atom::i64(kLength);
    soac.arrays = {pick(scope, kVector), places(b, scope)};
    soac.lambda = lambda(scope, {kF64, kI64}, {kF64, kF64}, depth);
    soac.row_shapes = {{}};
    const Atom added = soac.lambda.body.results[0], at = soac.lambda.params[1].atom();
    soac.lambda.body.results.erase(soac.lambda.body.results.begin());
    soac.lambda.body.stms.push_back({{}, {AccUpdate{acc.atom(), {at}, {added}}}, {}});
    const Atom mapped = inner.emit1({std::move(soac)}, kVector);
    with.body = inner.finish({mapped});
    give(b, scope, {std::move(with)}, {kVector, kVector});
  }

  /// A function that calls itself, and adds to an accumulator before or after that.
  void recurse(Builder& b, Atoms& scope) {
    const Type acc_type{ScalarType::f64, 1, true};
    const FunId self = program_.add({});
    Function again;
    again.name = "again";
    again.recursive = true;
    again.results = {kF64};
    again.params = {names_.bind(acc_type), names_.bind(kVector), names_.bind(kI64),
                    names_.bind(kF64)};
    const Atom acc = again.params[0].atom(), vector = again.params[1].atom(),
               n = again.params[2].atom(), x = again.params[3].atom();
    Builder then(names_);
    Atoms inner{vector, n, x};
    inner.push_back(then.array_op(ArrayOp::replicate, {Atom::i64(kLength), vector}, kMatrix));
    statements(then, inner, 3, 3);
    const auto add = [&](const Atom& value) {
      const Atom at = then.prim("mod", {then.mul(n, Atom::i64(1 + roll(3))), Atom::i64(5)});
      then.append({{}, {AccUpdate{acc, {at}, {value}}}, {}});
    };
    if (roll(2)) add(tame(then, pick(inner, kF64)));
    const Atom less = then.prim("sub", {n, Atom::i64(1)});
    const Atom given = roll(2) ? vector : pick(inner, kVector);
    Atom result = then.emit1({Call{self, {acc, given, less, tame(then, pick(inner, kF64))}}}, kF64);
    if (roll(2)) add(tame(then, then.mul(result, pick(inner, kF64))));
    if (roll(2)) result = tame(then, then.add(result, pick(inner, kF64)));
    If choose;
    Builder top(names_);
    choose.condition = top.prim("lt", {Atom::i64(0), n});
    choose.then_body = then.finish({result});
    choose.else_body.results = {x};
    again.body = top.finish(top.emit({std::move(choose)}, {kF64}));
    program_[self] = std::move(again);

    WithAcc with;
    const Binder own = names_.bind(acc_type);
    with.accs.push_back({own, {scaled(b, pick(scope, kVector))}, std::nullopt, {}, 1});
    if (roll(2)) {
      with.accs[0].op = operation(scope);
      with.accs[0].neutral = {f64(0)};
    }
    Builder body(names_);
    const Atom depth = Atom::i64(roll(4));
    const Atom start = tame(body, pick(scope, kF64));
    with.body = body.finish(
        body.emit({Call{self, {own.atom(), pick(scope, kVector), depth, start}}}, {kF64}));
    give(b, scope, {std::move(with)}, {kVector, kF64});
  }

  Program& program_;
  Names& names_;
  std::mt19937 random_;
};

}  // namespace laguz_test
