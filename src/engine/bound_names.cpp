#include "engine/bound_names.hpp"

#include <unordered_set>
#include <utility>
#include <vector>

namespace laguz::engine {
namespace {

using core::Atom;
using core::Binder;
using core::Body;
using core::VarId;

constexpr VarId kNothing{};  ///< what literals are

class Putting {
 public:
  Putting(ad::Observation& seen, const BoundNames& names) : seen_(seen), names_(names) {}

  void run() {
    core::Atoms& results = seen_.body.results;
    core::Binders inputs;
    auto result = results.begin();
    for (const Binder& input : seen_.inputs)
      if (names_.count(input.id) > 0) {
        waiting_[result->is_constant() ? kNothing : result->var].emplace_back(input, *result);
        ++result;
      } else {
        inputs.push_back(input);
      }
    results.erase(results.begin(), result);
    seen_.inputs = std::move(inputs);
    note_uses(seen_.body);
    Body body;
    put(kNothing, body);
    for (const Binder& input : seen_.inputs) put(input.id, body);
    for (core::Stm& stm : seen_.body.stms) {
      std::vector<VarId> computed;
      for (Binder& binder : stm.binders) {
        const auto found = waiting_.find(binder.id);
        const bool alone =
            found != waiting_.end() && found->second.size() == 1 && used_.count(binder.id) == 0;
        if (alone) {
          binder = found->second[0].first;
          waiting_.erase(found);
        }
        computed.push_back(binder.id);
      }
      body.stms.push_back(std::move(stm));
      for (const VarId id : computed) put(id, body);
    }
    body.results = std::move(results);
    seen_.body = std::move(body);
  }

 private:
  void note_uses(const Body& body) {
    const auto note = [&](const Atom& atom) {
      if (!atom.is_constant()) used_.insert(atom.var);
    };
    for (const core::Stm& stm : body.stms)
      core::visit(stm.exp, note,
                  [&](const Body& inner, const core::Binders&) { note_uses(inner); });
    for (const Atom& atom : body.results) note(atom);
  }

  /// The names that wait for [id], and those that wait for these.
  void put(VarId id, Body& body) {
    std::vector<VarId> left{id};
    while (!left.empty()) {
      const auto found = waiting_.find(left.back());
      left.pop_back();
      if (found == waiting_.end()) continue;
      const auto ready = std::move(found->second);
      waiting_.erase(found);
      for (const auto& [name, value] : ready) {
        body.stms.push_back({{name}, {core::Copy{value}}, names_.at(name.id)});
        left.push_back(name.id);
      }
    }
  }

  ad::Observation& seen_;
  const BoundNames& names_;
  std::unordered_map<VarId, std::vector<std::pair<Binder, Atom>>> waiting_;  ///< for what
  std::unordered_set<VarId> used_;
};

void renumber(Body& body, const core::Substitution& ids) {
  for (core::Stm& stm : body.stms) {
    for (Binder& binder : stm.binders) binder.id = core::replaced(binder.atom(), ids).var;
    core::visit(
        stm.exp, [&](Atom& atom) { atom = core::replaced(atom, ids); },
        [&](Body& inner, core::Binders&) { renumber(inner, ids); });
  }
  for (Atom& atom : body.results) atom = core::replaced(atom, ids);
}

}  // namespace

void renumber(ad::Observation& seen, const core::Substitution& ids) {
  for (Binder& input : seen.inputs) input.id = core::replaced(input.atom(), ids).var;
  renumber(seen.body, ids);
}

void put_names(ad::Observation& seen, const BoundNames& names) { Putting(seen, names).run(); }

}  // namespace laguz::engine
