// Loops that count: in i64, and with `for`.
#include <algorithm>

#include "core/facts/find.hpp"
#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {

// Loops count in i64, as arrays are indexed; their own index is that, cut off.
void Simplifier::count_in_indices(const Stm& near, Loop& loop) {
  auto* form = std::get_if<ForForm>(&loop.form);
  if (form == nullptr || !facts::is_narrow(form->index.type.elem)) return;
  const Binder own = form->index;
  const ScalarType type = own.type.elem;
  form->index = program_.names.bind(kIndex, program_.names.hint(own.id));
  form->bound = form->bound.is_constant() ? Atom::i64(form->bound.scalar().as_i64())
                                          : computed("cvt_i64", {form->bound}, near);
  const Prim cut = prims::get("cvt_" + std::string(name(type)), ScalarType::i64);
  loop.body.stms.insert(loop.body.stms.begin(),
                        {{own}, {PrimApp{cut, {form->index.atom()}}}, near.span, near.inlined_at});
}

namespace {

/// A loop that goes on while parameter [param] is below or above [limit], or there, and counts it
/// up or down by 1.
struct Counted {
  std::size_t param;
  Atom limit;
  bool up, reaches;
};

std::optional<Counted> counted(const Loop& loop) {
  const auto* form = std::get_if<WhileForm>(&loop.form);
  if (form == nullptr || form->condition.stms.size() != 1 || loop.counted || !loop.history.empty())
    return std::nullopt;
  const Stm& stm = form->condition.stms[0];
  const auto* test = std::get_if<PrimApp>(&stm.exp.node);
  if (test == nullptr || !(form->condition.results[0] == stm.binders[0].atom()) ||
      test->args.size() != 2 || !support::is_integer(test->prim.type) ||
      !support::is_signed(test->prim.type))
    return std::nullopt;
  const auto is_param = [&](const Atom& atom) {
    return std::any_of(loop.params.begin(), loop.params.end(),
                       [&](const Binder& param) { return param.atom() == atom; });
  };
  if (is_param(test->args[1])) return std::nullopt;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    if (!(loop.params[k].atom() == test->args[0])) continue;
    const auto at = place_of(loop.body, loop.body.results[k].var);
    const auto* step = at ? std::get_if<PrimApp>(&loop.body.stms[*at].exp.node) : nullptr;
    if (step == nullptr || step->args.size() != 2 || !(step->args[0] == test->args[0]) ||
        !step->args[1].is_constant() || step->args[1].scalar().as_i64() != 1)
      return std::nullopt;
    const prims::Op op = prims::op_of(step->prim), compared = prims::op_of(test->prim);
    for (const bool up : {true, false}) {
      const bool reaches = compared == (up ? prims::Op::le : prims::Op::ge);
      if (op == (up ? prims::Op::add : prims::Op::sub) &&
          (reaches || compared == (up ? prims::Op::lt : prims::Op::gt)))
        return Counted{k, test->args[1], up, reaches};
    }
  }
  return std::nullopt;
}

}  // namespace

// A `while` that counts up to a limit, or down to one, is a `for`: it has as many iterations as the
// limit is away, whoever looks. (Unless that many are more than a number can tell.)
void Simplifier::count_trips(Stm& stm, Loop& loop) {
  auto found = counted(loop);
  if (!found) return;
  resolve(found->limit);
  const Atom first = loop.inits[found->param];
  const ScalarType type = first.type.elem;
  const Atom one = Atom::constant(Scalar::integer(type, 1));
  const auto is_zero = [](const Atom& atom) {
    return atom.is_constant() && atom.scalar().as_i64() == 0;
  };
  const auto at_least_0 = [&](const Atom& atom) {
    return atom.is_constant() ? atom.scalar().as_i64() >= 0 : facts_.is_natural(atom);
  };
  /// Nothing that can be counted is beyond it.
  const auto has_next = [&](const Atom& atom) {
    if (atom.is_constant()) return atom.scalar().as_i64() < facts::most_of(type);
    const Facts::Offset offset = facts_.offset_of(atom);
    return type == ScalarType::i64 && offset.by < 0 && facts_.is_natural(offset.number);
  };
  Atom from = found->up ? first : found->limit;  // counted upwards
  Atom to = found->up ? found->limit : first;
  if (!at_least_0(from)) return;
  if (found->reaches) {
    if (!has_next(to)) return;
    to = computed("add", {to, one}, stm);
  }
  // (Not so large that the difference is no number.)
  const Facts::Offset offset = facts_.offset_of(to);
  const bool near = type == ScalarType::i64 && from.is_constant() &&
                    from.scalar().as_i64() < facts::kFar && offset.by > -facts::kFar &&
                    facts_.is_natural(offset.number);
  Atom trips = to;
  if (!is_zero(from))
    trips = computed("sub", {near ? to : computed("max", {to, from}, stm), from}, stm);
  const std::size_t k = found->param;
  const Binder count = loop.params[k], number = program_.names.bind(first.type);
  loop.form = ForForm{number, trips};
  const auto begin = [&](const Binder& to, std::string_view prim, const Atom& a, const Atom& b) {
    loop.body.stms.insert(
        loop.body.stms.begin(),
        {{to}, {PrimApp{prims::get(prim, type), {a, b}}}, stm.span, stm.inlined_at});
  };
  const std::string_view step = found->up ? "add" : "sub";
  begin(count, step, first, number.atom());
  // The last number changes as the first one does, not as the limit.
  if (facts_.keeps_derivatives() &&
      !(facts_.is_settled(first) && facts_.is_settled(found->limit))) {
    loop.params[k] = program_.names.bind(first.type);
    const Binder next = program_.names.bind(first.type);
    begin(next, step, loop.params[k].atom(), one);
    loop.body.results[k] = next.atom();
    return;
  }
  const Atom before = found->reaches && !found->up ? computed("sub", {from, one}, stm) : from;
  alias(stm.binders[k],
        found->up ? computed("max", {to, from}, stm) : computed("min", {first, before}, stm));
  const auto without = [&](auto& items) {
    if (items.size() > k) items.erase(items.begin() + static_cast<std::ptrdiff_t>(k));
  };
  without(stm.binders);
  without(loop.params);
  without(loop.inits);
  without(loop.body.results);
  without(loop.regular);
  without(loop.sums);
}

}  // namespace laguz::core::simplifier
