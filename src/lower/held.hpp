// What a constant that holds functions is made of: functions, which are code, and the data in it
// and around its functions, which a core function computes once.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
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
  /// What stands for the constant's size parameters in [value] and [frames], by their number.
  std::map<core::VarId, std::size_t> sizes;
  /// Whether more than their own names stand for them: all are to be known where it is used.
  bool needs_sizes = false;
};

/// The type that stands for the type parameter [which] of a constant that is lowered for any.
TypePtr open_type(std::size_t which);
/// Which one [type] stands for, if it does.
std::optional<std::size_t> parameter_of(const TypePtr& type);

/// Copies values with the scopes that their functions refer to.
class Transplant {
 public:
  /// What stands for an atom in the copy; nothing: it is not to be had there.
  using OnAtom = std::function<std::optional<Atom>(const Atom& atom)>;
  /// Whether a name's value is copied with its scope.
  using Keeps = std::function<bool(const Frame* frame, ValId id, const Value& value)>;
  /// Called for each function that is copied.
  using OnFunction = std::function<void()>;
  /// What a constant that is lowered for any types has in the copy.
  struct Instance {
    std::vector<ScopedType> types;  ///< for its parameters
    /// A value whose layout is open, without its parts, with these types; nothing: it has none.
    std::function<std::optional<Value>(const Value& value)> data;
  };
  Transplant(
      OnAtom atom, Keeps keeps, std::deque<Frame>& into, OnFunction function = [] {},
      const Instance* instance = nullptr)
      : atom_(std::move(atom)),
        keeps_(std::move(keeps)),
        function_(std::move(function)),
        instance_(instance),
        into_(into) {}

  /// Nothing when one of its atoms is not to be had.
  std::optional<Value> value(const Value& value);

 private:
  std::optional<ClosurePtr> closure(const ClosurePtr& closure);
  Frame* frame(const Frame* frame);
  ScopedType type(const ScopedType& type);
  std::vector<ScopedType> types(const std::vector<ScopedType>& types);
  std::vector<ScopedSize> sizes(const std::vector<ScopedSize>& sizes);

  OnAtom atom_;
  Keeps keeps_;
  OnFunction function_;
  const Instance* instance_;  ///< or null
  std::deque<Frame>& into_;
  std::map<const Frame*, Frame*> frames_;
  std::map<const Closure*, ClosurePtr> closures_;
};

/// The names around the functions in a value that these refer to, by scope.
std::set<std::pair<const Frame*, ValId>> names_around_functions(const Value& value);

}  // namespace laguz::lower
