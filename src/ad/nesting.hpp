// What stands in what: bodies in bodies, derivatives in derivatives.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/program.hpp"

namespace laguz::ad {

/// What there is in a body, at any depth.
struct Contents {
  bool diff = false;  ///< something that is differentiated
  std::size_t statements = 0;
  std::size_t depth = 0;  ///< bodies within bodies
  std::vector<core::FunId> callees;
};
Contents contents_of(const core::Body& body);

/// Derivatives in one another, as the program has them before any is expanded: for messages.
class Nesting {
 public:
  /// Reads [body], that of [function], whose callees have been read.
  void read(core::FunId function, const core::Body& body);
  /// Of what is differentiated at [diff], in the function that was read last: "vjp at a.fut:1:5-9
  /// around jvp at …", or only the first of these.
  std::string describe(core::DiffMode mode, support::Span diff) const;
  void keep(const std::unordered_set<core::FunId>& kept);

 private:
  using Level = std::pair<core::DiffMode, support::Span>;
  using Chain = std::vector<Level>;  ///< from the innermost on

  Chain chain_of(const core::Body& body);

  std::unordered_map<core::FunId, Chain> functions_;  ///< the longest in each, if there is one
  std::vector<Chain> last_;  ///< of the function that was read last, each by its outermost
};

}  // namespace laguz::ad
