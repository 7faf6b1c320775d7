#include "ad/without_rules.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::Body;
using core::FunId;
using core::Stm;

/// Visits the expressions with a rule in [body], those within others too.
template <class Visit>
void each_rule(const Body& body, const Visit& visit) {
  for (const Stm& stm : body.stms) {
    if (const auto* custom = std::get_if<core::Custom>(&stm.exp.node)) {
      visit(stm, *custom);
      each_rule(custom->function.body, visit);
      continue;
    }
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const Body& inner, const core::Binders&) { each_rule(inner, visit); });
  }
}

/// [function], and all that it calls, with what each of these calls.
std::unordered_map<FunId, std::vector<FunId>> reached(Differentiator& differentiator,
                                                      FunId function) {
  std::unordered_map<FunId, std::vector<FunId>> callees;
  for (std::vector<FunId> left{function}; !left.empty();) {
    const FunId next = left.back();
    left.pop_back();
    const auto [found, fresh] = callees.try_emplace(next);
    if (!fresh) continue;
    found->second = core::callees_of(differentiator.original(next).body);
    left.insert(left.end(), found->second.begin(), found->second.end());
  }
  return callees;
}

class Remover {
 public:
  Remover(Differentiator& differentiator, core::Program& program,
          const std::unordered_set<core::VarId>& aside)
      : differentiator_(differentiator), program_(program), aside_(aside) {}

  FunId run(FunId function) {
    const auto callees = reached(differentiator_, function);
    for (const auto& [one, unused] : callees)
      each_rule(differentiator_.original(one).body, [&, of = one](const Stm& stm, const auto&) {
        if (is_aside(stm)) changed_.insert(of);
      });
    for (bool more = true; more;) {
      more = false;
      for (const auto& [one, called] : callees)
        for (const FunId callee : called)
          if (changed_.count(callee) > 0 && changed_.insert(one).second) more = true;
    }
    const FunId made = copy_of(function);
    while (!pending_.empty()) {
      const auto [from, to] = pending_.back();
      pending_.pop_back();
      core::Function written = differentiator_.original(from);
      remove(written.body);
      core::Lambda whole = core::refresh(
          core::Lambda{std::move(written.params), std::move(written.body)}, program_.names);
      written.params = std::move(whole.params);
      written.body = std::move(whole.body);
      program_[to] = std::move(written);
    }
    return made;
  }

 private:
  bool is_aside(const Stm& stm) const {
    return !stm.binders.empty() && aside_.count(stm.binders[0].id) > 0;
  }

  FunId copy_of(FunId function) {
    const auto [found, fresh] = copies_.try_emplace(function);
    if (fresh) {
      found->second = program_.add({});
      pending_.emplace_back(function, found->second);
    }
    return found->second;
  }

  void remove(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      core::visit(
          stm.exp, [](core::Atom&) {}, [&](Body& inner, core::Binders&) { remove(inner); });
      if (auto* call = std::get_if<core::Call>(&stm.exp.node);
          call != nullptr && changed_.count(call->function) > 0)
        call->function = copy_of(call->function);
      auto* custom = std::get_if<core::Custom>(&stm.exp.node);
      if (custom == nullptr || !is_aside(stm)) {
        body.stms.push_back(std::move(stm));
        continue;
      }
      const auto bind = [&](const core::Binder& to, const core::Atom& from) {
        body.stms.push_back({{to}, {core::Copy{from}}, stm.span, stm.inlined_at});
      };
      for (std::size_t i = 0; i < custom->args.size(); ++i)
        bind(custom->function.params[i], custom->args[i]);
      Body& function = custom->function.body;
      std::move(function.stms.begin(), function.stms.end(), std::back_inserter(body.stms));
      for (std::size_t i = 0; i < stm.binders.size(); ++i)
        bind(stm.binders[i], function.results[i]);
    }
  }

  Differentiator& differentiator_;
  core::Program& program_;
  const std::unordered_set<core::VarId>& aside_;
  std::unordered_set<FunId> changed_;
  std::unordered_map<FunId, FunId> copies_;
  std::vector<std::pair<FunId, FunId>> pending_;  ///< of these, those still to be written
};

/// Is it the identity, whose rule makes nothing of a tangent?
bool is_stop(const core::Custom& custom) {
  const core::Body& body = custom.function.body;
  if (custom.mode != core::CustomMode::jvp || !body.stms.empty()) return false;
  for (std::size_t i = 0; i < body.results.size(); ++i)
    if (i >= custom.function.params.size() || body.results[i].var != custom.function.params[i].id)
      return false;
  std::unordered_set<core::VarId> tangents;
  for (std::size_t i = custom.args.size(); i < custom.rule.params.size(); ++i)
    tangents.insert(custom.rule.params[i].id);
  const core::Binders used = core::free_variables(core::Lambda{{}, custom.rule.body});
  return std::none_of(used.begin(), used.end(),
                      [&](const core::Binder& one) { return tangents.count(one.id) > 0; });
}

}  // namespace

std::vector<Rule> rules_in(Differentiator& differentiator, const core::Program& program,
                           FunId function) {
  std::vector<Rule> rules;
  for (const auto& [one, unused] : reached(differentiator, function)) {
    if (program[one].constant) continue;  // nothing of it is differentiated
    each_rule(differentiator.original(one).body, [&](const Stm& stm, const core::Custom& custom) {
      if (stm.binders.empty()) return;
      rules.push_back({stm.binders[0].id, stm.span, is_stop(custom)});
    });
  }
  return rules;
}

FunId without_rules(Differentiator& differentiator, core::Program& program, FunId function,
                    const std::unordered_set<core::VarId>& aside) {
  return Remover(differentiator, program, aside).run(function);
}

}  // namespace laguz::ad
