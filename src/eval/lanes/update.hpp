// Array operations with a file of their own, and writing into a part of an array.
#pragma once

#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {

/// Overwrites [part], a view of an array of our own, with [value] in the lanes of [mask].
/// [scratch]: room for a vector, when part's place differs between lanes.
void overwrite(Tile& tile, LaneArray& part, const LaneArray& value, std::byte* scratch,
               bool varying, Mask mask);
/// The same with a register's value and the lanes alive.
void overwrite(Tile& tile, LaneArray& part, const ValueRef& value, std::byte* scratch,
               bool varying);

/// Zeros of [shape], which take the room of one and are only read.
LaneArray zeros(Tile& tile, ScalarType type, const Shape& shape);

/// The array of [from], moved or shared, as one of our own in the register of [to].
LaneArray& take_own(Tile& tile, const ArrayRef& from, const ArrayRef& to);

void compile_update_element(Compiler& c, const core::Update& e, const core::Binders& to);
void compile_flat_index(Compiler& c, const core::ArrayApp& e, const core::Binders& to);
void compile_flat_update(Compiler& c, const core::ArrayApp& e, const core::Binders& to);
void compile_rotate(Compiler& c, const core::ArrayApp& e, const core::Binders& to);
void compile_gather(Compiler& c, const core::ArrayApp& e, const core::Binders& to);

}  // namespace laguz::eval::lanes
