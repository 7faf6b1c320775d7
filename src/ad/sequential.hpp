// Accumulators written out: what AccUpdate does to them, as updates of arrays that are handed on.
#pragma once

#include "ad/functions.hpp"

namespace laguz::ad {

/// What [with] computes, without accumulators of its own: its updates happen one after the other,
/// in the order that is their meaning. Results as those of [with].
core::Body sequential(Functions& functions, core::Names& names, const core::WithAcc& with,
                      const graph::Place& place);

}  // namespace laguz::ad
