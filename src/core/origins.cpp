#include "core/origins.hpp"

#include <algorithm>
#include <utility>

#include "core/walk.hpp"

namespace laguz::core {

Origins::Ids Origins::of_operands(const Exp& exp) const {
  Ids all;
  visit(
      exp,
      [&](const Atom& atom) {
        if (!atom.type.acc) add(all, of(atom));
      },
      [](const Body&, const Binders&) {});
  return all;
}

void Origins::enter(const Stm& stm, Id id) {
  // What is added to an accumulator is in it from then on.
  visit(
      stm.exp,
      [&](const Atom& atom) {
        if (atom.type.acc) add(known_[atom.var], {id});
      },
      [](const Body&, const Binders&) {});
  if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
    for (std::size_t i = 0; i < soac->arrays.size(); ++i)
      known_[soac->lambda.params[i].id] = of(soac->arrays[i]);
  } else if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) {
    for (std::size_t k = 0; k < loop->params.size(); ++k)
      known_[loop->params[k].id] = of(loop->inits[k]);
  } else if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
    for (const WithAcc::Acc& acc : with->accs)
      for (const Atom& array : acc.arrays) add(known_[acc.acc.id], of(array));
  } else {
    const Ids operands = of_operands(stm.exp);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body&, const Binders& params) {
          for (const Binder& param : params) known_[param.id] = operands;
        });
  }
}

void Origins::leave(const Stm& stm, Id id, bool own) {
  std::vector<Ids> given(stm.binders.size());
  std::size_t before = 0;
  if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
    for (const WithAcc::Acc& acc : with->accs)
      for (std::size_t i = 0; i < acc.arrays.size(); ++i) given[before++] = of(acc.acc.atom());
  visit(
      stm.exp, [](const Atom&) {},
      [&](const Body& body, const Binders&) {
        const std::size_t count = std::min(body.results.size(), given.size() - before);
        for (std::size_t r = 0; r < count; ++r) add(given[before + r], of(body.results[r]));
      });
  for (std::size_t b = 0; b < given.size(); ++b) {
    if (own || given[b].empty()) add(given[b], {id});
    known_[stm.binders[b].id] = std::move(given[b]);
  }
}

const Origins::Ids& Origins::of(const Atom& atom) const {
  const auto found = known_.find(atom.var);
  return found == known_.end() ? none_ : found->second;
}

void Origins::add(Ids& to, const Ids& more) {
  if (more.empty()) return;
  Ids all;
  all.reserve(to.size() + more.size());
  std::set_union(to.begin(), to.end(), more.begin(), more.end(), std::back_inserter(all));
  to = std::move(all);
}

}  // namespace laguz::core
