// What is known of the variables of a body whose nests are divided.
#pragma once

#include <unordered_map>

#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::products {

/// Arrays of zeros, with their lengths.
using Zeros = std::unordered_map<VarId, Atoms>;

struct Known {
  Zeros zeros;
  VarSet iotas;  ///< arrays of 0, 1, ...
  VarSet apart;  ///< accumulators whose sums may be parted

  /// What [body] and all that is in it binds.
  void look(const Body& body);
  void look(const std::vector<WithAcc::Acc>& accs);
  /// [exp] with variables of its own, which are known then.
  Exp renewed(const Exp& exp, Names& names);
};

}  // namespace laguz::core::products
