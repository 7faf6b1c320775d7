// Forward mode over one body: values and tangents together, in one pass.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ad/tracer.hpp"

namespace laguz::ad::forward {

class Forward {
 public:
  /// [pattern]: tangents say what depends on what (rules_pattern.cpp). One inside of [outer] does
  /// as that does.
  Forward(Functions& functions, graph::Graph& graph, const Forward* outer = nullptr,
          bool pattern = false)
      : functions_(functions),
        outer_(outer),
        pattern_(outer != nullptr ? outer->pattern_ : pattern),
        activity_(functions, graph, outer ? &outer->activity_ : nullptr) {}
  Forward(const Forward&) = delete;
  Forward& operator=(const Forward&) = delete;

  Emit& emit() { return activity_.emit(); }
  graph::Graph& graph() { return activity_.graph(); }
  Functions& functions() const { return functions_; }
  bool is_pattern() const { return pattern_; }

  /// See Tracer.
  core::Binders active_free(const core::Exp& exp) const { return activity_.active_free(exp); }
  std::vector<bool> active_results(const core::Exp& exp, std::size_t results) const {
    return activity_.active_results(exp, results);
  }

  void set_tangent(const Atom& value, const Atom& tangent) { set_tangent(value, tangent, there_); }
  /// [there]: see reverse::Sink.
  void set_tangent(const Atom& value, const Atom& tangent, const std::optional<Atom>& there);
  /// Nothing: zero.
  std::optional<Atom> tangent(const Atom& value) const;
  Atom tangent_or_zeros(const Atom& value);
  /// What is added to [acc] adds its tangents to [tangents].
  void set_tangent_accumulator(VarId acc, const Atom& tangents) { accumulators_[acc] = tangents; }
  std::optional<Atom> tangent_accumulator(VarId acc) const;
  /// Whether [exp] adds to an accumulator that takes values and tangents together.
  bool adds_jointly(const core::Exp& exp) const;
  /// Whether the tangent of [value] is something, if that is known when run only.
  std::optional<Atom> there_of(const Atom& value) const;

  /// Adds [body] and its tangents to the graph; the results there.
  Atoms run(const core::Body& body, core::Substitution substitution, bool pin);

 private:
  void run_into(const core::Body& body, core::Substitution& substitution, bool pin);
  std::optional<Atom> there_for(const core::Exp& exp);

  Functions& functions_;
  const Forward* outer_;
  const bool pattern_;
  Tracer activity_;
  std::unordered_map<VarId, Atom> tangents_;
  std::unordered_map<VarId, Atom> conditions_;  ///< of tangents that may not be there yet
  std::optional<Atom> there_;                   ///< of the results of the statement that is run
  std::unordered_map<VarId, Atom> accumulators_;
};

}  // namespace laguz::ad::forward
