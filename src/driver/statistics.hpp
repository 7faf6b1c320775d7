// What statistics show.
#pragma once

#include <string>

#include "engine/statistics_table.hpp"

namespace laguz::driver {

/// Of [what]: a table, rows of numbers as lines of blocks, and in sentences what is wrong.
std::string statistics_text(const std::string& what, const engine::StatisticsTable& table);
/// The same as a document.
std::string statistics_json(const std::string& what, const engine::StatisticsTable& table);
/// The sizes of a row's numbers on a logarithmic scale, as blocks: `·` where all are 0, `×` where
/// one is infinite or no number, a space where nobody has looked.
std::string sparkline(const core::Series& series);

}  // namespace laguz::driver
