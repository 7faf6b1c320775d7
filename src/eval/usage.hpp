// Who uses what, before a function is compiled: how often each scalar is used, and which arrays
// each statement touches directly and inside its bodies.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/walk.hpp"

namespace laguz::eval {

using core::VarId;

inline bool is_array(core::Type type) { return type.rank > 0 && !type.acc; }

/// Variables that are 0, 1, ..., and how many of these.
using Iotas = std::unordered_map<VarId, core::Atom>;
/// Whether [app] is 0, 1, ...: as many as its first argument says.
inline bool counts_up(const core::ArrayApp& app) {
  return app.op == core::ArrayOp::iota && app.args[1] == core::Atom::i64(0) &&
         app.args[2] == core::Atom::i64(1);
}

class Usage {
 public:
  /// Variables that one statement uses; each once.
  struct Of {
    std::vector<std::pair<VarId, int>> arrays;  ///< direct operands, and how often
    std::vector<VarId> inner_arrays;            ///< free in its bodies and lambdas
    std::vector<VarId> inner_scalars;
  };

  explicit Usage(const core::Body& body) : counts_(core::all_uses(body)) { prepare(body); }

  /// An array that is a copy of another one is that one.
  VarId canonical(VarId array) const {
    auto found = aliases_.find(array);
    return found == aliases_.end() ? array : found->second;
  }
  /// Number of uses of a variable, as an operand or result anywhere.
  int count(VarId scalar) const {
    auto found = counts_.find(scalar);
    return found == counts_.end() ? 0 : found->second;
  }
  Of of(const core::Exp& exp) const;
  /// Free variables of an inner body, without its parameters; arrays are canonical.
  const core::Binders& free(const core::Body& body) const { return free_.at(&body); }

 private:
  void prepare(const core::Body& body);

  std::unordered_map<VarId, VarId> aliases_;
  std::unordered_map<VarId, int> counts_;
  std::unordered_map<const core::Body*, core::Binders> free_;
};

}  // namespace laguz::eval
