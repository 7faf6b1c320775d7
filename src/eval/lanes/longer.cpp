// Arrays that are longer than some lanes need: who may have them.
#include <algorithm>

#include "core/walk.hpp"
#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {
namespace {

using core::Atom;
using core::Body;
using core::VarId;

/// How an array is used by the statements of a body from [first] on, and those in them.
struct Readers {
  VarId array;
  Atom width;
  bool by_index;  ///< elements may be read by number as well

  bool are_fine(const Body& body, std::size_t first) const {
    for (std::size_t s = first; s < body.stms.size(); ++s)
      if (!are_fine(body.stms[s].exp)) return false;
    return true;
  }
  bool is_result(const Body& body) const {
    return std::any_of(body.results.begin(), body.results.end(),
                       [this](const Atom& atom) { return is_it(atom); });
  }

 private:
  bool is_it(const Atom& atom) const { return !atom.is_constant() && atom.var == array; }

  bool are_fine(const core::Exp& exp) const {
    const auto* soac = std::get_if<core::Soac>(&exp.node);
    const bool operand = (soac != nullptr && soac->width == width) ||
                         (by_index && std::holds_alternative<core::Index>(exp.node));
    bool fine = true;
    core::visit(
        exp, [&](const Atom& atom) { fine = fine && (operand || !is_it(atom)); },
        [&](const Body& inner, const core::Binders&) {
          fine = fine && are_fine(inner, 0) && !is_result(inner);
        });
    return fine;
  }
};

}  // namespace

bool Compiler::read_by_soacs(VarId array, const Atom& width) const {
  const Scope& scope = scopes_.back();
  const Readers readers{array, width, false};
  return readers.are_fine(*scope.body, scope.position + 1) && !readers.is_result(*scope.body);
}

bool Compiler::may_be_longer(VarId array, const Atom& width) const {
  const Scope& scope = scopes_.back();
  const Readers readers{array, width, true};
  return readers.are_fine(*scope.body, scope.position + 1) &&
         (kept_only.count(array) > 0 || !readers.is_result(*scope.body));
}

}  // namespace laguz::eval::lanes
