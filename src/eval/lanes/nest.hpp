// Maps of maps: lanes along the inner dimension.
//
// The outer lambda's own statements are the same for all lanes of a tile then, and neighbours in a
// row are neighbours in memory.
#pragma once

#include <optional>

#include "core/map_nests.hpp"
#include "eval/lanes/instr.hpp"

namespace laguz::eval::lanes {

struct Nest {
  /// The outer lambda's parameters, then the inner one's; their statements, and the inner results.
  core::Lambda lambda;
  std::size_t outer_params = 0;
  std::size_t entry = 0;  ///< the inner lambda's first statement
  core::Atoms arrays;     ///< what the inner parameters are elements or rows of
  core::Atom width;       ///< of the inner map; known outside of the outer one
  core::AlongRows along;  ///< where it is worth it
};

std::optional<Nest> find_nest(const core::Soac& soac);
/// [spot]: of the outer map.
Program compile(const Nest& nest, const Spot& spot);

}  // namespace laguz::eval::lanes
