// What a message may add for those who come from another language, or are new to this one.
#pragma once

#include <string>
#include <vector>

#include "check/env.hpp"
#include "check/typed.hpp"

namespace laguz::check {

/// For a name that nothing has in [env]: where or how it may be had, if that is likely; else "".
std::string hint_for_unknown(State& state, const Env& env, const ast::QualName& name,
                             NameKind kind);

/// For a type mismatch, what would make [actual] an [expected]; else "". [arguments] are all that a
/// function has been given, the first of which has to be an [expected].
std::string bridge(const TypePtr& expected, const TypePtr& actual,
                   const std::vector<typed::ExpPtr>& arguments = {});

}  // namespace laguz::check
