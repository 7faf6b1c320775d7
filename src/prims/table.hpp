// How rows are put into the table.
#pragma once

#include <type_traits>
#include <vector>

#include "prims/kernel.hpp"
#include "prims/term.hpp"

/// A kernel: K(x * y + z). The operands are C++ scalars.
#define K(...)                                                                     \
  ([]([[maybe_unused]] auto x, [[maybe_unused]] auto y, [[maybe_unused]] auto z) { \
    return __VA_ARGS__;                                                            \
  })
/// A partial derivative: D(y / (x * x + y * y)). Operands x, y, z and the result r are terms.
#define D(...)                                                        \
  ([]([[maybe_unused]] const Term& x, [[maybe_unused]] const Term& y, \
      [[maybe_unused]] const Term& z, [[maybe_unused]] const Term& r) { return __VA_ARGS__; })

namespace laguz::prims {

/// The partial of operand [I] from a D(...); a plain number is a constant of the operand's type.
template <class F, int I>
TermId call_partial(const Operands& o) {
  auto operand = [&o](std::size_t k) {
    return k < o.args.size() ? Term{&o.emitter, o.args[k]} : Term{};
  };
  const Term result{&o.emitter, o.result};
  const auto partial = F{}(operand(0), operand(1), operand(2), result);
  if constexpr (std::is_same_v<std::remove_cv_t<decltype(partial)>, Term>)
    return partial.id;
  else
    return constant(operand(I), partial).id;
}

class Table {
 public:
  explicit Table(std::vector<Row>& rows) : rows_(rows) {}

  /// A row for [Types], operands and result by [S], with a partial per operand or one word of Diff.
  template <class S, TypeSet Types, class F, class... P>
  Row& row(std::string_view name, F, P... derivative) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.types = Types;
    slots(row, S{});
    kernels<S, Types, F>(row, std::make_integer_sequence<int, support::kScalarTypes>{});
    differentiate(row, derivative...);
    if constexpr (requires { F::template simd<double>; }) row.with(kDear);
    return row;
  }

 private:
  template <class R, class... A>
  static void slots(Row& row, Signature<R, A...>) {
    row.arity = static_cast<int>(sizeof...(A));
    row.operands = {A::slot...};
    row.result = R::slot;
  }

  template <class S, TypeSet Types, class F, int... T>
  static void kernels(Row& row, std::integer_sequence<int, T...>) {
    (kernel<S, Types, F, static_cast<ScalarType>(T)>(row), ...);
  }
  template <class S, TypeSet Types, class F, ScalarType T>
  static void kernel(Row& row) {
    if constexpr (contains(Types, T)) {
      using The = Kernel<F, T, S>;
      constexpr auto i = static_cast<int>(T);
      row.scalar[i] = reinterpret_cast<ScalarKernel>(&The::call);
      row.lanes[i] = &The::lanes;
      row.boxed[i] = &The::boxed;
      if constexpr (requires { F::template quad<double>(); }) {
        if constexpr (T == ScalarType::f64) row.quads[i] = F::template quad<double>();
        if constexpr (T == ScalarType::f32) row.quads[i] = F::template quad<float>();
      }
    }
  }

  static void differentiate(Row& row, Diff diff) { row.diff = diff; }
  template <class... P>
  static void differentiate(Row& row, P...) {
    static_assert(sizeof...(P) > 0, "a row has partials, or says why not");
    row.diff = Diff::partials;
    partials<P...>(row, std::make_integer_sequence<int, static_cast<int>(sizeof...(P))>{});
  }
  template <class... P, int... I>
  static void partials(Row& row, std::integer_sequence<int, I...>) {
    row.partials = {&call_partial<P, I>...};
  }

  std::vector<Row>& rows_;
};

// The files of rows.
void add_arithmetic(Table& table);
void add_comparisons(Table& table);
void add_bits(Table& table);
void add_math(Table& table);
void add_special(Table& table);
void add_conversions(Table& table);

}  // namespace laguz::prims
