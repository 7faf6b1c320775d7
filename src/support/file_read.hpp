// Files, read within bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace laguz::support {

/// The most that is read of a program or of what it imports, unless the user says otherwise.
constexpr std::size_t kMostSource = std::size_t{64} << 20;

struct ReadLimits {
  std::size_t most = kMostSource;  ///< bytes; SIZE_MAX: what memory has room for
  bool regular = false;            ///< nothing but a regular file: no pipe, no device
  const char* hint = "--max-source allows more.";  ///< for whoever has more than that
};

/// The contents of the file [path]. While a pipe has nothing to say, and between pieces, the
/// governor is asked every 20 ms at least. Throws UserError (Phase::usage) with the
/// file and the reason, Interrupted.
std::string read_file(const std::string& path, const ReadLimits& limits = {});

/// Likewise what an open descriptor gives until its end; [name] is what messages call it.
std::string read_descriptor(int descriptor, const std::string& name, const ReadLimits& limits);

/// A program that another one imports: a regular file whose name, links followed, ends in `.fut`,
/// and which lies in the folder [root] unless that is empty. Nothing when there is no such file;
/// otherwise throws as above.
std::optional<std::string> read_import(const std::string& path, const std::string& root,
                                       std::size_t most);

}  // namespace laguz::support
