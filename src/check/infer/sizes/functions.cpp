// Types of functions: which sizes their parameters and results may mention.
#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/types/marks.hpp"

namespace laguz::check {

TypePtr Infer::arrow(const typed::PatPtr& param, TypePtr to,
                     const std::vector<SizeBinder>& existentials) {
  TypeArrow arrow;
  arrow.from = without_marks(param->type);
  if (const auto* var = std::get_if<typed::PatVar>(&param->node); var && mentions(to, var->id))
    arrow.param = var->id;
  arrow.to = std::move(to);
  for (const auto& binder : existentials) arrow.existentials.push_back(binder.first);
  arrow.consumes = is_marked_inside(param->type);
  return make_type(std::move(arrow));
}

namespace {

/// Visits the names that [pattern] binds. [inside]: in a part of it.
void each_bound_name(const typed::Pat& pattern,
                     support::FunctionRef<void(const typed::PatVar&, bool inside)> visit) {
  std::vector<const typed::Pat*> open{&pattern};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const typed::Pat* pat = open[i];
    if (const auto* var = std::get_if<typed::PatVar>(&pat->node)) visit(*var, pat != &pattern);
    if (const auto* record = std::get_if<typed::PatRecord>(&pat->node))
      for (const auto& field : record->fields) open.push_back(field.second.get());
    if (const auto* constr = std::get_if<typed::PatConstr>(&pat->node))
      for (const auto& arg : constr->args) open.push_back(arg.get());
  }
}

}  // namespace

void Infer::deepen(const typed::PatPtr& param) {
  ++depth_;
  each_bound_name(*param, [&](const typed::PatVar& var, bool) {
    levels_[var.id] = depth_;
    own_params_.insert(var.id);
  });
}

/// What a parameter binds inside of itself, its caller does not know by name.
void Infer::check_result_names(const std::vector<typed::PatPtr>& params, const TypePtr& result,
                               Span span) const {
  for (const auto& param : params)
    each_bound_name(*param, [&](const typed::PatVar& var, bool inside) {
      if (inside && mentions(result, var.id))
        type_error(
            span,
            fmt::format("The type of the result\n  {}\nmentions \"{}\", which is a part of a "
                        "parameter: a caller does not know it by that name.",
                        source_text(span), var.name),
            "give the size a parameter of its own.", "inaccessible-size");
    });
}

/// A parameter's sizes may depend on those before it, not on those after it, nor on what is bound
/// inside of one.
void Infer::check_order(const std::vector<typed::PatPtr>& params) const {
  std::unordered_map<ValId, std::size_t> position;
  const std::size_t never = params.size();
  for (std::size_t i = 0; i < params.size(); ++i)
    each_bound_name(*params[i], [&](const typed::PatVar& var, bool inside) {
      position.emplace(var.id, inside ? never : i);
    });
  for (std::size_t i = 0; i < params.size(); ++i)
    each_size(params[i]->type, [&](const SizePtr& size, bool) {
      each_name(size, [&](ValId id, const std::string& name) {
        auto found = position.find(id);
        if (found == position.end() || found->second < i) return;
        const std::string param = source_text(params[i]->span);
        if (found->second == never)
          type_error(params[i]->span,
                     fmt::format("The parameter \"{}\" has the type\n  {}\nwhich mentions \"{}\", "
                                 "a part of a parameter: a caller does not know it by that name.",
                                 param, show(params[i]->type), name),
                     "give the size a parameter of its own, or a type that does not mention it.",
                     "inaccessible-size");
        type_error(params[i]->span,
                   fmt::format("The parameter \"{}\" would need size \"{}\" (scope violation): "
                               "\"{}\" is not in scope where it is introduced.",
                               param, show(size), name),
                   {}, "scope-violation");
      });
    });
}

TypePtr Infer::function_type(const std::vector<typed::PatPtr>& params, TypePtr result,
                             std::vector<SizeBinder> existentials, int depth,
                             const std::vector<SizeBinder>& sizes) {
  if (params.empty()) return result;
  check_order(params);
  // A parameter that is just a name may be mentioned by what follows it.
  std::vector<std::pair<ValId, int>> named;
  for (const auto& param : params)
    if (const auto* var = std::get_if<typed::PatVar>(&param->node)) {
      named.emplace_back(var->id, level_of(var->id));
      levels_[var->id] = depth;
    }
  for (const auto& binder : existentials) levels_[binder.first] = depth;
  for (const auto& binder : sizes) levels_[binder.first] = depth;
  TypePtr type = hide(result, depth, existentials);
  for (auto it = params.rbegin(); it != params.rend(); ++it) {
    type = arrow(*it, std::move(type), existentials);
    existentials.clear();
  }
  for (const auto& [id, level] : named) levels_[id] = level;
  return type;
}

}  // namespace laguz::check
