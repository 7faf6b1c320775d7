// The table behind hash-consing: hashes to node positions.
#pragma once

#include <cstdint>
#include <vector>

namespace laguz::graph {

/// One flat table, at most half full; whole hashes are compared before nodes are. Entries are never
/// taken out, so a search ends at the first bucket without one.
class HashCons {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  /// Calls [equal] with the positions stored under [hash] until it says yes; that position, or
  /// `none`.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    for (std::size_t at = bucket(hash);; at = next(at)) {
      const Entry& entry = entries_[at];
      if (entry.position == none) return none;
      if (entry.hash == hash && equal(entry.position)) return entry.position;
    }
  }
  /// [position] is not `none`. Several may be stored under one hash.
  void insert(std::uint64_t hash, std::uint32_t position);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint32_t position = none;
  };
  std::size_t bucket(std::uint64_t hash) const {
    // The upper bits of a product depend on all bits of the hash.
    return static_cast<std::size_t>(hash * 0x9e3779b97f4a7c15ull >> shift_);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (entries_.size() - 1); }
  void place(const Entry& entry);
  void grow();

  static constexpr int kLeastBits = 4;  ///< most graphs are of small bodies
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kLeastBits);
  int shift_ = 64 - kLeastBits;
  std::size_t used_ = 0;
};

}  // namespace laguz::graph
