// A statement as fusion sees it, and which two may become one. Only core/fusion includes this.
#pragma once

#include <optional>

#include "core/fusion/apart.hpp"
#include "core/fusion/footprint.hpp"
#include "core/passes.hpp"
#include "core/program.hpp"

namespace laguz::core::fusion {

/// Where the only Soac of a body is.
std::optional<std::size_t> only_soac(const Body& body);

struct Item {
  Stm* stm = nullptr;  ///< in the body that is fused
  Footprint print = {};
  std::optional<std::size_t> inner = std::nullopt;  ///< of a WithAcc: the place of its only Soac
  VarSet inside = {};                               ///< uses other than as operands of [soac]
  std::size_t size = 0;                             ///< of the lambda
  bool gone = false;                                ///< fused into a later one: an empty slot

  bool is_soac() const { return !gone && std::holds_alternative<Soac>(stm->exp.node); }
  /// What may be fused: the statement, or the Soac in a WithAcc.
  const Soac* soac() const;
  Soac* soac();
  /// Whether [var] is a result that it maps.
  bool maps(VarId var) const;
  /// Whether it is an operand.
  bool reads(VarId var) const;
  /// A map of numbers, without loops or folds.
  bool is_cheap() const;
  /// The same, or a map of such maps.
  bool is_cheap_nest() const;
};

/// [apart]: accumulators that are added to in any order.
Item item_of(Stm& stm, const VarSet& apart);

/// Whether the second reads what the first maps, or both read an array; and in WithAccs, whether
/// they may be brought together.
bool related(const Item& first, const Item& second);
/// What is in the way of two, whatever is between them. [inside]: of a lambda of a Soac.
Obstacle obstacle(const Item& first, const Item& second, bool inside);
/// Whether the second needs nothing of [results], those of the first and of what depends on it, but
/// what the first maps or reads, too.
bool needs_only(const Item& first, const Item& second, const VarSet& results);

}  // namespace laguz::core::fusion
