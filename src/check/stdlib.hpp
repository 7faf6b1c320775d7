// The texts of the prelude and of the library, embedded in the binary at build time
// (stdlib/embed.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace laguz::check {

struct EmbeddedFile {
  std::string_view path;  ///< "/prelude/array.fut", or "<library>/ad.fut"
  std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

/// Where the library's files are. (No path of a file begins like that, for those are absolute or
/// relative to a folder that is there.)
inline constexpr std::string_view kLibrary = "<library>/";

}  // namespace laguz::check
