// The programs of the table with `a[i][j]` where they say `a[i, j]`.
#pragma once

#include <optional>
#include <string>

namespace laguz::bench {

/// The program [text], in which every `a[i, j]` that is read is `a[i][j]`. Nothing if it has none.
std::optional<std::string> chained(const std::string& text);

}  // namespace laguz::bench
