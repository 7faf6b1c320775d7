// What a constant that holds functions is made of: functions, which are code, and the data in it
// and around its functions, which a core function computes once.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/builder.hpp"
#include "lower/values.hpp"

namespace laguz::lower {

struct Held {
  /// A result of the constant's core function.
  struct Datum {
    core::Binder variable;  ///< what stands for it in [value] and [frames]
    bool is_natural = false;
    std::vector<std::pair<int, Atom>> lengths{};  ///< of dimensions, where they are known
  };
  Value value;
  std::deque<Frame> frames;  ///< of its functions
  std::vector<Datum> data;
};

/// Copies values with the scopes that their functions refer to.
class Transplant {
 public:
  /// What stands for an atom in the copy; nothing: it is not to be had there.
  using OnAtom = std::function<std::optional<Atom>(const Atom& atom)>;
  /// Whether a name's value is copied with its scope.
  using Keeps = std::function<bool(const Frame* frame, ValId id, const Value& value)>;
  /// Called for each function that is copied.
  using OnFunction = std::function<void()>;
  /// What some type parameters stand for in the copy.
  using Types = std::unordered_map<TypeId, ScopedType>;
  Transplant(
      OnAtom atom, Keeps keeps, std::deque<Frame>& into, OnFunction function = [] {},
      Types types = {})
      : atom_(std::move(atom)),
        keeps_(std::move(keeps)),
        function_(std::move(function)),
        types_(std::move(types)),
        into_(into) {}

  /// Nothing when one of its atoms is not to be had.
  std::optional<Value> value(const Value& value);

 private:
  std::optional<ClosurePtr> closure(const ClosurePtr& closure);
  Frame* frame(const Frame* frame);
  ScopedType type(const ScopedType& type) { return {type.type, frame(type.frame)}; }
  std::vector<ScopedType> types(const std::vector<ScopedType>& types);
  std::vector<ScopedSize> sizes(const std::vector<ScopedSize>& sizes);

  OnAtom atom_;
  Keeps keeps_;
  OnFunction function_;
  Types types_;
  std::deque<Frame>& into_;
  std::map<const Frame*, Frame*> frames_;
  std::map<const Closure*, ClosurePtr> closures_;
};

/// Are the data that the constant [def] computes, in the end and on the way, the same whatever its
/// type parameters stand for, because only functions speak of these?
bool has_own_data(const typed::Def& def);

/// The names around the functions in a value that these refer to, by scope.
std::set<std::pair<const Frame*, ValId>> names_around_functions(const Value& value);

}  // namespace laguz::lower
