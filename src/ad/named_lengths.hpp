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
  void note(const core::Stm& stm) {
    const auto* app = std::get_if<core::ArrayApp>(&stm.exp.node);
    if (app == nullptr || app->op != core::ArrayOp::shape) return;
    const core::VarId array = app->args[0].var;
    names_[array].push_back({static_cast<int>(app->attrs[0]), stm.binders[0].atom()});
    noted_.push_back(array);
  }
  std::size_t noted() const { return noted_.size(); }
  /// A body is left: what has been noted since [count] were is not visible any more.
  void forget(std::size_t count) {
    for (; noted_.size() > count; noted_.pop_back()) names_[noted_.back()].pop_back();
  }

  std::optional<core::Atom> of(const core::Atom& array, int dim) const {
    const auto known = names_.find(array.var);
    if (known == names_.end()) return {};
    for (const Name& name : known->second)
      if (name.dim == dim) return name.length;
    return {};
  }

 private:
  struct Name {
    int dim;
    core::Atom length;
  };
  std::unordered_map<core::VarId, std::vector<Name>> names_;
  std::vector<core::VarId> noted_;
};

}  // namespace laguz::ad
