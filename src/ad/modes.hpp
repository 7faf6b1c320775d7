// What a Diff stands for: its function, and the derivative in one of four modes.
#pragma once

#include <vector>

#include "ad/functions.hpp"
#include "ad/named_lengths.hpp"

namespace laguz::ad {

/// The results of [diff], as a body; those that are not [wanted] are constants that stand for
/// nothing, so that a primal nobody reads is not computed.
core::Body derive(Functions& functions, core::Names& names, const core::Diff& diff,
                  const graph::Place& place, const std::vector<bool>& wanted,
                  const NamedLengths& lengths);

}  // namespace laguz::ad
