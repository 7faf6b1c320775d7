// Places that a statement of a lambda adds to, as they are seen from around it. Only core/fusion
// includes this.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/passes.hpp"

namespace laguz::core::fusion::places {

/// Numbers that iterations count, 0, 1, ...: how many there are.
using Counters = std::unordered_map<VarId, Atom>;

/// Arrays of numbers that go up by one: in a statement, and [around] it.
class Ranges {
 public:
  explicit Ranges(const Ranges* around = nullptr) : around_(around) {}

  /// The first number.
  const Atom* start(VarId array) const { return find(&Ranges::starts_, array); }
  /// How many they are, if they are those from 0 on.
  const Atom* count(VarId array) const { return find(&Ranges::counts_, array); }

  void note(const Stm& stm);

 private:
  const Atom* find(Counters Ranges::*map, VarId array) const;

  const Ranges* around_;
  Counters starts_, counts_;
};

/// How a place is computed from what is outside and from the counters of inner Soacs and loops.
struct Place {
  std::vector<Stm> stms;
  Atoms counters;
  VarSet outside{};
};

/// The statement as it is seen from outside: what it binds, and its places. It is to stay where it
/// is meanwhile.
class Nest {
 public:
  Nest(const Stm& stm, const Ranges& around);

  std::optional<Place> place(const Atoms& indices) const { return place(indices, nullptr); }
  /// Or of the statement's own counter as well, if it is a loop: how often all of them count.
  /// (Soacs may be products of matrices.)
  std::optional<Atoms> turns(const Atoms& indices) const;
  /// How often all Soacs and loops around [update] go round, of those of which that is known here.
  const Atoms& turns_around(const AccUpdate& update) const { return turns_.at(&update); }
  /// How far a counter counts.
  const Atom& count(const Atom& counter) const;

 private:
  bool is_outside(const Atom& atom) const {
    return atom.is_constant() || bound_.count(atom.var) == 0;
  }
  void inside(const Exp& exp, const Body& body, const Binders& params);
  void in(const Body& body);
  void note_number(const Index& index, const Stm& stm);
  std::optional<Place> place(const Atoms& indices, const Counters* own) const;
  bool add(const Atom& atom, const Counters* own, Place& place, VarSet& seen) const;

  Ranges ranges_;
  Counters counters_;  ///< of what is inside
  Counters own_;       ///< of the statement itself, if it is a loop
  VarSet bound_;
  Atoms around_;  ///< turns of the Soacs and loops that are looked into
  std::unordered_map<const AccUpdate*, Atoms> turns_;
  std::unordered_map<VarId, const Stm*> made_;  ///< by primitives
  std::deque<Stm> numbers_;                     ///< of ranges, as such
};

}  // namespace laguz::core::fusion::places
