// A loop of which each iteration has rows of its own, in all arrays that it writes, is a map; and
// of an array in which it only has one element, that is its state. So are products and tables that
// are written as one would write them in C: as maps they run in lanes and on threads, and nothing
// of them is kept for the way back.
#include <algorithm>

#include "core/builder.hpp"
#include "core/simplifier/loops/own_rows.hpp"
#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {
bool Simplifier::is_inside(const Atom& array, const Place& place) const {
  for (std::size_t d = 0; d < place.size(); ++d)
    if (place[d] && !is_place(facts_, array, d, *place[d])) return false;
  return true;
}

// Gives what is to stand after it.
std::vector<Stm> Simplifier::own_rows(Stm& stm, Loop& loop) {
  std::vector<Stm> after;
  for (std::size_t k = 0; k < loop.params.size(); ++k) own_element(stm, loop, k, after);
  const auto* form = std::get_if<ForForm>(&loop.form);
  if (form == nullptr || !(form->bound.type == kIndex) || form->down || loop.counted ||
      !loop.history.empty() || loop.params.empty())
    return after;
  std::vector<Owned> all;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    auto own = owned(loop, k);
    if (!own) return after;
    all.push_back(std::move(*own));
  }
  if (has_order(loop.body, program_)) return after;
  Lambda lambda{{form->index}, loop.body};
  std::vector<Stm> rows;  // that iterations begin with
  Binders made;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    OwnRow own(facts_, program_.names, all[k].place, loop.params[k], loop.inits[k]);
    if (!own.in(lambda.body)) return after;
    const Body steps =
        refresh(Body{all[k].number.steps, {*all[k].place[all[k].dim]}}, program_.names);
    for (const Stm& step : steps.stms) {
      made.push_back(step.binders[0]);
      rows.push_back(step);
    }
    const Atom number = steps.results[0];
    rows.push_back({{own.row()}, row_at(all[k], loop.inits[k], number), stm.span, stm.inlined_at});
    made.insert(made.end(), own.made().begin(), own.made().end());
  }
  for (const Binder& binder : made) facts_.bind(binder, facts_.depth() + 1);
  rows.insert(rows.end(), lambda.body.stms.begin(), lambda.body.stms.end());
  lambda.body.stms = std::move(rows);
  learnt_ = true;
  const Atom width = facts_.is_natural(form->bound)
                         ? form->bound
                         : computed("max", {form->bound, Atom::i64(0)}, stm);
  const Binder numbers = program_.names.bind(kIndex.array_of());
  place({{numbers},
         {ArrayApp{ArrayOp::iota, {width, Atom::i64(0), Atom::i64(1)}, {}}},
         stm.span,
         stm.inlined_at});
  Atom counted = numbers.atom();
  resolve(counted);
  Soac map{width, {counted}, std::move(lambda), {}, {}, {}};
  Binders results;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    Atoms shape;
    for (std::size_t d = 0; d < all[k].place.size(); ++d)
      if (!all[k].place[d])
        shape.push_back(atom_of(facts_.defined_length(loop.inits[k], static_cast<int>(d)), stm));
    map.row_shapes.push_back(std::move(shape));
    results.push_back(put_back(stm, loop, k, all[k], width, after));
  }
  stm.binders = std::move(results);
  stm.exp = {std::move(map)};
  return after;
}

// The array has only one element for [loop]: that is its state.
void Simplifier::own_element(Stm& stm, Loop& loop, std::size_t k, std::vector<Stm>& after) {
  const Binder array = loop.params[k];
  if (array.type.rank == 0 || array.type.acc) return;
  const auto place = place_of_accesses(facts_, loop, k);
  if (!place) return;
  Index index{loop.inits[k], {}, {}};
  Update update{loop.inits[k], {}, {}};
  for (const auto& number : *place) {
    if (!number || facts_.depth_of(*number) > facts_.depth()) return;
    index.indices.push_back(*number);
    update.dims.push_back(at(*number));
  }
  if (!is_inside(loop.inits[k], *place)) return;
  OwnRow own(facts_, program_.names, *place, array, loop.inits[k]);
  Body body = loop.body;
  if (!own.in(body)) return;
  learnt_ = true;
  for (const Binder& binder : own.made()) facts_.bind(binder, facts_.depth() + 1);
  const Binder first = program_.names.bind(own.row().type);
  const Binder last = program_.names.bind(own.row().type);
  this->place({{first}, {std::move(index)}, stm.span, stm.inlined_at});
  loop.inits[k] = first.atom();
  resolve(loop.inits[k]);
  loop.params[k] = own.row();
  loop.body = std::move(body);
  loop.regular[k] = 1;
  update.value = last.atom();
  after.push_back({{stm.binders[k]}, {std::move(update)}, stm.span, stm.inlined_at});
  stm.binders[k] = last;
}

// How [number] comes from the index of [loop], if that is so by adding to it, and taking it from,
// numbers from around the loop.
std::optional<Simplifier::Shifted> Simplifier::shifted(const Loop& loop, Atom number) const {
  constexpr std::size_t kMostSteps = 4;
  Shifted found;
  while (number.var != std::get<ForForm>(loop.form).index.id) {
    const auto made = place_of(loop.body, number.var);
    const auto* prim = made ? std::get_if<PrimApp>(&loop.body.stms[*made].exp.node) : nullptr;
    if (prim == nullptr || !(number.type == kIndex) || found.steps.size() == kMostSteps)
      return std::nullopt;
    const prims::Op op = prims::op_of(prim->prim);
    if (op != prims::Op::add && op != prims::Op::sub) return std::nullopt;
    const bool first = facts_.depth_of(prim->args[0]) > facts_.depth();
    if (facts_.depth_of(prim->args[first ? 1 : 0]) > facts_.depth()) return std::nullopt;
    if (op == prims::Op::sub && !first) found.down = !found.down;
    found.steps.insert(found.steps.begin(), loop.body.stms[*made]);
    number = prim->args[first ? 0 : 1];
  }
  return found;
}

// What an iteration has for itself of parameter [k], if no other one reads or writes that.
std::optional<Simplifier::Owned> Simplifier::owned(const Loop& loop, std::size_t k) const {
  if (loop.params[k].type.rank == 0 || loop.params[k].type.acc) return std::nullopt;
  auto place = place_of_accesses(facts_, loop, k);
  if (!place) return std::nullopt;
  std::optional<Owned> own;
  for (std::size_t d = 0; d < place->size(); ++d) {
    auto& number = (*place)[d];
    if (!number || facts_.depth_of(*number) <= facts_.depth()) continue;
    auto counts = shifted(loop, *number);
    if (counts && own) return std::nullopt;  // a diagonal
    if (counts)
      own = Owned{{}, d, std::move(*counts)};
    else
      number.reset();
  }
  if (!own || !is_inside(loop.inits[k], *place)) return std::nullopt;
  own->place = std::move(*place);
  return own;
}

// The row of [array] that the iteration has for itself, whose place is at [number].
Exp Simplifier::row_at(const Owned& owned, const Atom& array, const Atom& number) const {
  Index index{array, {}, {}};
  Slice slice{array, {}};
  std::size_t fixed = 0;
  for (std::size_t d = 0; d < owned.place.size(); ++d) {
    const Atom here = d == owned.dim ? number : owned.place[d].value_or(Atom{});
    slice.dims.push_back(owned.place[d] ? at(here) : DimSlice{});
    if (!owned.place[d]) continue;
    if (fixed++ == d) index.indices.push_back(here);
  }
  if (index.indices.size() == fixed) return {std::move(index)};
  return {std::move(slice)};
}

// What the map gives for the result [k] of [loop]: that itself, or what it is made of [after] it.
Binder Simplifier::put_back(const Stm& stm, const Loop& loop, std::size_t k, const Owned& owned,
                            const Atom& width, std::vector<Stm>& after) {
  Update update{loop.inits[k], {}, {}};
  std::vector<std::int64_t> order;  // of the map's dimensions, of which the iterations' is first
  for (std::size_t d = 0; d < owned.place.size(); ++d) {
    const bool counted = d == owned.dim;
    update.dims.push_back(owned.place[d] && !counted ? at(*owned.place[d]) : DimSlice{});
    if (!owned.place[d] || counted)
      order.push_back(counted ? 0 : static_cast<std::int64_t>(order.size() + (d < owned.dim)));
  }
  const Atom& bound = std::get<ForForm>(loop.form).bound;
  const Length length = facts_.length(loop.inits[k], static_cast<int>(owned.dim));
  if (!facts_.has_trips(length, bound)) {
    DimSlice& part = update.dims[owned.dim];
    const VarId index = std::get<ForForm>(loop.form).index.id;
    const Atom first =
        placed({owned.number.steps, {*owned.place[owned.dim]}}, {{index, Atom::i64(0)}})[0];
    part.start = first;
    part.end = computed("add", {first, width}, stm);
    if (owned.number.down) {
      part.end = computed("add", {first, Atom::i64(1)}, stm);
      part.start = computed("sub", {*part.end, width}, stm);
    }
    if (*part.start == Atom::i64(0)) part.start.reset();
  }
  while (!update.dims.empty() && update.dims.back() == DimSlice{}) update.dims.pop_back();

  const bool turned = !std::is_sorted(order.begin(), order.end());
  int steps = (owned.number.down ? 1 : 0) + (turned ? 1 : 0) + (update.dims.empty() ? 0 : 1);
  const Type type{stm.binders[k].type.elem, static_cast<std::uint8_t>(order.size()), false};
  const Binder rows = steps == 0 ? stm.binders[k] : program_.names.bind(type);
  Atom now = rows.atom();
  const auto then = [&](Exp exp) {
    const Binder to = --steps == 0 ? stm.binders[k] : program_.names.bind(type);
    after.push_back({{to}, std::move(exp), stm.span, stm.inlined_at});
    now = to.atom();
  };
  if (owned.number.down) then({ArrayApp{ArrayOp::reverse, {now}, {}}});
  if (turned) then(rearranged(now, std::move(order)));
  if (!update.dims.empty()) {
    update.value = now;
    then({std::move(update)});
  }
  return rows;
}

}  // namespace laguz::core::simplifier
