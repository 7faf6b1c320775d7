// Activity: which results of an expression may carry a derivative.
#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "core/ir.hpp"

namespace laguz::ad {

class Tracer;

/// Which variables may carry a derivative, by one pass over a body.
struct Activity {
  const Tracer& tracer;
  std::unordered_set<core::VarId> local{};

  bool is(const core::Atom& atom) const;
  bool any(const core::Atoms& atoms) const;
  bool any_free(const core::Exp& exp) const;
  bool any_free(const core::Lambda& lambda) const;

  /// Of the results of [body].
  std::vector<bool> body(const core::Body& body);
  std::vector<bool> results(const core::Exp& exp, std::size_t n);
};

// One for each kind of expression. Most give [n] times the same.
std::vector<bool> active_copy(Activity& activity, const core::Copy& e, std::size_t n);
std::vector<bool> active_prim(Activity& activity, const core::PrimApp& e, std::size_t n);
std::vector<bool> active_if(Activity& activity, const core::If& e, std::size_t n);
std::vector<bool> active_loop(Activity& activity, const core::Loop& e, std::size_t n);
std::vector<bool> active_call(Activity& activity, const core::Call& e, std::size_t n);
std::vector<bool> active_soac(Activity& activity, const core::Soac& e, std::size_t n);
std::vector<bool> active_scatter(Activity& activity, const core::Scatter& e, std::size_t n);
std::vector<bool> active_index(Activity& activity, const core::Index& e, std::size_t n);
std::vector<bool> active_slice(Activity& activity, const core::Slice& e, std::size_t n);
std::vector<bool> active_update(Activity& activity, const core::Update& e, std::size_t n);
std::vector<bool> active_literal(Activity& activity, const core::ArrayLit& e, std::size_t n);
std::vector<bool> active_array(Activity& activity, const core::ArrayApp& e, std::size_t n);
std::vector<bool> active_custom(Activity& activity, const core::Custom& e, std::size_t n);
std::vector<bool> active_with_acc(Activity& activity, const core::Exp& exp, std::size_t n);
/// If anything is that [exp] uses.
std::vector<bool> active_any(Activity& activity, const core::Exp& exp, std::size_t n);

}  // namespace laguz::ad
