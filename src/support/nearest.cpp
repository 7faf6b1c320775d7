#include "support/nearest.hpp"

#include <algorithm>

namespace laguz::support {
namespace {

/// Number of single-character edits (a swap of neighbours is one) from [a] to [b].
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kShortest = 3;
  if (name.size() < kShortest) return std::nullopt;
  // A slip is at most two letters, and at most one in three.
  std::size_t best = std::min<std::size_t>(2, name.size() / 3) + 1;
  std::optional<std::string> found;
  for (const auto& candidate : known) {
    if (candidate == name || candidate.size() + best < name.size() ||
        name.size() + best < candidate.size())
      continue;
    auto d = distance(name, candidate);
    if (d < best || (d == best && found && candidate < *found)) {
      best = d;
      found = candidate;
    }
  }
  return found;
}

}  // namespace laguz::support
