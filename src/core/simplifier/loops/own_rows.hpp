// What the iterations of a loop do with a place of their own in an array. Only core/ includes this.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/facts/facts.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::simplifier {

/// A row or an element of an array: by dimension, the number that is there; none: all of it.
using Place = std::vector<std::optional<Atom>>;

/// One dimension of a slice: [number] alone.
inline DimSlice at(const Atom& number) { return {true, number, {}, {}, {}}; }

/// Whether [number] is certainly a place in dimension [dim] of [array], where [facts] are known.
bool is_place(const facts::Facts& facts, const Atom& array, std::size_t dim, const Atom& number);

/// Where the iterations of [loop], which stands where [facts] are known, read and write its array
/// [param] and what they make of that: the numbers that are the same wherever they do. (But for
/// what they read of rows that they certainly do not write.) None, if they do something else with
/// it, so that all of it is needed.
std::optional<Place> place_of_accesses(const facts::Facts& facts, const Loop& loop,
                                       std::size_t param);

/// Whether [body] does something that others see in its order: traces, calls, additions to an
/// accumulator from around it.
bool has_order(const Body& body, const Program& program);

/// Rewrites a body as one that has the row at a place instead of the array.
class OwnRow {
 public:
  /// The array that [param] is at first; both are as long, and so is what is made of it.
  OwnRow(const facts::Facts& facts, Names& names, Place place, const Binder& param,
         const Atom& array);

  const Binder& row() const { return row_; }
  /// All that has been bound.
  const Binders& made() const { return made_; }
  /// False: the row would be copied where little of it is written, or something may be out of
  /// bounds and would say so in other words; [body] is of no use then.
  bool in(Body& body);

 private:
  bool is_version(const Atom& atom) const { return rows_.count(atom.var) > 0; }
  Atom row_of(const Atom& version) const { return rows_.at(version.var); }
  Binder become(const Binder& binder);
  bool is_unwritten(const std::vector<DimSlice>& dims) const;
  std::optional<std::vector<DimSlice>> rest(const std::vector<DimSlice>& dims) const;
  bool in(Stm& stm, Body& to);
  bool in(Stm& stm, const Index& index, Body& to);
  bool in(Stm& stm, const Slice& slice, Body& to);
  bool in(const Stm& stm, const Update& update, Body& to);
  bool in(Stm& stm, If& choice);
  bool in(Stm& stm, Loop& loop);
  bool fills_row(const Loop& loop) const;

  const facts::Facts& facts_;
  Names& names_;
  Place place_;
  Atom array_;
  Binder row_;
  Binders made_;
  std::unordered_map<VarId, Atom> rows_;  ///< by version of the array
  int filling_ = 0;  ///< loops around that have as many iterations as the row has elements
};

}  // namespace laguz::core::simplifier
