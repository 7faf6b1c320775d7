// What a value may share its memory with.
//
// An Aliased mirrors a type as far as anything is known of its parts: a pair's components may alias
// different variables. It is expanded when a part is asked for, so that shared types stay shared.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/consumption/alias_sets.hpp"
#include "check/types/types.hpp"
#include "support/function_ref.hpp"

namespace laguz::check::consumption {

struct Aliased;
using AliasedPtr = std::shared_ptr<const Aliased>;
struct Aliased {
  TypePtr type;                   ///< resolved
  AliasSet own;                   ///< of every part
  std::vector<AliasedPtr> parts;  ///< of a record's fields or a sum's payloads, in the type's
                                  ///< order; empty when they differ in nothing
  AliasSet all;                   ///< own, and those of all parts
};

/// Do parts that share memory forbid each other to be marked? Those of a sum may, if all of them
/// are consumed together: not with functions among them. [type] is resolved.
bool tells_parts_apart(const TypePtr& type);

class Aliasing {
 public:
  AliasSets sets;
  /// Definitions outside, which only arrays in them alias.
  std::unordered_set<ValId> globals;

  /// May a value of [type] share memory?
  bool carries(const TypePtr& type);
  AliasedPtr none(const TypePtr& type) { return uniform(type, {}); }
  AliasedPtr uniform(const TypePtr& type, AliasSet own);
  AliasedPtr compound(const TypePtr& type, std::vector<AliasedPtr> parts, AliasSet own = {});
  /// The record's field, or the sum's payload, of that position; [type] if the value's own type
  /// does not show it.
  AliasedPtr part(const AliasedPtr& value, std::size_t index, const TypePtr& type);
  AliasedPtr field(const AliasedPtr& value, const std::string& name, const TypePtr& type);
  AliasedPtr payload(const AliasedPtr& value, const std::string& constructor, std::size_t index,
                     const TypePtr& type);
  AliasedPtr with(const AliasedPtr& value, const AliasSet& more);
  AliasedPtr without(const AliasedPtr& value, const std::unordered_set<ValId>& vars);
  AliasedPtr combine(const AliasedPtr& a, const AliasedPtr& b);

  /// Visits the values in [value] that records are made of, once per shared part.
  void each_leaf(const AliasedPtr& value, support::FunctionRef<void(const Aliased&)> visit);
  /// Those of arrays, not of functions.
  AliasSet of_arrays(const AliasedPtr& value);
  /// Do two components share memory?
  bool aliases_itself(const AliasedPtr& value);
  /// How many components (see tells_parts_apart) may share memory by themselves; at most 2.
  /// Something [hidden] counts as that many: nothing is known of it.
  int components(const TypePtr& type, int hidden);

 private:
  std::array<AliasedPtr, support::kScalarTypes> scalars_;  ///< made when asked for
  std::unordered_map<const Type*, bool> carries_;
  std::array<std::unordered_map<const Type*, int>, 2> components_;  ///< by `hidden`, less one
  std::vector<TypePtr> keep_;                                       ///< keys stay alive
};

}  // namespace laguz::check::consumption
