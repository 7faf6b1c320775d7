// Random atoms, types and operators, of which random core is made.
#pragma once

#include <random>

#include "eval_support.hpp"

namespace laguz_test {

class RandomOperators {
 public:
  explicit RandomOperators(unsigned seed) : random_(seed) {}

  Program program;

 protected:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }

  Atom pick(const Atoms& scope, Type type) {
    Atoms fitting;
    for (const Atom& atom : scope)
      if (atom.type == type) fitting.push_back(atom);
    if (type.rank == 0 && (fitting.empty() || roll(8) == 0)) return constant(type);
    const int last = static_cast<int>(fitting.size()) - 1;
    return fitting[static_cast<std::size_t>(std::max(roll(last + 1), roll(last + 1)))];
  }
  Atom constant(Type type) {
    if (type == kF64) return f64(roll(5) - 1.5);
    if (type == kI64) return Atom::i64(roll(4));
    return Atom::boolean(roll(2) == 0);
  }
  Type any_scalar() { return roll(3) == 0 ? kI64 : kF64; }
  Type any_vector() { return any_scalar().array_of(); }

  Lambda operation(const std::vector<Type>& types, const Fixture::Write& write) {
    Lambda made;
    Atoms atoms;
    for (int side = 0; side < 2; ++side)
      for (const Type& type : types) {
        made.params.push_back(program.names.bind(type));
        atoms.push_back(made.params.back().atom());
      }
    Builder b(program.names);
    Atoms results = write(b, atoms);
    made.body = b.finish(std::move(results));
    return made;
  }
  Lambda builtin(Type type) {
    const char* names[] = {"add", "min", "max", "mul"};
    const char* name = names[roll(4)];
    return operation({type}, [&](Builder& b, const Atoms& x) {
      return Atoms{b.prim(name, {x[0], x[1]})};
    });
  }
  Lambda affine_operator(Type type) {
    return operation({type}, [&](Builder& b, const Atoms& x) {
      const Atom half = type == kF64 ? f64(0.5) : Atom::i64(3);
      return Atoms{b.add(b.mul(x[0], half), x[1])};
    });
  }
  static Atom select(Builder& b, const Atom& condition, const Atom& x, const Atom& y) {
    return b.prim(laguz::prims::get("select", x.type.elem), {condition, x, y});
  }
  /// The pair with the greater number, or the sums: results cross over.
  Lambda pair_operator() {
    const bool crossed = roll(2) != 0;
    return operation({kI64, kF64}, [&](Builder& b, const Atoms& x) {
      const Atom less = b.prim("lt", {x[1], x[3]});
      const Atom first = select(b, less, x[2], x[0]);
      if (crossed) return Atoms{b.add(x[0], first), x[3]};
      return Atoms{first, select(b, less, x[3], x[1])};
    });
  }
  Lambda vector_operator() {
    return operation({kF64.array_of()}, [&](Builder& b, const Atoms& x) {
      Soac soac;
      soac.width = m_;
      soac.arrays = {x[0], x[1]};
      soac.row_shapes = {{}};
      soac.lambda = affine_operator(kF64);
      return Atoms{b.emit1({std::move(soac)}, kF64.array_of())};
    });
  }

  std::mt19937 random_;
  Atom m_;  ///< the length of every vector
};

}  // namespace laguz_test
