// What of a definition's parameters the shapes of its arguments show.
#pragma once

#include <set>
#include <unordered_map>

#include "check/types/typed.hpp"
#include "check/types/types.hpp"

namespace laguz::lower {

/// Sizes and type parameters that need not be given, for the arguments have them.
class ShownSizes {
 public:
  struct Shown {
    std::set<check::ValId> sizes;
    std::set<check::TypeId> types;
  };
  /// Remembered until it is forgotten.
  const Shown& of(const check::typed::Def& def);
  void forget(check::ValId def) { known_.erase(def); }

 private:
  std::unordered_map<check::ValId, Shown> known_;
};

}  // namespace laguz::lower
