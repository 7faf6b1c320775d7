// Random core: the optimiser may change how a function computes, never what.
#include <catch2/catch.hpp>

#include <functional>
#include <random>

#include "core/builder.hpp"
#include "core/optimise.hpp"
#include "core/print.hpp"
#include "core/verify.hpp"
#include "core/walk.hpp"
#include "eval/evaluator.hpp"
#include "seeds.hpp"
#include "support/diagnostic.hpp"

using namespace laguz::core;
using laguz::runtime::Array;
using laguz::runtime::Shape;
using laguz::runtime::Value;

namespace {

constexpr Type kI64{ScalarType::i64, 0, false};
constexpr Type kF64{ScalarType::f64, 0, false};
constexpr Type kBool{ScalarType::boolean, 0, false};

// Every vector in sight has n elements and every matrix n rows and columns: anything fits anything.
class Generator {
 public:
  Generator(unsigned seed, int max_depth) : random_(seed), max_depth_(max_depth) {
    Function f;
    f.name = "random";
    for (const Type& type : {kI64, kF64, kI64, kBool, kF64.array_of(), kF64.array_of(),
                             kI64.array_of(), kF64.array_of(2)})
      f.params.push_back(program.names.bind(type));
    n_ = f.params[0].atom();
    Atoms scope;
    for (const Binder& param : f.params) scope.push_back(param.atom());
    Builder b(program.names);
    statements(b, scope, 12, 0);
    Atoms results;
    for (const Type& type : {kF64, kI64, kF64.array_of(), kF64.array_of(2), kI64.array_of()}) {
      results.push_back(pick(scope, type));
      f.results.push_back(type);
    }
    f.body = b.finish(std::move(results));
    original = program.add(f);
    Substitution substitution;
    Function copy = f;
    for (Binder& param : copy.params) {
      const Binder fresh = program.names.bind(param.type);
      substitution[param.id] = fresh.atom();
      param = fresh;
    }
    copy.body = refresh(f.body, program.names, std::move(substitution));
    optimised = program.add(std::move(copy));
  }

  Program program;
  FunId original = 0, optimised = 0;

 private:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }

  /// A value of [type] in scope, the later the likelier, or a constant.
  Atom pick(const Atoms& scope, Type type) {
    Atoms fitting;
    for (const Atom& atom : scope)
      if (atom.type == type) fitting.push_back(atom);
    if (type.rank == 0 && (fitting.empty() || roll(8) == 0)) return constant(type);
    const int last = static_cast<int>(fitting.size()) - 1;
    return fitting[static_cast<std::size_t>(std::max(roll(last + 1), roll(last + 1)))];
  }
  Atom constant(Type type) {
    if (type == kF64) return Atom::constant(Scalar::f64(roll(5) - 2));
    if (type == kI64) return Atom::i64(roll(4));
    return Atom::boolean(roll(2) == 0);
  }
  /// Seldom out of bounds, and seldom 0.
  Atom index(const Atoms& scope) { return roll(12) ? Atom::i64(1 + roll(3)) : pick(scope, kI64); }
  Type any_scalar() { return roll(3) == 0 ? kI64 : kF64; }

  void statements(Builder& b, Atoms& scope, int count, int depth) {
    for (int i = 0; i < count; ++i) statement(b, scope, depth);
  }

  Lambda lambda(const Atoms& scope, const std::vector<Type>& params,
                const std::vector<Type>& results, int depth) {
    Lambda made;
    Atoms inner = scope;
    for (const Type& type : params) {
      made.params.push_back(program.names.bind(type));
      inner.push_back(made.params.back().atom());
    }
    made.body = body(inner, results, depth);
    return made;
  }
  Body body(Atoms scope, const std::vector<Type>& results, int depth) {
    Builder b(program.names);
    statements(b, scope, 1 + roll(4), depth + 1);
    Atoms picked;
    for (const Type& type : results) picked.push_back(pick(scope, type));
    return b.finish(std::move(picked));
  }
  Lambda operation(const char* name, Type type) {
    Lambda made;
    made.params = {program.names.bind(type), program.names.bind(type)};
    Builder b(program.names);
    const Atom result = b.prim(name, {made.params[0].atom(), made.params[1].atom()});
    made.body = b.finish({result});
    return made;
  }

  void statement(Builder& b, Atoms& scope, int depth) {
    const auto emit = [&](Exp exp, const std::vector<Type>& types) {
      for (const Atom& atom : b.emit(std::move(exp), types)) scope.push_back(atom);
    };
    switch (roll(depth < max_depth_ ? 19 : 11)) {
      case 0:
      case 1: {
        const char* names[] = {"add", "sub", "mul", "min", "max"};
        const Type type = any_scalar();
        const Prim prim = laguz::prims::get(names[roll(5)], type.elem);
        return emit({PrimApp{prim, {pick(scope, type), pick(scope, type)}}}, {type});
      }
      case 2: {
        const char* names[] = {"lt", "eq", "le", "ne", "ge", "gt"};
        const Type type = any_scalar();
        const Prim prim = laguz::prims::get(names[roll(6)], type.elem);
        return emit({PrimApp{prim, {pick(scope, type), pick(scope, type)}}}, {kBool});
      }
      case 3: {
        const Prim quot = laguz::prims::get("quot", ScalarType::i64);
        return emit({PrimApp{quot, {pick(scope, kI64), index(scope)}}}, {kI64});
      }
      case 4: {
        const Type type = any_scalar();
        return emit({Index{pick(scope, type.array_of()), {index(scope)}}}, {type});
      }
      case 5: {
        const Atom array = pick(scope, roll(2) ? kF64.array_of(2) : kF64.array_of());
        return emit({ArrayApp{ArrayOp::shape, {array}, {roll(array.type.rank)}}}, {kI64});
      }
      case 6: {
        const Type type = any_scalar();
        const Atom element = roll(3) ? pick(scope, type) : pick(scope, kF64);
        return emit({ArrayApp{ArrayOp::replicate, {n_, element}, {}}}, {element.type.array_of()});
      }
      case 7:
        return emit({ArrayApp{ArrayOp::iota, {n_, Atom::i64(0), Atom::i64(1)}, {}}},
                    {kI64.array_of()});
      case 8: {
        const Atom array = pick(scope, roll(2) ? kF64.array_of(2) : any_scalar().array_of());
        return emit({ArrayApp{ArrayOp::reverse, {array}, {}}}, {array.type});
      }
      case 9: {
        const char* names[] = {"and", "or"};
        const Prim prim = laguz::prims::get(names[roll(2)], ScalarType::boolean);
        return emit({PrimApp{prim, {pick(scope, kBool), pick(scope, kBool)}}}, {kBool});
      }
      case 10: {
        // Mostly true, and so the more is known behind it.
        const Atom holds =
            roll(6) ? b.prim("le", {Atom::i64(0), pick(scope, kI64)}) : pick(scope, kBool);
        b.append({{}, {Assert{holds, {std::string("no")}}}, {}});
        return;
      }
      case 11: {
        std::vector<Type> types = {kF64, any_scalar(), kBool};
        if (roll(2)) types.push_back(kF64.array_of());
        return emit({If{pick(scope, kBool), body(scope, types, depth), body(scope, types, depth)}},
                    types);
      }
      case 12: return loop(b, scope, depth);
      case 13: {
        DimSlice place;
        place.fixed = true;
        place.index = index(scope);
        const Atom array = pick(scope, kF64.array_of());
        return emit({Update{array, {place}, pick(scope, kF64)}}, {array.type});
      }
      case 14: {
        const Type type = any_scalar();
        return emit({Scatter{n_,
                             {pick(scope, type.array_of())},
                             {pick(scope, kI64.array_of())},
                             {pick(scope, type.array_of())}}},
                    {type.array_of()});
      }
      case 15:
        return emit({Hist{n_,
                          {pick(scope, kI64.array_of())},
                          operation("add", kI64),
                          {Atom::i64(0)},
                          {pick(scope, kI64.array_of())},
                          {pick(scope, kI64.array_of())}}},
                    {kI64.array_of()});
      case 16: return accumulate(b, scope, depth);
      case 17:
      case 18: return soac(b, scope, depth);
    }
  }

  void soac(Builder& b, Atoms& scope, int depth) {
    Soac soac;
    soac.width = n_;
    std::vector<Type> params;
    for (int i = 1 + roll(2); i-- > 0;) {
      const Atom array = pick(scope, roll(4) ? any_scalar().array_of() : kF64.array_of(2));
      soac.arrays.push_back(array);
      params.push_back(array.type.row());
    }
    std::vector<Type> results, types;
    if (roll(2)) {
      const Type type = any_scalar();
      soac.reduces.push_back({operation(roll(2) ? "add" : "min", type), {pick(scope, type)}, true});
      results.push_back(type);
      types.push_back(type);
    }
    if (roll(3) == 0) {
      soac.scans.push_back({operation("add", kF64), {pick(scope, kF64)}});
      results.push_back(kF64);
      types.push_back(kF64.array_of());
      soac.row_shapes.push_back({});
    }
    for (int i = roll(3); i-- > 0;) {
      const Type type = roll(4) ? any_scalar() : kF64.array_of();
      results.push_back(type);
      types.push_back(type.array_of());
      soac.row_shapes.push_back(Atoms(type.rank, n_));
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
    loop.form = ForForm{index, roll(3) ? Atom::i64(roll(4)) : n_};
    inner.push_back(index.atom());
    loop.body = body(inner, types, depth);
    if (roll(2)) loop.body.results[2] = loop.params[2].atom();
    if (roll(4) == 0) {
      loop.history = {0};
      types.push_back(types[0].array_of());
    }
    Atoms results = b.emit({std::move(loop)}, types);
    results.resize(3);  // the history has another length
    scope.insert(scope.end(), results.begin(), results.end());
  }

  void accumulate(Builder& b, Atoms& scope, int depth) {
    WithAcc with;
    const Atom array = pick(scope, kF64.array_of());
    const Binder acc = program.names.bind({ScalarType::f64, 1, true});
    with.accs.push_back({acc, {array}, std::nullopt, {}, 1});
    Builder inner(program.names);
    Soac soac;
    soac.width = n_;
    soac.arrays = {pick(scope, kF64.array_of()), pick(scope, kI64.array_of())};
    soac.lambda = lambda(scope, {kF64, kI64}, {kF64}, depth);
    soac.row_shapes = {{}};
    const Atoms& params = {soac.lambda.params[0].atom(), soac.lambda.params[1].atom()};
    soac.lambda.body.stms.push_back({{}, {AccUpdate{acc.atom(), {params[1]}, {params[0]}}}, {}});
    const Atom mapped = inner.emit1({std::move(soac)}, kF64.array_of());
    with.body = inner.finish({mapped});
    for (const Atom& atom : b.emit({std::move(with)}, {array.type, mapped.type}))
      scope.push_back(atom);
  }

  std::mt19937 random_;
  int max_depth_;
  Atom n_;
};

bool same(const Value& a, const Value& b) {
  if (const auto* scalar = std::get_if<Scalar>(&a)) return *scalar == std::get<Scalar>(b);
  const Array x = std::get<Array>(a).dense(), y = std::get<Array>(b).dense();
  return x.type() == y.type() && x.shape() == y.shape() &&
         std::equal(x.raw(), x.raw() + x.size() * laguz::support::size_of(x.type()), y.raw());
}

void check(unsigned first, unsigned last, laguz::eval::Tier tier) {
  for (unsigned seed = first; seed < last; seed += laguz_test::kSeedStep) {
    const bool wide = seed % 4 == 0;  // so that reductions have their other shapes
    Generator generated(seed, wide ? 1 : 3);
    Program& program = generated.program;
    INFO("seed " << seed);
    verify(program, generated.original);
    optimise(program, generated.optimised);
    verify(program, generated.optimised);

    laguz::eval::Options options;
    options.tier = tier;
    laguz::eval::Evaluator evaluator(program, options);
    for (const std::int64_t n : {4, 5, wide ? 1500 : 1, 0}) {
      std::mt19937 random(seed);
      std::vector<double> xs(static_cast<std::size_t>(n)), xss(static_cast<std::size_t>(n * n));
      std::vector<std::int64_t> is(static_cast<std::size_t>(n));
      for (double& x : xs) x = static_cast<double>(random() % 2000) / 7 - 100;
      for (double& x : xss) x = static_cast<double>(random() % 2000) / 3 - 100;
      for (std::int64_t& i : is) i = random() % 5;
      const Array vector = Array::copy_of(ScalarType::f64, Shape{n}, xs.data());
      const std::vector<Value> args = {Scalar::i64(n),
                                       Scalar::f64(1.5),
                                       Scalar::i64(2),
                                       Scalar::boolean(true),
                                       vector,
                                       vector,
                                       Array::copy_of(ScalarType::i64, Shape{n}, is.data()),
                                       Array::copy_of(ScalarType::f64, Shape{n, n}, xss.data())};
      const auto run = [&](FunId f) -> std::optional<std::vector<Value>> {
        try {
          return evaluator.call(f, args);
        } catch (const laguz::support::UserError&) {
          return std::nullopt;
        }
      };
      const auto before = run(generated.original), after = run(generated.optimised);
      bool agree = before.has_value() == after.has_value();
      for (std::size_t i = 0; agree && before && i < before->size(); ++i)
        agree = same((*before)[i], (*after)[i]);
      if (!agree)
        FAIL(print(program, generated.original) << "\n" << print(program, generated.optimised));
    }
  }
}

}  // namespace

TEST_CASE("optimised core computes the same bits, or fails as well", "[core]") {
  check(0, 400, laguz::eval::Tier::automatic);
}

TEST_CASE("optimised core computes the same bits in lanes", "[core][lanes]") {
  check(0, 400, laguz::eval::Tier::lanes);
}

// For those who change the optimiser or the lanes: minutes.
TEST_CASE("optimised core computes the same bits, many seeds", "[.][many]") {
  check(400, 4000, laguz::eval::Tier::automatic);
  check(400, 4000, laguz::eval::Tier::lanes);
}
