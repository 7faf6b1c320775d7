// Do patterns cover all values?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/types/typed.hpp"

namespace laguz::check {

/// A value that none of [patterns] matches, as the user would write its pattern.
std::optional<std::string> unmatched(const std::vector<typed::PatPtr>& patterns,
                                     const TypePtr& type);

}  // namespace laguz::check
