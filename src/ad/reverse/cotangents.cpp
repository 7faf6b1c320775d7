#include "ad/reverse/cotangents.hpp"

#include <algorithm>

namespace laguz::ad::reverse {

std::optional<Atom> Cotangents::adjoint(const Atom& atom) const {
  auto found = sinks_.find(tracer_.versions().original(atom.var));
  return found == sinks_.end() ? std::nullopt : found->second.value;
}

Atom Cotangents::adjoint_or_zeros(const Atom& atom) {
  if (auto value = adjoint(atom)) return *value;
  return tracer_.emit().zeros_like(atom);
}

std::optional<Atom> Cotangents::accumulator_for(VarId var) const {
  var = tracer_.versions().original(var);
  if (auto found = sinks_.find(var); found != sinks_.end())
    return found->second.acc;  // a value here hides an accumulator around
  return outer_ != nullptr ? outer_->accumulator_for(var) : std::nullopt;
}

const std::vector<std::optional<Atom>>* Cotangents::acc_cotangents(VarId acc) const {
  if (auto found = acc_cotangents_.find(acc); found != acc_cotangents_.end()) return &found->second;
  return outer_ != nullptr ? outer_->acc_cotangents(acc) : nullptr;
}

std::optional<Atom> Cotangents::there_of(const Atom& atom) const {
  auto found = sinks_.find(tracer_.versions().original(atom.var));
  return found == sinks_.end() ? std::nullopt : found->second.there;
}

std::optional<Atom> Cotangents::either(const std::optional<Atom>& a, const std::optional<Atom>& b) {
  if (!a || !b) return {};
  return *a == *b ? *a : tracer_.emit().prim("or", {*a, *b});
}

void Cotangents::add(const Atom& target, const Atom& contribution,
                     const std::optional<Atom>& there) {
  if (!tracer_.is_active(target)) return;
  if (auto acc = accumulator_for(target.var)) {
    tracer_.emit().accumulate(*acc, {}, contribution);
    return;
  }
  Sink& to = sink(target.var);
  to.there = to.value ? either(to.there, there) : there;
  to.value = to.value ? tracer_.emit().add(*to.value, contribution) : contribution;
}

std::optional<Sink::Part> Cotangents::gathering(const Atom& array) const {
  if (auto acc = accumulator_for(array.var)) return Sink::Part{*acc, {}};
  auto found = sinks_.find(tracer_.versions().original(array.var));
  if (found != sinks_.end() && found->second.part) return found->second.part;
  const graph::Node* node = tracer_.graph().find(array.var);
  const auto* row = node != nullptr ? std::get_if<core::Index>(&node->exp.node) : nullptr;
  if (row == nullptr || !row->steps.empty()) return {};
  auto part = gathering(row->array);
  if (part) part->place.insert(part->place.end(), row->indices.begin(), row->indices.end());
  return part;
}

bool Cotangents::accumulate_at(const Atom& array, const Atoms& indices, const Atom& contribution) {
  const auto part = gathering(array);
  // (What has few known places is a few numbers, and added as a whole.)
  const bool moving = std::any_of(indices.begin(), indices.end(),
                                  [](const Atom& index) { return !index.is_constant(); });
  if (!part || (!part->place.empty() && !moving)) return false;
  Atoms place = part->place;
  place.insert(place.end(), indices.begin(), indices.end());
  tracer_.emit().accumulate(part->acc, place, contribution);
  return true;
}

void Cotangents::add_at(const Atom& array, const Atoms& indices, const Atom& contribution) {
  if (!tracer_.is_active(array) || accumulate_at(array, indices, contribution)) return;
  const bool fresh = !adjoint(array);
  Atom whole = adjoint_or_zeros(array);
  Atom sum =
      fresh ? contribution : tracer_.emit().add(tracer_.emit().index(whole, indices), contribution);
  set(array, tracer_.emit().update_at(whole, indices, sum));
}

void Cotangents::set(const Atom& target, const Atom& value) {
  Sink& to = sink(target.var);
  to.there = to.value ? either(to.there, there()) : there();
  to.value = value;
}

std::optional<Atom> Cotangents::there_of_any(const core::Binders& results) {
  bool first = true;
  std::optional<Atom> any;
  for (const core::Binder& binder : results) {
    if (!adjoint(binder.atom())) continue;
    any = first ? there_of(binder.atom()) : either(any, there_of(binder.atom()));
    first = false;
  }
  return any;
}

void Cotangents::forget(const core::Binders& results) {
  for (const core::Binder& binder : results) sinks_.erase(binder.id);
}

}  // namespace laguz::ad::reverse
