#include "driver/table_text.hpp"

#include <algorithm>
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

std::string wrapped(std::string_view text, int columns, int first, int indent) {
  std::string out;
  int column = first;
  bool begun = false;  // the line has a word
  while (!text.empty()) {
    const auto start = std::min(text.find_first_not_of(" \n"), text.size());
    const auto end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string word(text.substr(start, end - start));
    text.remove_prefix(end);
    if (word.empty()) break;
    const int width = support::display_width(word);
    if (begun && column + 1 + width > columns) {
      out += '\n' + std::string(static_cast<std::size_t>(indent), ' ');
      column = indent;
    } else if (begun) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    begun = true;
  }
  return out + '\n';
}

}  // namespace laguz::driver
