// The passes that move work between Soacs, in the order in which `optimise` runs them.
#pragma once

#include "core/passes.hpp"
#include "core/program.hpp"

namespace laguz::core::fusion {

/// Numbers that both branches of an If add to one accumulator, at one place, are its results, and
/// added after it.
void merge_updates(Body& body, Names& names);

/// What is the same in all iterations of a level is computed before it; of what inner iterations
/// compute, an array. Only what cannot fail there; of statements that could, [safe] says in which
/// scope it is certain that they do not. Whether there was any; what is left to do is
/// simplification.
bool compute_before(Body& body, Names& names, const Scopes& safe);

/// Fuses the Soacs of [body] and its inner bodies. Whether anything changed.
bool fuse_soacs(Body& body, Names& names);

/// The same of maps of numbers, and maps of such, for their only readers, which are such maps, too:
/// what is left of nests when their products have become statements of their own.
bool fuse_cheap_nests(Body& body, Names& names);

/// Numbers that maps store for one reader, which computes most of them anyway, are computed there.
/// Whether there were any; what is left to do is simplification.
bool compute_again(Body& body, Names& names);

/// Where maps give the negative of something that is only ever added in other maps of the same
/// body, they give that itself. Whether there were any; what is left to do is simplification.
bool turn_array_signs(Body& body, Names& names);

/// Inside of lambdas, sums at places that do not depend on the iterations of a Soac or loop become
/// results of it. Whether there were any; what is left to do is simplification.
bool keep_private_sums(Body& body, Names& names);

/// Maps of numbers and rows become maps of numbers and maps of rows. Whether there were any; what
/// is left to do is simplification.
bool split_row_maps(Body& body, Names& names);

/// Nests of sums over the same arrays, none of which is a product for a kernel, are one, a level at
/// a time. Whether there were any; what is left to do is simplification, and to ask again.
bool fuse_alike_sums(Body& body);

/// Columns that a map gives, and that are only put side by side, become rows that it gives.
void give_rows(Body& body, Names& names);

/// Outer products that the iterations of a loop add to a matrix are added as products of matrices,
/// a block of iterations at a time. Whether there were any; what is left to do is simplification.
bool add_outer_products(Body& body, Names& names);

/// Inside of Soacs, rows of arrays that are made only to be added to an accumulator, in no order
/// that anybody has written, are added as they are made. After fusion.
void push_updates(Body& body, Names& names);

/// Rows of what loops have kept that lambdas read in are taken before the lambda's statement.
void take_history_rows(Body& body, Names& names);

/// Says which Soacs part the sums of accumulators, and numbers the updates in them, of which those
/// at one place become one. To be asked for last.
void part_sums(Body& body, Names& names);

}  // namespace laguz::core::fusion
