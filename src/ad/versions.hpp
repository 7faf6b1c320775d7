// What stands for values of the way there while it is gone back.
#pragma once

#include <unordered_map>

#include "core/program.hpp"

namespace laguz::ad {

/// Going backwards, updates are undone in place: an array stands for the version of it that it is
/// equal to by now.
class Versions {
 public:
  /// [array] is equal to [version], and from here on stands for it; [version] itself is no longer
  /// needed.
  void restore(const core::Atom& version, const core::Atom& array);
  /// What stands for [version] now.
  core::Atom restored(const core::Atom& version) const;
  /// [exp] of what stands for its variables now.
  core::Exp with_restored(core::Exp exp) const;
  /// with_restored, back.
  core::Exp with_versions(core::Exp exp, core::Names& names) const;
  /// The version that [var] stands for, which may be itself.
  core::VarId original(core::VarId var) const {
    auto found = original_.find(var);
    return found == original_.end() ? var : found->second;
  }

 private:
  std::unordered_map<core::VarId, core::Atom> restored_;   ///< by version, that is
  std::unordered_map<core::VarId, core::VarId> original_;  ///< the version that an array is
};

}  // namespace laguz::ad
