#pragma once

#include "core/products/known.hpp"

namespace laguz::core::products {

/// Has updates of accumulators that may be parted whose values are sums of products, numbers or
/// rows, be one for each; and updates of accumulators within [soac] that begin as zeros update one
/// each. Whether there were any.
bool split_sums(Soac& soac, const Known& known, Names& names);

}  // namespace laguz::core::products
