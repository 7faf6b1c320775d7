// Values for `#[param(name)]`: from the command line, or from a tuning file.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace laguz::driver {

using Parameters = std::map<std::string, std::int64_t>;

/// Adds `name=value` and gives the name. Throws UserError.
std::string add_parameter(Parameters& parameters, const std::string& assignment);

/// Adds the lines `name=value` of a file, of those that are not there yet. Throws UserError.
void add_tuning_file(Parameters& parameters, const std::string& path);

/// Adds those of the file beside a program, `program.fut.extension`, if there is one.
void add_tuning_beside(Parameters& parameters, const std::string& program,
                       const std::string& extension);

}  // namespace laguz::driver
