// Values in files, by the ends of their names.
#pragma once

#include <string>

#include "driver/data/readers.hpp"

namespace laguz::driver::data {

/// Is [path] the name of a file of NumPy's, of JSON or of a table?
bool has_format(const std::string& path);

/// What is in the file [path]: .npy, .json, .csv (.tsv); or else one of Futhark's, in text or
/// binary (packed with gzip or not), with one value. Throws UserError.
Typed read_data_file(const std::string& path);
/// The same, as what [view] says.
std::vector<runtime::Value> read_data_file(const std::string& path, const core::View& view);

/// Writes [values], which [view] covers, in the format that the name of [path] asks for; in that of
/// Futhark's data files otherwise, [binary] or as text. Throws UserError where it has none for
/// them.
void write_data_file(const std::string& path, const core::View& view,
                     const std::vector<runtime::Value>& values, bool binary);

}  // namespace laguz::driver::data
