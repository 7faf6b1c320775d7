// What a profile shows.
#pragma once

#include <string>

#include "engine/profile_table.hpp"

namespace laguz::driver {

/// Of [what]: how long it took, and a table. Rows with less than half a percent are left out.
std::string profile_text(const std::string& what, const engine::ProfileTable& table);
/// The same as a document, all rows of it.
std::string profile_json(const std::string& what, const engine::ProfileTable& table);
/// A flame graph in speedscope's format.
std::string profile_flame(const std::string& what, const engine::ProfileTable& table);

}  // namespace laguz::driver
