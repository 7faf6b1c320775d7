#include "graph/hash_cons.hpp"

#include <utility>

namespace laguz::graph {

HashCons::HashCons() : local_(64), scrambled_(16) {}

void HashCons::insert(std::uint64_t hash, std::uint32_t newest, std::uint32_t position) {
  if (2 * (local_used_ + 1) > local_.size()) grow_local();
  place(
      {static_cast<std::uint32_t>(hash), newest, position, static_cast<std::uint32_t>(hash >> 32)});
}

void HashCons::place(const Entry& entry) {
  const auto hash = std::uint64_t{entry.high} << 32 | entry.tag;
  std::size_t at = local_bucket(hash, entry.newest);
  for (int probe = 0; probe < kProbes; ++probe, at = (at + 1) & mask()) {
    if (local_[at].position == none) {
      local_[at] = entry;
      ++local_used_;
      return;
    }
  }
  if (2 * (scrambled_used_ + 1) > scrambled_.size()) {
    std::vector<Entry> old(scrambled_.size() * 2);
    std::swap(old, scrambled_);
    for (const Entry& e : old)
      if (e.position != none) place_scrambled(e);
  }
  place_scrambled(entry);
  ++scrambled_used_;
}

void HashCons::place_scrambled(const Entry& entry) {
  std::size_t at = scrambled_bucket(std::uint64_t{entry.high} << 32 | entry.tag);
  while (scrambled_[at].position != none) at = (at + 1) & (scrambled_.size() - 1);
  scrambled_[at] = entry;
}

void HashCons::grow_local() {
  std::vector<Entry> old(local_.size() * 2);
  std::swap(old, local_);
  local_used_ = 0;
  for (const Entry& e : old)
    if (e.position != none) place(e);
}

}  // namespace laguz::graph
