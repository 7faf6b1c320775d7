#include "check/checker.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "check/consumption/consumption.hpp"
#include "check/infer/infer.hpp"
#include "check/modules/modules.hpp"
#include "check/state/state.hpp"
#include "check/types/parts.hpp"
#include "syntax/parse.hpp"

namespace laguz::check {

struct Checker::Impl {
  explicit Impl(FileReader reader)
      : state(std::move(reader)), prelude(std::make_shared<const Scope>(*state.root)) {}
  mutable State state;
  ScopePtr prelude;
};

namespace {

std::vector<std::string> split(std::string_view name) {
  std::vector<std::string> out;
  while (true) {
    auto dot = name.find('.');
    // An operator may contain dots.
    const bool symbol = !name.empty() &&
                        std::isalnum(static_cast<unsigned char>(name.front())) == 0 &&
                        name.front() != '_';
    if (dot == std::string_view::npos || symbol) break;
    out.emplace_back(name.substr(0, dot));
    name.remove_prefix(dot + 1);
  }
  out.emplace_back(name);
  return out;
}

const Term* find(State& state, const Env& env, std::string_view name) {
  auto parts = split(name);
  const Term* term = env.term(parts.front());
  for (std::size_t i = 1; term && i < parts.size(); ++i) {
    const auto* module = std::get_if<const Module*>(term);
    term = module ? (*module)->term(state, parts[i]) : nullptr;
  }
  return term;
}

/// The fields of what all of [parts] but the last one name: a value, and fields of fields.
std::vector<std::string> fields_at(State& state, const Env& env,
                                   const std::vector<std::string>& parts) {
  std::string path;
  TypePtr type;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (type == nullptr) {
      path += (i == 0 ? "" : ".") + parts[i];
      const Term* term = find(state, env, path);
      if (term == nullptr) return {};
      if (const auto* value = std::get_if<const ValueBinding*>(term)) type = (*value)->scheme.type;
      continue;
    }
    const auto* record = std::get_if<TypeRecord>(&resolve(type)->node);
    if (record == nullptr) return {};
    const auto field = std::find_if(record->fields.begin(), record->fields.end(),
                                    [&](const auto& row) { return row.first == parts[i]; });
    if (field == record->fields.end()) return {};
    type = field->second;
  }
  std::vector<std::string> out;
  if (type != nullptr)
    if (const auto* record = std::get_if<TypeRecord>(&resolve(type)->node))
      for (const auto& [name, inner] : record->fields) out.push_back(name);
  return out;
}

/// The constructors of sums in [unresolved].
void note_constructors(const TypePtr& unresolved, std::set<std::string>& found) {
  const TypePtr type = resolve(unresolved);
  if (const auto* array = std::get_if<TypeArray>(&type->node)) {
    note_constructors(array->element, found);
  } else if (const auto* arrow = std::get_if<TypeArrow>(&type->node)) {
    note_constructors(arrow->from, found);
    note_constructors(arrow->to, found);
  }
  if (const auto* sum = std::get_if<TypeSum>(&type->node))
    for (const auto& [name, payload] : sum->constructors) found.insert(name);
  for (const Part& part : parts_of(type)) note_constructors(part.type, found);
}

/// The store of what [term] stands for, if that is a definition or a structure.
const Store* owner_of(const State& state, const Term& term) {
  if (const auto* value = std::get_if<const ValueBinding*>(&term)) {
    const auto def = state.defs.find((*value)->id);
    return def != state.defs.end() ? def->second.store : nullptr;
  }
  const Module& module = *std::get<const Module*>(term);
  return module.frame != nullptr ? module.frame->owner : nullptr;
}

/// The constants that names in a frame, or in a structure in it, have stood for, and that its store
/// owns.
class NamedConstants {
 public:
  NamedConstants(const State& state, const Frame& frame) : state_(state), store_(frame.owner) {
    visit(frame);
  }
  const std::map<ValId, const typed::Def*>& found() const { return found_; }

 private:
  void visit(const Frame& frame) {
    if (!seen_.insert(&frame).second) return;
    for (const auto& [name, entries] : frame.terms())
      for (const auto& entry : entries)
        if (owner_of(state_, entry.value) == store_) visit(entry.value);
  }
  void visit(const Term& term) {
    if (const auto* module = std::get_if<const Module*>(&term)) return visit(*(*module)->frame);
    const typed::Def* def = state_.defs.at(std::get<const ValueBinding*>(term)->id).def;
    if (def->params.empty()) found_.emplace(def->id, def);
  }

  const State& state_;
  const Store* store_;
  std::set<const Frame*> seen_;  ///< a structure may have several names
  std::map<ValId, const typed::Def*> found_;
};

/// Whether the first declaration is in the line below a comment.
bool stands_below_comment(const ast::Prog& program) {
  if (program.decs.empty()) return false;
  const support::Span span = program.decs.front()->span;
  std::string_view before = std::string_view(span.file->text()).substr(0, span.lo);
  const auto end = before.rfind('\n');
  if (end == std::string_view::npos) return false;
  before = before.substr(0, end);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line.compare(first, 2, "--") == 0;
}

/// What is said of the whole of [program] is said of its first declaration too, if nothing else is.
ast::Prog first_documented(ast::Prog program) {
  if (!program.doc.empty() && !program.decs.empty() && program.decs.front()->doc.empty()) {
    auto first = std::make_shared<ast::Dec>(*program.decs.front());
    first->doc = program.doc;
    program.decs.front() = std::move(first);
  }
  return program;
}

}  // namespace

Checker::Checker(FileReader reader) : impl_(std::make_unique<Impl>(std::move(reader))) {}
Checker::~Checker() = default;

ScopePtr Checker::prelude() { return impl_->prelude; }

void Checker::tidy() { impl_->state.unfinished.clear(); }

ScopePtr Checker::check_file(const support::SourceFile& source,
                             std::vector<support::Diagnostic>* warnings) {
  State& state = impl_->state;
  tidy();
  const auto store = state.new_store();
  const Making making(state, *store);
  Restore<std::vector<support::Diagnostic>*> where(state.warnings, warnings);
  Restore<bool> checking(state.checking_functors, true);
  Restore<bool> main_file(state.in_main_file, true);
  state.importing = {{import_key(source.name()), source.name()}};
  state.elaborated = state.opened = 0;
  state.warned.clear();
  state.requests = {};
  ast::Prog program = syntax::parse_program(source);
  if (stands_below_comment(program)) program = first_documented(std::move(program));
  const std::vector<ast::DecPtr>& decs = state.program(std::move(program)).decs;
  Frame* frame = state.frame();
  frame->file = &source;
  state.gather([&] { modules::check_decs(state, *frame, state.root, decs, "", true, false); });
  state.read_for_warnings(decs);
  ScopePtr scope = scope_over(impl_->prelude, *frame);
  tidy();
  return scope;
}

ScopePtr Checker::check_declarations(const ScopePtr& scope, const ast::Prog& program,
                                     SourcePtr source) {
  State& state = impl_->state;
  tidy();
  const auto store = state.new_store(std::move(source));
  const Making making(state, *store, scope.get());
  Restore<bool> checking(state.checking_functors, true);
  Restore<bool> at_prompt(state.at_prompt, true);
  state.remarks = {};
  state.importing.clear();
  state.elaborated = state.opened = 0;
  // A comment at the beginning of a file is about the file; here it is about what follows.
  const std::vector<ast::DecPtr>& decs = state.program(first_documented(program)).decs;
  Frame* frame = state.frame();
  state.gather([&] { modules::check_decs(state, *frame, &scope->env, decs, "", true, true); });
  ScopePtr inner = scope_over(scope, *frame);
  tidy();
  return inner;
}

DefPtr Checker::check_expression(const ScopePtr& scope, const ast::ExpPtr& exp, SourcePtr source,
                                 std::vector<support::Diagnostic>* warnings) {
  State& state = impl_->state;
  tidy();
  Restore<std::vector<support::Diagnostic>*> where(state.warnings, warnings);
  state.warned.clear();
  const auto store = state.new_store(std::move(source));
  const Making making(state, *store, scope.get());
  Restore<bool> checking(state.checking_functors, true);
  DefPtr def{store, &Infer(state, &scope->env).expression(exp)};
  tidy();
  return def;
}

std::string Checker::module_type(const ScopePtr& scope, const ast::ModExpPtr& module) {
  State& state = impl_->state;
  tidy();
  const auto store = state.new_store();
  const Making making(state, *store, scope.get());
  std::string text =
      modules::show_module(state, *modules::check_module(state, &scope->env, module, ""), 0);
  tidy();
  return text;
}

Checker::Constants Checker::constants(const ScopePtr& scope) const {
  const Frame* frame = scope->env.frame;
  if (frame == nullptr) return {};
  const NamedConstants named(impl_->state, *frame);
  Constants out;
  for (const auto& row : named.found()) out.push_back(row.second);
  return out;
}

std::vector<Checker::Constants> Checker::hidden(const ScopePtr& before,
                                                const ScopePtr& after) const {
  if (after == before || after->env.frame == nullptr) return {};
  const State& state = impl_->state;
  std::vector<Constants> out;
  std::set<const Store*> seen{after->env.frame->owner};
  for (const auto& row : after->env.frame->terms()) {
    const Term* term = nullptr;
    // (The prelude's are always there.)
    for (const Env* at = &before->env; at->frame != nullptr && term == nullptr; at = at->parent)
      term = at->frame->term(row.first, at->limit, false);
    const Store* store = term != nullptr ? owner_of(state, *term) : nullptr;
    if (store == nullptr || store->settled || !seen.insert(store).second ||
        !store->has_constants_only())
      continue;
    out.emplace_back();
    for (const auto& constant : store->defs) out.back().push_back(constant.get());
  }
  return out;
}

void Checker::settle(const Constants& constants, std::vector<runtime::Known> values) {
  State& state = impl_->state;
  state.settle(*state.defs.at(constants.front()->id).store, std::move(values));
}

std::shared_ptr<const void> Checker::owner(ValId id) const {
  return impl_->state.defs.at(id).store->shared_from_this();
}

std::list<ValId> Checker::take_gone() { return std::exchange(impl_->state.gone, {}); }

const typed::Def& Checker::def(ValId id) const { return impl_->state.def(id); }
const typed::Def* Checker::find_def(ValId id) const { return impl_->state.find_def(id); }
const typed::Def* Checker::size_owner(ValId size) const {
  auto found = impl_->state.size_owners.find(size);
  return found == impl_->state.size_owners.end() ? nullptr : find_def(found->second);
}

std::vector<const typed::Def*> Checker::entries(const ScopePtr& scope) const {
  State& state = impl_->state;
  std::vector<std::pair<std::uint32_t, const typed::Def*>> found;
  for (const Env* at = &scope->env; at->frame; at = at->parent) {
    for (const auto& row : at->frame->terms()) {
      const auto& entry = row.second.back();
      const auto* value = std::get_if<const ValueBinding*>(&entry.value);
      if (!value || entry.at >= at->limit) continue;
      auto def = state.defs.find((*value)->id);
      if (def == state.defs.end() || !def->second.def->entry) continue;
      if (at->frame->file && def->second.def->span.file != at->frame->file) continue;
      found.emplace_back(entry.at, def->second.def);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<const typed::Def*> out;
  for (const auto& row : found) out.push_back(row.second);
  return out;
}

const typed::Def* Checker::lookup(const ScopePtr& scope, std::string_view name) const {
  const Term* term = find(impl_->state, scope->env, name);
  const auto* value = term ? std::get_if<const ValueBinding*>(term) : nullptr;
  if (!value || (*value)->kind != ValueBinding::Kind::definition) return nullptr;
  return &impl_->state.def((*value)->id);
}

std::vector<std::string> Checker::names(const ScopePtr& scope, std::string_view prefix) const {
  State& state = impl_->state;
  std::vector<std::string> out;
  auto parts = split(prefix);
  std::string path;
  if (parts.size() > 1) {
    path = std::string(prefix.substr(0, prefix.size() - parts.back().size()));
    const Term* term = find(state, scope->env, path.substr(0, path.size() - 1));
    const auto* module = term ? std::get_if<const Module*>(term) : nullptr;
    if (module == nullptr) {
      for (const auto& field : fields_at(state, scope->env, parts)) out.push_back(path + field);
    } else {
      for (auto kind : {NameKind::term, NameKind::type, NameKind::module_type})
        for (auto& name : names_in(state, **module, kind)) out.push_back(path + name);
    }
  } else {
    for (auto kind : {NameKind::term, NameKind::type, NameKind::module_type})
      for (auto& name : names_in(scope->env, kind)) out.push_back(name);
  }
  out.erase(std::remove_if(out.begin(), out.end(),
                           [&](const std::string& name) { return name.rfind(prefix, 0) != 0; }),
            out.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::string> Checker::constructors(const ScopePtr& scope) const {
  std::set<std::string> found;
  const auto note = [&](const TypePtr& type) {
    if (type != nullptr) note_constructors(type, found);
  };
  for (const Env* at = &scope->env; at->frame; at = at->parent) {
    for (const auto& [name, entries] : at->frame->types()) note(entries.back().value->type);
    for (const auto& [name, entries] : at->frame->terms())
      if (const auto* value = std::get_if<const ValueBinding*>(&entries.back().value))
        note((*value)->scheme.type);
  }
  return {found.begin(), found.end()};
}

Remarks Checker::exchange_remarks(Remarks other) {
  return std::exchange(impl_->state.remarks, std::move(other));
}

const Remarks& Checker::remarks() const { return impl_->state.remarks; }

OwnNames Checker::own_names(const ScopePtr& scope) const {
  return check::own_names(impl_->state, scope->env);
}

std::optional<std::string> Checker::doc(const ScopePtr& scope, std::string_view name) const {
  State& state = impl_->state;
  const auto text = [](const auto* binding) -> std::optional<std::string> {
    if (!binding || binding->doc.empty()) return std::nullopt;
    return binding->doc;
  };
  if (const Term* term = find(state, scope->env, name)) {
    if (const auto* module = std::get_if<const Module*>(term)) {
      if (auto found = text(*module)) return found;
    } else {
      const auto* value = std::get<const ValueBinding*>(*term);
      // Operators are made without reading the file that documents them.
      if (value->kind == ValueBinding::Kind::overloaded) {
        const Frame* stated = state.intrinsics_frame();
        const Term* spec = stated->term(value->name, stated->size(), true);
        return spec ? text(std::get<const ValueBinding*>(*spec)) : std::nullopt;
      }
      if (auto found = text(value)) return found;
    }
  }
  const auto last = split(name).back();
  if (last.size() < name.size()) {
    const Term* term = find(state, scope->env, name.substr(0, name.size() - last.size() - 1));
    const auto* module = term ? std::get_if<const Module*>(term) : nullptr;
    return module ? text((*module)->type(state, last)) : std::nullopt;
  }
  if (auto found = text(scope->env.type(last))) return found;
  return text(scope->env.module_type(last));
}

std::vector<const typed::Def*> Checker::functions() const {
  std::vector<const typed::Def*> out;
  for (const auto& [id, owned] : impl_->state.defs)
    if (!owned.def->params.empty() && owned.def->span && !impl_->state.in_prelude(owned.def->span))
      out.push_back(owned.def);
  std::sort(out.begin(), out.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  return out;
}

void Checker::stop_at(const typed::Def& def, const BreakPlace& place) {
  set_break(place);
  (void)consumption::Consumption(impl_->state, false)
      .definition(def.params, *def.body, def.result, true, def.span);
}

ValId Checker::fresh_value() { return impl_->state.fresh_value(); }

const Requests& Checker::requests() const { return impl_->state.requests; }

Checker::Ids Checker::ids() const {
  const State& state = impl_->state;
  return {state.value_ids.next(), state.type_ids.next(), state.meta_ids.next()};
}

void Checker::start_after(Ids ids) {
  State& state = impl_->state;
  state.value_ids.skip_to(ids.value);
  state.type_ids.skip_to(ids.type);
  state.meta_ids.skip_to(ids.meta);
}

}  // namespace laguz::check
