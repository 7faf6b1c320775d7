// The table of rules: what differentiation knows of each kind of expression.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ad/emit.hpp"
#include "core/ir.hpp"

namespace laguz::ad::forward {

struct DualRules;

}  // namespace laguz::ad::forward

namespace laguz::ad::reverse {

class Sweep;

}  // namespace laguz::ad::reverse

namespace laguz::ad {

struct Activity;

/// A node that is swept.
struct Swept {
  graph::Graph& forward;
  std::size_t position;
  const core::Binders& results;
};

struct Rule {
  std::size_t alternative;  ///< of core::Exp
  std::string_view kind;
  /// Which of so many results may carry a derivative.
  std::vector<bool> (*activity)(Activity&, const core::Exp&, std::size_t results);
  /// Emits the values, and sets their tangents.
  Atoms (*forward)(forward::DualRules&, const core::Exp&);
  /// Hands the cotangents of the results on.
  void (*reverse)(reverse::Sweep&, const core::Exp&, const Swept&);
  /// A program whose `check`, from [4]f64 to an array of f64, has the kind in it: the tests compare
  /// its derivatives with differences. Empty for what has none.
  std::string_view check;
};

/// One for each kind of expression, in their order.
std::span<const Rule> rules();
const Rule& rule_of(const core::Exp& exp);

}  // namespace laguz::ad
