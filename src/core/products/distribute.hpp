// Products of matrices and vectors as statements of their own: a pass of `optimise`.
#pragma once

#include "core/passes.hpp"
#include "core/program.hpp"

namespace laguz::core::products {

/// Asks what branches within nests that multiply ask of the lengths of their levels before them.
/// Whether there was any; what is left to do is simplification, and to distribute.
bool unswitch(Body& body, Names& names);

/// Makes products of matrices and vectors statements of their own. After all fusion. [safe]: what
/// certainly does not fail where it stands. Whether there were any; what simplification makes of
/// them may show more.
bool distribute(Body& body, Names& names, const Scopes& safe);
/// The same where lengths say, when it runs, whether what it takes to be kept is used often enough:
/// such statements are there in both forms, under a branch. Once, after the other.
bool distribute_by_lengths(Body& body, Names& names, const Scopes& safe);

}  // namespace laguz::core::products
