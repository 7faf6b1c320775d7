// What simplification knows at a place: lengths of arrays, truth of conditions, bounds of indices.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/program.hpp"
#include "core/var_numbers.hpp"

namespace laguz::core::facts {

/// A length: [atom] itself, or that of dimension [dim] of the array [atom].
struct Length {
  Atom atom;
  int dim = -1;
  bool operator==(const Length&) const = default;
};

/// Facts are learnt in a scope and forgotten when it is left; a fact about a variable that is true
/// wherever the variable is visible needs no scope.
class Facts {
 public:
  /// [keeps_derivatives]: what is equal in a branch, but need not change as it does, is not learnt
  /// to be equal: its derivatives are not.
  explicit Facts(bool keeps_derivatives) : keeps_derivatives_(keeps_derivatives) {}

  void enter() { scopes_.emplace_back(); }
  void leave();
  int depth() const { return static_cast<int>(scopes_.size()) - 1; }
  bool keeps_derivatives() const { return keeps_derivatives_; }

  /// [binder] is bound in scope [depth].
  void bind(const Binder& binder, int depth) {
    depths_[binder.id] = static_cast<VarNumbers::Number>(depth);
  }
  /// The scope that [atom] is bound in; 0 for constants and what is free in the whole body.
  int depth_of(const Atom& atom) const;

  /// [condition] is [value], with what that means for what it was computed from.
  void learn_truth(const Atom& condition, bool value);
  void learn_equal(const Atom& a, const Atom& b);
  /// The number is at least 1: it is that of the iterations of which this is one. (What says that
  /// it is not stays what it is, for what is moved to before them asks that.)
  void learn_positive(const Atom& number);
  /// A constant or a variable of a scope further out that [atom] is known to be equal to, or
  /// itself.
  Atom canonical(Atom atom) const;

  /// A constant, a length or a truth: nothing has a derivative by it.
  bool is_settled(const Atom& atom, int steps = 0) const;
  void learn_natural(const Atom& atom);
  /// Comparisons with what is never negative.
  std::optional<bool> comparison(const PrimApp& prim) const;
  /// [condition] says that [index] is below [length].
  bool is_below_by(const Atom& condition, const Atom& index, const Length& length) const;
  /// Certainly not negative.
  bool is_natural(const Atom& atom) const;
  /// The same of a number wherever it is visible, or of all numbers of an array.
  bool is_always_natural(const Atom& atom) const;

  /// The index [var] is at least 0 and below [bound].
  void learn_below(VarId var, const Atom& bound);
  /// A number of another type as a sum of indices, which has not been cut off: [by], plus some and
  /// minus some.
  struct Widened {
    Atoms plus, minus;
    std::int64_t by = 0;
    std::int64_t least = 0, most = 0;  ///< that it can be
  };
  std::optional<Widened> widened(const Atom& number) const;
  /// [array] has max([bound], 0) rows.
  void learn_trips(VarId array, const Atom& bound) { trips_[array] = bound; }
  /// n, if [length] is known as max(n, 0).
  std::optional<Atom> trips_of(const Length& length) const;
  /// A loop up to [bound] has so many iterations.
  bool has_trips(const Length& length, const Atom& bound) const;
  /// What a loop keeps flat, cut into iterations' parts: part i begins where the prefix sums of
  /// their lengths, from 0, say.
  struct Parts {
    /// Arrays, all alike, of which the i-th number is a factor of the length of part i; or what is
    /// a factor of all.
    std::vector<Atoms> factors;
    bool numbers = false;  ///< the length of part i is i
    Atoms totals;          ///< all alike
    /// Of what an iteration around has kept: that one. Factors are slices [dims] then, totals
    /// elements.
    std::optional<Atom> around{};
    std::vector<DimSlice> dims{};
  };
  /// The parts that begin at the numbers in [begins].
  const Parts* parts(const Atom& begins) const;
  bool is_factor(const Parts& parts, std::size_t which, const Atom& array) const;
  bool is_total(const Parts& parts, const Length& length) const;
  /// n, if [dim] begins at a number s and ends at s + n.
  std::optional<Atom> count_of(const DimSlice& dim) const;
  /// What is multiplied to give [product], in the order in which that is written; itself, if it is
  /// none, and if they would be more than [most].
  Atoms factors(const Atom& product, std::size_t most = 4) const;
  /// The two numbers that [atom] is the sum of.
  const Atoms* sum(const Atom& atom) const;
  const Atoms* product(const Atom& atom) const;
  /// The two conditions one of which [condition] says to be true.
  const Atoms* either(const Atom& condition) const;
  /// The side of a conjunction or disjunction of truths that has the other one among its parts, and
  /// so is all of it.
  std::optional<Atom> absorbing(const PrimApp& prim) const;
  /// [condition] says that there are no iterations if they are [trips].
  bool is_none_of(const Atom& condition, const Atom& trips) const;
  /// [number] + [by].
  struct Offset {
    Atom number;
    std::int64_t by = 0;
  };
  Offset offset_of(const Atom& atom) const;
  /// (i + [by]) mod n, of an index i below n.
  struct RingPlace {
    Atom index;
    std::int64_t by;  ///< -1, 0 or 1
  };
  std::optional<RingPlace> ring_place(const PrimApp& prim) const;
  /// What is left of a - (a - b).
  std::optional<Atom> difference(const PrimApp& prim) const;
  using Value = std::variant<Atom, PrimApp>;
  std::optional<Value> joined_offsets(const PrimApp& prim) const;
  std::optional<Atom> nearer(const PrimApp& prim) const;
  /// What comes later in this scope only comes if [index] has not failed.
  void learn_read(const Index& index);
  void learn_read(const Slice& slice);
  /// Takes back what has been learnt so of a row: another index does its work as well.
  void forget_read(const Index& row);
  /// Whether something as long has been read at the index, in the scope [depth] or around it.
  bool is_read(const Index& index, std::size_t dim, int depth) const;
  /// Whether something so long has been read there, as an element or as one of a slice; of any
  /// length, if that is nothing.
  bool has_been_inside(const Atom& index, const std::optional<Length>& length) const;
  /// Whether that, or the index is in bounds, for what is known there.
  bool is_certain(const Index& index, std::size_t dim, int depth) const {
    return is_in_bounds(index, dim, depth) || is_read(index, dim, depth);
  }
  /// The same of all of a slice.
  bool is_certain(const Slice& slice, int depth) const;
  /// By what is true wherever the operands are visible.
  bool is_in_bounds(const Index& index) const;
  bool is_in_bounds(const Index& index, std::size_t dim) const;
  /// [number] is computed from [length], or below what is.
  bool goes_up_to(const Atom& number, const Length& length) const;
  /// No iteration has both indices alike.
  bool are_apart(const Atom& a, const Atom& b) const;
  /// Nor have these parts of an array something in common.
  bool are_apart(const DimSlices& a, const DimSlices& b) const;
  /// By what is true in the scope [depth].
  bool is_in_bounds(const Index& index, std::size_t dim, int depth) const;
  bool is_in_bounds(const Slice& slice) const;
  /// The same of one that fixes nothing, by what is true in the scope [depth].
  bool is_in_bounds(const Slice& slice, int depth) const;
  /// Wherever what it is asked of is visible, or only by what is true in this scope: what is moved
  /// out of it is not known to be so.
  enum class Where : std::uint8_t { always, here };
  bool is_in_bounds(const DimSlice& dim, const Length& length, Where where = Where::always) const;
  bool keeps_size(const ArrayApp& reshape) const;
  /// As many elements in the shape [to] as in [from].
  bool keeps_size(const std::vector<Length>& from, const Atoms& to) const;
  /// One dimension of all elements of the operand: by what is known here.
  bool is_flat(const ArrayApp& reshape) const;
  /// [atom] is the product of [lengths], in order.
  bool is_product(const Atom& atom, const std::vector<Length>& lengths) const;
  /// The shape that [reshape] gives is that of its operand.
  bool keeps_shape(const ArrayApp& reshape) const;
  /// Whether these are all elements of [array].
  bool is_whole(const Atom& array, const std::vector<DimSlice>& dims) const;

  Length length(const Atom& array, int dim) const;
  /// Of what [slice] has of the dimension [dim] of its array.
  std::optional<Length> length_of(const Slice& slice, std::size_t dim) const;
  /// What is known here to be [length].
  Length known(const Length& length) const;
  /// The same in the scope [depth].
  Length known(const Length& length, int depth) const;
  /// The same without what only this scope knows.
  Length defined_length(const Atom& array, int dim) const;
  std::vector<Length> defined_lengths(const Atom& array) const;
  /// All that dimension [dim] of [array] may be: which one depends on what has run.
  std::vector<Length> possible_lengths(const Atom& array, int dim) const;
  void learn_possible(const Binder& array, int dim, const std::vector<Length>& lengths);
  void learn_lengths(const Binder& array, std::vector<Length> lengths);
  /// The outermost length of [array] is [width]: a Soac over both has checked it.
  void learn_width(const Atom& array, const Atom& width);
  bool is_length(const Atom& atom, const Length& length) const;
  bool is_same(const Length& a, const Length& b) const;
  bool has_width(const Atom& array, const Atom& width) const {
    return is_length(width, length(array, 0));
  }

  /// What follows from the statement alone.
  void learn(const Stm& stm);

  /// The definition of [atom] when it is an ArrayApp, an ArrayLit or a Slice worth knowing.
  const ArrayApp* array_app(const Atom& atom) const;
  const ArrayLit* array_lit(const Atom& atom) const;
  const Slice* slice(const Atom& atom) const;
  /// What [condition] is the negation of.
  std::optional<Atom> not_of(const Atom& condition) const;
  /// Whether the array has the value already where it is to be written.
  bool is_there(const Update& update) const;
  /// What [index] or [slice] reads, if that has been written where it reads.
  std::optional<Atom> written(const Index& index) const;
  std::optional<Atom> written(const Slice& slice) const;
  /// The zeros that [index] reads, if it is known that nobody has written there.
  std::optional<ArrayApp> untouched_zeros(const Index& index) const;
  /// [atom] is 0, 1, ..., [n]-1.
  bool is_iota(const Atom& atom, const Atom& n) const;

 private:
  struct Scope {
    std::vector<VarId> equal, also;  ///< keys of [equal_] and [also_] that were learnt here
    boost::unordered_flat_set<VarId> naturals;
    boost::unordered_flat_map<std::uint64_t, Atom> lengths;  ///< by array and dimension
    /// By index: lengths that it is below, and not negative, for something has been read there.
    boost::unordered_flat_map<VarId, std::vector<Length>> read;
    /// By where it begins: how much of a dimension a slice has read there, and how long that is.
    struct Part {
      Atom count;
      Length all;
    };
    boost::unordered_flat_map<VarId, std::vector<Part>> parts;
    /// Of what a slice has from one index on to the end of a dimension that is so long.
    struct Rest {
      Length all;
      Atom start;
      Length left;
    };
    std::vector<Rest> rests;
    /// By condition: what is true if it is not.
    boost::unordered_flat_map<VarId, Atoms> else_true;
  };
  /// [atom], if it is two numbers put together by [op].
  const PrimApp* definition(const Atom& atom, prims::Op op) const;
  void learn_comparison(const PrimApp& e, bool value);
  /// What is true if [condition] is not, by what is true here.
  Atoms else_true(const Atom& condition) const;
  bool is_in_rows(const Atom& index, const Length& length) const;
  /// At least 0, and below, wherever both are visible.
  bool is_below(const Atom& index, const Length& length) const;
  bool is_at_least_0(const Atom& number, Where where) const;
  /// [number] is the sum of the outermost lengths of the first [count] of [arrays].
  bool is_sum_of(const Atom& number, const Atoms& arrays, std::size_t count) const;
  /// What a number of the scope [depth], or of one around it, says that [length] is.
  Length named(const Length& length, int depth) const;
  bool is_at_most(const Atom& number, const Length& length, Where where,
                  int steps = kFewSteps) const;
  /// n, if it is max(i - c, 0) or min(i + c, n - 1), of an index i below n: so is this.
  std::optional<Atom> bound_of_bounded(const PrimApp& e) const;
  bool divides_one(const std::vector<Length>& from, const Atoms& to) const;
  void learn(VarId result, const PrimApp& e);
  std::optional<std::int64_t> most_of_number(const Atom& number, int steps) const;
  void learn_parts(const Stm& stm, const Loop& loop);
  void learn_parts(const Binder& begins, const Slice& slice);
  void learn_filled(const Stm& stm, const Loop& loop);
  std::optional<Parts> part_of(const Parts& inner, const Slice& slice) const;
  std::optional<Parts> parts_counted_by(const Atom& counts) const;
  void learn_naturals(const Stm& stm);
  std::optional<Length> chosen_length(const Stm& stm, const If& choice, std::size_t result,
                                      int dim) const;
  void learn_narrow(VarId result, ScalarType type, const PrimApp& e);
  void learn_same_shape(const Binder& result, const Atom& like);
  void learn(const Binder& result, const ArrayApp& e);
  void learn(const Binder& result, const Slice& e);
  void learn(const Binder& result, const Update& e);
  void learn_length(const Length& length, const Atom& known);
  void learn_rest(const Slice& slice, std::size_t dim, const Length& rest);
  Length rest_of(const Binder& result, const Slice& slice, std::size_t dim, const Length& own);
  /// The lengths of [inner], bound in a body that is left, as far as they are bound outside; the
  /// others are [result]'s own.
  std::vector<Length> visible_lengths(const Binder& result, const Atom& inner) const;

  bool keeps_derivatives_;
  std::vector<Scope> scopes_;
  VarNumbers depths_;
  boost::unordered_flat_map<VarId, Atom> equal_;
  std::unordered_map<VarId, PrimApp> definitions_;  ///< of booleans, and of sums and the like
  std::unordered_map<VarId, PrimApp> also_;         ///< the same of what is equal here
  static constexpr int kMostSteps = 16, kFewSteps = 4;
  static constexpr int kMostWrites = 64;
  boost::unordered_flat_map<VarId, Atom> bounds_;
  boost::unordered_flat_map<VarId, std::int64_t> most_;  ///< indices are below that
  boost::unordered_flat_map<VarId, ScalarType> from_;    ///< indices that came as such numbers
  boost::unordered_flat_map<VarId, Atom> cut_;           ///< numbers in a narrower type: of which
  boost::unordered_flat_map<VarId, Atom> at_most_;  ///< numbers that are never more than others
  boost::unordered_flat_map<VarId, Widened> widened_;
  boost::unordered_flat_map<VarId, Atom> not_negative_;  ///< max(n, 0): n
  boost::unordered_flat_set<VarId> naturals_;            ///< arrays of such numbers
  boost::unordered_flat_map<VarId, Atom> trips_;  ///< of arrays: n, if they have max(n, 0) rows
  boost::unordered_flat_map<VarId, Atom> lasts_;  ///< n - 1: n
  boost::unordered_flat_map<VarId, Atom> nones_;  ///< n: the condition n <= 0
  std::unordered_map<VarId, Parts> parts_;
  std::unordered_map<VarId, Parts> inner_parts_;  ///< kept flat of the loop around
  std::unordered_map<VarId, VarId> counted_;      ///< factors: begins, of one of those
  std::unordered_map<VarId, Parts> filled_;       ///< what consists of such parts
  std::unordered_map<VarId, Index> reads_;        ///< numbers and rows of arrays, and copies
  boost::unordered_flat_map<VarId, std::vector<Length>> lengths_;
  /// By dimension, of what comes from one body or another: all that it may be, if that is known.
  boost::unordered_flat_map<VarId, std::vector<std::vector<Length>>> possible_;
  boost::unordered_flat_map<VarId, Length> shapes_;  ///< variables that are lengths
  std::unordered_map<VarId, ArrayApp> apps_;
  std::unordered_map<VarId, ArrayLit> literals_;
  std::unordered_map<VarId, Slice> slices_;
  struct Difference;
  bool is_positive(Difference difference) const;
  /// What is below [bound], and not negative, is below [n]: the one is the other, or max(n, 0).
  bool is_trips(const Atom& bound, const Atom& n) const;
  std::optional<Atom> bound_of_sum(const PrimApp& e) const;
  /// [number] as indices in a narrower type, or a constant.
  std::optional<Widened> narrow(const Atom& number) const;
  std::optional<bool> narrow_comparison(const PrimApp& e) const;
  bool is_after(const Atom& index, const Atom& number) const;
  void expand(Difference& difference, const Atom& number, std::int64_t times, bool all) const;
  /// An array that is another but for some part, such as a number, a row or a column.
  struct Written {
    Atom array;
    DimSlices place;
    Atom value;
  };
  std::optional<Atom> written(const Atom& array, const DimSlices& place) const;
  std::unordered_map<VarId, Written> written_;
  /// An array of zeros but where one dimension's index is one of some. (Columns are written so.)
  struct WrittenZeros {
    Atoms lengths;
    std::size_t dim = 0;
    std::vector<std::int64_t> written{};
  };
  std::unordered_map<VarId, WrittenZeros> written_zeros_;
};

}  // namespace laguz::core::facts
