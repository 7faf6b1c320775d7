// Which of the values that loops keep are read row by row alone.
#pragma once

#include <optional>
#include <unordered_map>

#include "core/ir.hpp"

namespace laguz::eval {

class TapeReads {
 public:
  explicit TapeReads(const core::Body& body) {
    look(body, 0);
    for (const core::Atom& result : body.results) use(result);
  }

  /// The history [var] of a loop may be at hand in part: it is read by its rows (or, if flat, by
  /// ranges of elements) and by nothing else, where the loop stands or in bodies that run on the
  /// same frame; and the loop's iterations can be run again. Or it is what the iteration of a loop
  /// around keeps, and the rows of that are read by theirs.
  bool is_taped(core::VarId var) const;
  /// It is that: nobody else reads it.
  bool is_inner(core::VarId var) const { return known_.at(var).outer != 0; }
  /// The fewest indices that [var] is read at.
  std::size_t least_of(core::VarId var) const { return known_.at(var).least; }
  /// Somebody else reads it at [indices] or more.
  void expect(core::VarId var, std::size_t indices) { known_.at(var).least = indices; }
  /// The history of a loop inside that is what the loop keeps as [var], a row in each iteration.
  std::optional<core::VarId> inner_of(core::VarId var) const;

 private:
  struct Known {
    int depth = 0;  ///< of the lambdas around the loop
    bool flat = false;
    bool by_rows = true;
    std::size_t least = ~std::size_t{0};  ///< of the indices that it is read at
    core::VarId inner = 0, outer = 0;     ///< if it is kept in another one, or another in it
  };
  void look(const core::Body& body, int depth);
  void look(const core::Loop& loop, const core::Binders& results, int depth);
  void use(const core::Atom& atom);
  void read(core::VarId var, std::size_t indices);
  bool reads_rows(const core::Stm& stm, int depth);
  std::size_t nesting(const Known& known) const;

  std::unordered_map<core::VarId, Known> known_;
  /// Rows of histories: of which, and at how many indices.
  std::unordered_map<core::VarId, std::pair<core::VarId, std::size_t>> rows_;
};

}  // namespace laguz::eval
