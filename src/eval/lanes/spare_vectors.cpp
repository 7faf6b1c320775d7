#include "eval/lanes/spare_vectors.hpp"

#include <cstdint>

namespace laguz::eval::lanes {
namespace {

constexpr std::size_t kGroup = 16;  ///< vectors

}  // namespace

std::size_t vector_step(std::size_t bytes) {
  constexpr std::size_t kPage = 4096, kApart = 512 + kVectorAlignment;
  return aligned_up(bytes) + (bytes >= kPage / 4 ? kApart : 0);
}

void SpareVectors::fit(std::size_t bytes) {
  if (bytes == bytes_) return;
  bytes_ = bytes;
  groups_.clear();
  free_.clear();
}

void SpareVectors::free_all(const Group& group) {
  const std::size_t step = vector_step(bytes_);
  for (std::size_t at = group.vectors.size(); at > 0; at -= step)
    free_.push_back(group.vectors.data() + at - step);
}

std::byte* SpareVectors::take() {
  if (free_.empty()) {
    const std::size_t bytes = kGroup * vector_step(bytes_);
    auto memory = std::make_unique_for_overwrite<std::byte[]>(bytes + kVectorAlignment);
    auto* const first =
        reinterpret_cast<std::byte*>(aligned_up(reinterpret_cast<std::uintptr_t>(memory.get())));
    groups_.push_back({std::move(memory), {first, bytes}});
    free_all(groups_.back());
  }
  std::byte* const vector = free_.back();
  free_.pop_back();
  return vector;
}

bool SpareVectors::has(const std::byte* vector) const {
  for (const Group& group : groups_) {
    const auto at = reinterpret_cast<std::uintptr_t>(vector) -
                    reinterpret_cast<std::uintptr_t>(group.vectors.data());
    if (at < group.vectors.size()) return true;
  }
  return false;
}

void SpareVectors::collect() {
  free_.clear();
  for (const Group& group : groups_) free_all(group);
}

}  // namespace laguz::eval::lanes
