// Both branches add to an accumulator at the same place: they choose what is added.
#include <functional>
#include <optional>

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

/// The statement of [body] that alone uses the accumulator [var], if it adds numbers to it.
std::optional<std::size_t> only_update(const Body& body, VarId var) {
  std::optional<std::size_t> found;
  for (std::size_t s = 0; s < body.stms.size(); ++s) {
    if (!uses(body.stms[s].exp, var)) continue;
    const auto* update = std::get_if<AccUpdate>(&body.stms[s].exp.node);
    if (found || update == nullptr) return {};
    for (const Atom& value : update->values)
      if (value.type.rank > 0) return {};
    found = s;
  }
  return found;
}

/// Takes out of both branches of [stm] an update that they have in common.
std::optional<Stm> common_update(Stm& stm, Names& names) {
  auto& choice = std::get<If>(stm.exp.node);
  for (std::size_t s = 0; s < choice.then_body.stms.size(); ++s) {
    const auto* one = std::get_if<AccUpdate>(&choice.then_body.stms[s].exp.node);
    if (one == nullptr || only_update(choice.then_body, one->acc.var) != s) continue;
    const auto other = only_update(choice.else_body, one->acc.var);
    if (!other) continue;
    const AccUpdate then_update = *one;
    const auto else_update = std::get<AccUpdate>(choice.else_body.stms[*other].exp.node);
    bool outside = then_update.indices == else_update.indices;
    for (const Atom& index : then_update.indices)
      outside = outside && !place_of(choice.then_body, index.var);
    if (!outside) continue;
    Stm merged = choice.then_body.stms[s];
    auto& update = std::get<AccUpdate>(merged.exp.node);
    for (std::size_t k = 0; k < update.values.size(); ++k) {
      const Binder value = names.bind(update.values[k].type);
      stm.binders.push_back(value);
      choice.then_body.results.push_back(then_update.values[k]);
      choice.else_body.results.push_back(else_update.values[k]);
      update.values[k] = value.atom();
    }
    choice.then_body.stms.erase(choice.then_body.stms.begin() + static_cast<std::ptrdiff_t>(s));
    choice.else_body.stms.erase(choice.else_body.stms.begin() +
                                static_cast<std::ptrdiff_t>(*other));
    return merged;
  }
  return {};
}

}  // namespace

void merge_updates(Body& body, Names& names) {
  std::vector<Stm> stms;
  for (Stm& stm : body.stms) {
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { merge_updates(inner, names); });
    std::vector<Stm> after;
    if (std::holds_alternative<If>(stm.exp.node))
      while (auto merged = common_update(stm, names)) after.push_back(std::move(*merged));
    stms.push_back(std::move(stm));
    for (Stm& one : after) stms.push_back(std::move(one));
  }
  body.stms = std::move(stms);
}

}  // namespace laguz::core::fusion
