// Which statements the operands of a statement come from, in one function.
//
// Statements have numbers, ascending in the order in which they are entered; one that holds bodies
// is entered before what is in these, and left afterwards. What such a statement gives comes from
// what its bodies give. An iteration of a loop is asked of what the loop begins with alone, so a
// statement comes from statements of smaller numbers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/ir.hpp"

namespace laguz::core {

class Origins {
 public:
  using Id = std::uint32_t;
  using Ids = std::vector<Id>;  ///< ascending, each once

  /// What the operands of [exp] come from, those of bodies in it left out. (What is in an
  /// accumulator is not read by who adds to it.)
  Ids of_operands(const Exp& exp) const;
  /// [stm] is number [id]; what is in it comes next.
  void enter(const Stm& stm, Id id);
  /// All that is in it has been entered. [own]: it makes numbers itself.
  void leave(const Stm& stm, Id id, bool own);

 private:
  const Ids& of(const Atom& atom) const;
  static void add(Ids& to, const Ids& more);

  const Ids none_{};
  std::unordered_map<VarId, Ids> known_;
};

}  // namespace laguz::core
