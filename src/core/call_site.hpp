// Which calls a statement of core stands in, and what is computed there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "prims/prim.hpp"
#include "support/source.hpp"

namespace laguz::core {

using prims::Prim;
using support::Span;

/// What a statement computes of the expression whose place it has.
enum class Derived : std::uint8_t { value, tangent, cotangent };

/// A call that was inlined, and the inlined calls around it; or, without a place, that all within
/// them is [derived] (a value within a tangent or a cotangent: what that is multiplied by, the
/// slope of the primitive [slope_of]). Or an iteration that was written out, which is told like one
/// that runs.
struct CallSite {
  /// Nothing: it is a call.
  struct Turn {
    const char* what = nullptr;  ///< of which: "loop", "map" (see name_of_turns)
    std::int64_t number = 0;
    explicit operator bool() const { return what != nullptr; }
  };
  Span span;
  std::shared_ptr<const CallSite> outer;
  Derived derived = Derived::value;
  std::optional<Prim> slope_of = std::nullopt;
  Turn turn{};
};

}  // namespace laguz::core
