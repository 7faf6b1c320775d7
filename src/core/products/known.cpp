#include "core/products/known.hpp"

namespace laguz::core::products {

void Known::look(const Body& body) {
  for (const Stm& stm : body.stms) {
    const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
    if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) look(with->accs);
    if (app != nullptr && app->op == ArrayOp::zeros) zeros[stm.binders[0].id] = app->args;
    if (app != nullptr && app->op == ArrayOp::iota && app->args[1] == Atom::i64(0) &&
        app->args[2] == Atom::i64(1))
      iotas.insert(stm.binders[0].id);
    visit(
        stm.exp, [](const Atom&) {}, [this](const Body& inner, const Binders&) { look(inner); });
  }
}

void Known::look(const std::vector<WithAcc::Acc>& accs) {
  for (const WithAcc::Acc& acc : accs)
    if (acc.apart) apart.insert(acc.acc.id);
}

Exp Known::renewed(const Exp& exp, Names& names) {
  Exp made = refresh(exp, names);
  visit(
      made, [](const Atom&) {}, [this](const Body& inner, const Binders&) { look(inner); });
  return made;
}

}  // namespace laguz::core::products
