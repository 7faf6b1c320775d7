// Matching: a walk through a module type's specs, against a module (see module_types.cpp).
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/infer/infer.hpp"
#include "check/modules/modules.hpp"

namespace laguz::check::modules {

/// Makes the module that a module type shows of [matching].actual.
class Matcher {
 public:
  Matcher(State& state, const Matching& matching) : state_(state), matching_(matching) {}

  const Module* module_type(const Env* env, const ast::ModTypeExpPtr& exp);

 private:
  /// Refuses [functor] if it is its parameter that wants more than [arg] has.
  void check_parameter(const Module& functor, const Module* arg);
  void require_structure();
  const Module* with(const Env* env, const ast::ModTypeWith& x, support::Span span);
  std::string path(const std::string& name) const { return matching_.path + name; }
  void add(Frame& frame, const Env* env, const ast::Spec& spec);
  void add_module(Frame& frame, const Env* env, const ast::ModSpec& x, const ast::Spec& spec);

  // Types (matched_types.cpp).
  /// The same type constructor? Compares their bodies with the same arguments.
  bool same_constructor(const Env* env, const TypeBinding& a, const TypeBinding& b);
  void see_through(Infer& infer) const;
  /// [type] as the module sees it: its abstract types are what they stand for.
  TypePtr opened(const Infer& infer, const TypePtr& type) const;
  TypeBinding* abstract_type(const std::string& name, ast::Liftedness lifted,
                             const std::vector<TypeArgument>& params, TypePtr representation);
  void add_type(Frame& frame, const Env* env, const ast::TypeSpec& x, const ast::Spec& spec);
  /// An abstract type of the module type.
  TypeBinding* abstract(const Env* env, const ast::TypeSpec& x, const TypeBinding* actual);
  Refinement* refined(const std::string& name) const;
  void check_refinement(const Refinement& refinement, const ast::TypeSpec& x);
  /// What [refinement] makes of the abstract type [x]. It may be more lifted than that, or leave
  /// size parameters out.
  TypeBinding* refined_type(const Refinement& refinement, const ast::TypeSpec& x);

  // Values (matched_values.cpp).
  void add_value(Frame& frame, const Env* env, const ast::ValSpec& x, const ast::Spec& spec);
  /// [env], where types that refinements have given sizes of their own have those in [sizes]: a
  /// value has any such sizes.
  const Env* with_sizes(const Env* env, std::vector<SizeBinder>& sizes);
  /// [stated], the spec's binding, becomes a view of [actual].
  void match_value(ValueBinding& stated, const ValueBinding& actual, const Env* env);
  /// If [actual] would do but for the liftedness of a type parameter: what is wrong with that.
  std::optional<std::string> lifted_difference(const ValueBinding& stated,
                                               const ValueBinding& actual, const Env* env);
  /// [text] with the module's own names as they are called in it.
  std::string from_inside(const std::string& text) const;

  State& state_;
  Matching matching_;
  std::unordered_set<std::string> declared_;
  /// Refined types that have sizes of their own, and the names they have.
  std::vector<std::pair<std::string, const TypeBinding*>> sized_;
};

}  // namespace laguz::check::modules
