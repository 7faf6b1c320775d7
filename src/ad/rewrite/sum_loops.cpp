#include "ad/rewrite/sum_loops.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/builder.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::ad::rewrite {

using core::Binder;
using core::Stm;
using core::VarId;

namespace {

/// How many statements and results of a body use each variable.
std::unordered_map<VarId, int> uses_in(const core::Body& body) {
  std::unordered_map<VarId, int> uses;
  for (const Stm& stm : body.stms)
    for (const Binder& free : core::free_variables(stm.exp)) ++uses[free.id];
  for (const Atom& result : body.results)
    if (!result.is_constant()) ++uses[result.var];
  return uses;
}

bool is(const Atom& atom, VarId var) { return !atom.is_constant() && atom.var == var; }

bool is_float_sum(const core::PrimApp& prim) {
  const prims::Op op = prims::op_of(prim.prim);
  return (op == prims::Op::add || op == prims::Op::sub) && support::is_float(prim.prim.type);
}

/// Result [r] of [body] is [state] plus something: that becomes the result instead. Element by
/// element, if they are arrays. False where it is anything else, or the state has another use.
bool take_addition(core::Body& body, std::size_t r, VarId state);

/// The same of the statement [at], a sum or a difference: perhaps one of several in a row.
bool take_addition(core::Body& body, std::size_t r, std::size_t at, core::PrimApp& prim,
                   VarId state) {
  if (!is_float_sum(prim)) return false;
  const prims::Op op = prims::op_of(prim.prim);
  const Atom x = prim.args[0], y = prim.args[1];
  if (is(x, state) && is(y, state)) return false;
  if (op == prims::Op::add && (is(x, state) || is(y, state))) {
    body.results[r] = is(x, state) ? y : x;
    body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }
  if (is(x, state)) {  // less something
    prim = {prims::get("neg", prim.prim.type), {y}};
    return true;
  }
  // The state is further inside, in the first operand or in the second of a sum.
  for (std::size_t side = 0; side < (op == prims::Op::add ? 2u : 1u); ++side) {
    core::Body inside = body;
    const Atom next = inside.results[r];
    inside.results[r] = prim.args[side];
    inside.stms.erase(inside.stms.begin() + static_cast<std::ptrdiff_t>(at));
    if (!take_addition(inside, r, state)) continue;
    Stm sum = body.stms[at];
    std::get<core::PrimApp>(sum.exp.node).args[side] = inside.results[r];
    inside.stms.push_back(std::move(sum));
    inside.results[r] = next;
    body = std::move(inside);
    return true;
  }
  return false;
}

/// The same of a branch: each side adds something, or leaves the state as it is.
bool take_addition(core::If& choice, std::size_t result, VarId state) {
  core::If made = choice;
  for (core::Body* side : {&made.then_body, &made.else_body}) {
    Atom& next = side->results[result];
    if (!next.type.is_scalar() || !support::is_float(next.type.elem)) return false;
    if (is(next, state)) {
      if (uses_in(*side)[state] != 1) return false;
      next = Atom::constant({next.type.elem, 0});
    } else if (!take_addition(*side, result, state)) {
      return false;
    }
  }
  choice = std::move(made);
  return true;
}

/// The same of the statement [at], whose only result is the one.
bool take_addition(core::Body& body, std::size_t r, std::size_t at, VarId state) {
  Stm& stm = body.stms[at];
  if (auto* prim = std::get_if<core::PrimApp>(&stm.exp.node))
    return take_addition(body, r, at, *prim, state);
  auto* map = std::get_if<core::Soac>(&stm.exp.node);
  if (map == nullptr || !map->reduces.empty() || !map->scans.empty()) return false;
  for (std::size_t i = 0; i < map->arrays.size(); ++i) {
    if (!is(map->arrays[i], state)) continue;
    const VarId row = map->lambda.params[i].id;
    const auto place = static_cast<std::ptrdiff_t>(i);
    map->arrays.erase(map->arrays.begin() + place);
    map->lambda.params.erase(map->lambda.params.begin() + place);
    // (What is added may be computed from all of it.)
    return !core::uses(stm.exp, state) && take_addition(map->lambda.body, 0, row);
  }
  return false;
}

bool take_addition(core::Body& body, std::size_t r, VarId state) {
  const Atom next = body.results[r];
  auto uses = uses_in(body);
  if (next.is_constant() || uses[next.var] != 1 || uses[state] != 1) return false;
  for (std::size_t s = 0; s < body.stms.size(); ++s) {
    Stm& stm = body.stms[s];
    if (auto* choice = std::get_if<core::If>(&stm.exp.node)) {
      for (std::size_t i = 0; i < stm.binders.size(); ++i)
        if (stm.binders[i].id == next.var) return take_addition(*choice, i, state);
    } else if (stm.binders.size() == 1 && stm.binders[0].id == next.var) {
      return take_addition(body, r, s, state);
    }
  }
  return false;
}

/// Whether result [r] of [body] is of a kind that may be an addition: what take_addition, which
/// changes the body, looks at first.
bool may_be_addition(const core::Body& body, std::size_t r) {
  const auto made = std::find_if(body.stms.begin(), body.stms.end(), [&](const Stm& stm) {
    return std::any_of(stm.binders.begin(), stm.binders.end(),
                       [&](const Binder& binder) { return is(body.results[r], binder.id); });
  });
  if (made == body.stms.end()) return false;
  if (std::holds_alternative<core::If>(made->exp.node)) return true;
  if (made->binders.size() != 1) return false;
  if (const auto* soac = std::get_if<core::Soac>(&made->exp.node))
    return soac->reduces.empty() && soac->scans.empty();
  const auto* prim = std::get_if<core::PrimApp>(&made->exp.node);
  return prim != nullptr && is_float_sum(*prim);
}

/// What an iteration of [loop] adds to each of its states.
std::optional<core::Body> additions_of(const core::Loop& loop) {
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    if (!may_be_addition(loop.body, k)) return {};
  core::Body body = loop.body;
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    if (!take_addition(body, k, loop.params[k].id)) return {};
  std::unordered_set<VarId> states;
  for (const Binder& param : loop.params) states.insert(param.id);
  for (const Binder& free : core::free_variables(body))
    if (states.count(free.id) > 0) return {};
  return body;
}

/// [a] + [b], element by element.
Atom sum(core::Builder& out, const Atom& a, const Atom& b) {
  if (a.type.rank == 0) return out.prim("add", {a, b});
  core::Soac map;
  map.width = out.shape(a, 0);
  map.arrays = {a, b};
  core::Builder inside(out.names());
  for (const Atom& array : map.arrays)
    map.lambda.params.push_back(out.names().bind(array.type.row()));
  map.lambda.body =
      inside.finish({sum(inside, map.lambda.params[0].atom(), map.lambda.params[1].atom())});
  const Atoms dims = out.shape(a);
  map.row_shapes.emplace_back(dims.begin() + 1, dims.end());
  return out.emit1({std::move(map)}, a.type);
}

}  // namespace

bool has_arrays(const core::Loop& loop) {
  const auto& stms = loop.body.stms;
  return std::any_of(stms.begin(), stms.end(), [](const Stm& stm) {
    return std::holds_alternative<core::Soac>(stm.exp.node);
  });
}

bool adds_only(const core::Loop& loop) {
  if (!std::holds_alternative<core::ForForm>(loop.form) || loop.params.empty() ||
      !loop.history.empty() || loop.counted)
    return false;
  for (const Binder& free : core::free_variables(loop.body))
    if (free.type.acc) return false;
  return additions_of(loop).has_value();
}

core::Body as_sums(core::Names& names, const core::Loop& loop, const Atom& trips,
                   const graph::Place& place) {
  const auto& form = std::get<core::ForForm>(loop.form);
  core::Body body = *additions_of(loop);
  core::Builder out(names), inside(names);
  for (core::Builder* builder : {&out, &inside}) {
    builder->span = place.span;
    builder->inlined_at = place.inlined_at;
  }
  core::Soac sums;
  sums.width = trips;
  sums.arrays = {out.array_op(core::ArrayOp::iota, {trips, Atom::i64(0), Atom::i64(1)},
                              core::kIndex.array_of())};
  const Binder number = names.bind(core::kIndex);
  sums.lambda.params = {number};
  core::Substitution substitution;
  substitution[form.index.id] =
      form.index.type == core::kIndex
          ? number.atom()
          : inside.prim("cvt_" + std::string(name(form.index.type.elem)), {number.atom()});
  body = core::refresh(body, names, std::move(substitution));
  for (Stm& stm : body.stms) inside.append(std::move(stm));
  sums.lambda.body = inside.finish(std::move(body.results));
  std::vector<Type> types;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    const Type type = loop.params[k].type;
    types.push_back(type);
    core::Lambda add;
    add.params = {names.bind(type), names.bind(type)};
    core::Builder in(names);
    add.body = in.finish({sum(in, add.params[0].atom(), add.params[1].atom())});
    sums.reduces.push_back({std::move(add), {loop.inits[k]}, true});
  }
  return out.finish(out.emit({std::move(sums)}, types));
}

}  // namespace laguz::ad::rewrite
