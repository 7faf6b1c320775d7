// A folder that is gone when whoever made it is.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace laguz_test {

class TemporaryFolder {
 public:
  /// [name] says whose it is, to whoever finds one that was left by a crash.
  explicit TemporaryFolder(const std::string& name) {
    std::string path = (std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace laguz_test
