#include "core/products/same_for_all.hpp"

#include <algorithm>

namespace laguz::core::products {
namespace {

/// What depends on an iteration of a map, or has an effect.
class Own {
 public:
  explicit Own(const Soac& map) {
    for (const Binder& param : map.lambda.params) vars_.insert(param.id);
    look(map.lambda.body, stms_of_map);
  }

  /// The states and statements of [loop], which stands in the map.
  void look(const Loop& loop) {
    states.resize(loop.params.size());
    for (std::size_t k = 0; k < states.size(); ++k) {
      states[k] = loop.params[k].type.acc || has(loop.inits[k]);
      if (states[k]) vars_.insert(loop.params[k].id);
    }
    for (bool more = true; more;) {
      stms_of_loop.clear();
      look(loop.body, stms_of_loop);
      more = false;
      for (std::size_t k = 0; k < states.size(); ++k) {
        if (states[k] || !has(loop.body.results[k])) continue;
        states[k] = more = true;
        vars_.insert(loop.params[k].id);
      }
    }
  }

  std::vector<bool> stms_of_map, states, stms_of_loop;

 private:
  bool has(const Atom& atom) const { return !atom.is_constant() && vars_.count(atom.var) > 0; }
  void look(const Body& body, std::vector<bool>& own) {
    for (const Stm& stm : body.stms) {
      const Binders free = free_variables(stm.exp);
      own.push_back(stm.binders.empty() ||
                    std::any_of(free.begin(), free.end(), [&](const Binder& one) {
                      return one.type.acc || has(one.atom());
                    }));
      if (!own.back()) continue;
      for (const Binder& binder : stm.binders) vars_.insert(binder.id);
    }
  }

  VarSet vars_;
};

}  // namespace

VarSet SameForAll::bound_by_same() const {
  VarSet bound;
  for (const Binder& param : same.params) bound.insert(param.id);
  for (const Stm& stm : same.body.stms)
    for (const Binder& binder : stm.binders) bound.insert(binder.id);
  return bound;
}

SameForAll same_for_all(const Soac& soac, std::size_t place) {
  const std::vector<Stm>& stms = soac.lambda.body.stms;
  const auto& loop = std::get<Loop>(stms[place].exp.node);
  Own own(soac);
  own.look(loop);
  SameForAll parts;
  parts.map = soac;
  std::vector<bool> stay = own.stms_of_map;
  stay[place] = true;
  for (std::size_t s = 0; s < stms.size(); ++s) {
    if (!stay[s]) parts.before.push_back(stms[s]);
    if (stay[s] && s < place) ++parts.place;
  }
  keep(parts.map.lambda.body.stms, stay);
  for (Loop* part : {&parts.own, &parts.same}) {
    part->form = loop.form;
    part->hints = loop.hints;
  }
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    Loop& part = own.states[k] ? parts.own : parts.same;
    part.params.push_back(loop.params[k]);
    part.inits.push_back(loop.inits[k]);
    part.regular.push_back(loop.is_regular(k) ? 1 : 0);
    part.body.results.push_back(loop.body.results[k]);
    (own.states[k] ? parts.own_results : parts.same_results).push_back(stms[place].binders[k]);
  }
  for (std::size_t s = 0; s < loop.body.stms.size(); ++s)
    (own.stms_of_loop[s] ? parts.own : parts.same).body.stms.push_back(loop.body.stms[s]);
  return parts;
}

}  // namespace laguz::core::products
