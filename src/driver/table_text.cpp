#include "driver/table_text.hpp"

#include <string_view>

#include "support/printable.hpp"

namespace laguz::driver {

std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return text;
  std::size_t end = 0;
  for (std::size_t next = 0; next <= kMost - 3;
       next += support::character_bytes(std::string_view(text).substr(next)))
    end = next;
  return text.substr(0, end) + "...";
}

}  // namespace laguz::driver
