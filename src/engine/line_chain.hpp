// Lines that hand cotangents on, one to the next: layers that are written out.
#pragma once

#include <vector>

#include "core/statistics.hpp"

namespace laguz::engine {

/// The longest way on which sites read each other, counted by the marks on it: each mark once, in
/// the order in which numbers come to it. [marks]: of each site; 0 is none. In proportion to what
/// the sites read.
std::vector<std::size_t> longest_way(const std::vector<core::Statistics::Site>& sites,
                                     const std::vector<std::size_t>& marks);

}  // namespace laguz::engine
