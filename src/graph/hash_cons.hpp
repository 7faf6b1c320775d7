// The table behind hash-consing: hashes to node positions.
#pragma once

#include <cstdint>
#include <vector>

namespace laguz::graph {

/// Buckets follow the newest operand of a node, not a scrambled hash: consecutive nodes mostly
/// use recent operands, so consecutive inserts touch neighbouring cache lines. A full
/// neighbourhood (many nodes fanning out from one operand) falls to a second, scrambled table.
class HashCons {
 public:
  HashCons();

  /// Calls [equal] with the positions stored under [hash] until it says yes; that position, or
  /// `none`. [newest] is the largest operand id.
  static constexpr std::uint32_t none = 0xffffffffu;
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, std::uint32_t newest, Equal&& equal) const {
    const auto tag = static_cast<std::uint32_t>(hash);
    std::size_t at = local_bucket(hash, newest);
    for (int probe = 0; probe < kProbes; ++probe, at = (at + 1) & mask()) {
      const Entry& entry = local_[at];
      if (entry.position == none) return none;
      if (entry.tag == tag && equal(entry.position)) return entry.position;
    }
    at = scrambled_bucket(hash);
    for (;; at = (at + 1) & (scrambled_.size() - 1)) {
      const Entry& entry = scrambled_[at];
      if (entry.position == none) return none;
      if (entry.tag == tag && equal(entry.position)) return entry.position;
    }
  }
  /// [hash] and [newest] as given to the `find` that failed.
  void insert(std::uint64_t hash, std::uint32_t newest, std::uint32_t position);

 private:
  static constexpr int kProbes = 16;
  struct Entry {
    std::uint32_t tag = 0;
    std::uint32_t newest = 0;
    std::uint32_t position = none;
    std::uint32_t high = 0;  ///< upper half of the hash, to rebuild
  };
  std::size_t mask() const { return local_.size() - 1; }
  std::size_t local_bucket(std::uint64_t hash, std::uint32_t newest) const {
    return (std::size_t{newest} * 2 + (hash >> 60)) & mask();
  }
  std::size_t scrambled_bucket(std::uint64_t hash) const {
    return (hash * 0x9e3779b97f4a7c15ull >> 20) & (scrambled_.size() - 1);
  }
  void place(const Entry& entry);
  void grow_local();
  void place_scrambled(const Entry& entry);

  std::vector<Entry> local_;
  std::vector<Entry> scrambled_;
  std::size_t local_used_ = 0;
  std::size_t scrambled_used_ = 0;
};

}  // namespace laguz::graph
