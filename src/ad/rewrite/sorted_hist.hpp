// Histograms of scalars as scans of what falls into each bin.
#pragma once

#include "ad/emit.hpp"

namespace laguz::ad::rewrite {

/// What gives the results of [e], for the derivative: values of one bin stand one after the other,
/// in their order.
core::Body sorted_hist(Emit& emit, const core::Hist& e);

}  // namespace laguz::ad::rewrite
