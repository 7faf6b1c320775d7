// The names of numbers in values, as a program would write them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/ir.hpp"

namespace laguz::engine {

/// Where the numbers of one flat value are: "ps[i].x" of any i.
class LeafPath {
 public:
  explicit LeafPath(std::string name) : text_(std::move(name)) {}

  /// Behind all that there is already.
  LeafPath with(std::string_view text) const;
  LeafPath with_indices(int rank) const;
  /// The number at [indices], as many as there are in all.
  std::string at(std::span<const std::int64_t> indices) const;
  std::string text() const;

 private:
  std::vector<std::pair<std::string, int>> before_;  ///< text, and how many indices follow it
  std::string text_;
};

/// Those of the flat values that [view] covers, of a value called [name].
std::vector<LeafPath> leaf_paths(const core::View& view, const std::string& name);

}  // namespace laguz::engine
