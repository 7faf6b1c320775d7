// What fusion has come to in a run that has been looked at.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/fusion/apart.hpp"
#include "engine/engine.hpp"
#include "eval/profile.hpp"

namespace laguz::engine {

/// Of Soacs that ran, as the program has them when all has been done: those of inlined functions
/// and of derivatives are expressions like others.
struct FusionFigures {
  std::uint64_t fused = 0;  ///< expressions that have become one with others
  std::uint64_t soacs = 0;  ///< what they have become
  /// Others, of which one reads what another one maps, or has mapped before they were divided.
  std::uint64_t apart = 0;
  double unwritten = 0;  ///< bytes in a run of arrays that need not be

  void add(const FusionFigures& more);
  std::uint64_t possible() const { return fused + apart; }
};

/// What a Soac is not fused with, and why; "" if nobody knows.
struct ApartFrom {
  std::string place, why;
  auto operator<=>(const ApartFrom&) const = default;
};

/// Of one Soac.
struct SoacFusion {
  eval::Profile::Id site = eval::Profile::kNowhere;  ///< one of its sites
  FusionFigures figures;
  std::vector<ApartFrom> apart;
};

/// Of [runs] runs of [entry] in [profile], where each site has [spent].
std::vector<SoacFusion> fusion_figures(const core::Program& program, core::FunId entry,
                                       const eval::Profile& profile,
                                       const std::vector<eval::Profile::Spent>& spent, double runs);

}  // namespace laguz::engine
