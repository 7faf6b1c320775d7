// What `compute_before` knows of the loops and lambdas around a value, and the nest of maps
// that computes it before them. Only core/fusion includes this.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion::precompute {

inline constexpr std::size_t kMostLevels = 64;

/// A Soac or loop.
struct Level {
  Level* around = nullptr;
  std::size_t depth = 0;  ///< how many are around
  int scope = 0;          ///< how many bodies are around the statement
  /// How many iterations; nothing of a while loop.
  std::optional<Atom> width;
  VarId key = 0;  ///< a variable that it binds, to be found by
  bool loop = false;
  struct Param {
    Binder param;
    Atom array;  ///< of which that is an element
  };
  std::vector<Param> params = {};  ///< a Soac's
  Binders counters = {};           ///< variables that are the number of the iteration

  /// None of levels that too many are around: nothing is known of what is in them.
  std::uint64_t bit() const { return depth < kMostLevels ? std::uint64_t{1} << depth : 0; }
};
using Levels = std::deque<Level>;  // that stay where they are

inline constexpr int kNowhere = std::numeric_limits<int>::max();

/// What a variable depends on.
struct Known {
  std::uint64_t under = 0;  ///< iterations of these levels around it, as bits
  /// If on nothing else: how many bodies are around the scope in which it is certain that it and
  /// what it is computed from cannot fail.
  int safe = 0;
  std::size_t depth = 0;   ///< how many levels are around it
  Level* level = nullptr;  ///< the innermost of those
  std::size_t order = 0;   ///< by this, operands come before what is computed of them
  bool loop = false;       ///< a result of one
};
using KnownVars = std::unordered_map<VarId, Known>;
using Stms = std::unordered_map<VarId, const Stm*>;

inline bool contains(const Binders& some, VarId var) {
  return std::any_of(some.begin(), some.end(), [&](const Binder& b) { return b.id == var; });
}
inline bool contains(const std::vector<VarId>& some, VarId var) {
  return std::find(some.begin(), some.end(), var) != some.end();
}

/// Maps that compute some values of one level for all iterations that these depend on.
class Nest {
 public:
  struct Around {
    Names& names;
    KnownVars& known;
    const Stms& stms;
    Levels& levels;
  };
  /// Of [values], in the level [place], which depend on the levels [under], bits; they leave the
  /// level that [depth] levels are around.
  Nest(Around around, std::size_t depth, std::uint64_t under, Level* place, Binders values);

  /// Whether it is known before the level that the values leave how long everything is.
  bool is_possible() const { return possible_; }
  /// Lengths of what it makes, or more.
  const Atoms& lengths() const { return lengths_; }
  /// Whether there is an array already with an element, or a row, for each of what it makes.
  bool is_like_operand() const;
  /// Whether loops go through arrays that are there: nobody has a number for each iteration of
  /// others.
  bool goes_through_operands() const;
  const std::vector<VarId>& needed() const { return needed_; }
  /// Puts it into [before]; gives the arrays, or, if the values depend on no level, those.
  Atoms made(const Stm& near, std::vector<Stm>& before) const;
  /// Has what reads the values in the level [stm] read what was [made].
  void read(Stm& stm, const Atoms& made) const;

 private:
  bool is_outside(const Atom& atom) const;
  /// Its iterations are not as many in all iterations of the levels.
  bool is_ragged(const Level& level) const;
  bool is_by_number(const Level& level) const;
  std::optional<Atom> most(const Level& level) const;
  std::optional<Atom> most_of(const Atom& number, std::int64_t more) const;
  bool find_runs(const Level* place);
  bool find_lengths();
  bool find_needed();
  bool counts(const Atom& number) const;
  std::optional<Type> operand(VarId var) const;
  std::vector<Soac> maps_of(const Stm& near, std::vector<Stm>& before,
                            std::unordered_map<VarId, Stm>& read,
                            std::vector<std::pair<Atom, Atom>>& below) const;
  std::vector<Stm> statements_of(const std::vector<VarId>& some, const std::vector<VarId>& without,
                                 const std::unordered_map<VarId, Stm>& read) const;
  Body iteration(const Stm& near, const std::unordered_map<VarId, Stm>& read,
                 const std::vector<std::pair<Atom, Atom>>& below) const;
  Atoms made_once(const Stm& near, std::vector<Stm>& before) const;
  std::vector<VarId> needed_by(std::vector<VarId> left) const;
  void thread(Stm& stm, std::size_t next, Atoms arrays, Atoms numbers, Substitution& instead) const;
  static Body* body_of(Stm& stm, const Level& level);
  static void replace_in(Body& body, const Substitution& instead);

  Around around_;
  std::size_t depth_;
  std::uint64_t under_;
  std::vector<Level*> levels_;  ///< outermost first
  Binders values_;
  std::vector<Atoms> shapes_;  ///< the values' own
  Atoms lengths_;
  /// Numbers that are more than 0 where the values are computed: known before, in the innermost
  /// map.
  Atoms outer_runs_, inner_runs_;
  std::vector<VarId> counts_;  ///< what ragged levels' widths are computed from
  std::vector<VarId> needed_;  ///< that, and what the values are
  bool possible_ = false;
};

}  // namespace laguz::core::fusion::precompute
