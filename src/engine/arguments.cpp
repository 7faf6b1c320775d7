#include "engine/arguments.hpp"

#include <fmt/format.h>

#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"

namespace laguz::engine {
namespace {

using runtime::Value;
using support::Phase;
using support::UserError;

core::Type core_type(const Value& value) {
  if (const auto* scalar = std::get_if<support::Scalar>(&value)) return {scalar->type, 0, false};
  const auto& array = std::get<runtime::Array>(value);
  return {array.type(), static_cast<std::uint8_t>(array.rank()), false};
}

/// Would a number without a type, being of type [given] so far, be of type [wanted] if it were
/// followed by one?
bool suffix_helps(const core::View& wanted, const core::Type& given) {
  if (wanted.kind != core::View::Kind::leaf || wanted.leaf.rank != given.rank) return false;
  const support::ScalarType type = wanted.leaf.elem;
  return support::is_float(type) || (support::is_integer(type) && !support::is_float(given.elem));
}

}  // namespace

std::string type_of(const Value& value) {
  if (const auto* scalar = std::get_if<support::Scalar>(&value))
    return std::string(name(scalar->type));
  const auto& array = std::get<runtime::Array>(value);
  std::string out;
  for (auto n : array.shape().span()) out += fmt::format("[{}]", n);
  return out + std::string(name(array.type()));
}

std::vector<Value> match_arguments(const lower::EntryPoint& entry, std::vector<Value> values,
                                   const std::function<std::string()>& text) {
  if (values.size() != entry.params.size())
    throw UserError(
        Phase::run, {},
        fmt::format("Entry point \"{}\" expects {} value{}{}, but the input has {}.", entry.name,
                    entry.params.size(), entry.params.size() == 1 ? "" : "s",
                    entry.params.empty() ? std::string()
                                         : fmt::format(" ({})", fmt::join(entry.param_types, ", ")),
                    values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& view = entry.params[i];
    const core::Type given = core_type(values[i]);
    if (view.kind == core::View::Kind::leaf && view.leaf == given) continue;
    UserError error(Phase::run, {},
                    fmt::format("Entry point \"{}\" expects input {} of type {}, but got {}.",
                                entry.name, i, entry.param_types[i], type_of(values[i])));
    if (suffix_helps(view, given)) {
      const auto untyped = runtime::untyped_numbers(text());
      if (i < untyped.size() && untyped[i])
        error.diagnostic().hint = fmt::format(
            "a number is of type i32, or f64 with a point, unless its type follows it, as in 1{}.",
            name(view.leaf.elem));
    }
    throw error;
  }
  return values;
}

std::vector<Value> copies(const std::vector<Value>& values) {
  std::vector<Value> out;
  for (const Value& value : values) {
    if (const auto* array = std::get_if<runtime::Array>(&value))
      out.emplace_back(runtime::Array::owned(*array));
    else
      out.push_back(value);
  }
  return out;
}

}  // namespace laguz::engine
