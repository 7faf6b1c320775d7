// What lowering computes with: values whose functions are known, and the scopes they live in.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "check/types/typed.hpp"
#include "lower/layout.hpp"

namespace laguz::lower {

namespace typed = check::typed;
using check::Scheme;
using check::Size;
using check::SizeConst;
using check::SizeMeta;
using check::SizeOf;
using check::SizePtr;
using check::SizeVar;
using check::TypeAbstract;
using check::TypeAcc;
using check::TypeArray;
using check::TypeArrow;
using check::TypeId;
using check::TypeMeta;
using check::TypeParamRef;
using check::TypePtr;
using check::TypeRecord;
using check::TypeScalar;
using check::TypeSum;
using check::ValId;
using core::Atom;
using core::Atoms;

struct Frame;
/// A type together with the scope of its sizes and type parameters.
struct ScopedType {
  TypePtr type;
  Frame* frame = nullptr;
};
struct ScopedSize {
  SizePtr size;
  Frame* frame = nullptr;
};

struct Closure;
using ClosurePtr = std::shared_ptr<const Closure>;

struct Value;
using Values = std::vector<Value>;

/// The parts of a value, which its copies share: the same record is bound and passed on again and
/// again. Reads as a vector.
class Parts {
 public:
  Parts() = default;
  Parts(Values parts);  // NOLINT(google-explicit-constructor): they are the vector
  std::size_t size() const;
  bool empty() const { return parts_ == nullptr; }
  Values::const_iterator begin() const;
  Values::const_iterator end() const;
  const Value& operator[](std::size_t i) const;
  const Value& at(std::size_t i) const;
  /// To be changed: the parts of this copy alone.
  Values& edit();

 private:
  const Values& get() const;
  std::shared_ptr<Values> parts_;
};

/// A source value during lowering. Data are core atoms in the order of the layout's leaves; a
/// record is taken apart; functions are closures that are applied by lowering their body again.
struct Value {
  const Layout* layout = nullptr;
  /// scalar, array, sum: the leaves; acc: the accumulator's variable.
  Atoms atoms;
  /// record: the fields in the layout's order; sum that is static: the payload of [constructor].
  Parts parts;
  std::size_t constructor = 0;  ///< sum that is static
  ClosurePtr closure;           ///< function

  const Atom& atom() const { return atoms.front(); }
  const Value& part(const std::string& field) const { return parts[layout->field(field)]; }
};

inline const Values& Parts::get() const {
  static const Values none;
  return parts_ ? *parts_ : none;
}
inline Parts::Parts(Values parts)
    : parts_(parts.empty() ? nullptr : std::make_shared<Values>(std::move(parts))) {}
inline std::size_t Parts::size() const { return get().size(); }
inline Values::const_iterator Parts::begin() const { return get().begin(); }
inline Values::const_iterator Parts::end() const { return get().end(); }
inline const Value& Parts::operator[](std::size_t i) const { return get()[i]; }
inline const Value& Parts::at(std::size_t i) const { return get().at(i); }
inline Values& Parts::edit() {
  if (!parts_) {
    parts_ = std::make_shared<Values>();
  } else if (parts_.use_count() > 1) {
    parts_ = std::make_shared<Values>(*parts_);
  }
  return *parts_;
}

struct LambdaClosure {
  const typed::Lambda* lambda;
  Frame* frame;
};
/// A local function, with what its explicit type and size parameters stand for.
struct LocalClosure {
  const typed::LetFun* function;
  Frame* frame;
  std::vector<ScopedType> types;
  std::vector<ScopedSize> sizes;
};
struct DefClosure {
  const typed::Def* def;
  std::vector<ScopedType> types;
  std::vector<ScopedSize> sizes;
};
/// [type]: the instantiated type of the whole function.
struct IntrinsicClosure {
  const typed::Intrinsic* intrinsic;
  ScopedType type;
};
struct PartialClosure {
  ClosurePtr function;
  Values args;
};
/// A hole of a function type: applying it fails.
struct HoleClosure {
  ScopedType type;
  support::Span span;
};
struct Closure {
  std::variant<LambdaClosure, LocalClosure, DefClosure, IntrinsicClosure, PartialClosure,
               HoleClosure>
      node;
};

/// The scope of one lowering of a function's body. Ids are unique in the source, so all binders of
/// a body share one frame; a body that is lowered again (inlined) has another.
struct Frame {
  Frame* parent = nullptr;
  std::unordered_map<ValId, Value> values;
  std::unordered_map<TypeId, ScopedType> types;

  const Value* find(ValId id) const {
    for (const Frame* frame = this; frame; frame = frame->parent)
      if (auto found = frame->values.find(id); found != frame->values.end()) return &found->second;
    return nullptr;
  }
  const ScopedType* find_type(TypeId id) const {
    for (const Frame* frame = this; frame; frame = frame->parent)
      if (auto found = frame->types.find(id); found != frame->types.end()) return &found->second;
    return nullptr;
  }
};

/// The data atoms of a value in leaf order; functions and accumulators have none.
void flatten(const Value& value, Atoms& into);
Atoms flatten(const Value& value);
/// A value of [layout], which is not static, from its leaves; moves [at] past them.
Value unflatten(const Layout* layout, Atoms::const_iterator& at);
Value unflatten(const Layout* layout, const Atoms& atoms);
/// A value of [layout], whose only static parts are the accumulators in [accs]; moves both past it.
Value unflatten(const Layout* layout, Atoms::const_iterator& at, Atoms::const_iterator& accs);
/// The variables of the accumulators in a value, functions left out, and their layouts.
struct Accumulator {
  const Layout* layout;
  Atom atom;
};
void accumulators(const Value& value, std::vector<Accumulator>& into);
std::vector<Accumulator> accumulators(const Value& value);
/// Which leaves of a value are the tags of sums.
std::vector<bool> tags_of(const Value& value);
/// [like] with other data: its functions and accumulators are kept.
Value rebuild(const Value& like, Atoms::const_iterator& at);
Value rebuild(const Value& like, const Atoms& atoms);
/// [like] with other accumulators.
Value with_accumulators(const Value& like, Atoms::const_iterator& accs);

/// The atoms of [value] as an element of an array: its leaves, or one `u8` when it has none.
Atoms element_atoms(const Value& value);
/// The types of an element's atoms.
std::vector<core::Type> element_types(const Layout* element);
/// An element from those atoms.
Value from_element(const Layout* element, const Atoms& atoms);

Value scalar_value(Layouts& layouts, const Atom& atom);
Value array_value(Layouts& layouts, const Layout* element, Atoms columns);
Value tuple_value(Layouts& layouts, Values parts);
Value function_value(Layouts& layouts, Closure closure);

}  // namespace laguz::lower
