// Entry points, and core functions for definitions.
#include "lower/lower.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/walk.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"
#include "support/place_errors.hpp"

namespace laguz::lower {

struct Lowerer::Impl {
  Impl(const check::Checker& checker, core::Program& program, Options given)
      : options(std::move(given)), lowering(checker, program, options) {}
  Options options;
  Lowering lowering;
};

Lowerer::Lowerer(const check::Checker& checker, core::Program& program, Options options)
    : impl_(std::make_unique<Impl>(checker, program, std::move(options))) {}
Lowerer::~Lowerer() = default;

std::vector<support::Diagnostic> Lowerer::take_warnings() {
  return impl_->lowering.take_warnings();
}

EntryPoint Lowerer::entry(const typed::Def& def) { return impl_->lowering.entry(def); }
bool Lowerer::is_one_value(const typed::Def& def) { return impl_->lowering.is_one_value(def); }

std::vector<core::FunId> Lowerer::functions() const { return impl_->lowering.functions(); }

std::vector<core::FunId> Lowerer::functions(check::ValId def) const {
  return impl_->lowering.functions(def);
}

std::vector<std::pair<core::FunId, core::FunId>> Lowerer::common_with(const Lowerer& other) const {
  return impl_->lowering.common_with(other.impl_->lowering);
}

void Lowerer::forget_stops() { impl_->lowering.forget_stops(); }

std::vector<core::FunId> Lowerer::forget(check::ValId def) { return impl_->lowering.forget(def); }

using support::overloaded;
using support::Phase;
using support::UserError;
using Kind = Layout::Kind;

Lowering::Lowering(const check::Checker& checker, core::Program& program, const Options& options)
    : checker_(checker), program_(program), options_(options), callers_(checker, options.breaks) {}

const typed::Def* Lowering::find_def(ValId id) const { return checker_.find_def(id); }

// ---------------------------------------------------------------------------------------- entries

EntryPoint Lowering::entry(const typed::Def& def) {
  expect_entry(def);
  EntryPoint entry = lower(def);
  expect_entry(def);
  return entry;
}

void Lowering::expect_entry(const typed::Def& def) {
  if (!has_entry(def))
    throw UserError(Phase::type, def.span,
                    fmt::format("Entry point \"{}\" is polymorphic.", def.name));
}

EntryPoint Lowering::lower(const typed::Def& def) {
  // Whatever happens: what was found out about this entry's variables is of no use to the next.
  struct Forget {
    Lowering& lowering;
    ~Forget() {
      for (const auto& [id, key] : lowering.made_)
        if (const auto of = lowering.instances_.find(id); of != lowering.instances_.end())
          of->second.erase(key);
      lowering.made_.clear();
      lowering.pending_.clear();
      lowering.specialised_.clear();
      lowering.uses_.clear();
      lowering.copies_.forget();
      lowering.callers_.forget();
      lowering.watched_.clear();
      lowering.frames_.clear();
      lowering.known_ = {};
      lowering.sizes_.clear();
      lowering.hints_ = {};
    }
  } forget{*this};
  EntryPoint entry;
  support::place_errors(def.span, [&] {
    entry = describe(def);
    Atoms extra;
    entry.function = instance(of_any_type(def), extra, true).function;
    lower_pending();
    warn_of_checks();
  });
  made_.clear();
  return entry;
}

bool Lowering::is_one_value(const typed::Def& def) {
  if (def.scheme.sizes.empty() || !has_entry(def)) return has_entry(def);
  if (is_held(def)) (void)lower(def);  // Whether its data need its sizes is found out then.
  return is_held(def);
}

EntryPoint Lowering::describe(const typed::Def& def) {
  Frame* frame = new_frame(nullptr);
  bind_types(def.scheme, of_any_type(def).types, frame);
  EntryPoint entry;
  entry.name = def.name;
  entry.definition = &def;
  for (const auto& param : def.params) {
    if (layout_of({param->type, frame})->is_static)
      throw UserError(Phase::type, param->span,
                      fmt::format("Entry point \"{}\" takes a function.", def.name));
    entry.params.push_back(view({param->type, frame}));
    entry.param_types.push_back(show(param->type));
  }
  entry.result = view({def.result, frame});
  entry.result_type = show(def.result);
  return entry;
}

core::View Lowering::view(ScopedType scoped) {
  const ScopedType type = resolve(std::move(scoped));
  const Layout* layout = layout_of(type);
  core::View view;
  const auto leaf = [&] {
    view.kind = core::View::Kind::leaf;
    view.leaf = layout->leaves.at(0);
  };
  switch (layout->kind) {
    case Kind::scalar: leaf(); break;
    case Kind::function:
    case Kind::acc: view.kind = core::View::Kind::function; break;
    case Kind::record: {
      const bool tuple = layout->fields.empty() ||
                         (layout->fields.size() > 1 && layout->fields[0].first == "0" &&
                          layout->fields.back().first == std::to_string(layout->fields.size() - 1));
      view.kind = tuple ? core::View::Kind::tuple : core::View::Kind::record;
      for (const auto& [name, field] : layout->fields)
        view.parts.emplace_back(name, this->view(field_type(type, name)));
      break;
    }
    case Kind::sum: {
      view.kind = core::View::Kind::sum;
      const auto& sum = std::get<TypeSum>(type.type->node);
      for (const auto& [name, payloads] : sum.constructors) {
        view.constructors.emplace_back(name, std::vector<core::View>{});
        for (const TypePtr& payload : payloads)
          view.constructors.back().second.push_back(this->view({payload, type.frame}));
      }
      break;
    }
    case Kind::array: {
      ScopedType element = type;
      while (const auto* array = std::get_if<TypeArray>(&resolve(element).type->node)) {
        element = resolve({array->element, resolve(element).frame});
        ++view.rank;
      }
      if (layout_of(element)->is_scalar()) {
        view.rank = 0;
        leaf();
        break;
      }
      view.kind = core::View::Kind::array;
      view.parts.emplace_back("", this->view(element));
      break;
    }
  }
  return view;
}

// --------------------------------------------------------------------------------------- instances

void Lowering::sizes_in(ScopedType scoped, std::vector<ScopedSize>& sizes) {
  const ScopedType type = resolve(std::move(scoped));
  std::visit(overloaded{
                 [&](const TypeArray& array) {
                   sizes.push_back({array.size, type.frame});
                   sizes_in({array.element, type.frame}, sizes);
                 },
                 [&](const TypeRecord& record) {
                   for (const auto& field : record.fields)
                     sizes_in({field.second, type.frame}, sizes);
                 },
                 [&](const TypeSum& sum) {
                   for (const auto& constructor : sum.constructors)
                     for (const TypePtr& payload : constructor.second)
                       sizes_in({payload, type.frame}, sizes);
                 },
                 [](const auto&) {},
             },
             type.type->node);
}

TypePtr Lowering::stand_alone(ScopedType scoped, std::vector<ValId>& sizes) {
  const ScopedType type = resolve(std::move(scoped));
  auto copy = std::make_shared<check::Type>(*type.type);
  std::visit(overloaded{
                 [&](TypeArray& array) {
                   sizes.push_back(fresh_size());
                   array.size = std::make_shared<Size>(Size{SizeVar{sizes.back(), "size"}});
                   array.element = stand_alone({array.element, type.frame}, sizes);
                 },
                 [&](TypeRecord& record) {
                   for (auto& field : record.fields)
                     field.second = stand_alone({field.second, type.frame}, sizes);
                 },
                 [&](TypeSum& sum) {
                   for (auto& constructor : sum.constructors)
                     for (TypePtr& payload : constructor.second)
                       payload = stand_alone({payload, type.frame}, sizes);
                 },
                 [](auto&) {},
             },
             copy->node);
  return copy;
}

Lowering::Instance Lowering::instance(const DefClosure& closure, Atoms& extra, bool is_entry) {
  const typed::Def& def = *closure.def;
  const Scheme& scheme = def.scheme;
  const ShownSizes::Shown& shown = shown_.of(def);
  // A constant is the same from outside and inside: one function, evaluated once.
  std::string key = is_entry && !def.params.empty() ? "entry" : "";

  // Which sizes does the caller have to give, and which of them does it know?
  std::vector<bool> given;
  const auto give = [&](const SizePtr& size_, Frame* frame) {
    const auto known = size(size_, frame);
    given.push_back(known.has_value());
    key += known ? "+" : "-";
    if (known) extra.push_back(*known);
  };
  for (std::size_t i = 0; i < scheme.sizes.size(); ++i) {
    if (shown.sizes.count(scheme.sizes[i].first) || i >= closure.sizes.size())
      given.push_back(false);
    else
      give(closure.sizes[i].size, closure.sizes[i].frame);
  }
  for (std::size_t i = 0; i < scheme.types.size(); ++i) {
    key += "," + std::to_string(layout_of(closure.types.at(i))->id);
    if (shown.types.count(scheme.types[i].id)) continue;
    std::vector<ScopedSize> sizes;
    sizes_in(closure.types[i], sizes);
    for (const ScopedSize& size : sizes) give(size.size, size.frame);
  }
  auto& instances = instances_[def.id];
  if (const auto known = instances.find(key); known != instances.end()) return known->second;

  Pending pending;
  pending.def = &def;
  pending.frame = new_frame(nullptr);
  pending.is_entry = is_entry;
  std::size_t at = 0;
  for (const auto& size : scheme.sizes) {
    pending.wanted.insert(size.first);
    if (given.at(at++)) pending.given.push_back(size.first);
  }
  for (std::size_t i = 0; i < scheme.types.size(); ++i) {
    std::vector<ValId> sizes;
    pending.frame->types[scheme.types[i].id] = {stand_alone(closure.types[i], sizes),
                                                pending.frame};
    for (const ValId size : sizes) {
      pending.wanted.insert(size);
      if (!shown.types.count(scheme.types[i].id) && given.at(at++)) pending.given.push_back(size);
    }
  }
  Instance& instance = pending.instance;
  for (const auto& param : def.params)
    instance.params.push_back(layout_of({param->type, pending.frame}));
  instance.result = layout_of({def.result, pending.frame});

  core::Function function;
  function.name = def.name;
  function.results = instance.result->leaves;
  function.constant = def.params.empty() && pending.given.empty();
  function.recursive = def.recursive;
  function.noinline = std::any_of(def.attrs.begin(), def.attrs.end(),
                                  [](const auto& attr) { return attr.name == "noinline"; });
  function.span = def.span;
  // The parameters have their types at once; they get their variables with the body.
  for (const Layout* param : instance.params)
    for (const core::Type& type : param->leaves) function.params.push_back({0, type});
  for (std::size_t i = 0; i < pending.given.size(); ++i)
    function.params.push_back({0, {ScalarType::i64, 0, false}});
  if (def.known != nullptr) core::make_known(function, def.known);
  instance.function = program_.add(std::move(function));
  made_.emplace_back(def.id, key);
  if (def.known == nullptr) pending_.push_back(pending);
  return instances[key] = std::move(pending.instance);
}

std::vector<core::FunId> Lowering::functions() const {
  std::vector<core::FunId> out;
  for (const auto& row : instances_)
    for (const auto& instance : row.second) out.push_back(instance.second.function);
  return out;
}

std::vector<core::FunId> Lowering::functions(ValId def) const {
  std::vector<core::FunId> out;
  const auto known = instances_.find(def);
  if (known != instances_.end())
    for (const auto& instance : known->second) out.push_back(instance.second.function);
  return out;
}

std::vector<std::pair<core::FunId, core::FunId>> Lowering::common_with(
    const Lowering& other) const {
  std::vector<std::pair<core::FunId, core::FunId>> out;
  for (const auto& [def, instances] : instances_) {
    const auto others = other.instances_.find(def);
    if (others == other.instances_.end()) continue;
    for (const auto& [key, instance] : instances) {
      if (key.find(',') != std::string::npos) continue;  // (layouts have numbers of their own)
      const auto same = others->second.find(key);
      if (same != others->second.end()) out.emplace_back(instance.function, same->second.function);
    }
  }
  return out;
}

std::vector<core::FunId> Lowering::forget(ValId def) {
  std::vector<core::FunId> out = functions(def);
  instances_.erase(def);
  shown_.forget(def);
  first_order_.erase(def);
  of_some_size_.erase(def);
  return out;
}

void Lowering::lower_pending() {
  while (!pending_.empty()) {
    const Pending next = std::move(pending_.front());
    pending_.pop_front();
    lower_body(next);
  }
}

void Lowering::lower_pending(core::FunId function) {
  const auto one = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& pending) {
    return pending.instance.function == function;
  });
  if (one == pending_.end()) return;
  const Pending next = std::move(*one);
  pending_.erase(one);
  const Hints hints = take_hints();
  lower_body(next);
  hints_ = hints;
}

void Lowering::lower_body(const Pending& pending) {
  if (try_to_lower(pending)) return;
  const typed::Def& def = *pending.def;
  of_some_size_.insert(def.id);
  if (!def.scheme.types.empty()) {  // of no type, it has no code
    instances_.erase(def.id);
    program_[pending.instance.function].results.clear();
    return;
  }
  pending.frame->values.clear();
  (void)try_to_lower(pending);
}

bool Lowering::try_to_lower(const Pending& pending) {
  const typed::Def& def = *pending.def;
  Frame* frame = pending.frame;
  const Callers::Inside inside(callers_, def);
  BodyScope body(*this);
  b_->span = def.span;
  Binders binders;
  Values params;
  for (std::size_t i = 0; i < def.params.size(); ++i) {
    const Layout* layout = pending.instance.params[i];
    const auto* var = std::get_if<typed::PatVar>(&def.params[i]->node);
    Atoms atoms;
    for (const core::Type& type : layout->leaves) {
      binders.push_back(var && layout->leaves.size() == 1 ? names().bind(type, var->name)
                                                          : names().bind(type));
      atoms.push_back(binders.back().atom());
    }
    params.push_back(unflatten(layout, atoms));
  }
  Atoms given;
  for (std::size_t i = 0; i < pending.given.size(); ++i) {
    binders.push_back(names().bind({ScalarType::i64, 0, false}));
    given.push_back(binders.back().atom());
    known_.learn_natural(given.back());
  }
  const auto bind_given = [&] {
    for (std::size_t i = 0; i < given.size(); ++i)
      if (!frame->values.count(pending.given[i])) bind_size(pending.given[i], given[i], frame);
  };
  bind_params(def.params, params, pending.wanted, frame, bind_given, pending.is_entry);
  if (pending.is_entry)
    for (std::size_t i = 0; i < params.size(); ++i) {
      const Span whole = b_->span;
      at(def.params[i]->span);
      expect_lengths(def.params[i]->type, params[i], frame, "argument");
      b_->span = whole;
    }
  // What stands for sizes that a constant is to be held without: its data may not have it.
  const bool held = is_held(def);
  std::map<core::VarId, std::size_t> open_sizes;
  if (held)
    for (std::size_t i = 0; i < def.scheme.sizes.size(); ++i) {
      const Atom size = names().bind({ScalarType::i64, 0, false}).atom();
      known_.learn_natural(size);
      bind_size(def.scheme.sizes[i].first, size, frame);
      open_sizes.emplace(size.var, i);
    }
  const Within within(*this, def);
  Value value;
  support::place_errors(b_->span, [&] { value = exp(*def.body, frame); });
  LAGUZ_ASSERT(value.layout == pending.instance.result, "a result of another type in " + def.name);
  if (!in_prelude(def.span)) expect_lengths(def.result, value, frame, "result");
  Atoms results;
  std::shared_ptr<const Held> kept;
  if (held)
    kept = hold(def, frame, value, std::move(open_sizes), results);
  else
    flatten_for_view({def.result, frame}, value, results);
  core::Body finished = body.finish(results);
  if (held && !kept->sizes.empty() && !core::free_variables(finished).empty()) return false;
  if (held) instances_[def.id].begin()->second.held = std::move(kept);
  core::Function& function = program_[pending.instance.function];
  for (std::size_t i = function.results.size(); i < results.size(); ++i)
    function.results.push_back(results[i].type);
  function.params = std::move(binders);
  function.body = std::move(finished);
  return true;
}

}  // namespace laguz::lower
