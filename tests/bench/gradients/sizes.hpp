// The programs of the table with other lengths.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace laguz::bench {

/// A program's text with one of the lengths of its input replaced, wherever that number stands.
struct OtherSize {
  std::string name;  ///< program_from_to
  std::string text;
};
/// Of the program [text]: every length of the arrays that `input` gives, four times as small, three
/// times as large, 5 (37, if it is large) and 24. Not all of them need to run.
std::vector<OtherSize> other_sizes(const std::string& program, const std::string& text);

/// A folder of its own, gone with it, where programs find the library of [programs].
class SizesFolder {
 public:
  explicit SizesFolder(const std::filesystem::path& programs);
  ~SizesFolder();
  SizesFolder(const SizesFolder&) = delete;
  SizesFolder& operator=(const SizesFolder&) = delete;

  /// Writes [size] there.
  std::string path_of(const OtherSize& size) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace laguz::bench
