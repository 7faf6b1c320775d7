#include "engine/engine.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "core/optimise.hpp"
#include "core/verify.hpp"
#include "engine/memo.hpp"
#include "engine/pattern_binding.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"
#include "support/file_read.hpp"
#include "support/nearest.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {

using support::Diagnostic;
using support::Doing;
using support::Phase;
using support::Task;
using support::UserError;
using support::Work;

Engine::Engine(Options options) : options_(std::move(options)) {
  if (options_.max_memory > 0) governor_.account().set_limit(options_.max_memory);
  governor_.set_seconds(options_.timeout);
  parts_ = make_parts();
}

Engine::~Engine() {
  // What goes is given back to its own account.
  const support::Governed governed(&governor_);
  support::take_down([this] {
    { const Parts gone = std::move(parts_), failed = std::move(failed_); }
    program_.clear();
    latest_.reset();
  });
}

Engine::Parts Engine::make_parts() {
  // So a restart that fails leaves all as it was, whatever memory there is.
  static_assert(std::is_nothrow_move_constructible_v<Parts> &&
                std::is_nothrow_move_assignable_v<Parts>);
  Parts parts;
  parts.checker = std::make_unique<check::Checker>(
      [this](const std::string& path) -> const support::SourceFile* {
        auto& files = parts_.files;
        if (auto found = files.find(path); found != files.end()) return found->second;
        auto text = support::read_import(path, options_.import_root, options_.max_source);
        return text ? files[path] = &add_source(path, std::move(*text)) : nullptr;
      });
  parts.lowerer = std::make_unique<lower::Lowerer>(*parts.checker, program_, options_.lower);
  parts.differentiator = std::make_unique<ad::Differentiator>(program_);
  parts.graph = std::make_unique<graph::SessionGraph>(
      program_,
      [&differentiator = *parts.differentiator](core::FunId function) -> const core::Function& {
        return differentiator.written(function);
      });
  for (const auto what : {core::Watched::nan, core::Watched::infinity})
    for (const auto sums : {core::Sums::as_they_run, core::Sums::one_by_one})
      parts.watches.emplace_back(program_, what, sums);
  parts.evaluator = std::make_unique<eval::Evaluator>(program_, within_memory(options_.eval));
  parts.memo = std::make_unique<Memo>(program_, *parts.evaluator);
  return parts;
}

eval::Options Engine::within_memory(eval::Options options) {
  const auto most = static_cast<std::int64_t>(governor_.account().limit() / 4);
  options.loop_states = std::min(options.loop_states, most);
  return options;
}

eval::Evaluator& Engine::evaluator() {
  parts_.evaluator->options() = within_memory(options_.eval);
  return *parts_.evaluator;
}

Scope Engine::restart(support::FunctionRef<Scope()> first) {
  LAGUZ_ASSERT(waiting_ == 0, "nothing waits that would lose its code");
  const support::Governed governed(&governor_);
  Parts other = make_parts();
  other.checker->start_after(parts_.checker->ids());
  std::swap(parts_, other);
  try {
    Scope scope = first();
    // (Its functions go when the next input comes.)
    kept_ = 0;
    return scope;
  } catch (...) {
    std::swap(parts_, other);
    parts_.checker->start_after(other.checker->ids());
    failed_ = std::move(other);
    throw;
  }
}

Scope Engine::restart() {
  return restart([&] { return prelude(); });
}

Scope Engine::restart(const std::string& path) {
  return restart([&] { return load(path); });
}

// ------------------------------------------------------------------------------- texts and names

const support::SourceFile& Engine::add_source(std::string name, std::string text) {
  parts_.sources.push_back(std::make_unique<support::SourceFile>(std::move(name), std::move(text)));
  return *parts_.sources.back();
}

const support::SourceFile& Engine::read(const std::string& path) {
  const Task task(governor_);
  const Doing doing(Work::reading);
  const support::ReadLimits limits{.most = options_.max_source};
  if (path == "-") {
    constexpr const char* kName = "<stdin>";
    return add_source(kName, support::read_descriptor(STDIN_FILENO, kName, limits));
  }
  const auto& source = add_source(path, support::read_file(path, limits));
  parts_.files[path] = &source;
  return source;
}

std::vector<std::string> Engine::files() const {
  std::vector<std::string> names;
  for (const auto& [path, source] : parts_.files)
    if (!path.empty() && path.front() != '<') names.push_back(path);  // (those are in the binary)
  return names;
}

void Engine::parse_only(const std::string& path) {
  const Task task(governor_);
  const auto& source = read(path);
  const Doing doing(Work::checking);
  (void)syntax::parse_program(source);
}

Scope Engine::check(const support::SourceFile& source) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  const auto scope =
      parts_.checker->check_file(source, options_.warnings ? &parts_.warnings : nullptr);
  if (options_.warnings && parts_.checker->requests().warnings) warn_of_entries(scope);
  return scope;
}

// Some warnings are about what a program becomes.
void Engine::warn_of_entries(const Scope& scope) {
  for (const auto* def : parts_.checker->entries(scope)) {
    try {
      (void)lower(*def);
    } catch (const UserError&) {
      // Whoever calls it will hear of it.
    }
  }
  for (auto& warning : parts_.lowerer->take_warnings())
    parts_.warnings.push_back(std::move(warning));
}

const std::vector<Diagnostic>& Engine::warnings() {
  const auto place = [](const Diagnostic& d) {
    return std::pair(d.span ? std::string_view(d.span.file->name()) : std::string_view(),
                     d.span.lo);
  };
  const auto before = [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); };
  if (!std::is_sorted(parts_.warnings.begin(), parts_.warnings.end(), before))
    std::stable_sort(parts_.warnings.begin(), parts_.warnings.end(), before);
  return parts_.warnings;
}

std::vector<Diagnostic> Engine::take_warnings() {
  (void)warnings();
  return std::exchange(parts_.warnings, {});
}

check::SourcePtr Engine::next_source(std::string name, std::string text) {
  forget_gone();
  // Nobody asks for warnings at the prompt.
  (void)parts_.lowerer->take_warnings();
  return latest_ = std::make_shared<const support::SourceFile>(std::move(name), std::move(text));
}

Engine::Input Engine::parse(std::string name, std::string text) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  Input input;
  input.source = next_source(name, text);
  const auto parsed_prompt = [&] {
    try {
      return syntax::parse_prompt(*input.source);
    } catch (const UserError& error) {
      if (!error.diagnostic().at_end_of_input) throw;
      const auto whole =
          std::make_shared<const support::SourceFile>(std::move(name), std::move(text) + kNoBody);
      auto [program, pattern, updates] = pattern_declarations(*whole);
      input.updates = updates;
      input.declarations = std::move(program);
      input.pattern = std::move(pattern);
      if (input.declarations == nullptr) throw;
      input.source = latest_ = whole;
      return std::variant<ast::Prog, ast::ExpPtr>();
    }
  };
  auto parsed = parsed_prompt();
  if (input.declarations != nullptr) return input;
  if (auto* declarations = std::get_if<ast::Prog>(&parsed))
    input.declarations = std::make_shared<const ast::Prog>(std::move(*declarations));
  else
    input.expression = std::get<ast::ExpPtr>(std::move(parsed));
  return input;
}

Scope Engine::declare(const Scope& scope, const Input& input) {
  const Task task(governor_);
  Scope inner;
  {
    const Doing doing(Work::checking);
    inner = parts_.checker->check_declarations(scope, *input.declarations, input.source);
  }
  // A constant is computed at once, so that what is wrong with it shows here.
  if (inner == scope) return inner;
  for (const Def* def : parts_.checker->constants(inner))
    if (!is_function(*def) && parts_.lowerer->is_one_value(*def)) (void)value(*def);
  return inner;
}

DefPtr Engine::expression(const Scope& scope, const Input& input) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  return parts_.checker->check_expression(scope, input.expression, input.source);
}

DefPtr Engine::expression(const Scope& scope, std::string name, std::string text) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  const auto source = next_source(std::move(name), std::move(text));
  return parts_.checker->check_expression(scope, syntax::parse_expression(*source), source);
}

DefPtr Engine::expression_with_warnings(const Scope& scope, std::string name, std::string text) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  const auto source = next_source(std::move(name), std::move(text));
  return parts_.checker->check_expression(scope, syntax::parse_expression(*source), source,
                                          options_.warnings ? &parts_.warnings : nullptr);
}

Scope Engine::bind(const Scope& scope, const std::string& name, const Input& input) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  ast::ValDec definition;
  definition.name = {name, input.expression->span};
  definition.body = input.expression;
  ast::Prog program;
  program.decs.push_back(std::make_shared<const ast::Dec>(
      ast::Dec{input.expression->span, {}, {}, std::move(definition)}));
  return parts_.checker->check_declarations(scope, program, input.source);
}

std::string Engine::module_type(const Scope& scope, std::string name, std::string text) {
  const Task task(governor_);
  const Doing doing(Work::checking);
  const auto source = next_source(std::move(name), std::move(text));
  return parts_.checker->module_type(scope, syntax::parse_module_expression(*source));
}

const Def& Engine::find(const Scope& scope, const std::string& name) {
  const Task task(governor_);
  const auto* def = parts_.checker->lookup(scope, name);
  if (def != nullptr) return *def;
  UserError error(Phase::usage, {}, "Invalid entry point: " + name);
  constexpr std::size_t kMost = 10;
  std::vector<std::string> entries;
  for (const auto* entry : parts_.checker->entries(scope)) entries.push_back(entry->name);
  std::string& hint = error.diagnostic().hint;
  if (const auto near = support::nearest(name, entries))
    hint = fmt::format("did you mean {}? ", *near);
  for (std::size_t i = 0; i < entries.size() && i < kMost; ++i)
    hint += (i > 0 ? ", " : hint.empty() ? "it has " : "It has ") + entries[i];
  if (entries.empty()) hint = "the program has none; one is declared by 'entry', or called main";
  hint += entries.size() > kMost ? ", ..." : ".";
  throw error;
}

bool is_function(const Def& def) {
  return std::holds_alternative<check::TypeArrow>(check::resolve(def.scheme.type)->node);
}

bool is_general(const Def& def) {
  return std::any_of(def.scheme.types.begin(), def.scheme.types.end(),
                     [](const check::TypeParamRef& param) { return param.scalars != 0; });
}

Form form_of(const std::string& text) {
  const support::SourceFile probe("", text);
  try {
    const auto parsed = syntax::parse_prompt(probe);
    return std::holds_alternative<ast::Prog>(parsed) ? Form::declarations : Form::expression;
  } catch (const UserError& error) {
    if (!error.diagnostic().at_end_of_input) return Form::other;
    const support::SourceFile whole("", text + kNoBody);
    return pattern_declarations(whole).program != nullptr ? Form::names : Form::beginning;
  }
}

bool may_be_name(const std::string& text) {
  const auto tokens = syntax::tokens_before_error(support::SourceFile("", text));
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         !tokens.empty() && tokens.front().kind == syntax::TokenKind::identifier &&
         tokens.front().span.hi == text.size();
}

bool is_bare_assertion(const std::string& text) {
  const support::SourceFile source("", text);
  const auto tokens = syntax::tokens_before_error(source);
  return !tokens.empty() && tokens.front().kind == syntax::TokenKind::assert_ &&
         form_of(text) == Form::beginning && form_of(text + "\n()") == Form::expression;
}

// ------------------------------------------------------------------------- from a name to values

EntryPoint Engine::lower(const Def& def) {
  const Task task(governor_);
  const Doing doing(Work::lowering, def.span);
  EntryPoint entry = parts_.lowerer->entry(def);
  entry.owner = parts_.checker->owner(def.id);
#ifndef NDEBUG
  core::verify(program_, entry.function);
#endif
  return entry;
}

EntryPoint Engine::differentiate(const Def& def) {
  const Task task(governor_);
  EntryPoint entry = lower(def);
  const Doing doing(Work::deriving, def.span);
  parts_.differentiator->expand(entry.function);
  return entry;
}

EntryPoint Engine::prepare(const Def& def) {
  const Task task(governor_);
  EntryPoint entry = lower(def);
  make_ready(entry, def.span);
  return entry;
}

void Engine::make_ready(const EntryPoint& entry, support::Span span) {
  {
    const Doing doing(Work::deriving, span);
    parts_.differentiator->expand(entry.function);
  }
  const Doing doing(Work::optimising, span);
  core::optimise(program_, entry.function);
#ifndef NDEBUG
  core::verify(program_, entry.function);
#endif
}

std::vector<runtime::Value> Engine::call(const EntryPoint& entry,
                                         std::vector<runtime::Value> args) {
  if (options_.explains && args.empty())
    return call(entry, {}, [] { return std::vector<runtime::Value>(); });
  if (options_.debug_nans) return call_watched(entry, std::move(args));
  const Task task(governor_);
  const Doing doing(Work::evaluating);
  auto results = evaluator().call(entry.function, std::move(args));
  program_[entry.function].evaluated = program_[entry.function].constant;
  return results;
}

Runner::Runner(Engine& engine, eval::Options options)
    : governor_(engine.governor_),
      evaluator_(engine.program_, engine.within_memory(std::move(options))) {}

std::vector<runtime::Value> Runner::call(const EntryPoint& entry,
                                         std::vector<runtime::Value> args) {
  const Task task(governor_);
  const Doing doing(Work::evaluating);
  return evaluator_.call(entry.function, std::move(args));
}

}  // namespace laguz::engine
