// Histograms of scalars as folds of what falls into each bin: of all bins at once, a value of each
// in every round, where no bin gets many more than others; else as scans that begin anew.
#pragma once

#include <cstdint>
#include <functional>

#include "ad/emit.hpp"

namespace laguz::ad::rewrite {

/// Scans and reductions of so many elements go back in pieces (ad/reverse/folds/pieces.hpp); of
/// fewer, one by one.
inline constexpr std::int64_t kManyForFolds = 1 << 12;

/// What gives the results of a histogram, for the derivative: the branch that [folds] makes of what
/// [shared] gives.
struct FoldsOfBins {
  core::Body shared;
  std::function<core::If(const Atoms&)> folds;
};
/// Of [e], which is to outlive it. Values of one bin stand one after the other, in their order.
FoldsOfBins folds_of_bins(Emit& emit, const core::Hist& e);

}  // namespace laguz::ad::rewrite
