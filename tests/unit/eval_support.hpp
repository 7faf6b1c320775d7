// A program made by hand and an evaluator for it.
#pragma once

#include <catch2/catch.hpp>

#include <functional>

#include "core_support.hpp"
#include "eval/evaluator.hpp"
#include "support/governor.hpp"

namespace laguz_test {

using namespace laguz::core;
using laguz::eval::Evaluator;
using laguz::eval::Options;
using laguz::eval::Tier;
using laguz::runtime::Array;
using laguz::runtime::Shape;
using laguz::runtime::Value;
using laguz::support::Diagnostic;
using laguz::support::UserError;
using laguz_core_test::count;
using laguz_core_test::f64;
using laguz_core_test::kBool;
using laguz_core_test::kF64;
using laguz_core_test::kI64;

constexpr Type kI32{ScalarType::i32, 0, false};
constexpr Type kF32{ScalarType::f32, 0, false};

inline Atom f32(float x) { return Atom::constant(Scalar::f32(x)); }
inline Value value(std::int64_t x) { return Scalar::i64(x); }
inline Value value(double x) { return Scalar::f64(x); }
inline Value vector(const std::vector<double>& xs) {
  return Array::copy_of(ScalarType::f64, {static_cast<std::int64_t>(xs.size())}, xs.data());
}
inline Value vector(const std::vector<float>& xs) {
  return Array::copy_of(ScalarType::f32, {static_cast<std::int64_t>(xs.size())}, xs.data());
}
inline Value vector(const std::vector<std::int64_t>& xs) {
  return Array::copy_of(ScalarType::i64, {static_cast<std::int64_t>(xs.size())}, xs.data());
}
inline Value matrix(std::int64_t n, std::int64_t m, const std::vector<std::int64_t>& xs) {
  return Array::copy_of(ScalarType::i64, {n, m}, xs.data());
}

inline std::int64_t as_i64(const Value& x) { return std::get<Scalar>(x).as_i64(); }
inline double as_f64(const Value& x) { return std::get<Scalar>(x).as_f64(); }
inline std::vector<std::int64_t> i64s(const Value& x) {
  const Array array = std::get<Array>(x).dense();
  return {array.data<std::int64_t>(), array.data<std::int64_t>() + array.size()};
}
using Ints = std::vector<std::int64_t>;

struct Fixture : laguz_core_test::Written {
  Options options;
  std::unique_ptr<Evaluator> evaluator;

  Fixture() { options.tier = Tier::scalar; }

  Body block(const std::function<Atoms(Builder&)>& write) {
    Builder builder(names);
    Atoms results = write(builder);
    return builder.finish(std::move(results));
  }
  FunId function(const std::vector<Type>& types, const Write& body) {
    Lambda made = lambda(types, body);
    Function f;
    f.name = "f";
    f.params = made.params;
    for (const Atom& result : made.body.results) f.results.push_back(result.type);
    f.body = std::move(made.body);
    const FunId id = program.add(std::move(f));
    verify(program, id);
    return id;
  }
  /// for i < n do body(i, params)
  Atoms loop(Builder& b, const Atom& n, const Atoms& inits, const Write& body) {
    std::vector<Type> types;
    for (const Atom& init : inits) types.push_back(init.type);
    const Binder index = names.bind(n.type);
    Lambda made = lambda(types, [&](Builder& inner, const Atoms& params) {
      Atoms all{index.atom()};
      all.insert(all.end(), params.begin(), params.end());
      return body(inner, all);
    });
    Loop loop{made.params, inits, ForForm{index, n}, std::move(made.body), {}, {}, false};
    return b.emit({std::move(loop)}, types);
  }
  Atom update(Builder& b, const Atom& array, const Atoms& index, const Atom& x) {
    std::vector<DimSlice> dims;
    for (const Atom& i : index) dims.push_back({true, i, {}, {}, {}});
    return b.emit1({Update{array, dims, x}}, array.type);
  }
  Atom map(Builder& b, const Atom& width, const Atoms& arrays, Lambda f) {
    const Type row = f.body.results[0].type;
    Soac soac{width, arrays, std::move(f), {}, {}, {Atoms(row.rank, Atom::i64(3))}, false};
    return b.emit1({std::move(soac)}, row.array_of());
  }

  std::vector<Value> run(FunId f, std::vector<Value> args) {
    if (!evaluator) evaluator = std::make_unique<Evaluator>(program, options);
    return evaluator->call(f, std::move(args));
  }
  Diagnostic error(FunId f, std::vector<Value> args) {
    try {
      run(f, std::move(args));
    } catch (const UserError& error) {
      return error.diagnostic();
    }
    FAIL("no error");
    return {};
  }
};

}  // namespace laguz_test
