#include "check/state/env.hpp"

#include <algorithm>

#include "check/state/state.hpp"

namespace laguz::check {
namespace {

template <class T>
const T* find(const Frame::Table<T>& table, const std::string& name, std::uint32_t limit,
              bool exported) {
  auto found = table.find(name);
  if (found == table.end()) return nullptr;
  const auto& entries = found->second;
  for (auto it = entries.rbegin(); it != entries.rend(); ++it)
    if (it->at < limit && (it->exported || !exported)) return &it->value;
  return nullptr;
}

template <class T>
void keys(const Frame::Table<T>& table, std::uint32_t limit, bool exported,
          std::vector<std::string>& out) {
  for (const auto& [name, entries] : table)
    for (const auto& entry : entries)
      if (entry.at < limit && (entry.exported || !exported)) {
        out.push_back(name);
        break;
      }
}

void keys(const Frame& frame, std::uint32_t limit, bool exported, NameKind kind,
          std::vector<std::string>& out) {
  switch (kind) {
    case NameKind::term: keys(frame.terms(), limit, exported, out); break;
    case NameKind::type: keys(frame.types(), limit, exported, out); break;
    case NameKind::module_type: keys(frame.module_types(), limit, exported, out); break;
  }
}

}  // namespace

void Frame::add_term(const std::string& name, Term term, bool exported) {
  terms_[name].push_back({next_++, exported, term});
}

void Frame::add_type(const std::string& name, const TypeBinding* type, bool exported) {
  types_[name].push_back({next_++, exported, type});
}

void Frame::add_module_type(const std::string& name, const ModuleTypeBinding* type, bool exported) {
  module_types_[name].push_back({next_++, exported, type});
}

void Frame::open(const Frame& other, bool exported) {
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  incomplete = incomplete || other.incomplete;
  for (const auto& row : other.terms_)
    if (const auto* found = find(other.terms_, row.first, kAll, true))
      add_term(row.first, *found, exported);
  for (const auto& row : other.types_)
    if (const auto* found = find(other.types_, row.first, kAll, true))
      add_type(row.first, *found, exported);
  for (const auto& row : other.module_types_)
    if (const auto* found = find(other.module_types_, row.first, kAll, true))
      add_module_type(row.first, *found, exported);
}

const Term* Frame::term(const std::string& name, std::uint32_t limit, bool exported) const {
  return find(terms_, name, limit, exported);
}

const TypeBinding* Frame::type(const std::string& name, std::uint32_t limit, bool exported) const {
  const auto* found = find(types_, name, limit, exported);
  return found ? *found : nullptr;
}

const ModuleTypeBinding* Frame::module_type(const std::string& name, std::uint32_t limit,
                                            bool exported) const {
  const auto* found = find(module_types_, name, limit, exported);
  return found ? *found : nullptr;
}

const Term* Env::term(const std::string& name) const {
  const Env* env = this;
  for (; env->frame; env = env->parent)
    if (const auto* found = env->frame->term(name, env->limit, false)) {
      const auto* value = std::get_if<const ValueBinding*>(found);
      if (value != nullptr && (*value)->scheme.type != nullptr)
        state->reached(*env->frame, (*value)->scheme.type);
      else
        state->reached(*env->frame);
      return found;
    }
  return env->state->prelude_term(name);
}

const TypeBinding* Env::type(const std::string& name) const {
  const Env* env = this;
  for (; env->frame; env = env->parent)
    if (const auto* found = env->frame->type(name, env->limit, false)) {
      state->reached(*env->frame);
      return found;
    }
  return env->state->prelude_type(name);
}

const ModuleTypeBinding* Env::module_type(const std::string& name) const {
  const Env* env = this;
  for (; env->frame; env = env->parent)
    if (const auto* found = env->frame->module_type(name, env->limit, false)) {
      state->reached(*env->frame);
      return found;
    }
  return env->state->prelude_module_type(name);
}

const Term* Module::term(State& state, const std::string& member) const {
  if (intrinsics) return state.intrinsic_term(member);
  const Frame* made = state.whole(*this).frame;
  return made ? made->term(member, made->size(), true) : nullptr;
}

const TypeBinding* Module::type(State& state, const std::string& member) const {
  if (intrinsics) return state.intrinsic_type(member);
  const Frame* made = state.whole(*this).frame;
  return made ? made->type(member, made->size(), true) : nullptr;
}

bool is_incomplete(const Env& env) {
  for (const Env* at = &env; at->frame; at = at->parent)
    if (at->frame->incomplete) return true;
  return false;
}

bool is_incomplete(const Module& module) {
  return module.spoilt || (module.frame && module.frame->incomplete);
}

std::vector<std::string> names_in(const Env& env, NameKind kind) {
  std::vector<std::string> out;
  const Env* at = &env;
  for (; at->frame; at = at->parent) keys(*at->frame, at->limit, false, kind, out);
  at->state->prelude_names(kind, out);
  return out;
}

std::vector<std::string> names_in(State& state, const Module& module, NameKind kind) {
  std::vector<std::string> out;
  if (module.intrinsics) state.intrinsic_names(kind, out);
  const Frame* made = state.whole(module).frame;
  if (made) keys(*made, made->size(), true, kind, out);
  return out;
}

}  // namespace laguz::check
