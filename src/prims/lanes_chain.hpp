// Straight runs of arithmetic over lanes without a trip through memory for every operation.
//
// A run is a list of steps on one accumulator, which is a block of lanes in vector registers: a
// step combines it with an operand and goes on to the next step by a tail call that passes the
// registers along. The list is walked once for every block. The results are those of the rows' own
// kernels.
#pragma once

#include <cstdint>

#include "prims/prim.hpp"

namespace laguz::prims::lanes {

struct ChainStep;
/// A step's code; its true type is lanes_chain.cpp's.
using ChainCode = void (*)();

/// Room for many of them is not to be cleared for each run: they have no initial values.
struct ChainStep {
  ChainCode code;
  const void* a;  ///< operands: first lanes, or the one element of a uniform operand
  const void* b;
};

/// Where the accumulator stands among the operands of a primitive of two.
enum class ChainSide : std::uint8_t { left, right, both };

/// Types that have chains: f64, f32, i64, i32, u64 and u32.
bool has_chains(ScalarType type);
/// Lanes in a block.
std::int64_t chain_block(ScalarType type);

/// acc = a
ChainCode chain_load(ScalarType type, bool uniform);
/// a = acc
ChainCode chain_store(ScalarType type);
/// The last step.
ChainCode chain_stop();
/// acc = acc ⊕ a, a ⊕ acc, or acc ⊕ acc; null when the primitive has no such step.
ChainCode chain_binary(Prim prim, ChainSide side, bool uniform);
ChainCode chain_unary(Prim prim);
/// acc = a*b + acc (mad), a*b - acc (mulsub), or acc where a and b compare so and else 0 (gates);
/// null when the primitive has no such step.
ChainCode chain_ternary(Prim prim, bool a_uniform, bool b_uniform);

/// acc where the truths a hold (or else where they do not), elsewhere b, which may be [uniform].
ChainCode chain_choice(ScalarType type, bool holds, bool uniform);
/// The same where a is one truth for all lanes.
ChainCode chain_decision(ScalarType type, bool holds, bool uniform);

/// Walks the steps for [blocks] blocks, one after the other.
void run_chain(const ChainStep* steps, std::int64_t blocks);

}  // namespace laguz::prims::lanes
