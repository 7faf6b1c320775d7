// Sizes as expressions: comparing, showing, substituting.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>

#include "check/types/typed.hpp"
#include "check/types/types.hpp"
#include "support/function_ref.hpp"

namespace laguz::check {

// ------------------------------------------------------------------------------------- building

/// Throws UserError (without a place) when the type is too deep: see kDeepestType.
TypePtr make_type(decltype(Type::node) node, bool unique = false);
/// Refuses a type that is so deep, or a function that takes so many arguments.
void refuse_deep_types(std::size_t depth, std::size_t arity);
TypePtr scalar_type(ScalarType scalar);
TypePtr array_of(SizePtr size, TypePtr element);
/// A tuple; `()` of nothing.
TypePtr tuple_of(const std::vector<TypePtr>& parts);
/// [type] with or without a `*` at its root, which scalars and functions never have; shares [type]
/// where nothing changes.
TypePtr with_unique(const TypePtr& type, bool unique);
SizePtr size_const(std::int64_t value);
SizePtr size_var(ValId id, std::string name);
/// "0", "1", ..., and before names: the order of fields in a record type.
bool field_less(const std::string& a, const std::string& b);
/// The position of [name] among a record type's fields, or their number.
template <class Fields>
std::size_t find_field(const Fields& fields, const std::string& name) {
  const auto at = std::lower_bound(
      fields.begin(), fields.end(), name,
      [](const auto& field, const std::string& other) { return field_less(field.first, other); });
  const bool found = at != fields.end() && at->first == name;
  return found ? static_cast<std::size_t>(at - fields.begin()) : fields.size();
}
/// The first of [names] that is there before, in a text's order; their number when there is none.
std::size_t find_duplicate(const std::vector<std::string_view>& names);

// ---------------------------------------------------------------------------- size expressions

/// The size that [exp] (of type i64) stands for; null when it may not be a size, because it binds
/// a name. [local] says whether an id is a local variable.
SizePtr size_of_exp(const typed::ExpPtr& exp, support::FunctionRef<bool(ValId)> local);
/// The other way round. A size that is not known becomes a placeholder (see SizeOf).
typed::ExpPtr exp_of_size(const SizePtr& size);
/// Both known, and the same whatever the values are.
bool same_size(const SizePtr& a, const SizePtr& b);
bool same_exp(const typed::Exp& a, const typed::Exp& b);
std::string size_text(const typed::Exp& exp, Naming* naming = nullptr);
/// The operands of two compound sizes that apply the same function; nothing for any other sizes.
std::vector<std::pair<SizePtr, SizePtr>> similar_parts(const SizePtr& a, const SizePtr& b);
/// Makes the expression of a SizeOf free of placeholders; it becomes unknown if one stays unknown.
void settle(const SizePtr& size);
/// Sums up a SizeOf in which nothing is unknown, so that nobody has to walk it again: sizes are
/// made of sizes. Not while a unification may be taken back.
void summarise(const SizePtr& size);
/// Too large an expression to be of use as a size, or one that keeps too many others? Sizes that
/// are made of sizes, again and again, would otherwise grow exponentially; and those that are made
/// of arrays of such sizes, one after the other, would never be let go of.
bool is_unwieldy(const SizePtr& size);
/// Is [meta] (unresolved) part of [size]?
bool occurs(const Size* meta, const SizePtr& size);

// ---------------------------------------------------------------------------------- traversals

/// Visits the ids of all values a size mentions.
void each_id(const SizePtr& size, support::FunctionRef<void(ValId)> visit);
/// The same, with their names.
void each_name(const SizePtr& size, support::FunctionRef<void(ValId, const std::string&)> visit);
/// Visits all sizes in a type once per shared part. [inside]: within a function's type.
void each_size(const TypePtr& type, support::FunctionRef<void(const SizePtr&, bool inside)> visit);
/// Visits every part of a type (resolved), once per shared part, outermost first; not those that
/// are made of nothing but scalars (Type::plain). Throws UserError when the type is too deep.
void each_part(const TypePtr& type, support::FunctionRef<void(const TypePtr&)> visit);
bool mentions(const TypePtr& type, ValId id);
/// Is there an array in [type], outside of functions and of the arguments of abstract types, whose
/// length is just [id]? Then a value of the type shows what [id] is.
bool is_constructive(const TypePtr& type, ValId id);
/// The name by which [type] mentions the size [id]; empty if it does not.
std::string size_name(const TypePtr& type, ValId id);

/// Rewrites a type from the inside out; shares what does not change, and does each part once.
class TypeRewriter {
 public:
  TypePtr operator()(const TypePtr& type);

 protected:
  ~TypeRewriter() = default;
  virtual SizePtr size(const SizePtr& size) = 0;
  virtual TypePtr param(const TypePtr& type, const TypeParamRef& param);
  virtual TypePtr arrow(const TypePtr& type, const TypeArrow& arrow);
  virtual TypePtr abstract(const TypePtr& type, const TypeAbstract& abstract);

 private:
  TypePtr rewrite(const TypePtr& type);
  /// Rewrites each; has any of them changed?
  bool rewrite_all(std::vector<TypePtr>& types);
  /// What has been made of which type; of a large type there is an index.
  std::vector<std::pair<TypePtr, TypePtr>> done_;
  std::unordered_map<const Type*, std::size_t> index_;
};

/// Replaces type parameters and sizes.
class Subst final : public TypeRewriter {
 public:
  boost::container::small_flat_map<TypeId, TypePtr, 4> types;
  boost::container::small_flat_map<ValId, SizePtr, 4> sizes;

  bool empty() const { return types.empty() && sizes.empty(); }
  TypePtr operator()(const TypePtr& type);
  SizePtr operator()(const SizePtr& size) { return this->size(size); }
  typed::ExpPtr operator()(const typed::ExpPtr& exp);

 private:
  SizePtr size(const SizePtr& size) override;
  TypePtr param(const TypePtr& type, const TypeParamRef& param) override;
  /// [exp], which instantiates a scheme with those; [exp] itself where nothing changes.
  typed::ExpPtr instance(const typed::ExpPtr& exp, const std::vector<TypePtr>& types_in,
                         const std::vector<SizePtr>& sizes_in);
};

}  // namespace laguz::check
