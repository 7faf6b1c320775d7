#include "core/fusion/places.hpp"

#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion::places {

void Ranges::note(const Stm& stm) {
  const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
  if (app == nullptr || app->op != ArrayOp::iota || app->args[1].type != kIndex ||
      !(app->args[2] == Atom::i64(1)))
    return;
  starts_[stm.binders[0].id] = app->args[1];
  if (app->args[1] == Atom::i64(0)) counts_[stm.binders[0].id] = app->args[0];
}

const Atom* Ranges::find(Counters Ranges::*map, VarId array) const {
  for (const Ranges* ranges = this; ranges != nullptr; ranges = ranges->around_)
    if (const auto found = (ranges->*map).find(array); found != (ranges->*map).end())
      return &found->second;
  return nullptr;
}

namespace {

/// The number that a loop, or the lambda of a Soac over an iota, counts.
void note_counters(const Exp& exp, const Ranges& ranges, Counters& counters) {
  if (const auto* loop = std::get_if<Loop>(&exp.node)) {
    const auto* form = std::get_if<ForForm>(&loop->form);
    if (form != nullptr && form->index.type == kIndex) counters[form->index.id] = form->bound;
  } else if (const auto* soac = std::get_if<Soac>(&exp.node)) {
    for (std::size_t i = 0; i < soac->arrays.size(); ++i)
      if (ranges.count(soac->arrays[i].var) != nullptr)
        counters[soac->lambda.params[i].id] = soac->width;
  }
}

const Atom* turns_of(const Exp& exp) {
  if (const auto* soac = std::get_if<Soac>(&exp.node)) return &soac->width;
  const auto* loop = std::get_if<Loop>(&exp.node);
  const auto* form = loop != nullptr ? std::get_if<ForForm>(&loop->form) : nullptr;
  return form != nullptr && form->index.type == kIndex ? &form->bound : nullptr;
}

}  // namespace

Nest::Nest(const Stm& stm, const Ranges& around) : ranges_(&around) {
  if (std::holds_alternative<Loop>(stm.exp.node)) note_counters(stm.exp, around, own_);
  visit(
      stm.exp, [](const Atom&) {},
      [&](const Body& body, const Binders& params) { inside(stm.exp, body, params); });
}

std::optional<Atoms> Nest::turns(const Atoms& indices) const {
  const auto found = place(indices, &own_);
  if (!found) return std::nullopt;
  Atoms turns;
  for (const Atom& counter : found->counters) turns.push_back(count(counter));
  return turns;
}

const Atom& Nest::count(const Atom& counter) const {
  const auto own = own_.find(counter.var);
  return own != own_.end() ? own->second : counters_.at(counter.var);
}

void Nest::inside(const Exp& exp, const Body& body, const Binders& params) {
  for (const Binder& param : params) bound_.insert(param.id);
  const Atom* turns = turns_of(exp);
  const bool known = turns != nullptr && is_outside(*turns);
  if (known) around_.push_back(*turns);
  in(body);
  if (known) around_.pop_back();
}

void Nest::in(const Body& body) {
  for (const Stm& stm : body.stms) {
    if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node)) turns_[update] = around_;
    for (const Binder& binder : stm.binders) bound_.insert(binder.id);
    if (std::holds_alternative<PrimApp>(stm.exp.node)) made_[stm.binders[0].id] = &stm;
    if (const auto* index = std::get_if<Index>(&stm.exp.node)) note_number(*index, stm);
    ranges_.note(stm);
    note_counters(stm.exp, ranges_, counters_);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders& params) { inside(stm.exp, inner, params); });
  }
}

// A number of a range is a sum.
void Nest::note_number(const Index& index, const Stm& stm) {
  const Atom* start = ranges_.start(index.array.var);
  if (start == nullptr || index.indices[0].type != kIndex) return;
  numbers_.push_back({stm.binders,
                      {PrimApp{prims::get("add", ScalarType::i64), {index.indices[0], *start}}},
                      stm.span,
                      stm.inlined_at});
  made_[stm.binders[0].id] = &numbers_.back();
}

std::optional<Place> Nest::place(const Atoms& indices, const Counters* own) const {
  Place place;
  VarSet seen;
  for (const Atom& index : indices)
    if (!add(index, own, place, seen)) return std::nullopt;
  return place;
}

bool Nest::add(const Atom& atom, const Counters* own, Place& place, VarSet& seen) const {
  if (own != nullptr && own->count(atom.var) > 0) {
    if (seen.insert(atom.var).second) place.counters.push_back(atom);
    return true;
  }
  if (is_outside(atom)) {
    if (!atom.is_constant()) place.outside.insert(atom.var);
    return true;
  }
  if (!seen.insert(atom.var).second) return true;
  if (const auto counter = counters_.find(atom.var); counter != counters_.end()) {
    place.counters.push_back(atom);
    return is_outside(counter->second);
  }
  const auto made = made_.find(atom.var);
  if (made == made_.end() || has_own_effect(made->second->exp)) return false;
  for (const Atom& arg : std::get<PrimApp>(made->second->exp.node).args)
    if (!add(arg, own, place, seen)) return false;
  place.stms.push_back(*made->second);
  return true;
}

}  // namespace laguz::core::fusion::places
