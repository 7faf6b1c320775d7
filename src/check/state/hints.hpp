// What a message may add for those who come from another language, or are new to this one.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "check/state/env.hpp"
#include "check/types/typed.hpp"

namespace laguz::check {

/// Is it a module that other languages have for what is in the prelude?
bool is_foreign_module(std::string_view name);

/// For a name that nothing has in [env]: where or how it may be had, if that is likely; else "".
std::string hint_for_unknown(State& state, const Env& env, const ast::QualName& name,
                             NameKind kind);

/// Is an argument a literal in quotes: an operand of +, or of something else?
enum class AsText : std::uint8_t { none, joined, operand };
/// For an array where a number is expected: how it is done to each element; else "".
std::string hint_for_elements(const TypePtr& expected, const TypePtr& actual,
                              AsText as_text = AsText::none);

/// For a type mismatch, what would make [actual] an [expected]; else "". [arguments] are all that a
/// function has been given, the first of which has to be an [expected].
std::string bridge(const TypePtr& expected, const TypePtr& actual,
                   const std::vector<typed::ExpPtr>& arguments = {});

/// For [args], of which the one at [position] is not what the function [name] wants there: what of
/// their order or number others do otherwise; else "". [expected]: what it wants, [rest]: what is
/// left of its type behind that.
std::string order_hint(std::string_view name, std::size_t position, const Type& expected,
                       const TypePtr& rest, const std::vector<typed::ExpPtr>& args);

/// For a field that is asked of what is no record, [type]; else "".
std::string method_hint(State& state, const Env& env, const Type& type, const ast::QualName& field);

/// For [word] behind what is no function: the operator that it is elsewhere; else "".
std::string operator_hint(std::string_view word);

/// Is it called as one of the prelude's derivatives?
bool is_derivative(std::string_view name);

/// For an argument of one of the prelude's derivatives, [function], that is not what it has to be:
/// what that is; else "". [actual]: the type that it has; [position] from 0.
std::string derivative_hint(std::string_view function, std::size_t position, const TypePtr& actual);

/// Asks whether [name], of a field or constructor, is a slip for one of [known]; else "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known,
                         const char* prefix = "");

/// The names of fields or constructors.
template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> out;
  for (const auto& row : rows) out.push_back(row.first);
  return out;
}

/// Those that [rows] has and [others] has not.
template <class Rows, class Others>
std::vector<std::string> names_only_in(const Rows& rows, const Others& others) {
  std::vector<std::string> out;
  for (const auto& row : rows)
    if (std::none_of(others.begin(), others.end(),
                     [&](const auto& other) { return other.first == row.first; }))
      out.push_back(row.first);
  return out;
}

/// Of what only one type has and what only the other one has: the names that may be meant to be the
/// same, as one more line; else "".
std::string ask_whether_same(const std::vector<std::string>& here,
                             const std::vector<std::string>& there, const char* prefix);

}  // namespace laguz::check
