// What somebody may have meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laguz::support {

/// A name close to [name] among [known], for "did you mean". None for one of less than three
/// letters: too many are close to that.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& known);

}  // namespace laguz::support
