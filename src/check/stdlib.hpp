// The prelude's texts, embedded in the binary at build time (stdlib/embed.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace laguz::check {

struct EmbeddedFile {
  std::string_view path;  ///< "/prelude/array.fut"
  std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace laguz::check
