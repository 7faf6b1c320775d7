#include "ad/versions.hpp"

#include <functional>
#include <utility>

#include "core/walk.hpp"

namespace laguz::ad {

using core::Atom;
using core::Binders;
using core::Exp;
using core::VarId;

void Versions::restore(const Atom& version, const Atom& array) {
  if (version.is_constant() || version == array) return;
  const VarId first = original(version.var);
  restored_[first] = array;
  original_[array.var] = first;
}

Atom Versions::restored(const Atom& version) const {
  auto found = restored_.find(original(version.var));
  return version.is_constant() || found == restored_.end() ? version : found->second;
}

Exp Versions::with_restored(Exp exp) const {
  if (restored_.empty()) return exp;
  const std::function<void(Atom&)> atom = [this](Atom& a) { a = restored(a); };
  std::function<void(core::Body&, Binders&)> body = [&](core::Body& inner, Binders&) {
    for (core::Stm& stm : inner.stms) core::visit(stm.exp, atom, body);
    for (Atom& result : inner.results) atom(result);
  };
  core::visit(exp, atom, body);
  return exp;
}

Exp Versions::with_versions(Exp exp, core::Names& names) const {
  if (restored_.empty()) return exp;
  core::Substitution versions;
  for (const auto& [version, array] : restored_)
    versions[array.var] = Atom::of(version, array.type);
  return core::refresh(exp, names, std::move(versions));
}

}  // namespace laguz::ad
