// Where the iterations of a nest of maps add, when their places are their own numbers plus
// constants: a stencil's. Only core/ includes this.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/program.hpp"
#include "support/function_ref.hpp"

namespace laguz::core::stencils {

/// Constants, and constant lengths, are nearer: so sums of some of them stay numbers.
inline constexpr std::int64_t kFar = 1LL << 31;

/// [widths] times the width of a level, plus [plus].
struct Linear {
  std::int64_t widths = 0, plus = 0;
  bool operator==(const Linear&) const = default;
  Linear operator+(const Linear& b) const { return {widths + b.widths, plus + b.plus}; }
  Linear operator-(const Linear& b) const { return {widths - b.widths, plus - b.plus}; }
  Linear operator+(std::int64_t n) const { return {widths, plus + n}; }
  /// Whatever the width is, from [least] on.
  bool at_most(const Linear& b, std::int64_t least = 1) const {
    const Linear more = b - *this;
    return more.widths >= 0 && more.widths * least + more.plus >= 0;
  }
};

/// The iterations from all of [from] on, below all of [end].
struct Range {
  std::vector<Linear> from, end;

  void start_at(const Linear& first);
  void end_at(const Linear& last);
  /// What is true if there are iterations.
  bool starts_at_or_after(const Linear& first) const;
  bool ends_by(const Linear& last) const;
  bool is_empty() const;
  bool is_apart_from(const Range& other) const;
  Range operator+(const Linear& shift) const;
  bool operator==(const Range&) const = default;
};

/// Iterations of one level, which add at their number plus [shift].
struct Piece {
  Range range;
  Linear shift;
  Range target() const { return range + shift; }
};
/// Iterations of a nest: one piece for each level.
using Box = std::vector<Piece>;

/// A nest of maps, each over the numbers of its iterations.
struct Levels {
  Atoms widths;                ///< outermost first
  std::vector<Atoms> numbers;  ///< by level: the parameters that are its iterations' numbers
};

/// Reads places and conditions of one nest.
class Places {
 public:
  /// What defines a variable; null for parameters and what is not in sight.
  using Definition = support::FunctionRef<const Exp*(VarId)>;

  Places(const Levels& levels, Definition definition) : levels_(levels), definition_(definition) {}

  Range whole(std::size_t level) const { return {{Linear{}}, {width(level)}}; }
  /// Leaves in [ranges], one for each level, those iterations in which [condition] is [value].
  /// False if others may be left, too.
  bool restrict(const Atom& condition, bool value, std::vector<Range>& ranges, int steps = 0) const;
  /// Where those iterations of [level] add that are in [range]; nothing if that is not known.
  std::optional<std::vector<Piece>> pieces(const Atom& place, std::size_t level, const Range& range,
                                           int steps = 0) const;

 private:
  /// The number of an iteration, or not, plus something that all iterations have in common.
  struct Term {
    bool number = false;
    Linear rest;
  };
  Linear width(std::size_t level) const;
  const PrimApp* prim(const Atom& atom) const;
  std::optional<Term> term(const Atom& atom, std::size_t level, int steps = 0) const;
  bool restrict_comparison(const PrimApp& comparison, bool value, std::vector<Range>& ranges) const;
  std::optional<std::vector<Piece>> bounded(const PrimApp& bound, std::size_t level,
                                            const Range& range, int steps) const;
  std::optional<std::vector<Piece>> on_a_ring(const PrimApp& mod, std::size_t level,
                                              const Range& range) const;
  std::optional<std::vector<Piece>> chosen(const PrimApp& select, std::size_t level,
                                           const Range& range, int steps) const;

  const Levels& levels_;
  Definition definition_;
};

}  // namespace laguz::core::stencils
