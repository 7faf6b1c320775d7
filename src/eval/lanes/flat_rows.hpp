// What loops keep of values whose lengths change from iteration to iteration.
#pragma once

#include "core/ir.hpp"

namespace laguz::eval::lanes {

/// Such values are kept one after the other, and read as slices (ad/tape/loop_editor.hpp); but
/// where one begins differs from lane to lane then. Where they are only read so, loops keep them as
/// rows instead, with room for the longest (only_kept.hpp): lanes that are at the same iteration
/// read the same row.
void keep_rows(core::Soac& soac);

}  // namespace laguz::eval::lanes
