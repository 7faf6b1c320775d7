// What the numbers of a run are like, by lines of the text; and where they grow or shrink too much.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/statistics.hpp"

namespace laguz::engine {

struct StatisticsOptions {
  bool core = false;  ///< rows are statements of core, and not lines
};

/// "value", "tangent", "cotangent", "slope".
const char* name(core::Role role);

/// Numbers of a line, or of a statement of core.
struct StatisticsRow {
  std::string place;  ///< file:line; empty: of the prelude, or nowhere
  std::string text;   ///< the line without spaces around it, or the statement
  core::Role role = core::Role::value;
  core::Figures figures{};
};

/// Numbers one after the other.
struct StatisticsSeries {
  enum class By : std::uint8_t {
    iterations,  ///< states of a loop, by how many iterations are before them
    calls,       ///< of a line in a function, by its calls, first to last
    lines,       ///< cotangents, by lines of one function that hand them on, first to last
    depth,       ///< of a line in a function that calls itself, by how many calls are around
  };
  By by = By::iterations;
  std::string place{}, text{};  ///< of the loop, or the line
  std::string name{};           ///< of the state
  core::Role role = core::Role::value;
  core::Series series{};
  std::vector<std::string> steps{};  ///< the places of calls, or lines
  bool inwards = false;              ///< numbers come to outer calls first
};

/// What is wrong.
struct Finding {
  enum class Kind : std::uint8_t {
    vanishes,   ///< cotangents of a series become small, from the last on
    explodes,   ///< or large
    grows,      ///< values of it do
    overflows,  ///< what is handed on in it becomes infinite, or no number
    undefined,  ///< there are NaNs or infinities in a row
    nothing,    ///< all cotangents of a row are 0
  };
  Kind kind;
  std::size_t of = 0;  ///< of the table's series; in the last two, of its rows
  /// Of a series: from which figures to which, in the order in which they come.
  std::size_t from = 0, to = 0;

  bool is_of_series() const { return kind != Kind::undefined && kind != Kind::nothing; }
};

struct StatisticsTable {
  std::uint64_t numbers = 0;  ///< that were looked at
  bool derivatives = false;   ///< are there some
  std::vector<StatisticsRow> rows{};
  std::vector<StatisticsSeries> series{};
  std::vector<Finding> findings{};
};

/// Of what has been taken.
StatisticsTable statistics_table(const core::Statistics& statistics,
                                 const StatisticsOptions& options);
/// What is wrong in [table].
std::vector<Finding> find_instability(const StatisticsTable& table);

}  // namespace laguz::engine
