// What is to be checked: an entry point at values from outside, or a call that has been typed.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ad/slice.hpp"
#include "core/builder.hpp"
#include "engine/ast_builder.hpp"
#include "engine/checked_function.hpp"
#include "engine/engine.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {

using support::Phase;
using support::UserError;

namespace {

/// What the [i]-th parameter of [function] is called, or else where it stands.
std::string parameter_name(const Def* function, std::size_t i) {
  const auto* var = function != nullptr && i < function->params.size()
                        ? std::get_if<check::typed::PatVar>(&function->params[i]->node)
                        : nullptr;
  return var != nullptr ? var->name : fmt::format("argument {}", i + 1);
}

/// The name of a value, or of a part of one, as it is written.
std::optional<std::string> written_name(const ast::ExpPtr& exp) {
  if (const auto* var = std::get_if<ast::Var>(&exp->node); var != nullptr) {
    std::string text;
    for (const ast::Name& qualifier : var->name.quals) text += qualifier + ".";
    return text + var->name.name;
  }
  const auto* part = std::get_if<ast::Project>(&exp->node);
  const auto whole = part != nullptr ? written_name(part->record) : std::nullopt;
  return whole ? std::optional(*whole + "." + part->field.name) : std::nullopt;
}

/// The paths of the flat values that [views] cover, of values called so.
std::vector<LeafPath> paths_of(const std::vector<core::View>& views,
                               const std::vector<std::string>& names) {
  std::vector<LeafPath> paths;
  for (std::size_t i = 0; i < views.size(); ++i)
    for (LeafPath& path : leaf_paths(views[i], names[i])) paths.push_back(std::move(path));
  return paths;
}

/// Whether there may be floats in a value of [type].
bool may_hold_floats(const check::TypePtr& type) {
  const auto& node = check::resolve(type)->node;
  if (const auto* scalar = std::get_if<check::TypeScalar>(&node))
    return support::is_float(scalar->scalar);
  if (const auto* array = std::get_if<check::TypeArray>(&node))
    return may_hold_floats(array->element);
  if (const auto* record = std::get_if<check::TypeRecord>(&node))
    return std::any_of(record->fields.begin(), record->fields.end(),
                       [](const auto& field) { return may_hold_floats(field.second); });
  return true;
}

/// Refuses functions among the arguments of [call], and as what it gives. Tells for each argument
/// whether it is differentiated by.
std::vector<bool> expect_values(const Def& call, std::size_t args) {
  const auto is_arrow = [](const check::TypePtr& type) {
    return std::holds_alternative<check::TypeArrow>(check::resolve(type)->node);
  };
  std::vector<bool> given(args, true);
  if (const auto* apply = std::get_if<check::typed::Apply>(&call.body->node))
    for (std::size_t i = 0; i < apply->args.size(); ++i) {
      const auto& arg = apply->args[i];
      if (is_arrow(arg->type))
        throw UserError(
            {.phase = Phase::type,
             .span = arg->span,
             .message = "A function is no argument that something is differentiated by.",
             .hint = "put it into the function: (\\x -> f g x)."});
      if (apply->args.size() == args) given[i] = may_hold_floats(arg->type);
    }
  if (is_function(call))
    throw UserError({.phase = Phase::type,
                     .span = call.body->span,
                     .message = "This is still a function: it takes more arguments."});
  return given;
}

constexpr const char* kValue = "value'of'the'check";

/// The arguments of [call] that are [given] as constants, whose names are [names], and as another
/// what the function gives of them: the way from these to that one is the function that is checked.
/// The types of the arguments are those that they have in the call. (Sizes are to be known as they
/// are written: what has no floats stays where it is.)
std::vector<ast::DecPtr> declarations_of(const ast::Apply& call, const AstBuilder& build,
                                         const std::vector<bool>& given,
                                         std::vector<ast::Name>& names) {
  std::vector<ast::ExpPtr> args, copies;  // the function may overwrite what it takes
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    names.push_back(given[i] ? fmt::format("argument'of'the'check'{}", i) : "");
    args.push_back(given[i] ? build.var({}, names.back()) : call.args[i]);
    copies.push_back(given[i] ? build.parenthesised(
                                    build.apply(build.var({"intrinsics"}, "copy"), {args.back()}))
                              : call.args[i]);
  }
  const ast::ExpPtr value = build.apply(call.function, std::move(copies));
  std::vector<ast::DecPtr> declarations;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!given[i]) continue;
    ast::ExpPtr body = build.let({}, build.constantly(value), args[i]);
    for (std::size_t k = args.size(); k-- > 0;)
      if (given[k]) body = build.let(names[k], call.args[k], body);
    declarations.push_back(build.define(names[i], body, false));
  }
  declarations.push_back(build.define(kValue, value, false));
  return declarations;
}

}  // namespace

GradientCheck Engine::check_gradient(const Def& def, std::vector<runtime::Value> args,
                                     const GradientCheckOptions& options) {
  const support::Task task(governor_);
  const EntryPoint entry = lower(def);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < entry.params.size(); ++i) names.push_back(parameter_name(&def, i));
  const support::Doing doing(support::Work::evaluating);
  CheckedFunction function(*this, entry.function, std::move(args), options.seed);
  return engine::check_gradient(function, paths_of(entry.params, names), options);
}

GradientCheck Engine::check_gradient(const Scope& scope, std::string name, std::string text,
                                     const GradientCheckOptions& options) {
  const support::Task task(governor_);
  const check::SourcePtr source = next_source(std::move(name), std::move(text));
  const ast::ExpPtr whole = [&] {
    const support::Doing doing(support::Work::checking);
    return syntax::parse_expression(*source);
  }();
  const auto* apply = std::get_if<ast::Apply>(&whole->node);
  if (apply == nullptr)
    throw UserError({.phase = Phase::usage,
                     .span = whole->span,
                     .message = "Expected a function and its arguments.",
                     .hint = "what is more than a name or a literal goes in parentheses."});
  const AstBuilder build(whole->span);
  std::vector<ast::Name> hidden;
  const Scope inner = [&] {
    const support::Doing doing(support::Work::checking);
    const DefPtr call = parts_.checker->check_expression(scope, whole, source);
    const std::vector<bool> given = expect_values(*call, apply->args.size());
    ast::Prog program;
    program.decs.push_back(build.module(declarations_of(*apply, build, given, hidden)));
    return parts_.checker->check_declarations(scope, program, source);
  }();

  const auto called = written_name(apply->function);
  const Def* callee = called ? parts_.checker->lookup(scope, *called) : nullptr;
  const Def& value = find(inner, kValue);
  const EntryPoint result = lower(value);
  std::vector<ad::Given> of;
  std::vector<core::View> views;
  std::vector<std::string> names;
  std::vector<runtime::Value> values;
  core::Function function;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    if (hidden[i].empty()) continue;
    const Def& def = find(inner, hidden[i]);
    const EntryPoint entry = lower(def);
    of.push_back(ad::Given::whole(program_, entry.function));
    views.push_back(entry.result);
    names.push_back(written_name(apply->args[i]).value_or(parameter_name(callee, i)));
    for (const core::Type& type : program_[entry.function].results)
      function.params.push_back(program_.names.bind(type));
    auto given = call(prepare(def), {});
    std::move(given.begin(), given.end(), std::back_inserter(values));
  }
  function.name = value.name;
  function.span = whole->span;
  function.results = program_[result.function].results;
  core::Builder body(program_.names);
  body.span = whole->span;
  core::Body code = body.finish(body.emit({core::Call{result.function, {}}}, function.results));
  {
    const support::Doing doing(support::Work::deriving, whole->span);
    function.body = ad::slice(*parts_.graph, program_, code, of, function.params, {}).body;
  }
  const support::Doing doing(support::Work::evaluating);
  CheckedFunction checked(*this, program_.add(std::move(function)), std::move(values),
                          options.seed);
  return engine::check_gradient(checked, paths_of(views, names), options);
}

}  // namespace laguz::engine
