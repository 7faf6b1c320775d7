#include "eval/lanes/last_var.hpp"

#include <algorithm>

#include "core/walk.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Body;
using core::Stm;
using core::VarId;

VarId last_var(const core::Lambda& lambda) {
  VarId last = 0;
  const auto note = [&last](VarId id) { last = std::max(last, id); };
  const auto in = [&](const auto& self, const Body& body) -> void {
    for (const Stm& stm : body.stms) {
      for (const core::Binder& binder : stm.binders) note(binder.id);
      core::visit(
          stm.exp, [&](const Atom& atom) { note(atom.var); },
          [&](const Body& inner, const core::Binders& params) {
            for (const core::Binder& param : params) note(param.id);
            self(self, inner);
          });
    }
    for (const Atom& result : body.results) note(result.var);
  };
  for (const core::Binder& param : lambda.params) note(param.id);
  in(in, lambda.body);
  return last;
}

}  // namespace laguz::eval::lanes
