// Maps whose iterations are best taken from the last one to the first.
#pragma once

#include <cstddef>
#include <vector>

#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {

/// Which operands of [e] number the places that its iterations add to, where these go up from lane
/// to lane as well: from the last iteration to the first, lanes come to every place in their order
/// (acc_log.hpp). None if something else is added, or is seen of the order of iterations. They may
/// go backwards where these operands are numbers that go up: no two then add to one place.
std::vector<std::size_t> numbers_of_places(const Compiler& c, const core::Soac& e);

}  // namespace laguz::eval::lanes
