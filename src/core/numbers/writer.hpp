// Writes bodies again, with numbers in place of the small arrays in them. Only core/numbers
// includes this.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/builder.hpp"
#include "core/call_sites.hpp"
#include "core/facts/facts.hpp"
#include "core/numbers/few.hpp"

namespace laguz::core::numbers {

/// What stands for a variable: a number, an array as it is, or the numbers of one.
struct Value {
  Atom atom;                   ///< unless [few]
  std::optional<Few> few{};    ///< never a number
  std::optional<Dims> dims{};  ///< of [atom], where they are known here
  bool made = false;           ///< by what is written, as an array
  bool given = false;          ///< to the lambda, or part of what is
};
using Values = std::vector<Value>;
/// Of arrays that are numbers; nothing for others.
using Shapes = std::vector<std::optional<Dims>>;

/// How often a Soac runs, if it is to be written out. [width]: its, as far as that is known.
std::optional<std::int64_t> few_iterations(const Soac& soac, const Atom& width);

/// One for each body that is to be written.
class Writer {
 public:
  using Maybe = std::optional<Values>;  ///< nothing: it cannot be done number by number
  struct Written {
    Values results;
    Builder builder;
  };

  Writer(const facts::Facts& facts, Names& names) : facts_(facts), names_(names), top_(names) {}

  /// What is written goes there.
  Builder& out() { return *out_; }
  Builder* redirect(Builder& to) { return std::exchange(out_, &to); }
  void restore(Builder* to) { out_ = to; }

  void stand_for(const Binder& var, Value value) { values_[var.id] = std::move(value); }
  std::optional<Dims> known_dims(const Atom& array) const;
  std::optional<Few> few_of(const Value& value);
  static Value value_of(Few few);
  Atom whole(const Few& few);
  Atom whole(const Value& value) { return value.few ? whole(*value.few) : value.atom; }
  /// What is to be numbers of arrays that are like [arrays].
  Shapes shapes_of(const Atoms& arrays) const;
  /// The numbers of [values], where [shapes] says so; nothing if one has another shape.
  std::optional<Atoms> flattened(const Values& values, const Shapes& shapes);
  /// The other way round.
  static Values grouped(const Atoms& atoms, const Shapes& shapes);
  /// Fresh variables for the numbers of [param], or for itself; it stands for these from here on.
  Binders standing(const Binder& param, const std::optional<Dims>& shape);

  std::optional<Written> apart(const Body& body);
  Maybe write(const Stm& stm);

  bool is_short() const { return statements_ <= kMostStatements; }
  /// There are Soacs or states of arrays less than before, and not as many arrays are made for it.
  bool pays() const { return changed_ && gain_ > loss_ && is_short(); }
  /// Some of the Soacs that have been written out were folds.
  bool has_folds() const { return folds_; }
  /// How many numbers of rows that the lambda is given have been read.
  std::size_t loads() const { return loads_.size(); }

 private:
  static constexpr std::size_t kMostStatements = 2048;

  Value of(const Atom& atom) const;
  Atom number(const Atom& atom) const { return of(atom).atom; }
  Atoms numbers(const Atoms& atoms) const;
  std::vector<DimSlice> numbers(std::vector<DimSlice> dims) const;
  std::optional<std::int64_t> known_length(const Atom& array, int dim) const;
  std::optional<Dims> dims_of(const Value& value) const;
  std::optional<std::int64_t> outer_length(const Value& value) const;
  std::optional<Few> known_few(const Atom& array) const;
  Maybe body(const Body& body);
  Maybe as_it_is(const Stm& stm);
  Maybe one(std::optional<Few> few) {
    ++gain_;
    return few ? Maybe({value_of(std::move(*few))}) : std::nullopt;
  }

  // A function for each kind of expression.
  Maybe write(const Stm&, const Copy& e) { return Values{of(e.atom)}; }
  Maybe write(const Stm&, const PrimApp& e) {
    return Values{{out_->prim(e.prim, numbers(e.args))}};
  }
  Maybe write(const Stm& stm, const If& e);
  Maybe write(const Stm& stm, const Loop& e);
  Maybe write(const Stm& stm, const Soac& e);
  Maybe write(const Stm& stm, const Index& e);
  Maybe write(const Stm& stm, const Slice& e);
  Maybe write(const Stm& stm, const Update& e);
  Maybe write(const Stm& stm, const ArrayLit& e);
  Maybe write(const Stm& stm, const ArrayApp& e);
  Maybe write(const Stm& stm, const Call&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Hist&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Scatter&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Stream&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Assert&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Diff&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Custom&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const WithAcc&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const AccUpdate&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Trace&) { return as_it_is(stm); }

  std::optional<Few> made(const ArrayApp& e);
  Maybe rows_of(const Atom& array, const Binder& param, std::int64_t width);
  Maybe applied(const Lambda& op, const Values& left, const Values& right);

  /// While it lives, what is written is in a turn of [repeated].
  class InTurn {
   public:
    InTurn(Writer& writer, const Stm& repeated, CallSite::Turn turn) : turns_(writer.turns_) {
      turns_.emplace_back(repeated, turn);
    }
    ~InTurn() { turns_.pop_back(); }
    InTurn(const InTurn&) = delete;
    InTurn& operator=(const InTurn&) = delete;

   private:
    std::vector<CallSites>& turns_;
  };
  CallSitePtr in_turns(CallSitePtr site);

  const facts::Facts& facts_;
  Names& names_;
  std::vector<CallSites> turns_;  ///< the outermost first
  Builder top_;
  Builder* out_ = &top_;
  std::unordered_map<VarId, Value> values_;
  std::size_t statements_ = 0;
  bool changed_ = false;
  bool folds_ = false;
  std::set<std::pair<VarId, std::int64_t>> loads_;
  std::size_t gain_ = 0;  ///< Soacs and arrays that are numbers now
  std::size_t loss_ = 0;  ///< arrays that are made for others, and taken apart after them
};

}  // namespace laguz::core::numbers
