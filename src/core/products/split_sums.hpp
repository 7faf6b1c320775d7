#pragma once

#include "core/products/known.hpp"

namespace laguz::core::products {

/// Has updates of accumulators that may be parted whose values are sums of products, numbers or
/// rows, be one for each; and updates of accumulators within [soac] that begin as zeros update one
/// each. Reductions and loops in it are one for each product. [safe]: what certainly does not fail.
/// Whether there were any.
bool split_sums(Soac& soac, const Known& known, const Scopes& safe, Names& names);

}  // namespace laguz::core::products
