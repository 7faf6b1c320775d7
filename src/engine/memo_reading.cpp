// Code that reads values of the session where it would compute them again.
#include <unordered_map>

#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "engine/memo.hpp"

namespace laguz::engine {
namespace {

using core::Atom;
using core::Binders;
using core::Body;
using core::Exp;
using core::Stm;
using core::VarId;

/// Is it worth reading? What fusion and lanes make for nothing is not.
bool is_costly(const core::Program& program, const Exp& exp) {
  if (const auto* call = std::get_if<core::Call>(&exp.node))
    return !program[call->function].constant;
  if (const auto* app = std::get_if<core::ArrayApp>(&exp.node))
    return core::row_of(app->op).cost == core::ElementCost::work;
  if (std::holds_alternative<core::If>(exp.node) ||
      std::holds_alternative<core::Custom>(exp.node)) {
    bool any = false;
    core::visit(
        exp, [](const Atom&) {},
        [&](const Body& body, const Binders&) {
          for (const Stm& stm : body.stms) any = any || is_costly(program, stm.exp);
        });
    return any;
  }
  return std::holds_alternative<core::Loop>(exp.node) ||
         std::holds_alternative<core::Soac>(exp.node) ||
         std::holds_alternative<core::Hist>(exp.node) ||
         std::holds_alternative<core::Scatter>(exp.node) ||
         std::holds_alternative<core::Stream>(exp.node) ||
         std::holds_alternative<core::Update>(exp.node) ||
         std::holds_alternative<core::Diff>(exp.node) ||
         std::holds_alternative<core::WithAcc>(exp.node);
}

}  // namespace

class Memo::Reading {
 public:
  Reading(Memo& memo, const core::SessionKey& key) : memo_(memo), key_(key) {}

  std::optional<Body> of(const Body& body) {
    look(body);
    if (read_.empty()) return std::nullopt;
    note_passed();
    for (const Atom& result : body.results) need(result);
    need(body);
    Body made;
    for (const auto& [constant, binders] : read_)
      made.stms.push_back({binders, {core::Call{constant, {}}}, body.stms.front().span});
    Body rest = body;
    cut(body, rest);
    std::move(rest.stms.begin(), rest.stms.end(), std::back_inserter(made.stms));
    made.results = std::move(rest.results);
    return core::refresh(made, memo_.program_.names);
  }

 private:
  /// Finds what is there, outermost first, and where variables are bound.
  void look(const Body& body) {
    for (const Stm& stm : body.stms) {
      for (const core::Binder& binder : stm.binders) makers_[binder.id] = &stm;
      if (take(stm)) continue;
      core::visit(
          stm.exp, [](const Atom&) {}, [&](const Body& inner, const Binders&) { look(inner); });
    }
  }

  /// False if a result is not there, or is better computed.
  bool take(const Stm& stm) {
    std::vector<std::optional<Place>> places;
    bool any = false, all = true;
    for (const core::Binder& binder : stm.binders) {
      const auto value = key_.values.find(binder.id);
      if (value == key_.values.end()) return false;  // nor are the others
      places.push_back(memo_.place_of(value->second));
      any = any || places.back();
      all = all && places.back();
    }
    if (!any || !is_costly(memo_.program_, stm.exp)) return false;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i]) read(stm.binders[i].id, *places[i]);
    return all;
  }
  void read(VarId var, const Place& place) {
    Binders& results = read_[place.constant];
    if (results.empty())
      for (const core::Type& type : memo_.program_[place.constant].results)
        results.push_back(memo_.program_.names.bind(type));
    instead_[var] = results[place.result].atom();
    ++memo_.found_;
  }

  /// What has been computed on the way to values that are there has not failed.
  void note_passed() {
    std::vector<VarId> left;
    for (const auto& [id, value] : instead_) left.push_back(id);
    while (!left.empty()) {
      const auto maker = makers_.find(left.back());
      left.pop_back();
      if (maker == makers_.end() || !passed_.insert(maker->second).second) continue;
      for (const core::Binder& operand : core::free_variables(maker->second->exp))
        left.push_back(operand.id);
    }
  }

  bool must_run(const Stm& stm) {
    for (const core::Binder& binder : stm.binders)
      if (needed_.count(binder.id) > 0) return true;
    if (passed_.count(&stm) > 0 || !core::has_effect(stm.exp)) return false;
    const auto check = key_.checks.find(&stm);
    return check == key_.checks.end() || !memo_.place_of(check->second);
  }

  void need(const Atom& atom) {
    if (!atom.is_constant() && instead_.count(atom.var) == 0) needed_.insert(atom.var);
  }
  /// Finds out which statements of [body], whose results are needed, are to run.
  void need(const Body& body) {
    for (auto stm = body.stms.rbegin(); stm != body.stms.rend(); ++stm) {
      if (!must_run(*stm)) continue;
      runs_.insert(&*stm);
      core::visit(
          stm->exp, [&](const Atom& atom) { need(atom); },
          [&](const Body& inner, const Binders&) {
            for (const Atom& result : inner.results) need(result);
            need(inner);
          });
    }
  }

  /// Leaves in [copy] of [body] what is to run.
  void cut(const Body& body, Body& copy) const {
    std::vector<Stm> left;
    for (std::size_t i = 0; i < body.stms.size(); ++i) {
      if (runs_.count(&body.stms[i]) == 0) continue;
      std::vector<const Body*> inner;
      core::visit(
          body.stms[i].exp, [](const Atom&) {},
          [&](const Body& one, const Binders&) { inner.push_back(&one); });
      auto next = inner.begin();
      core::visit(
          copy.stms[i].exp, [&](Atom& atom) { atom = core::replaced(atom, instead_); },
          [&](Body& one, Binders&) { cut(**next++, one); });
      left.push_back(std::move(copy.stms[i]));
    }
    copy.stms = std::move(left);
    for (Atom& result : copy.results) result = core::replaced(result, instead_);
  }

  Memo& memo_;
  const core::SessionKey& key_;
  std::unordered_map<VarId, const Stm*> makers_;
  std::unordered_map<core::FunId, Binders> read_;  ///< constants, and names for their values
  core::Substitution instead_;
  std::unordered_set<const Stm*> passed_, runs_;
  std::unordered_set<VarId> needed_;
};

std::optional<core::Body> Memo::shortened(core::FunId constant, const core::SessionKey& key) {
  return Reading(*this, key).of(program_[constant].body);
}

}  // namespace laguz::engine
