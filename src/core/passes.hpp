// The passes that `optimise` is made of. Only core/ includes this.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/key.hpp"
#include "core/program.hpp"

namespace laguz::core {

/// Nothing may depend on the order of its elements.
using VarSet = boost::unordered_flat_set<VarId>;

/// Keeps the elements of [items] whose flag is set.
template <class T>
void keep(std::vector<T>& items, const std::vector<bool>& flags) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!flags[i]) continue;
    if (to != i) items[to] = std::move(items[i]);
    ++to;
  }
  items.resize(to);
}

/// Of floats whose sign may move without a change of any bit. (Halves are computed as floats.)
inline bool has_signs(ScalarType type) {
  return type == ScalarType::f32 || type == ScalarType::f64;
}

/// Statements of a body, those of inner bodies included.
std::size_t size_of(const Body& body);

/// Inlines calls of small functions, and inside lambdas of Soacs all calls that are not recursive.
/// Callees are already optimised. Whether anything changed.
bool inline_calls(Program& program, Body& body);

/// What a primitive is equal to, bit for bit, without computing it: an operand or a constant.
std::optional<Atom> simplified(const PrimApp& prim);

/// Another primitive that gives the same, bit for bit, at less cost: a square is a product.
std::optional<PrimApp> cheaper(const PrimApp& prim);

/// Whether both branches may be computed and a result chosen: little work, and derivatives that are
/// finite where a branch is not taken (so that 0 times them is 0). Statements whose first binder is
/// in [safe] cannot fail.
bool is_worth_selecting(const If& choice, const VarSet& safe);

/// Whether evaluating [exp] itself, inner bodies aside, could be seen.
bool has_own_effect(const Exp& exp);

/// Drops statements, results, parameters and operands that nothing needs. What could fail is
/// needed. Known not to fail where they stand: statements whose first binder is in [safe]. Known to
/// be as long as their Soac is wide: operands whose parameters are in [safe].
void remove_dead_code(Body& body, const VarSet& safe);

/// Where [loop] begins with [zeros] as its parameter [param], and each iteration reads one place of
/// it, which is no other iteration's, and writes it: what it reads is zero. (Derivatives gather
/// so.)
void read_fresh_zeros(Loop& loop, std::size_t param, const ArrayApp& zeros);

/// Makes products of matrices and vectors statements of their own. After all fusion. Whether there
/// were any.
bool distribute_products(Body& body, Names& names);
/// Maps of numbers and rows become maps of numbers and maps of rows.
void split_row_maps(Body& body, Names& names);

/// Rows of what loops have kept that lambdas read in are taken before the lambda's statement.
void take_history_rows(Body& body, Names& names);

/// Says which Soacs part the sums of accumulators, and numbers the updates in them. To be asked for
/// last.
void part_sums(Body& body);

/// Numbers that both branches of an If add to one accumulator, at one place, are its results, and
/// added after it.
void merge_updates(Body& body, Names& names);

/// Where nests of maps add to an accumulator at the numbers of their iterations plus constants, the
/// sums are made place by place after them. Before fusion. Whether there were any; what is left to
/// do is simplification.
bool gather_updates(Body& body, Names& names);

/// Inside of Soacs, rows of arrays that are made only to be added to an accumulator, in no order
/// that anybody has written, are added as they are made. After fusion.
void push_updates(Body& body, Names& names);

/// Where maps give the negative of something that is only ever added in other maps of the same
/// body, they give that itself. Whether there were any; what is left to do is simplification.
bool turn_array_signs(Body& body, Names& names);

/// Fuses the Soacs of [body] and its inner bodies. Whether anything changed.
bool fuse_soacs(Body& body, Names& names);

}  // namespace laguz::core
