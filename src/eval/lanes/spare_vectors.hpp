// Vectors of a tile's capacity besides those that its registers have.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace laguz::eval::lanes {

/// Where vectors begin, in bytes.
inline constexpr std::size_t kVectorAlignment = 64;
/// The next multiple of that.
constexpr std::size_t aligned_up(std::size_t bytes) {
  return (bytes + kVectorAlignment - 1) / kVectorAlignment * kVectorAlignment;
}
/// From the beginning of a vector of [bytes] to that of the next one. Vectors of whole pages would
/// have the same lanes at the same place of their pages, and to the processor a load from there
/// looks as if it read what was just stored at that place of another page. A chain's block
/// (prims/lanes_chain.hpp) and a line between them suffice.
std::size_t vector_step(std::size_t bytes);

/// They are handed out and taken back; the one that came back last is the next to go, for it is
/// still in the cache. Of one thread.
class SpareVectors {
 public:
  /// Vectors of so many bytes from now on; if they were others before, none of those may be out.
  void fit(std::size_t bytes);
  std::byte* take();
  void give_back(std::byte* vector) { free_.push_back(vector); }
  /// It is one of these, handed out.
  bool has(const std::byte* vector) const;
  /// All are back.
  void collect();

 private:
  /// Some of them, one after the other.
  struct Group {
    std::unique_ptr<std::byte[]> memory;
    std::span<std::byte> vectors;
  };
  void free_all(const Group& group);

  std::size_t bytes_ = 0;
  std::vector<Group> groups_;
  std::vector<std::byte*> free_;
};

}  // namespace laguz::eval::lanes
