// Accumulators written out: what AccUpdate does to them, as updates of arrays that are handed on.
#pragma once

#include <string>

#include "ad/functions.hpp"

namespace laguz::ad {

/// What [with] computes, without accumulators of its own: its updates happen one after the other,
/// in the order that is their meaning. Results as those of [with].
core::Body sequential(Functions& functions, core::Names& names, const core::WithAcc& with,
                      const graph::Place& place);

/// What `Functions::sequential_of` gives, for the first time.
core::Function sequential(Functions& functions, core::Names& names, const core::Function& function,
                          const std::vector<const core::WithAcc::Acc*>& accs);
/// What such a function depends on of one accumulator: its arrays' types and its operator.
std::string description(const core::WithAcc::Acc& acc);

}  // namespace laguz::ad
