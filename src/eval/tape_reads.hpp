// Which of the values that loops keep are read row by row alone.
#pragma once

#include <unordered_map>

#include "core/ir.hpp"

namespace laguz::eval {

class TapeReads {
 public:
  explicit TapeReads(const core::Body& body) { look(body, 0); }

  /// The history [var] of a loop may be at hand in part: it is read by its rows (or, if flat, by
  /// ranges of elements) and by nothing else, where the loop stands or in bodies that run on the
  /// same frame; and the loop's iterations can be run again.
  bool is_taped(core::VarId var) const {
    const auto found = known_.find(var);
    return found != known_.end() && found->second.by_rows;
  }

 private:
  struct Known {
    int depth = 0;  ///< of the lambdas around the loop
    bool flat = false;
    bool by_rows = true;
  };
  void look(const core::Body& body, int depth);
  void use(const core::Atom& atom);
  bool reads_rows(const core::Exp& exp, int depth) const;

  std::unordered_map<core::VarId, Known> known_;
};

}  // namespace laguz::eval
