// Functions of core made by hand, for the tests of its passes.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <vector>

#include "core/builder.hpp"
#include "core/optimise.hpp"
#include "core/print.hpp"
#include "core/verify.hpp"
#include "core/walk.hpp"

namespace laguz_core_test {

using namespace laguz::core;

constexpr Type kI64{ScalarType::i64, 0, false};
constexpr Type kF64{ScalarType::f64, 0, false};
constexpr Type kBool{ScalarType::boolean, 0, false};

inline const Type kVector = kF64.array_of();
inline const Type kMatrix = kF64.array_of(2);

inline Atom f64(double x) { return Atom::constant(Scalar::f64(x)); }
inline Atom zeros(Builder& b, const Atoms& lengths) {
  return b.array_op(ArrayOp::zeros, lengths, kF64.array_of(static_cast<int>(lengths.size())),
                    {static_cast<std::int64_t>(ScalarType::f64)});
}
inline std::vector<DimSlice> column(std::int64_t c) {
  DimSlice fixed;
  fixed.fixed = true;
  fixed.index = Atom::i64(c);
  return {DimSlice{}, fixed};
}

/// Expressions of one kind in [body], and in the bodies inside of it.
template <class Node>
std::size_t count(const Body& body) {
  std::size_t found = 0;
  for (const Stm& stm : body.stms) {
    if (std::holds_alternative<Node>(stm.exp.node)) ++found;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found += count<Node>(inner); });
  }
  return found;
}

/// A program, and lambdas for it.
struct Written {
  Program program;
  Names& names = program.names;

  using Write = std::function<Atoms(Builder&, const Atoms&)>;
  Lambda lambda(const std::vector<Type>& types, const Write& body) {
    Lambda made;
    Atoms atoms;
    for (const Type& type : types) {
      made.params.push_back(names.bind(type));
      atoms.push_back(made.params.back().atom());
    }
    Builder builder(names);
    Atoms results = body(builder, atoms);
    made.body = builder.finish(std::move(results));
    return made;
  }
  Lambda prim(const char* name, Type type) {
    return lambda({type, type}, [&](Builder& b, const Atoms& x) { return Atoms{b.prim(name, x)}; });
  }
};

struct Fixture : Written {
  /// A function of [params]; its body is written by [body].
  FunId function(const char* name, const std::vector<Type>& types, const Write& body) {
    Lambda made = lambda(types, body);
    Function f;
    f.name = name;
    f.params = made.params;
    for (const Atom& result : made.body.results) f.results.push_back(result.type);
    f.body = std::move(made.body);
    return program.add(std::move(f));
  }

  Atom map(Builder& b, const Atom& width, const Atoms& arrays, Lambda f, Atoms row_shape = {}) {
    const Type row = f.body.results[0].type;
    Soac soac{width, arrays, std::move(f), {}, {}, {std::move(row_shape)}, false};
    return b.emit1({std::move(soac)}, row.array_of());
  }
  Atom reduce(Builder& b, const char* op, const Atom& width, const Atom& array,
              const Atom& neutral) {
    const Type type = array.type.row();
    Soac soac{width, {array}, identity(type), {{prim(op, type), {neutral}, true}}, {}, {}, false};
    return b.emit1({std::move(soac)}, type);
  }
  Atom scan(Builder& b, const char* op, const Atom& width, const Atom& array, const Atom& neutral) {
    const Type type = array.type.row();
    Soac soac{width, {array}, identity(type), {}, {{prim(op, type), {neutral}}}, {{}}, false};
    return b.emit1({std::move(soac)}, array.type);
  }
  Lambda identity(Type type) {
    return lambda({type}, [](Builder&, const Atoms& x) { return x; });
  }
  Atom iota(Builder& b, const Atom& n) {
    return b.array_op(ArrayOp::iota, {n, Atom::i64(0), Atom::i64(1)}, kI64.array_of());
  }

  const Body& optimised(FunId f) {
    verify(program, f);
    optimise(program, f);
    INFO(print(program, f));
    verify(program, f);
    return program[f].body;
  }
};

template <class Node>
std::vector<const Node*> nodes(const Body& body) {
  std::vector<const Node*> found;
  for (const Stm& stm : body.stms) {
    if (const auto* node = std::get_if<Node>(&stm.exp.node)) found.push_back(node);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          for (const Node* node : nodes<Node>(inner)) found.push_back(node);
        });
  }
  return found;
}

}  // namespace laguz_core_test
