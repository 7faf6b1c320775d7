// When an array is kept whole: what undoing its updates would keep of it is as much.
#pragma once

#include "ad/tape/undo.hpp"

namespace laguz::ad::tape {

/// Whether [undo], of a state of [loop], keeps about as many elements of every iteration as
/// the array has, or more, as far as lengths show it: a write at numbers that inner loops count,
/// whose iterations are as many as the array has rows in its dimensions, but for a constant. (Then
/// a copy of the array is cheaper than what was overwritten one by one, and putting it back.)
/// [dims]: the lengths of the array; [around]: where they, and what the loop uses, are computed.
bool is_all_overwritten(const graph::Graph& around, const core::Loop& loop, const Undo& undo,
                        const Atoms& dims);

}  // namespace laguz::ad::tape
