#include "check/modules.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "check/infer.hpp"
#include "support/assert.hpp"
#include "support/overloaded.hpp"
#include "support/place_errors.hpp"
#include "syntax/parse.hpp"

namespace laguz::check {

using support::overloaded;
namespace fs = std::filesystem;

namespace {

const Module* find_module(State& state, const Env* env, const ast::QualName& name) {
  auto component = [&](std::size_t i) -> const std::string& {
    return i < name.quals.size() ? name.quals[i] : name.name;
  };
  const Term* term = env->term(component(0));
  const Module* within = nullptr;
  for (std::size_t i = 0;; ++i) {
    const std::string& text = component(i);
    if (!term && (i == 0 ? is_incomplete(*env) : is_incomplete(*within))) throw Spoilt{};
    if (!term) {
      std::string hint;
      if (auto near = nearest(text, names_in(*env, NameKind::term)); near && i == 0)
        hint = fmt::format("did you mean {}?", *near);
      type_error(name.span,
                 fmt::format("Unknown module \"{}\"; \"{}\" is not in scope.", text, text), hint);
    }
    const auto* module = std::get_if<const Module*>(term);
    const auto* value = std::get_if<const ValueBinding*>(term);
    if (module ? (*module)->spoilt : (*value)->spoilt) throw Spoilt{};
    if (!module) type_error(name.span, fmt::format("\"{}\" is not a module.", text));
    within = *module;
    if ((*module)->intrinsics)
      type_error(name.span, "The 'intrinsics' module may not be used in module expressions.");
    if (i == name.quals.size()) return *module;
    if ((*module)->is_functor())
      type_error(name.span,
                 fmt::format("Cannot access the inside of parametric module \"{}\".", text));
    term = (*module)->term(state, component(i + 1));
  }
}

const Module* structure(State& state, const Frame* frame, support::Span span) {
  Module* module = state.module();
  module->frame = frame;
  module->span = span;
  return module;
}

/// `module f (p: a) (q: b): t = e` is `\(p: a) -> \(q: b): t -> e`.
ast::ModExpPtr curried(const ast::ModDec& dec, support::Span span) {
  ast::ModExpPtr body = dec.body;
  for (std::size_t i = dec.params.size(); i-- > 0;) {
    const bool innermost = i + 1 == dec.params.size();
    auto lambda = std::make_shared<ast::ModExp>();
    lambda->span = span;
    lambda->node = ast::ModLambda{dec.params[i], innermost ? dec.ascription : nullptr, body};
    body = lambda;
  }
  if (dec.params.empty() && dec.ascription) {
    auto ascript = std::make_shared<ast::ModExp>();
    ascript->span = dec.ascription->span;
    ascript->node = ast::ModAscript{dec.body, dec.ascription};
    body = ascript;
  }
  return body;
}

/// Checks a functor with an argument that is known by its type only.
void check_functor(State& state, const Module& functor, const std::string& prefix) {
  Matching any;
  any.prefix = functor.param.value_or("_") + ".";
  any.span = functor.span;
  const Module* arg = check_module_type(state, functor.env, functor.param_type, any);
  Restore<bool> checking(state.checking_functors, true);
  apply_functor(state, functor, arg, functor.span, prefix);
}

/// Refuses a second declaration of the same name in one module. (Local ones do not count: what they
/// declare may be declared once more.)
void refuse_duplicates(State& state, const std::vector<ast::DecPtr>& decs) {
  std::map<std::pair<std::string, std::string>, support::Span> seen;
  auto note = [&](const char* kind, const ast::Binder& name) {
    auto [at, fresh] = seen.emplace(std::pair(std::string(kind), name.name), name.span);
    if (fresh) return;
    const support::Span before = at->second;
    state.attempt([&] {
      type_error(name.span,
                 fmt::format("Duplicate definition of {} \"{}\". Previously defined at {}.", kind,
                             name.name, support::locate(before)));
    });
  };
  for (const auto& dec : decs) {
    if (const auto* val = std::get_if<ast::ValDec>(&dec->node)) note("value", val->name);
    if (const auto* type = std::get_if<ast::TypeDec>(&dec->node)) note("type", type->name);
    if (const auto* module = std::get_if<ast::ModDec>(&dec->node)) note("value", module->name);
    if (const auto* type = std::get_if<ast::ModTypeDec>(&dec->node))
      note("module type", type->name);
  }
}

/// Declares what [dec], which is wrong, would have declared.
void spoil(State& state, Frame& frame, const Env* env, const ast::DecPtr& dec,
           const std::string& prefix, bool exported) {
  std::visit(overloaded{
                 [&](const ast::ValDec& x) {
                   frame.add_term(x.name.name, Term{Infer(state, env, prefix).stated(dec)},
                                  exported);
                 },
                 [&](const ast::TypeDec& x) {
                   TypeBinding* binding = state.type();
                   binding->name = x.name.name;
                   binding->spoilt = true;
                   frame.add_type(x.name.name, binding, exported);
                 },
                 [&](const ast::ModDec& x) {
                   Module* module = state.module();
                   module->name = prefix + x.name.name;
                   module->spoilt = true;
                   frame.add_term(x.name.name, Term{static_cast<const Module*>(module)}, exported);
                 },
                 [&](const ast::ModTypeDec& x) {
                   ModuleTypeBinding* binding = state.module_type();
                   binding->name = prefix + x.name.name;
                   binding->spoilt = true;
                   frame.add_module_type(x.name.name, binding, exported);
                 },
                 [&](const ast::OpenDec&) { frame.incomplete = true; },
                 [&](const ast::ImportDec&) { frame.incomplete = true; },
                 [](const ast::LocalDec&) {},
             },
             dec->node);
}

/// A file that is being read.
class Importing {
 public:
  Importing(State& state, std::string key, std::string file) : state_(state) {
    state_.importing.emplace_back(std::move(key), std::move(file));
  }
  ~Importing() { state_.importing.pop_back(); }
  Importing(const Importing&) = delete;
  Importing& operator=(const Importing&) = delete;

 private:
  State& state_;
};

}  // namespace

void check_decs(State& state, Frame& frame, const Env* parent, const std::vector<ast::DecPtr>& decs,
                const std::string& prefix, bool top_level, bool may_redefine, bool nested) {
  if (!may_redefine) refuse_duplicates(state, decs);
  for (const auto& outer : decs) {
    ast::DecPtr dec = outer;
    bool exported = true;
    while (const auto* local = std::get_if<ast::LocalDec>(&dec->node)) {
      dec = local->inner;
      exported = false;
    }
    const Env* env = state.env(&frame, parent);
    auto declare = [&] {
      std::visit(overloaded{
                     [&](const ast::ValDec& x) {
                       const bool entry = x.kind == ast::ValKind::entry;
                       if (entry && nested)
                         type_error(x.name.span, "Entry points may not be declared inside modules.",
                                    {}, "nested-entry");
                       Infer infer(state, env, prefix);
                       // (A local `main` is nobody's entry point.)
                       const bool callable = top_level && (exported || entry);
                       frame.add_term(x.name.name, Term{infer.definition(dec, callable)}, exported);
                     },
                     [&](const ast::TypeDec& x) {
                       Infer infer(state, env, prefix);
                       auto* binding = const_cast<TypeBinding*>(
                           infer.type_declaration(x.name, x.lifted, x.type_params, x.type));
                       binding->doc = dec->doc;
                       frame.add_type(x.name.name, binding, exported);
                     },
                     [&](const ast::ModDec& x) {
                       const Module* made = check_module(state, env, curried(x, x.name.span),
                                                         prefix + x.name.name + ".", true);
                       Module* module = state.module();
                       *module = *made;
                       module->name = prefix + x.name.name;
                       module->doc = dec->doc;
                       module->span = x.name.span;
                       frame.add_term(x.name.name, Term{static_cast<const Module*>(module)},
                                      exported);
                     },
                     [&](const ast::ModTypeDec& x) {
                       // Mistakes in it show even if no module is ever matched with it.
                       if (!state.in_prelude(dec->span)) {
                         Matching any;
                         any.prefix = x.name.name + ".";
                         any.span = x.type->span;
                         check_module_type(state, env, x.type, any);
                       }
                       ModuleTypeBinding* binding = state.module_type();
                       binding->name = prefix + x.name.name;
                       binding->env = env;
                       state.keep_scope();
                       binding->exp = x.type;
                       binding->doc = dec->doc;
                       binding->span = x.name.span;
                       frame.add_module_type(x.name.name, binding, exported);
                     },
                     [&](const ast::OpenDec& x) {
                       const Module* module = check_module(state, env, x.module, prefix, nested);
                       if (!module->frame)
                         type_error(x.module->span, "Cannot open a parametric module.");
                       state.open(frame, *module->frame, exported, dec->span);
                     },
                     [&](const ast::ImportDec& x) {
                       state.open(frame, *state.import(x.path, dec->span)->frame, false, dec->span);
                     },
                     [&](const ast::LocalDec&) {},
                 },
                 dec->node);
    };
    if (!state.attempt([&] { support::place_errors(dec->span, declare); }))
      spoil(state, frame, env, dec, prefix, exported);
  }
}

const Module* check_module(State& state, const Env* env, const ast::ModExpPtr& exp,
                           const std::string& prefix, bool nested) {
  return std::visit(overloaded{
                        [&](const ast::ModVar& x) { return find_module(state, env, x.name); },
                        [&](const ast::ModParens& x) {
                          return check_module(state, env, x.inner, prefix, nested);
                        },
                        [&](const ast::ModImport& x) { return state.import(x.path, exp->span); },
                        [&](const ast::ModDecs& x) {
                          if (!state.checking_functors) state.elaborate(x.decs.size(), exp->span);
                          Frame* frame = state.frame();
                          check_decs(state, *frame, env, x.decs, prefix, false, false, nested);
                          return structure(state, frame, exp->span);
                        },
                        [&](const ast::ModApply& x) {
                          const Module* functor =
                              check_module(state, env, x.function, prefix, nested);
                          const Module* arg = check_module(state, env, x.arg, prefix, nested);
                          Restore<bool> checking(state.checking_functors, false);
                          return apply_functor(state, *functor, arg, exp->span, prefix);
                        },
                        [&](const ast::ModAscript& x) {
                          const Module* module = check_module(state, env, x.inner, prefix, nested);
                          std::vector<TypeId> made;
                          Matching matching;
                          matching.actual = module;
                          matching.opaque = true;
                          matching.prefix = prefix;
                          matching.span = exp->span;
                          matching.made = &made;
                          return check_module_type(state, env, x.type, matching);
                        },
                        [&](const ast::ModLambda& x) {
                          Module* functor = state.module();
                          functor->env = env;
                          state.keep_scope();
                          functor->param = x.param.name.name;
                          functor->param_type = x.param.type;
                          functor->result_type = x.result;
                          functor->body = x.body;
                          functor->span = exp->span;
                          if (state.checking_functors) check_functor(state, *functor, prefix);
                          return static_cast<const Module*>(functor);
                        },
                    },
                    exp->node);
}

const Module* apply_functor(State& state, const Module& functor, const Module* arg,
                            support::Span span, const std::string& prefix,
                            const std::string& path) {
  if (!functor.is_functor()) type_error(span, "Cannot apply non-parametric module.");
  state.elaborate(1, span);
  std::vector<TypeId> made;
  Matching matching;
  matching.actual = arg;
  matching.path = path;
  matching.prefix = prefix;
  matching.span = span;
  matching.made = &made;
  const Module* seen = check_module_type(state, functor.env, functor.param_type, matching);

  const Env* env = functor.env;
  if (functor.param) {
    Frame* frame = state.frame();
    frame->add_term(*functor.param, Term{seen}, true);
    env = state.env(frame, functor.env);
  }
  const Module* result = nullptr;
  if (functor.inner)
    result = apply_functor(state, *functor.inner, seen, span, prefix, path);
  else if (functor.body)
    result = check_module(state, env, functor.body, prefix, true);
  if (!functor.result_type) return result;
  Matching ascription;
  ascription.actual = result;
  ascription.opaque = functor.opaque_result;
  ascription.prefix = prefix;
  ascription.span = functor.body ? functor.body->span : span;
  ascription.made = &made;
  return check_module_type(state, env, functor.result_type, ascription);
}

void State::elaborate(std::size_t declarations, support::Span span) {
  constexpr std::size_t kMost = 100'000;
  elaborated += declarations;
  if (elaborated > kMost)
    type_error(span, fmt::format("Modules are too large here: module types and applications of "
                                 "parametric modules make more than {} declarations.",
                                 kMost));
}

void State::open(Frame& into, const Frame& module, bool exported, support::Span span) {
  constexpr std::size_t kMost = 2'000'000;  // of 120 bytes each
  const std::uint32_t before = into.size();
  into.open(module, exported);
  opened += into.size() - before;
  if (opened > kMost)
    type_error(span, fmt::format("Too many names are opened: imports, \"open\" and \"include\" "
                                 "bring more than {} into scope.",
                                 kMost));
}

// -------------------------------------------------------------------------------------- imports

std::string import_key(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.generic_string();
}

namespace {

/// What is likely meant by an import of the file [path], written [written], that is not there.
std::string import_hint(const fs::path& path, const std::string& written) {
  if (written.size() > 4 && written.ends_with(".fut"))
    return fmt::format("\".fut\" is left out: import \"{}\".",
                       written.substr(0, written.size() - 4));
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (fs::is_directory(folder, error)) {
    std::vector<std::string> known;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error))
      if (it->path().extension() == ".fut") known.push_back(it->path().stem().string());
    std::sort(known.begin(), known.end());
    if (const auto near = nearest(path.stem().string(), known))
      return fmt::format("did you mean \"{}\"?",
                         (fs::path(written).parent_path() / *near).generic_string());
  }
  // Packages are where `futhark.pkg` says, once they have been fetched.
  for (fs::path at = fs::absolute(folder, error).lexically_normal(); !error;
       at = at.parent_path()) {
    const bool in_package = ("/" + written).find("/lib/") != std::string::npos;
    if (in_package && fs::exists(at / "futhark.pkg", error))
      return fmt::format("is the package there? {} lists those that have to be in {}.",
                         (at / "futhark.pkg").generic_string(), (at / "lib").generic_string());
    if (!at.has_relative_path()) break;
  }
  if (written.front() != '/' && fs::exists(written + ".fut", error))
    return "a path is relative to the file that imports it, not to the working directory.";
  return {};
}

}  // namespace

const Module* State::import(const std::string& path, support::Span span) {
  const bool builtin = path.rfind("/prelude/", 0) == 0 || path == "/prelude";
  if (builtin) type_error(span, fmt::format("{} may not be explicitly imported.", path));
  if (path.empty()) type_error(span, "An import needs the path of a file.");
  if (path.find('\0') != std::string::npos) type_error(span, "A path has no NUL in it.");
  // An absolute path stands for itself.
  const fs::path base = span ? fs::path(span.file->name()).parent_path() : fs::path();
  const std::string file = (base / path).lexically_normal().generic_string() + ".fut";
  const std::string key = import_key(file);
  if (const auto known = imported.find(key); known != imported.end()) return known->second.module;
  const auto open = std::find_if(importing.begin(), importing.end(),
                                 [&](const auto& entry) { return entry.first == key; });
  if (open != importing.end()) {
    std::string cycle;
    for (auto at = open; at != importing.end(); ++at) cycle += at->second + " -> ";
    type_error(span, fmt::format("Import cycle: {}{}.", cycle, open->second));
  }
  const support::SourceFile* source = nullptr;
  try {
    source = reader(file);
  } catch (const support::UserError& failed) {
    type_error(span, fmt::format("Could not import \"{}\": {}", path, failed.what()),
               failed.diagnostic().hint);
  }
  if (!source)
    type_error(span, fmt::format("Could not read file \"{}\" (imported as \"{}\").", file, path),
               import_hint(file, path));
  const Importing reading(*this, key, file);
  const auto made_here = new_store();
  const Making making(*this, *made_here);
  const std::vector<ast::DecPtr>& decs = program(syntax::parse_program(*source)).decs;
  Frame* made = frame();
  check_decs(*this, *made, root, decs, "", true, false);
  if (errors == nullptr || errors->empty()) read_for_warnings(decs);
  Module* result = module();
  result->frame = made;
  imported.emplace(key, Imported{result, made_here});
  return result;
}

}  // namespace laguz::check
