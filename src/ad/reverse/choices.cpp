#include "ad/reverse/choices.hpp"

#include "ad/operators.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"

namespace laguz::ad::reverse {

using core::Atom;
using core::Atoms;
using core::Body;
using core::Stm;

std::optional<Atom> Choices::of(Body& body, const Atom& value) {
  if (auto number = known_(value)) return number;
  if (value.is_constant()) return {};
  if (const auto found = numbers_.find(value.var); found != numbers_.end()) return found->second;
  support::expect_stack("A value chosen among others");
  const auto number = made(body, value);
  if (number) numbers_.emplace(value.var, *number);
  return number;
}

std::optional<Atom> Choices::made(Body& body, const Atom& value) {
  const auto place = core::place_of(body, value.var);
  if (!place) return {};
  const core::Exp& exp = body.stms[*place].exp;
  if (const auto* copy = std::get_if<core::Copy>(&exp.node)) return of(body, Atom(copy->atom));
  if (std::holds_alternative<core::If>(exp.node)) return of_branch(body, *place, value);
  const auto* prim = std::get_if<core::PrimApp>(&exp.node);
  if (prim == nullptr) return {};
  if (is_extremum(prim->prim)) return of_extremum(body, *place);
  if (prims::op_of(prim->prim) != prims::Op::select) return {};
  const Atoms args = prim->args;
  const Stm near = body.stms[*place];
  const auto yes = of(body, args[1]), no = of(body, args[2]);
  if (!yes || !no) return {};
  return emit(body, near, prims::get("select", ScalarType::i64), {args[0], *yes, *no});
}

std::optional<Atom> Choices::of_branch(Body& body, std::size_t place, const Atom& value) {
  const Stm& stm = body.stms[place];
  std::size_t r = 0;
  while (stm.binders[r].id != value.var) ++r;
  core::If renewed = std::get<core::If>(stm.exp.node);
  const auto yes = of(renewed.then_body, renewed.then_body.results[r]);
  const auto no = of(renewed.else_body, renewed.else_body.results[r]);
  if (!yes || !no) return {};
  const core::Binder number = names_.bind(core::kIndex);
  renewed.then_body.results.push_back(*yes);
  renewed.else_body.results.push_back(*no);
  body.stms[place].exp.node = std::move(renewed);
  body.stms[place].binders.push_back(number);
  return number.atom();
}

// The first of equals, as their partial derivatives say.
std::optional<Atom> Choices::of_extremum(Body& body, std::size_t place) {
  const Stm near = body.stms[place];
  const Atoms args = std::get<core::PrimApp>(near.exp.node).args;
  const auto first = of(body, args[0]), second = of(body, args[1]);
  if (!first || !second) return {};
  const Atom is_first =
      emit(body, near, prims::get("eq", args[0].type.elem), {near.binders[0].atom(), args[0]});
  return emit(body, near, prims::get("select", ScalarType::i64), {is_first, *first, *second});
}

Atom Choices::emit(Body& body, const Stm& near, core::Prim prim, Atoms args) {
  const core::Binder made = names_.bind({prims::result_type(prim), 0, false});
  body.stms.push_back({{made}, {core::PrimApp{prim, std::move(args)}}, near.span, near.inlined_at});
  return made.atom();
}

}  // namespace laguz::ad::reverse
