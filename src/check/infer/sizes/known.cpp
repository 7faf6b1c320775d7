// Sizes that have to be known: by those who call a function, or before something is evaluated.
#include <algorithm>

#include <fmt/format.h>

#include "check/infer/infer.hpp"

namespace laguz::check {

namespace {

bool is_unknown(const SizePtr& size) {
  return std::holds_alternative<SizeMeta>(resolve(size)->node);
}

/// Visits the sizes in the parameters of functions in a type, but for those that the function types
/// around bind themselves, or that an array next to the function shows.
class ParameterSizes {
 public:
  explicit ParameterSizes(support::FunctionRef<void(const SizePtr&)> visit) : visit_(visit) {}

  void operator()(const TypePtr& type) {
    show(type);
    visit(type, false);
  }

 private:
  void show(const TypePtr& type) {
    each_size(type, [&](const SizePtr& size, bool inside) {
      if (!inside) each_id(size, [&](ValId id) { bound_.push_back(id); });
    });
  }

  void visit(const TypePtr& written, bool in_parameter) {
    TypePtr type = resolve(written);
    if (const auto* array = std::get_if<TypeArray>(&type->node)) {
      if (in_parameter) size(array->size);
      visit(array->element, in_parameter);
    } else if (const auto* record = std::get_if<TypeRecord>(&type->node)) {
      for (const auto& field : record->fields) visit(field.second, in_parameter);
    } else if (const auto* sum = std::get_if<TypeSum>(&type->node)) {
      for (const auto& row : sum->constructors)
        for (const auto& payload : row.second) visit(payload, in_parameter);
    } else if (const auto* abstract = std::get_if<TypeAbstract>(&type->node)) {
      if (in_parameter)
        for (const auto& argument : *abstract->size_args) size(argument);
      for (const auto& argument : *abstract->type_args) visit(argument, in_parameter);
    } else if (const auto* arrow = std::get_if<TypeArrow>(&type->node)) {
      const std::size_t before = bound_.size();
      visit(arrow->from, true);
      if (arrow->param) bound_.push_back(*arrow->param);
      bound_.insert(bound_.end(), arrow->existentials.begin(), arrow->existentials.end());
      show(arrow->to);
      visit(arrow->to, false);
      bound_.resize(before);
    }
  }

  void size(const SizePtr& size) {
    bool bound = false;
    each_id(size, [&](ValId id) {
      bound = bound || std::find(bound_.begin(), bound_.end(), id) != bound_.end();
    });
    if (!bound) visit_(size);
  }

  support::FunctionRef<void(const SizePtr&)> visit_;
  std::vector<ValId> bound_;
};

}  // namespace

/// No parameter may need a size that is only made later, inside the function; nor may one of a
/// function that it gives.
void Infer::check_known(const TypePtr& type, Span span) const {
  if (escapes_.empty()) return;
  auto look = [&](const SizePtr& written, const std::string& where) {
    SizePtr size = resolve(written);
    if (!is_unknown(size)) return;
    for (const auto& [meta, needed] : escapes_) {
      if (resolve(meta) != size) continue;
      const std::string name = show(needed);
      type_error(span,
                 fmt::format("Unknown size \"{}\" in {} of \"{}\": it is only made inside.\n"
                             "Existential size would appear in the parameter's type.\nCannot "
                             "generalise the type\n  {}",
                             name, where, source_text(span), show(type)),
                 {}, "unknown-param-def");
    }
  };
  TypePtr at = resolve(type);
  for (std::size_t i = 0; std::holds_alternative<TypeArrow>(at->node); ++i) {
    const auto& arrow = std::get<TypeArrow>(at->node);
    each_size(arrow.from,
              [&](const SizePtr& size, bool) { look(size, fmt::format("parameter {}", i + 1)); });
    at = resolve(arrow.to);
  }
  auto in_result = [&](const SizePtr& size) { look(size, "a function in the result"); };
  ParameterSizes{in_result}(at);
  each_size(at, [&](const SizePtr& written, bool inside) {
    SizePtr size = resolve(written);
    if (inside || !is_unknown(size)) return;
    for (const auto& [meta, needed] : escapes_)
      if (resolve(meta) == size)
        type_error(
            span,
            fmt::format("Causality check: size \"{}\" needed for type of what \"{}\" gives:\n"
                        "  {}\nbut it is only made in a part of it.",
                        show(needed), source_text(span), show(at)),
            "bind the expression that makes it with 'let' beforehand.", "causality-check");
  });
}

/// A function that was given [arg] leaves a function of type [rest]. Sizes that [arg] chooses,
/// which are those from [first] on, may not be sizes of what that one takes: nobody could say them.
void Infer::check_argument_sizes(const TypePtr& rest, ValId first, const std::string& called,
                                 const typed::ExpPtr& arg) const {
  auto look = [&](const SizePtr& size) {
    bool chosen = false;
    each_id(size, [&](ValId id) { chosen = chosen || (id >= first && floating_.count(id) != 0); });
    if (chosen)
      type_error(
          arg->span,
          fmt::format("Cannot apply {} to \"{}\" (invalid type).\nExistential size would "
                      "appear in function parameter of return type:\n  {}\n\"{}\" is chosen by "
                      "the argument, each time anew.",
                      called, source_text(arg->span), show(rest), show(size)),
          "give what it chooses a name with 'let', in a function of its own.",
          "existential-param-ret");
  };
  ParameterSizes{look}(rest);
}

void Infer::check_made_inside(const typed::Pat& pat) const {
  if (escapes_.empty()) return;
  each_size(pat.type, [&](const SizePtr& written, bool) {
    SizePtr size = resolve(written);
    if (!is_unknown(size)) return;
    for (const auto& [meta, needed] : escapes_)
      if (resolve(meta) == size)
        type_error(pat.span,
                   fmt::format("Causality check: size \"{}\" needed for type of the parameter "
                               "\"{}\":\n  {}\nbut it is only made inside of the function.",
                               show(needed), source_text(pat.span), show(pat.type)),
                   "bind the expression that makes it with 'let' beforehand.", "causality-check");
  });
}

void Infer::check_lambda_params() {
  for (const auto& param : lambda_params_) {
    const typed::Pat& pat = *param;
    check_made_inside(pat);
    each_size(pat.type, [&](const SizePtr& written, bool inside) {
      SizePtr size = resolve(written);
      if (!inside && is_unknown(size) && !state_.in_prelude(pat.span))
        size_checks_.push_back({size,
                                fmt::format("Ambiguous size in the type of the parameter \"{}\":\n"
                                            "  {}",
                                            source_text(pat.span), show(pat.type)),
                                pat.span});
      const auto* var = std::get_if<SizeVar>(&size->node);
      if (inside || !var || !floating_.count(var->id) || opened_.count(var->id)) return;
      type_error(
          pat.span,
          fmt::format("The parameter \"{}\" would have the type\n  {}\nbut \"{}\" is the name "
                      "of an argument before it, which its own type does not say.",
                      source_text(pat.span), show(pat.type), var->name),
          fmt::format("name that argument, and write the type: \\{} ({}: {}) -> ...", var->name,
                      source_text(pat.span), show(pat.type)));
    });
  }
  lambda_params_.clear();
}

/// A section's operator gets its type before the operand is evaluated.
void Infer::check_sections() const {
  for (const auto& section : sections_)
    each_size(section.op->type, [&](const SizePtr& size, bool) {
      each_id(size, [&](ValId id) {
        if (id < section.first || id >= section.last || !unknown_.count(id)) return;
        type_error(section.span,
                   fmt::format("Causality check: size \"{}\" needed for type of operator section:\n"
                               "  {}\nBut \"{}\" is only computed by its operand.",
                               show(size), show(section.op->type), show(size)),
                   "bind the operand with 'let' beforehand.", "causality-check");
      });
    });
}

/// Where one branch leaves open what another one makes, only a caller could say what it is.
void Infer::check_branch_sizes(const std::vector<typed::PatPtr>& params) {
  for (const auto& check : branch_sizes_) {
    SizePtr size = resolve(check.size);
    bool given = false;
    for (const auto& param : params)
      each_size(param->type,
                [&](const SizePtr& other, bool) { given = given || resolve(other) == size; });
    if (!given && is_unknown(size))
      type_error(check.span, check.message,
                 "bind the expression that makes it with 'let' beforehand.", "causality-check");
  }
  branch_sizes_.clear();
}

}  // namespace laguz::check
