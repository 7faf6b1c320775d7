// Text that goes where it belongs while it is made, so that it never lies in memory as a whole.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace laguz::runtime {

class Text {
 public:
  using Write = std::function<void(std::string_view)>;
  /// Gives pieces of some 64 kB to [write], and asks the governor between them.
  explicit Text(Write write) : write_(std::move(write)) {}
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  Text& operator+=(std::string_view text);
  Text& operator+=(char c) { return *this += std::string_view(&c, 1); }
  void append(std::size_t n, char c);
  /// Bytes since the last new line.
  std::size_t column() const { return column_; }
  bool empty() const { return total_ == 0; }
  /// Gives away what is left. To be called at the end.
  void flush();

 private:
  Write write_;
  std::string buffer_;
  std::size_t column_ = 0;
  std::size_t total_ = 0;
};

/// What [make] writes, as a string.
template <class Make>
std::string text_of(const Make& make) {
  std::string all;
  Text text([&](std::string_view part) { all += part; });
  make(text);
  text.flush();
  return all;
}

}  // namespace laguz::runtime
