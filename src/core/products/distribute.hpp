// Products of matrices and vectors as statements of their own: a pass of `optimise`.
#pragma once

#include "core/passes.hpp"
#include "core/program.hpp"

namespace laguz::core::products {

/// Makes products of matrices and vectors statements of their own. After all fusion. [safe]: what
/// certainly does not fail where it stands. Whether there were any; what simplification makes of
/// them may show more.
bool distribute(Body& body, Names& names, const Scopes& safe);

}  // namespace laguz::core::products
