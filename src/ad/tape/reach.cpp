#include "ad/tape/reach.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/walk.hpp"
#include "support/deep_stack.hpp"

namespace laguz::ad::tape {
namespace {

using core::Atom;
using core::Binder;

class Reach {
 public:
  bool is_needed(const Binder& binder) const { return needed_.count(binder.id) > 0; }

  void need(const Atom& atom) {
    if (!atom.is_constant()) needed_.insert(atom.var);
  }

  void body(const core::Body& body, const std::vector<bool>& wanted) {
    support::expect_stack("A loop, branch or lambda");
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (wanted[i]) need(body.results[i]);
    for (std::size_t s = body.stms.size(); s-- > 0;) stm(body.stms[s]);
  }

  std::vector<bool> loop(const core::Loop& e, std::vector<bool> wanted) {
    for (bool changed = true; changed;) {
      changed = false;
      body(e.body, wanted);
      for (std::size_t k = 0; k < e.params.size(); ++k)
        if (!wanted[k] && is_needed(e.params[k])) wanted[k] = changed = true;
    }
    return wanted;
  }

 private:
  void stm(const core::Stm& stm) {
    std::vector<bool> wanted;
    for (const Binder& binder : stm.binders) wanted.push_back(is_needed(binder));
    const bool any = std::find(wanted.begin(), wanted.end(), true) != wanted.end();
    if (!any && !accumulates(stm.exp)) return;
    if (const auto* choice = std::get_if<core::If>(&stm.exp.node)) {
      body(choice->then_body, wanted);
      body(choice->else_body, wanted);
      if (any) return;
    } else if (const auto* inner = std::get_if<core::Loop>(&stm.exp.node);
               inner != nullptr && any) {
      const std::size_t n = inner->params.size();
      for (std::size_t h = 0; h < inner->history.size(); ++h)
        if (wanted[n + h]) wanted[inner->history[h]] = true;
      wanted.resize(n);
      wanted = loop(*inner, wanted);
      for (std::size_t k = 0; k < n; ++k)
        if (wanted[k]) need(inner->inits[k]);
      return;
    }
    for (const Binder& free : core::free_variables(stm.exp)) needed_.insert(free.id);
  }

  /// It adds to an accumulator of a body around.
  static bool accumulates(const core::Exp& exp) {
    bool may = std::holds_alternative<core::AccUpdate>(exp.node) ||
               std::holds_alternative<core::Call>(exp.node);
    core::visit(
        exp, [](const Atom&) {}, [&](const core::Body&, const core::Binders&) { may = true; });
    if (!may) return false;
    for (const Binder& free : core::free_variables(exp))
      if (free.type.acc) return true;
    return false;
  }

  std::unordered_set<core::VarId> needed_;
};

}  // namespace

std::vector<bool> reaching(const core::Loop& loop, std::vector<bool> wanted) {
  return Reach().loop(loop, std::move(wanted));
}

std::vector<bool> reaching(const core::Lambda& op, std::vector<bool> wanted) {
  core::Loop loop;
  loop.params.assign(op.params.begin(),
                     op.params.begin() + static_cast<std::ptrdiff_t>(wanted.size()));
  loop.body = op.body;
  return Reach().loop(loop, std::move(wanted));
}

}  // namespace laguz::ad::tape
