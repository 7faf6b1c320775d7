// Accumulators written out: what AccUpdate does to them, as updates of arrays that are handed on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ad/functions.hpp"

namespace laguz::ad::rewrite {

/// What [with] computes, without accumulators of its own: its updates happen one after the other,
/// in the order that is their meaning. Results as those of [with].
core::Body sequential(Functions& functions, core::Names& names, const core::WithAcc& with,
                      const graph::Place& place);

/// [body], where maps of which [is_one_by_one], at any depth, are loops. Lambdas of derivatives of
/// the user's own, and operators, stay as they are.
core::Body one_by_one(Functions& functions, core::Names& names, core::Body body,
                      const std::function<bool(const core::Lambda&)>& is_one_by_one);

/// What `Functions::sequential_of` gives, for the first time.
core::Function sequential(Functions& functions, core::Names& names, const core::Function& function,
                          const std::vector<const core::WithAcc::Acc*>& accs);
/// Adds to [words] what such a function depends on of one accumulator: its arrays' types and its
/// operator.
void append_identity(std::vector<std::uint64_t>& words, const core::WithAcc::Acc& acc,
                     const core::Program& program);

}  // namespace laguz::ad::rewrite
