// Modules and what is in them, as messages and the prompt show them.
#include "check/modules/show_modules.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "check/modules/modules.hpp"

namespace laguz::check::modules {

using ast::Liftedness;

const char* describe(Liftedness lifted) {
  switch (lifted) {
    case Liftedness::unlifted: return "a non-lifted type";
    case Liftedness::size_lifted: return "a size-lifted type";
    case Liftedness::lifted: return "a lifted type";
  }
  return "";
}

const char* mark(Liftedness lifted) {
  switch (lifted) {
    case Liftedness::unlifted: return "";
    case Liftedness::size_lifted: return "~";
    case Liftedness::lifted: return "^";
  }
  return "";
}

std::string show_type_param(const TypeParamRef& param) {
  return std::string(" '") + mark(param.lifted) + param.name;
}

namespace {

std::string show_params(const std::vector<TypeArgument>& params) {
  std::string out;
  for (const auto& param : params)
    out += param.is_size ? " [" + param.name + "]" : show_type_param(param.type);
  return out;
}

}  // namespace

std::string show_head(const std::string& name, Liftedness lifted,
                      const std::vector<TypeArgument>& params) {
  return fmt::format("type{} {}{}", mark(lifted), name, show_params(params));
}

std::string show_type(const std::string& name, const TypeBinding& binding) {
  const std::string head = show_head(name, binding.lifted, binding.params);
  return binding.abstract ? head : head + " = " + show(binding.type);
}

std::string show_definition(const std::string& name, const TypeBinding& binding) {
  const auto* abstract = std::get_if<TypeAbstract>(&resolve(binding.type)->node);
  // A functor's parameter has no name outside.
  if (binding.abstract && abstract && !abstract->representation) return show_type(name, binding);
  return show_head(name, binding.lifted, binding.params) + " = " + show(binding.type);
}

std::string show_scheme(const Scheme& scheme) {
  std::string out;
  for (const auto& size : scheme.sizes) out += " [" + size.second + "]";
  for (const auto& param : scheme.types) out += show_type_param(param);
  return out + ": " + show(scheme.type);
}

std::string show_module(State& state, const Module& module, int indent) {
  const std::string pad(static_cast<std::size_t>(indent) * 2, ' ');
  if (module.is_functor()) return "(" + module.param.value_or("_") + ": ...) -> ...";
  if (!state.whole(module).frame) return "{...}";
  const Frame& frame = *module.frame;
  std::vector<std::pair<std::uint32_t, std::string>> lines;
  auto last = [](const auto& entries) {
    for (auto it = entries.rbegin(); it != entries.rend(); ++it)
      if (it->exported) return &*it;
    return static_cast<decltype(&*entries.rbegin())>(nullptr);
  };
  for (const auto& [name, entries] : frame.types())
    if (const auto* entry = last(entries))
      lines.emplace_back(entry->at, show_type(name, *entry->value));
  for (const auto& [name, entries] : frame.terms())
    if (const auto* entry = last(entries)) {
      const bool symbol =
          std::isalpha(static_cast<unsigned char>(name.front())) == 0 && name.front() != '_';
      const std::string shown = symbol ? "(" + name + ")" : name;
      if (const auto* value = std::get_if<const ValueBinding*>(&entry->value))
        lines.emplace_back(entry->at, "val " + shown + show_scheme((*value)->scheme));
      else
        lines.emplace_back(
            entry->at, "module " + name + ": " +
                           show_module(state, *std::get<const Module*>(entry->value), indent + 1));
    }
  std::sort(lines.begin(), lines.end());
  std::string out = "{";
  for (const auto& line : lines) out += "\n" + pad + "  " + line.second;
  return out + "\n" + pad + "}";
}

}  // namespace laguz::check::modules
