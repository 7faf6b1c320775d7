#include "sizes.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace laguz::bench {
namespace {

using std::int64_t;

constexpr std::size_t kMostLengths = 4;

bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The lengths in the type of `entry input`, each once.
std::vector<int64_t> lengths_of(const std::string& text) {
  std::vector<int64_t> lengths;
  const std::size_t from = text.find("entry input"), to = text.find('=', from);
  if (from == std::string::npos || to == std::string::npos) return lengths;
  for (std::size_t at = text.find('[', from); at < to; at = text.find('[', at + 1)) {
    char* end = nullptr;
    const int64_t length = std::strtoll(text.c_str() + at + 1, &end, 10);
    if (length < 2 || *end != ']' || lengths.size() == kMostLengths) continue;
    if (std::find(lengths.begin(), lengths.end(), length) == lengths.end())
      lengths.push_back(length);
  }
  return lengths;
}

/// [text] with the number [from], where it is a word, as [to].
std::string replaced(const std::string& text, int64_t from, int64_t to) {
  const std::string word = std::to_string(from), other = std::to_string(to);
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = at + word.size();
    const char before = at > 0 ? text[at - 1] : ' ', after = end < text.size() ? text[end] : ' ';
    if (text.compare(at, word.size(), word) == 0 && !is_in_word(before) && before != '.' &&
        !is_in_word(after) && !(after == '.' && std::isdigit(text[end + 1]) != 0)) {
      made += other;
      at = end;
    } else {
      made += text[at++];
    }
  }
  return made;
}

}  // namespace

std::vector<OtherSize> other_sizes(const std::string& program, const std::string& text) {
  std::vector<OtherSize> sizes;
  for (const int64_t length : lengths_of(text)) {
    std::vector<int64_t> others{std::max<int64_t>(2, length / 4), length * 3,
                                length <= 64 ? 5 : 37};
    if (length < 24) others.push_back(24);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const int64_t other : others)
      if (other != length)
        sizes.push_back(
            {fmt::format("{}_{}_{}", program, length, other), replaced(text, length, other)});
  }
  return sizes;
}

SizesFolder::SizesFolder(const std::filesystem::path& programs) {
  std::string name = (std::filesystem::temp_directory_path() / "laguz_sizes_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for other sizes");
  folder_ = name;
  std::filesystem::create_directory_symlink(programs / "lib", folder_ / "lib");
}

SizesFolder::~SizesFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string SizesFolder::path_of(const OtherSize& size) const {
  const std::filesystem::path path = folder_ / (size.name + ".fut");
  std::ofstream(path) << size.text;
  return path.string();
}

}  // namespace laguz::bench
