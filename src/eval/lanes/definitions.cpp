// Where the results of statements go: a place of their own, or that of an operand which ends here.
#include "eval/lanes/compiler.hpp"
#include "support/assert.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Body;
using core::VarId;

ScalarRef Compiler::define_at(const Binder& binder, std::optional<VectorSlot> slot) {
  Var var;
  var.slot = slot;
  var.ref.scalar = {slot ? new_vector(*slot) : new_cell(), binder.type.elem, slot.has_value()};
  var.own_home = true;
  var.once = once_;
  vars_[binder.id] = var;
  return var.ref.scalar;
}

void Compiler::prefer(const Body& body, const Atom& result, VarId param) {
  if (result.is_constant() || divergence.of(result) != divergence.of(param)) return;
  int times = 0;
  for (const Atom& atom : body.results)
    times += atom.var == result.var || atom.var == param ? 1 : 0;
  if (times == 1) preferred_[result.var] = {&body, param};
}

bool Compiler::define_preferred(const Binder& binder, bool over, ScalarRef& ref) {
  const auto it = preferred_.find(binder.id);
  if (it == preferred_.end() || scopes_.back().body != it->second.first) return false;
  const Scope& scope = scopes_.back();
  const auto last = scope.last_use.find(it->second.second);
  const bool free = last == scope.last_use.end() || last->second < scope.position ||
                    (over && last->second == scope.position);
  if (!free) return false;
  Var var;
  var.ref = find(it->second.second).ref;
  vars_[binder.id] = var;
  ref = var.ref.scalar;
  return true;
}

ScalarRef Compiler::define(const Binder& binder) {
  ScalarRef preferred;
  if (define_preferred(binder, false, preferred)) return preferred;
  if (!divergence.of(binder.id)) return define_at(binder, {});
  return define_at(binder, take_slot(binder.type.elem));
}

ScalarRef Compiler::define_over(const Binder& binder, const Atoms& operands) {
  ScalarRef preferred;
  if (define_preferred(binder, true, preferred)) return preferred;
  if (divergence.of(binder.id)) {
    for (const Atom& atom : operands) {
      if (atom.is_constant() || !scopes_.back().owned.count(atom.var) || !dies_here(atom.var))
        continue;
      Var& var = find(atom.var);
      if (!var.slot || var.ref.scalar.type != binder.type.elem) continue;
      const VectorSlot slot = *var.slot;
      var.slot.reset();
      return define_at(binder, slot);
    }
  }
  return define(binder);
}

ScalarRef Compiler::define_pointer(const Binder& binder, Reg& home) {
  Var var;
  const bool varying = divergence.of(binder.id);
  if (varying) var.slot = take_slot(binder.type.elem);
  home = varying ? new_vector(*var.slot) : new_cell();
  var.ref.scalar = {new_reg(), binder.type.elem, varying};
  vars_[binder.id] = var;
  return var.ref.scalar;
}

ValueRef Compiler::define_loose(const Binder& binder) {
  if (!binder.type.is_scalar()) return define_value(binder);
  Var var;
  var.ref.scalar = {new_reg(), binder.type.elem, divergence.of(binder.id)};
  vars_[binder.id] = var;
  return var.ref;
}

void Compiler::define_as(const Binder& binder, VarId other) {
  Var& old = find(other);
  Var var = old;
  old.slot.reset();
  vars_[binder.id] = var;
}

void Compiler::define_same(const Binder& binder, ScalarRef ref) {
  Var var;
  var.ref.scalar = ref;
  vars_[binder.id] = var;
}

bool Compiler::may_move_register(const Atom& atom) const {
  if (atom.is_constant() || !atom.type.is_scalar()) return false;
  if (!scopes_.back().owned.count(atom.var) || !can_move(atom.var)) return false;
  const Var& var = find(atom.var);
  return var.own_home && var.slot;
}

bool Compiler::take_over(const Binder& binder, InnerBody& body, std::size_t i) {
  if (!body.redirectable[i] || preferred_.count(binder.id)) return false;
  const Reg reg = body.results[i].scalar.reg;
  const auto it = std::find_if(body.held.begin(), body.held.end(),
                               [reg](const auto& held) { return held.first == reg; });
  if (it == body.held.end()) return false;
  Var var;
  var.ref = body.results[i];
  var.slot = it->second;
  var.own_home = true;
  vars_[binder.id] = var;
  body.held.erase(it);
  return true;
}

bool Compiler::define_preferred_array(const Binder& binder, const ArrayRef* over) {
  const auto it = preferred_.find(binder.id);
  if (it == preferred_.end() || scopes_.back().body != it->second.first) return false;
  const Scope& scope = scopes_.back();
  Var& param = find(it->second.second);
  if (param.handed_on) return false;
  const auto last = scope.last_use.find(it->second.second);
  const bool free = last == scope.last_use.end() || last->second < scope.position ||
                    (last->second == scope.position && over != nullptr && over->move &&
                     over->reg == param.ref.array.reg);
  if (!free) return false;
  param.handed_on = true;
  Var var;
  var.ref = param.ref;
  var.once = once_;
  vars_[binder.id] = var;
  return true;
}

ArrayRef Compiler::define_array_over(const Binder& binder, const ArrayRef& over) {
  if (define_preferred_array(binder, &over)) return find(binder.id).ref.array;
  return define_array(binder);
}

ArrayRef Compiler::define_array_from(const Binder& binder, const ArrayRef& init, VarId from) {
  if (!init.move || init.varying != divergence.of(binder.id)) return define_array(binder);
  find(from).handed_on = scopes_.back().owned.count(from) != 0;
  Var var;
  var.ref.is_array = true;
  var.ref.array = init;
  var.ref.array.move = false;
  var.once = once_;
  vars_[binder.id] = var;
  return var.ref.array;
}

ArrayRef Compiler::define_array(const Binder& binder) {
  if (define_preferred_array(binder, nullptr)) return find(binder.id).ref.array;
  Var var;
  var.ref.is_array = true;
  var.ref.array = {program.layout.arrays++, binder.type.elem, binder.type.rank,
                   divergence.of(binder.id), false};
  var.once = once_;
  program.allocates = true;
  vars_[binder.id] = var;
  return var.ref.array;
}

ValueRef Compiler::define_value(const Binder& binder) {
  ValueRef ref;
  ref.is_array = !binder.type.is_scalar();
  if (ref.is_array)
    ref.array = define_array(binder);
  else
    ref.scalar = define(binder);
  return ref;
}

ScalarRef Compiler::temporary(ScalarType type, bool varying) {
  if (!varying) return {new_cell(), type, false};
  const VectorSlot slot = take_slot(type);
  temporaries_.push_back(slot);
  return {new_vector(slot), type, true};
}

ArrayRef Compiler::make_place(const core::Binder& array) {
  const ArrayRef place = temporary_array(array.type.elem, array.type.rank, divergence.of(array.id));
  places_[array.id] = place;
  return place;
}

std::optional<ArrayRef> Compiler::place_of(core::VarId array) const {
  const auto place = places_.find(array);
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

ArrayRef Compiler::temporary_array(ScalarType type, int rank, bool varying) {
  return {program.layout.arrays++, type, rank, varying, false};
}

}  // namespace laguz::eval::lanes
