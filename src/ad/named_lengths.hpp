// Lengths of arrays that the program has names for.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir.hpp"

namespace laguz::ad {

/// Those that are bound where a walk through bodies is. What is differentiated there names the
/// lengths of what it is given as the program does, so that they are seen to be the bounds of its
/// loops. Costs a look at each statement.
class NamedLengths {
 public:
  /// After what it binds is visible.
  void note(const core::Stm& stm);
  std::size_t noted() const { return noted_.size(); }
  /// A body is left: what has been noted since [count] were is not visible any more.
  void forget(std::size_t count);

  std::optional<core::Atom> of(const core::Atom& array, int dim) const;

 private:
  struct Name {
    int dim;
    core::Atom length;
  };
  void note(core::VarId array, int dim, const core::Atom& length);

  std::unordered_map<core::VarId, std::vector<Name>> names_;
  std::vector<core::VarId> noted_;
};

}  // namespace laguz::ad
