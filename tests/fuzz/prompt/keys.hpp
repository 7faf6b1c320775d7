// What a person, a cat on the keyboard, or a broken paste may send to the prompt.
#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace laguz::fuzz {

struct Stroke {
  enum class Kind : std::uint8_t { keys, resize, pause } kind = Kind::keys;
  std::string keys;
  int rows = 0, columns = 0;
  std::chrono::milliseconds pause{};
};

class Keyboard {
 public:
  explicit Keyboard(std::uint64_t seed) : random_(seed) {}
  /// Some strokes, one after the other.
  std::vector<Stroke> burst();

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  Stroke stroke();
  std::string keys();
  std::string control();
  std::string text();
  std::string paste();
  std::string search();
  std::string noise();

  std::mt19937_64 random_;
};

/// [keys] for a person to read: \x1b[A.
std::string shown(const std::string& keys);
/// A burst for a person to read.
std::string shown(const std::vector<Stroke>& burst);

}  // namespace laguz::fuzz
