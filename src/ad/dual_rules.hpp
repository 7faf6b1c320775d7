// One statement in forward mode: its value and its tangent.
#pragma once

#include <vector>

#include "ad/forward.hpp"

namespace laguz::ad {

struct DualRules {
  Forward& forward;
  const std::vector<Type>& types;  ///< of the results
  bool pin;

  /// Emits [exp] (and what its tangent needs); gives its values, tangents set.
  Atoms apply(const core::Exp& exp);

 private:
  Emit& emit() { return forward.emit(); }
  bool active(const Atom& atom) const { return forward.tangent(atom).has_value(); }
  bool any(const Atoms& atoms) const;
  Atoms plain(const core::Exp& exp);
  std::vector<bool> active_results(const core::Exp& exp) const;

  Atoms prim(const core::PrimApp& e);
  Atoms choose(const core::If& e);
  Atoms loop(const core::Loop& e);
  Atoms call(const core::Call& e);
  Atoms soac(const core::Soac& e);
  Atoms hist(const core::Hist& e);
  Atoms scatter(const core::Scatter& e);
  Atoms stream(const core::Stream& e);
  Atoms index(const core::Index& e);
  Atoms slice(const core::Slice& e);
  Atoms update(const core::Update& e);
  Atoms literal(const core::ArrayLit& e);
  Atoms array(const core::ArrayApp& e);
  Atoms custom(const core::Custom& e);
  Atoms with_acc(const core::WithAcc& e);
  Atoms acc_update(const core::AccUpdate& e);

  /// [op] on (value, tangent) pairs: k columns become 2k, values first.
  core::Lambda dual_operator(const core::Lambda& op, std::size_t columns);
  Atoms region(core::Exp exp, const std::vector<Type>& result_types);
};

}  // namespace laguz::ad
