// Ways that no derivative takes: a float that becomes an integer, or is rounded, and what that
// decides.
#pragma once

#include <deque>
#include <set>
#include <unordered_map>
#include <vector>

#include "ad/differentiate.hpp"
#include "ad/rewrite/dependence.hpp"
#include "core/program.hpp"
#include "prims/catalog.hpp"

namespace laguz::ad::rewrite {

/// Where a float that depends on the inputs passes.
struct Passing {
  prims::Passage through;  ///< not none
  support::Span span;
};

/// What is known of the passages in a function and in all that it calls, as these are
/// differentiated, by the code alone.
class Passages {
 public:
  /// [by]: which of its parameters are inputs.
  Passages(Differentiator& differentiator, core::Program& program, core::FunId function,
           const std::vector<bool>& by);

  /// Each place once, in no order.
  std::vector<Passing> all() const;

  /// A new function, which computes the same, and in which these ways are open to derivatives:
  /// results depend, with a derivative that is nothing but not 0 by construction, on what passes
  /// there. For patterns (core::DiffMode::pattern, expand_through_integers). Comparisons stay
  /// closed. Where an index decides, all elements of the result depend on it.
  core::FunId opened();

 private:
  class Opener;
  struct Form {
    const core::Function* function = nullptr;
    Columns params{};
    Effects effects{};
    std::set<core::FunId> callers{};
  };

  Form& form_of(core::FunId function);
  const Effects& called(core::FunId by, core::FunId function, const Columns& args);
  void read(core::FunId function);

  Differentiator& differentiator_;
  core::Program& program_;
  const core::FunId function_;
  Dependences known_{Ways::passages};
  std::unordered_map<core::FunId, Form> forms_;
  std::set<core::FunId> left_;  ///< to be read
  const Effects nothing_;
};

}  // namespace laguz::ad::rewrite
