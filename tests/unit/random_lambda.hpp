// Random core with one Soac, whose lambda is random too.
#pragma once

#include "random_operators.hpp"

namespace laguz_test {

using ArrayOpKind = laguz::core::ArrayOp;

// One outer Soac over n whose lambda is random. Inside, every vector has m elements and every
// matrix m rows and columns: anything fits anything.
class Generator : public RandomOperators {
 public:
  Generator(unsigned seed, int max_depth, int statements)
      : RandomOperators(seed), max_depth_(max_depth) {
    Function f;
    f.name = "random";
    for (const Type& type :
         {kI64, kI64, kF64, kF64.array_of(), kI64.array_of(), kF64.array_of(2),   // free
          kF64.array_of(), kI64.array_of(), kF64.array_of(2), kF64.array_of(3)})  // mapped over
      f.params.push_back(program.names.bind(type));
    const Atom n = f.params[0].atom();
    m_ = f.params[1].atom();
    Atoms scope;
    for (int i = 1; i < 6; ++i) scope.push_back(f.params[static_cast<std::size_t>(i)].atom());

    const bool accumulates = roll(3) == 0;
    WithAcc with;
    if (accumulates) {
      outer_acc_ = program.names.bind({ScalarType::f64, 1, true});
      with.accs.push_back({outer_acc_, {f.params[3].atom()}, std::nullopt, {}, 1});
    }
    Soac soac;
    soac.width = n;
    std::vector<Type> params, types;
    for (std::size_t i = 6; i < 10; ++i) {
      soac.arrays.push_back(f.params[i].atom());
      params.push_back(f.params[i].type.row());
    }
    std::vector<Type> results;
    if (roll(2)) {
      const Type type = any_scalar();
      soac.reduces.push_back({builtin(type), {constant(type)}, true});
      results.push_back(type);
      types.push_back(type);
    }
    if (roll(3) == 0) {
      soac.reduces.push_back({pair_operator(), {Atom::i64(1), f64(2)}, false});
      results.insert(results.end(), {kI64, kF64});
      types.insert(types.end(), {kI64, kF64});
    }
    if (roll(4) == 0) {
      soac.scans.push_back({roll(2) ? builtin(kF64) : affine_operator(kF64), {f64(1)}});
      results.push_back(kF64);
      types.push_back(kF64.array_of());
      soac.row_shapes.push_back({});
    }
    for (const Type& type : {kF64, kI64, kBool, kF64.array_of(), kF64.array_of(2)}) {
      results.push_back(type);
      types.push_back(type.array_of());
      soac.row_shapes.push_back(Atoms(type.rank, m_));
    }
    soac.lambda = lambda(scope, params, results, -1, statements);
    outer = soac;
    Builder b(program.names);
    Atoms out;
    if (accumulates) {
      Builder inner(program.names);
      with.body = inner.finish(inner.emit({std::move(soac)}, types));
      types.insert(types.begin(), kF64.array_of());
      out = b.emit({std::move(with)}, types);
    } else {
      out = b.emit({std::move(soac)}, types);
    }
    f.results = types;
    f.body = b.finish(out);
    function = program.add(std::move(f));
  }

  FunId function = 0;
  Soac outer;

 private:
  /// An index below 3, of which most are in bounds and some vary.
  Atom index(Builder& b, const Atoms& scope) {
    switch (roll(60)) {
      case 0: return pick(scope, kI64);
      case 1:
      case 2:
      case 3: return Atom::i64(3 + roll(2));
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
      case 9:
      case 10:
      case 11: return Atom::i64(roll(3));
      default: return b.prim("mod", {pick(scope, kI64), Atom::i64(3)});
    }
  }

  Lambda lambda(const Atoms& scope, const std::vector<Type>& params,
                const std::vector<Type>& results, int depth, int count = 0) {
    Lambda made;
    Atoms inner = scope;
    for (const Type& type : params) {
      made.params.push_back(program.names.bind(type));
      inner.push_back(made.params.back().atom());
    }
    made.body = body(inner, results, depth, count);
    return made;
  }
  Body body(Atoms scope, const std::vector<Type>& results, int depth, int count = 0) {
    Builder b(program.names);
    if (count == 0) count = 1 + roll(4);
    for (int i = 0; i < count; ++i) statement(b, scope, depth + 1);
    Atoms picked;
    for (const Type& type : results) picked.push_back(pick(scope, type));
    return b.finish(std::move(picked));
  }

  void statement(Builder& b, Atoms& scope, int depth) {
    const auto emit = [&](Exp exp, const std::vector<Type>& types) {
      for (const Atom& atom : b.emit(std::move(exp), types)) scope.push_back(atom);
    };
    const auto array_op = [&](ArrayOpKind op, Atoms args, Type type,
                              std::vector<std::int64_t> attrs = {}) {
      emit({ArrayApp{op, std::move(args), std::move(attrs)}}, {type});
    };
    switch (roll(depth < max_depth_ ? 38 : 22)) {
      case 0:
      case 1:
      case 2: {
        const char* names[] = {"add", "sub", "mul", "min", "max"};
        const Type type = any_scalar();
        scope.push_back(b.prim(names[roll(5)], {pick(scope, type), pick(scope, type)}));
        return;
      }
      case 3: {
        const char* names[] = {"lt", "eq", "le"};
        const Type type = any_scalar();
        scope.push_back(b.prim(names[roll(3)], {pick(scope, type), pick(scope, type)}));
        return;
      }
      case 4: {
        const Atom divisor = roll(25) ? Atom::i64(1 + roll(4)) : pick(scope, kI64);
        scope.push_back(b.prim(roll(2) ? "quot" : "mod", {pick(scope, kI64), divisor}));
        return;
      }
      case 5: {
        const char* names[] = {"sin", "exp", "neg", "abs", "tanh"};
        scope.push_back(b.prim(names[roll(5)], {pick(scope, kF64)}));
        return;
      }
      case 6: scope.push_back(b.prim(roll(2) ? "cvt_f64" : "sgn", {pick(scope, kI64)})); return;
      case 7: {
        const Type type = any_scalar();
        return emit({Index{pick(scope, type.array_of()), {index(b, scope)}}}, {type});
      }
      case 8:
        return emit({Index{pick(scope, kF64.array_of(2)), {index(b, scope), index(b, scope)}}},
                    {kF64});
      case 9:
        return emit({Index{pick(scope, kF64.array_of(2)), {index(b, scope)}}}, {kF64.array_of()});
      case 10: {
        const Atom array = pick(scope, roll(2) ? kF64.array_of(2) : kF64.array_of());
        return array_op(ArrayOpKind::shape, {array}, kI64, {roll(array.type.rank)});
      }
      case 11: {
        const Atom element = pick(scope, roll(3) ? any_scalar() : kF64.array_of());
        return array_op(ArrayOpKind::replicate, {m_, element}, element.type.array_of());
      }
      case 12:
        return array_op(ArrayOpKind::iota,
                        {m_, roll(2) ? Atom::i64(1) : pick(scope, kI64),
                         roll(2) ? Atom::i64(1) : pick(scope, kI64)},
                        kI64.array_of());
      case 13: {
        const Atom array = pick(scope, roll(2) ? kF64.array_of(2) : any_vector());
        return array_op(roll(2) ? ArrayOpKind::reverse : ArrayOpKind::copy, {array}, array.type);
      }
      case 14: {
        const Atom array = pick(scope, roll(2) ? kF64.array_of(2) : any_vector());
        return array_op(ArrayOpKind::rotate, {pick(scope, kI64), array}, array.type);
      }
      case 15:
        return array_op(ArrayOpKind::rearrange, {pick(scope, kF64.array_of(2))}, kF64.array_of(2),
                        {1, 0});
      case 16: {
        const Type type = roll(2) ? kF64.array_of(2) : any_vector();
        return array_op(ArrayOpKind::gather, {pick(scope, type), pick(scope, kI64.array_of())},
                        type);
      }
      case 17: {
        const Type type = roll(2) ? kF64.array_of(2) : kF64.array_of();
        return array_op(ArrayOpKind::lin_rec, {pick(scope, type), pick(scope, type)}, type);
      }
      case 18: return slices(b, scope);
      case 19: return update(b, scope);
      case 20: {
        const Atom flat = b.emit1(
            {ArrayApp{ArrayOpKind::reshape, {pick(scope, kF64.array_of(2)), b.mul(m_, m_)}, {}}},
            kF64.array_of());
        if (roll(2)) return array_op(ArrayOpKind::reshape, {flat, m_, m_}, kF64.array_of(2));
        return array_op(ArrayOpKind::flat_index, {flat, index(b, scope), m_, Atom::i64(1)},
                        kF64.array_of());
      }
      case 21: {
        Atoms rows(3, pick(scope, kF64));
        rows[1] = pick(scope, kF64);
        const Atom made = b.emit1({ArrayLit{rows, kF64, {}}}, kF64.array_of());
        return emit({Index{made, {index(b, scope)}}}, {kF64});
      }
      case 22:
      case 23:
      case 24:
      case 25: return soac(b, scope, depth);
      case 26:
      case 27:
      case 28: {
        const std::vector<Type> types = {kF64, any_scalar(), kF64.array_of()};
        return emit({If{pick(scope, kBool), body(scope, types, depth), body(scope, types, depth)}},
                    types);
      }
      case 29:
      case 30: return loop(b, scope, depth);
      case 31: return while_loop(b, scope, depth);
      case 32: {
        const Type type = any_scalar();
        return emit({Scatter{m_,
                             {pick(scope, type.array_of())},
                             {pick(scope, kI64.array_of())},
                             {pick(scope, type.array_of())}}},
                    {type.array_of()});
      }
      case 33: return hist(b, scope);
      case 34: return accumulate(b, scope, depth);
      case 35: {
        if (outer_acc_.id == 0) return;
        b.append({{}, {AccUpdate{outer_acc_.atom(), {index(b, scope)}, {pick(scope, kF64)}}}, {}});
        return;
      }
      case 36: return stream(b, scope, depth);
      case 37: {
        Custom custom;
        custom.args = {pick(scope, kF64), pick(scope, kF64.array_of())};
        const std::vector<Type> types = {kF64, kF64.array_of()};
        custom.function = lambda(scope, types, types, depth);
        custom.rule =
            lambda(scope, {kF64, kF64.array_of(), kF64, kF64.array_of()}, types, max_depth_, 1);
        custom.mode = laguz::core::CustomMode::vjp;
        return emit({std::move(custom)}, types);
      }
    }
  }

  void slices(Builder& b, Atoms& scope) {
    const Atom array = pick(scope, kF64.array_of(2));
    DimSlice rows, columns;
    rows.fixed = true;
    rows.index = index(b, scope);
    columns.stride = Atom::i64(roll(2) ? 1 : -1);
    std::vector<DimSlice> dims = {rows, columns};
    if (roll(2)) std::swap(dims[0], dims[1]);
    scope.push_back(b.emit1({Slice{array, dims}}, kF64.array_of()));
    // Two elements at some place, and back into a vector.
    DimSlice two;
    two.start = b.prim("mod", {pick(scope, kI64), Atom::i64(2)});
    two.end = b.add(*two.start, Atom::i64(2));
    const Atom pair = b.emit1({Slice{pick(scope, kF64.array_of()), {two}}}, kF64.array_of());
    two.start = roll(2) ? Atom::i64(0) : *two.start;
    two.end = b.add(*two.start, Atom::i64(2));
    scope.push_back(b.emit1({Update{pick(scope, kF64.array_of()), {two}, pair}}, kF64.array_of()));
  }

  void update(Builder& b, Atoms& scope) {
    DimSlice place;
    place.fixed = true;
    place.index = index(b, scope);
    if (roll(2)) {
      scope.push_back(b.emit1({Update{pick(scope, kF64.array_of()), {place}, pick(scope, kF64)}},
                              kF64.array_of()));
      return;
    }
    scope.push_back(
        b.emit1({Update{pick(scope, kF64.array_of(2)), {place}, pick(scope, kF64.array_of())}},
                kF64.array_of(2)));
  }

  void soac(Builder& b, Atoms& scope, int depth) {
    Soac soac;
    soac.width = m_;
    std::vector<Type> params;
    for (int i = 1 + roll(2); i-- > 0;) {
      const Atom array = pick(scope, roll(4) ? any_vector() : kF64.array_of(2));
      soac.arrays.push_back(array);
      params.push_back(array.type.row());
    }
    if (roll(6) == 0) {
      soac.arrays.clear();
      params.clear();
      soac.width = b.prim("mod", {pick(scope, kI64), Atom::i64(5)});
    }
    std::vector<Type> results, types;
    const bool wide = params.empty();
    if (wide || roll(2)) {
      const Type type = any_scalar();
      soac.reduces.push_back(
          {roll(2) ? builtin(type) : affine_operator(type), {pick(scope, type)}, true});
      results.push_back(type);
      types.push_back(type);
    }
    if (roll(3) == 0) {
      soac.reduces.push_back({pair_operator(), {pick(scope, kI64), pick(scope, kF64)}, false});
      results.insert(results.end(), {kI64, kF64});
      types.insert(types.end(), {kI64, kF64});
    }
    if (!wide && roll(4) == 0) {
      soac.reduces.push_back({vector_operator(), {pick(scope, kF64.array_of())}, false});
      results.push_back(kF64.array_of());
      types.push_back(kF64.array_of());
    }
    if (!wide && roll(3) == 0) {
      soac.scans.push_back({roll(2) ? builtin(kF64) : affine_operator(kF64), {pick(scope, kF64)}});
      results.push_back(kF64);
      types.push_back(kF64.array_of());
      soac.row_shapes.push_back({});
    }
    for (int i = wide ? 0 : roll(3); i-- > 0;) {
      const Type type = roll(4) ? any_scalar() : kF64.array_of();
      results.push_back(type);
      types.push_back(type.array_of());
      soac.row_shapes.push_back(Atoms(type.rank, m_));
    }
    soac.lambda = lambda(scope, params, results, depth);
    for (const Atom& atom : b.emit({std::move(soac)}, types)) scope.push_back(atom);
  }

  void loop(Builder& b, Atoms& scope, int depth) {
    Loop loop;
    std::vector<Type> types = {any_scalar(), kF64.array_of(), any_scalar()};
    Atoms inner = scope;
    for (const Type& type : types) {
      loop.params.push_back(program.names.bind(type));
      loop.inits.push_back(pick(scope, type));
      inner.push_back(loop.params.back().atom());
    }
    const Binder index = program.names.bind(kI64);
    Atom bound = Atom::i64(roll(4));
    if (roll(3) == 0) bound = b.prim("mod", {pick(scope, kI64), Atom::i64(5)});
    loop.form = ForForm{index, bound};
    inner.push_back(index.atom());
    loop.body = body(inner, types, depth);
    if (roll(2)) loop.body.results[2] = loop.params[2].atom();
    if (roll(4) == 0 && types[0] == types[2]) {
      loop.body.results[0] = loop.params[2].atom();
      loop.body.results[2] = loop.params[0].atom();
    }
    if (roll(4) == 0 && bound.is_constant()) {
      loop.history = {0, 1};
      types.push_back(types[0].array_of());
      types.push_back(types[1].array_of());
    }
    if (roll(4) == 0) {
      loop.counted = true;
      types.push_back(kI64);
    }
    const bool history = !loop.history.empty();
    Atoms results = b.emit({std::move(loop)}, types);
    if (history) {  // the history has another length: something of it that has none
      const Atom rows = b.shape(results[3], 0);
      scope.push_back(rows);
      const Type element = results[3].type.row();
      const Lambda sum = builtin(element);
      Soac soac;
      soac.width = rows;
      soac.arrays = {results[3]};
      soac.lambda.params = {program.names.bind(element)};
      soac.lambda.body.results = {soac.lambda.params[0].atom()};
      soac.reduces.push_back({sum, {constant(element)}, true});
      scope.push_back(b.emit1({std::move(soac)}, element));
    }
    if (types.back() == kI64 && types.size() > 3) scope.push_back(results.back());
    results.resize(3);
    scope.insert(scope.end(), results.begin(), results.end());
  }

  void while_loop(Builder& b, Atoms& scope, int depth) {
    Loop loop;
    const std::vector<Type> types = {kI64, kF64, kF64.array_of()};
    Atoms inner = scope;
    for (const Type& type : types) {
      loop.params.push_back(program.names.bind(type));
      loop.inits.push_back(pick(scope, type));
      inner.push_back(loop.params.back().atom());
    }
    loop.inits[0] = b.prim("mod", {pick(scope, kI64), Atom::i64(6)});
    Builder condition(program.names);
    const Atom going = condition.prim("lt", {loop.params[0].atom(), Atom::i64(5)});
    WhileForm form;
    form.condition = condition.finish({going});
    loop.form = std::move(form);
    loop.body = body(inner, types, depth);
    Builder step(program.names);
    for (Stm& stm : loop.body.stms) step.append(std::move(stm));
    const Atom next = step.add(loop.params[0].atom(), Atom::i64(1 + roll(2)));
    Atoms results = loop.body.results;
    results[0] = next;
    loop.body = step.finish(std::move(results));
    for (const Atom& atom : b.emit({std::move(loop)}, types)) scope.push_back(atom);
  }

  void hist(Builder& b, Atoms& scope) {
    if (roll(2)) {
      scope.push_back(b.emit1({Hist{m_,
                                    {pick(scope, kF64.array_of())},
                                    roll(2) ? builtin(kF64) : affine_operator(kF64),
                                    {f64(0)},
                                    {pick(scope, kI64.array_of())},
                                    {pick(scope, kF64.array_of())}}},
                              kF64.array_of()));
      return;
    }
    for (const Atom& atom :
         b.emit({Hist{m_,
                      {pick(scope, kI64.array_of()), pick(scope, kF64.array_of())},
                      pair_operator(),
                      {Atom::i64(0), f64(0)},
                      {pick(scope, kI64.array_of())},
                      {pick(scope, kI64.array_of()), pick(scope, kF64.array_of())}}},
                {kI64.array_of(), kF64.array_of()}))
      scope.push_back(atom);
  }

  void accumulate(Builder& b, Atoms& scope, int depth) {
    WithAcc with;
    const bool own_operator = roll(3) == 0;
    const Atom array = pick(scope, kF64.array_of());
    const Binder acc = program.names.bind({ScalarType::f64, 1, true});
    with.accs.push_back({acc, {array}, std::nullopt, {}, 1});
    if (own_operator) {
      with.accs[0].op = affine_operator(kF64);
      with.accs[0].neutral = {f64(0)};
    }
    Builder inner(program.names);
    Soac soac;
    soac.width = m_;
    soac.arrays = {pick(scope, kF64.array_of()), pick(scope, kI64.array_of())};
    soac.lambda = lambda(scope, {kF64, kI64}, {kF64}, depth);
    soac.row_shapes = {{}};
    const Atoms params = {soac.lambda.params[0].atom(), soac.lambda.params[1].atom()};
    Atom value = params[0];
    soac.lambda.body.stms.push_back({{}, {AccUpdate{acc.atom(), {params[1]}, {value}}}, {}});
    if (outer_acc_.id != 0)
      soac.lambda.body.stms.push_back(
          {{}, {AccUpdate{outer_acc_.atom(), {params[1]}, {value}}}, {}});
    const Atom mapped = inner.emit1({std::move(soac)}, kF64.array_of());
    with.body = inner.finish({mapped});
    for (const Atom& atom : b.emit({std::move(with)}, {array.type, mapped.type}))
      scope.push_back(atom);
  }

  void stream(Builder& b, Atoms& scope, int depth) {
    Stream stream;
    stream.width = m_;
    stream.arrays = {pick(scope, kF64.array_of())};
    stream.inits = {pick(scope, kF64)};
    stream.row_shapes = {{}};
    stream.lambda = lambda(scope, {kI64, kF64, kF64.array_of()}, {kF64}, depth);
    stream.lambda.body.results.push_back(stream.lambda.params[2].atom());
    for (const Atom& atom : b.emit({std::move(stream)}, {kF64, kF64.array_of()}))
      scope.push_back(atom);
  }

  int max_depth_;
  Binder outer_acc_;
};

}  // namespace laguz_test
