#include "eval/in_place.hpp"

#include <algorithm>

#include "eval/compiler.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval {

std::optional<runtime::Array> InPlace::place(Frame& frame) const {
  Array& array = frame.array(whole);
  Array& taken = frame.array(part);
  if (array.is_affine() || taken.is_affine() || !array.is_dense() || !taken.is_dense()) return {};
  const auto bytes =
      reinterpret_cast<std::intptr_t>(taken.raw()) - reinterpret_cast<std::intptr_t>(array.raw());
  const std::int64_t start = bytes / support::size_of(array.type());
  const std::int64_t count = taken.length();
  if (start < 0 || start + count > array.length()) return {};
  taken.release();
  const bool alone = array.is_unique();
  taken = array.slice(0, start, count, 1);
  if (!alone) return {};
  return taken;
}

namespace {

/// The vector that [next] overwrites in part with what [map] gives, if that is all it gives, and it
/// can neither fail nor be given up on the way.
const core::Update* overwrites(const core::Stm& next, const core::Soac& map,
                               const core::Binders& results) {
  const auto* update = std::get_if<core::Update>(&next.exp.node);
  const bool whole = update != nullptr && results.size() == 1 &&
                     update->value.var == results[0].id && update->array.type.rank == 1 &&
                     update->dims.size() == 1 && !update->dims[0].fixed;
  if (!whole || !map.reduces.empty() || !map.scans.empty()) return nullptr;
  const auto is_plain = [](const core::Stm& stm) {
    const auto* app = std::get_if<core::PrimApp>(&stm.exp.node);
    if (app == nullptr) return false;
    const int type = static_cast<int>(app->prim.type);
    return prims::row_of(app->prim).guard[type] == prims::Guard::none;
  };
  const std::vector<core::Stm>& stms = map.lambda.body.stms;
  return std::all_of(stms.begin(), stms.end(), is_plain) ? update : nullptr;
}

}  // namespace

std::optional<InPlace> Compiler::in_place(const core::Soac& map) const {
  if (current_->next == nullptr) return {};
  const core::Binders& results = current_->stm->binders;
  const core::Update* update = overwrites(*current_->next, map, results);
  if (update == nullptr || usage_.count(results[0].id) != 1) return {};
  const VarId whole = usage_.canonical(update->array.var);
  if (!contains(current_->dying_at_next, whole)) return {};
  for (const core::Atom& array : map.arrays) {
    const VarId part = usage_.canonical(array.var);
    const auto slice = slices_.find(part);
    if (slice != slices_.end() && usage_.canonical(slice->second->array.var) == whole &&
        slice->second->dims == update->dims && contains(current_->dying, part) &&
        contains(current_->usage.arrays, std::pair<VarId, int>(part, 1)))
      return InPlace{slot_of(whole), slot_of(part)};
  }
  return {};
}

}  // namespace laguz::eval
