// Types as the checker sees them: with sizes, type parameters and unknowns.
//
// Sizes unify strictly (infer/sizes/unified.cpp): an unknown one with anything in scope, two known
// ones only when they are the same. Lowering still trusts the shapes of values first, and uses a
// size from here where no value shows it (an empty map's rows, `unflatten`, `rep`).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/rare.hpp"
#include "support/scalar_type.hpp"
#include "syntax/ast.hpp"

namespace laguz::check {

using support::ScalarType;

/// A bound value (variable, parameter, definition, size): unique in a session.
using ValId = std::uint32_t;
/// A type parameter or abstract type: unique in a session.
using TypeId = std::uint32_t;

struct Type;
using TypePtr = std::shared_ptr<Type>;
struct Size;
using SizePtr = std::shared_ptr<Size>;
namespace typed {
struct Exp;
}

// ---------------------------------------------------------------------------------------- sizes

/// Nothing is known (yet). Unification links it to another size.
struct SizeMeta {
  SizePtr link{};
  int level = 0;              ///< how deep in scopes it was made
  std::uint32_t born = ~0u;   ///< counts up; the oldest of those that have been linked
  bool may_be_chosen = true;  ///< by a function; not what a parameter or a loop's state has
  std::string name{};         ///< of the size parameter that it stands for, if any: for messages
  bool tentative = false;     ///< its link may be taken back: nobody may follow it for good
};
struct SizeConst {
  std::int64_t value;
};
/// An i64 variable in scope: a parameter `[n]`, a let-bound name, or an existential size, which
/// stands for a length that an expression's result will have (see typed::Exp::existentials).
struct SizeVar {
  ValId id;
  std::string name;
};
/// The values that a size mentions, each once, and how many nodes its expression has.
struct SizeSummary {
  std::vector<std::pair<ValId, std::string>> names;
  std::size_t nodes = 0;
};
/// Any other expression, typed. A reference to a definition (a module-level
/// constant) is one of these too, so a SizeVar is always local. While a definition is being
/// inferred, [exp] may hold a Var with id 0 whose only size stands for it; never afterwards.
struct SizeOf {
  std::shared_ptr<typed::Exp> exp;
  std::shared_ptr<const SizeSummary> summary{};  ///< null while something in [exp] is unknown
  bool settled = false;                          ///< free of such Vars
};

struct Size {
  std::variant<SizeMeta, SizeConst, SizeVar, SizeOf> node;
};

/// Follows links. The result is a SizeMeta only when nothing is known.
SizePtr resolve(SizePtr size);

// ---------------------------------------------------------------------------------------- types

/// Which scalar types a number's type may still be; all_types when it need not be a scalar at all.
struct Constraint {
  std::uint16_t scalars = 0;  ///< 0: unconstrained; else a prims::TypeSet
  bool equality = false;      ///< used with ==
  bool first_order = false;   ///< may not be (or contain) a function
  bool regular = false;       ///< nor choose its own sizes: it may be an array's element
  /// A record that has at least these.
  support::Rare<std::map<std::string, TypePtr>> fields;
  /// A sum that has at least these.
  support::Rare<std::map<std::string, std::vector<TypePtr>>> constructors;

  /// Is nothing known of the shape yet?
  bool is_open() const { return scalars == 0 && fields->empty() && constructors->empty(); }
};
struct TypeMeta {
  std::uint32_t id;
  int level = 0;
  TypePtr link;
  Constraint constraint;
  support::Span origin;
  bool may_be_chosen = true;  ///< the sizes in it (see SizeMeta)
  bool tentative = false;     ///< as in SizeMeta
};
struct TypeScalar {
  ScalarType scalar;
};
struct TypeArray {
  SizePtr size;
  TypePtr element;
};
/// Sorted by field name, numbers numerically; a tuple has the fields "0", "1", ...; `()` has none.
struct TypeRecord {
  std::vector<std::pair<std::string, TypePtr>> fields;
};
/// Sorted by constructor.
struct TypeSum {
  std::vector<std::pair<std::string, std::vector<TypePtr>>> constructors;
};
/// [param] names the argument where sizes in [to] depend on it; [existentials] are sizes of [to]
/// that the function chooses.
struct TypeArrow {
  std::optional<ValId> param;
  TypePtr from, to;
  std::vector<ValId> existentials;
  bool consumes = false;  ///< `*` in the parameter
};
/// A type parameter, rigid inside its definition.
struct TypeParamRef {
  TypeId id;
  std::string name;
  ast::Liftedness lifted = ast::Liftedness::unlifted;
  std::uint16_t scalars =
      0;  ///< 0: any type; else a prims::TypeSet, of what a general function takes
};
/// An abstract type seen from outside its module. [representation] is for lowering only; it is
/// null for the types of a functor's parameter while the functor's body is checked.
struct TypeAbstract {
  TypeId id;
  ast::Liftedness lifted = ast::Liftedness::unlifted;
  std::string name;
  support::Rare<std::vector<TypePtr>> type_args;
  support::Rare<std::vector<SizePtr>> size_args;
  TypePtr representation;
};
/// An accumulator for an array of [element]s.
struct TypeAcc {
  TypePtr array;
};

struct Type {
  std::variant<TypeMeta, TypeScalar, TypeArray, TypeRecord, TypeSum, TypeArrow, TypeParamRef,
               TypeAbstract, TypeAcc>
      node;
  bool unique = false;  ///< `*t`; ignored by unification
  /// Made of scalars, records and sums alone: nothing in it is unknown, has a size, takes anything
  /// or is marked. Walks that look for such things need not go in.
  bool plain = false;
  /// How many types are inside one another, and how many arguments a function takes one after the
  /// other (which do not count as inside). What was unknown when this was made is not counted.
  std::uint16_t depth = 0, arity = 0;
};
/// Walks of a type recurse as deeply as it is deep, and a chain of declarations makes each type
/// deeper than the one before: so there is a limit to both.
inline constexpr std::uint16_t kDeepestType = 500, kMostArity = 1000;

/// What a type of these scalars (a prims::TypeSet) is called: "i32", "number", "integer or bool".
std::string noun(std::uint16_t scalars);

/// Follows links of metas at the root.
TypePtr resolve(TypePtr type);
/// Tells apart sizes, and type parameters, that have the same name: n, n₁, n₂, in the order in
/// which they are shown.
class Naming {
 public:
  std::string size(ValId id, const std::string& name) {
    const auto known = bound_.find(id);
    return known != bound_.end() ? known->second : tell(sizes_[name], id, name);
  }
  std::string unknown(const Size* meta, const std::string& name) {
    return tell(sizes_[name], reinterpret_cast<std::uintptr_t>(meta), name);
  }
  std::string type(TypeId id, const std::string& name) { return tell(types_[name], id, name); }
  /// [id] is bound by a function type. Gives what it is shown as there: [name], told apart from
  /// those [around] it.
  std::string bind(ValId id, const std::string& name, const std::vector<std::string>& around);

 private:
  static std::string tell(std::vector<std::uintptr_t>& ids, std::uintptr_t id,
                          const std::string& name);
  std::map<std::string, std::vector<std::uintptr_t>> sizes_, types_;
  std::map<ValId, std::string> bound_;
};

/// As the user would write it. With [naming], unknown sizes that stand for size parameters have
/// their names.
std::string show(const TypePtr& type, Naming* naming = nullptr);
std::string show(const SizePtr& size, Naming* naming = nullptr);

/// A polymorphic type: ∀ sizes types. type.
struct Scheme {
  std::vector<std::pair<ValId, std::string>> sizes;
  std::vector<TypeParamRef> types;
  TypePtr type;
};

}  // namespace laguz::check
