// Writes derivative code into a graph: scalar formulas, zeros, sums of adjoints of any rank.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"
#include "prims/catalog.hpp"

namespace laguz::ad {

using core::Atom;
using core::Atoms;
using core::Type;
using support::ScalarType;

class Emit final : public prims::Emitter {
 public:
  explicit Emit(graph::Graph& graph) : graph_(graph) {}

  graph::Graph& graph() { return graph_; }
  graph::Place place{};  ///< of the nodes that follow

  // prims::Emitter: partials write their formulas through these.
  prims::TermId apply(prims::Prim prim, std::span<const prims::TermId> args) override;
  prims::TermId constant(support::Scalar value) override;
  ScalarType type_of(prims::TermId term) const override;
  prims::TermId term(const Atom& atom);
  const Atom& atom(prims::TermId term) const { return terms_[term]; }

  Atoms emit(core::Exp exp, const std::vector<Type>& types) {
    return graph_.intern(std::move(exp), types, place);
  }
  Atom emit1(core::Exp exp, Type type) { return emit(std::move(exp), {type})[0]; }

  /// An expression kept for its effect on accumulators.
  void effect(core::Exp exp);
  /// A region, kept for its effect when it has one on accumulators around it.
  Atoms region(core::Exp exp, const std::vector<Type>& types);
  /// [exp], of [types], inside the accumulators of [with]; their final arrays first.
  Atoms with_accumulators(core::WithAcc with, core::Exp exp, const std::vector<Type>& types);
  /// accumulator[indices] += value; fewer indices than dimensions add a whole sub-array.
  void accumulate(const Atom& accumulator, const Atoms& indices, const Atom& value) {
    effect({core::AccUpdate{accumulator, indices, {value}}});
  }

  Atom prim(prims::Prim prim, const Atoms& args);
  Atom prim(std::string_view name, const Atoms& args);
  Atom array_op(core::ArrayOp op, Atoms args, Type type, std::vector<std::int64_t> attrs = {});
  Atom shape(const Atom& array, int dim);
  Atoms shape(const Atom& array);
  Atom index(const Atom& array, Atoms indices);
  Atom slice(const Atom& array, std::vector<core::DimSlice> dims);
  /// Where a slice that is no index begins in a dimension of [length], and its stride.
  std::pair<Atom, Atom> slice_origin(const core::DimSlice& dim, const Atom& length);
  /// Where number [at] of [slice] is in its array: indices, of which number [open] depends on [at].
  /// Nothing if rows of the slice are slices.
  struct SlicePlace {
    Atoms indices;
    std::size_t open = 0;
  };
  std::optional<SlicePlace> place_in(const core::Slice& slice, const Atom& at);
  /// [array] with [value] there: the value of an earlier update of the same part is gone, and what
  /// the array has there already is not written.
  Atom update(const Atom& array, std::vector<core::DimSlice> dims, const Atom& value);
  /// [array] with zeros in its first row, if it has one.
  Atom clear_first(const Atom& array);
  /// array with [indices] = value.
  Atom update_at(const Atom& array, const Atoms& indices, const Atom& value);
  /// The value itself, and not a view that would keep a larger array from being overwritten.
  Atom owned(const Atom& value);
  /// Whether every index is inside the first dimensions of [array].
  Atom in_bounds(const Atom& array, const Atoms& indices);
  /// array[indices], or zeros outside.
  Atom guarded_index(const Atom& array, const Atoms& indices);
  /// For each of [width] iterations, array at its indices (zeros outside).
  Atom gather_at(const Atom& width, const Atom& array, const Atoms& indices);
  Atom iota(const Atom& n);
  Atom replicate(const Atom& n, const Atom& value);
  Atom reverse(const Atom& array);
  /// All elements of [array], one after the other.
  Atom flat(const Atom& array);

  /// A lambda whose body [write] writes into a graph of its own inside this one.
  core::Lambda lambda(const std::vector<Type>& params,
                      const std::function<Atoms(Emit&, const Atoms&)>& write);
  core::Body body(const std::function<Atoms(Emit&)>& write);
  /// Map of a lambda over arrays of outer length [width]; [rows] are shapes of the results' rows.
  Atoms map(const Atom& width, const Atoms& arrays, const core::Lambda& lambda,
            const std::vector<Type>& results, std::vector<Atoms> rows);

  // Values of any rank, as members of the ring (or, for booleans, the semiring) they live in.
  /// Whether a float can be divided by, and has not passed the range of its type: neither 0, nor
  /// subnormal, nor infinite, nor undefined.
  Atom is_divisor(const Atom& x);
  Atom zero(ScalarType type);
  Atom one(ScalarType type);
  Atom zeros(ScalarType type, Atoms dims);
  Atom zeros_like(const Atom& value);
  /// Zeros are not added. (So a sum may be -0 where it would be 0.)
  Atom add(const Atom& a, const Atom& b);
  Atom multiply(const Atom& a, const Atom& b);
  /// One of two scalars; both are computed.
  Atom choose(const Atom& condition, const Atom& yes, const Atom& no) {
    return prim(prims::get("select", yes.type.elem), {condition, yes, no});
  }
  /// x + x, for scalars; of a constant times y, twice that constant times y, and of a half (of y)
  /// times z, y times z: their rounding is the same (or better: where the product is subnormal).
  Atom twice(const Atom& x);
  /// partial · value, for scalars of one type; nothing when the partial is 0 by construction. Where
  /// the partial is a choice between 0 or 1 and something else, so is the product, of 0 or the
  /// value itself: an infinite or undefined value does not leak to the side that is not chosen.
  std::optional<Atom> weigh(const Atom& partial, const Atom& value);
  /// factor · value, where the program multiplies by that factor; nothing when it is 0. Of a factor
  /// that is either 0 or 1 the product is a choice.
  std::optional<Atom> scale(const Atom& factor, const Atom& value);
  /// The same scalar formula on every element of values of one shape.
  Atom elementwise(const Atoms& values, ScalarType result,
                   const std::function<Atom(Emit&, const Atoms&)>& formula);
  /// The same where their lengths, [dims], are known.
  Atom elementwise(const Atoms& dims, const Atoms& values, ScalarType result,
                   const std::function<Atom(Emit&, const Atoms&)>& formula);
  /// Σ over the outermost dimension.
  Atom sum_outer(const Atom& array);
  /// The operator of `sum_outer` for elements of [type] whose shape [like] has.
  core::Lambda add_operator(Type type);

 private:
  /// A scalar that is one of two others: [condition] ? [yes] : [no].
  struct Choice {
    Atom condition, yes, no;
  };
  /// The choice that [atom] is, when one of its sides is 0 or 1.
  std::optional<Choice> choice(const Atom& atom);
  bool is_plain(const Atom& side);  ///< 0 or 1
  Atom weigh(const Choice& partial, const Atom& value);
  /// Twice the product that [x] is, as one; [only_halves]: if a factor is 1/2 or -1/2.
  std::optional<Atom> twice_product(const Atom& x, bool only_halves);

  graph::Graph& graph_;
  std::vector<Atom> terms_;
};

core::DimSlice fixed(const Atom& index);

}  // namespace laguz::ad
