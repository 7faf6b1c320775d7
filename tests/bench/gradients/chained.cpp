#include "chained.hpp"

#include <algorithm>
#include <cctype>

namespace laguz::bench {
namespace {

/// Where what is indexed ends.
bool ends_operand(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' || c == ']' ||
         c == ')';
}

/// Where the comma of two indices is that begin behind [from], and are no slices.
std::size_t comma_of_two(const std::string& line, std::size_t from) {
  const std::size_t end = line.find_first_of("[]:", from + 1);
  if (end == std::string::npos || line[end] != ']') return std::string::npos;
  const std::size_t comma = line.find(", ", from);
  if (comma >= end || line.find(',', comma + 1) < end) return std::string::npos;
  return comma;
}

/// What is given to the program, or written, stays.
bool is_left(const std::string& line) {
  return line.find("entry input") != std::string::npos ||
         line.find(" with [") != std::string::npos || line.find("--") != std::string::npos;
}

std::string chained_line(std::string line) {
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] != '[' || !ends_operand(line[at - 1])) continue;
    const std::size_t comma = comma_of_two(line, at);
    if (comma != std::string::npos) line.replace(comma, 2, "][");
  }
  return line;
}

}  // namespace

std::optional<std::string> chained(const std::string& text) {
  std::string made;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
    const std::string line = text.substr(from, end - from);
    made += is_left(line) ? line : chained_line(line);
    from = end;
  }
  if (made == text) return std::nullopt;
  return made;
}

}  // namespace laguz::bench
