// Modules: their declarations, expressions and types.
//
// Modules are elaborated, not translated: a functor's body is checked anew for each argument, with
// the argument's real types and values, and gives new definitions each time. (Once more, with an
// argument of which only the module type is known, it is checked where it stands, so that mistakes
// show without any application.) A module type is not a thing either, but an expression in a scope:
// it is elaborated against each module it is matched with. See module_types.cpp.
#pragma once

#include <string>
#include <vector>

#include "check/state/env.hpp"
#include "check/state/state.hpp"

namespace laguz::check::modules {

/// Adds [decs] to [frame], which lies in [parent]. [nested]: in a module that has a name or is the
/// body of a functor, where there are no entry points.
void check_decs(State& state, Frame& frame, const Env* parent, const std::vector<ast::DecPtr>& decs,
                const std::string& prefix, bool top_level, bool may_redefine, bool nested = false);

const Module* check_module(State& state, const Env* env, const ast::ModExpPtr& exp,
                           const std::string& prefix, bool nested = false);
const Module* apply_functor(State& state, const Module& functor, const Module* arg,
                            support::Span span, const std::string& prefix,
                            const std::string& path = {});

/// `with path params = type`, in the scope it was written in.
struct Refinement {
  std::vector<std::string> path;
  const std::vector<ast::TypeParam>* params;
  ast::TypeExpPtr type;
  const Env* env;
  support::Span span;
  bool used = false;
};

/// What a module type is elaborated against.
struct Matching {
  const Module* actual =
      nullptr;          ///< null: any module of that type, of which nothing else is known
  bool opaque = false;  ///< abstract types become new types, else what they stand for
  std::vector<Refinement*> refinements;
  std::string prefix;  ///< of the names of new types and values
  std::string path;    ///< within [actual], for messages
  support::Span span;  ///< of the ascription
  /// Abstract types made so far, through which the comparison with [actual] sees.
  std::vector<TypeId>* made = nullptr;
};

/// The module that [exp] shows of [matching].actual. Throws when that does not have the type.
const Module* check_module_type(State& state, const Env* env, const ast::ModTypeExpPtr& exp,
                                const Matching& matching);

/// Text of a module's type.
std::string show_module(State& state, const Module& module, int indent);

}  // namespace laguz::check::modules
