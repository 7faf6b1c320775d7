#include "graph/hash_cons.hpp"

#include <utility>

namespace laguz::graph {

void HashCons::insert(std::uint64_t hash, std::uint32_t position) {
  if (2 * (used_ + 1) > entries_.size()) grow();
  place({hash, position});
  ++used_;
}

void HashCons::place(const Entry& entry) {
  std::size_t at = bucket(entry.hash);
  while (entries_[at].position != none) at = next(at);
  entries_[at] = entry;
}

void HashCons::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  std::swap(old, entries_);
  --shift_;
  for (const Entry& entry : old)
    if (entry.position != none) place(entry);
}

}  // namespace laguz::graph
