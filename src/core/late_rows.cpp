// Rows that are read behind elements of them.
#include <algorithm>

#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"

namespace laguz::core {
namespace {

constexpr std::size_t kFarthest = 64;  ///< statements that a row goes past

const Index* row_read(const Stm& stm) {
  const auto* index = std::get_if<Index>(&stm.exp.node);
  return index != nullptr && stm.binders[0].type.rank > 0 ? index : nullptr;
}

/// Whether [stm] reads something in [row] as `row[j]`: it fails where the row does, and so.
bool reads_in(const Stm& stm, const Index& row) {
  const auto* index = std::get_if<Index>(&stm.exp.node);
  if (index == nullptr || !(index->array == row.array) || index->steps.empty() ||
      index->steps[0].end != row.indices.size() || index->indices.size() <= row.indices.size())
    return false;
  return std::equal(row.indices.begin(), row.indices.end(), index->indices.begin());
}

/// Before which statement [s], which reads [row], is to stand: the first that uses it or overwrites
/// the array, if what may fail before that begins with an element of it; else it stays.
std::size_t place_for(const Body& body, std::size_t s, const Index& row) {
  bool fails_later = false;  // where it would have failed
  std::size_t t = s + 1;
  for (; t < std::min(body.stms.size(), s + kFarthest); ++t) {
    const Stm& stm = body.stms[t];
    if (uses(stm.exp, body.stms[s].binders[0].id)) break;
    const Atoms overwritten = consumed(stm.exp);
    if (std::find(overwritten.begin(), overwritten.end(), row.array) != overwritten.end()) break;
    fails_later = fails_later || reads_in(stm, row);
    if (!fails_later && has_effect(stm.exp)) break;
  }
  return fails_later ? t : s + 1;
}

}  // namespace

void read_rows_late(Body& body) {
  for (std::size_t s = body.stms.size(); s-- > 0;) {
    visit(
        body.stms[s].exp, [](Atom&) {}, [](Body& inner, Binders&) { read_rows_late(inner); });
    const Index* row = row_read(body.stms[s]);
    if (row == nullptr) continue;
    const auto first = body.stms.begin() + static_cast<std::ptrdiff_t>(s);
    const auto to = body.stms.begin() + static_cast<std::ptrdiff_t>(place_for(body, s, *row));
    std::rotate(first, first + 1, to);
  }
}

}  // namespace laguz::core
