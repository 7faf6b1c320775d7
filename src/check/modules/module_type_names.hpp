// What module types name, found in their text.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "check/state/env.hpp"

namespace laguz::check::modules {

const ModuleTypeBinding* find_module_type(const Env* env, const ast::QualName& name);

/// The last of the names [path], or, if [exp] specifies it as another name of one of its abstract
/// types, that type's: it is the one that `with` refines.
std::string unaliased(State& state, const Env* env, const ast::ModTypeExp& exp,
                      const std::vector<std::string>& path);

/// The abstract types of [included], a module type that `include` names, of which [env] has others
/// called the same.
std::set<std::string> shadowed_types(State& state, const Env& env, const Module& included);

}  // namespace laguz::check::modules
