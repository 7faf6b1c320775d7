// Numbers and rows that are written where nobody reads them, or only after something else has been
// written there. (On the way back through `a[i] = v` the cotangent there becomes 0, and mostly is
// added to at once.)
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::size_t kFarthestWrite = 64;  ///< statements between the two

std::optional<Atoms> place_written(const Update& update) {
  Atoms place;
  for (const DimSlice& dim : update.dims) {
    if (!dim.fixed) return std::nullopt;
    place.push_back(dim.index);
  }
  return place;
}

bool uses_value(const Update& update, const std::vector<VarId>& versions) {
  return std::find(versions.begin(), versions.end(), update.value.var) != versions.end();
}

/// The statements of a body that are the last to use variables.
using Uses = std::unordered_map<VarId, std::size_t>;

void note_uses(const Exp& exp, std::size_t at, Uses& last) {
  visit(
      exp, [&](const Atom& atom) { last[atom.var] = at; },
      [&](const Body& inner, const Binders&) {
        for (const Stm& stm : inner.stms) note_uses(stm.exp, at, last);
        for (const Atom& result : inner.results) last[result.var] = at;
      });
}

void note_uses(const Body& body, Uses& last) {
  for (std::size_t s = 0; s < body.stms.size(); ++s) note_uses(body.stms[s].exp, s, last);
}

std::size_t end_of(const Uses& last, VarId var) {
  const auto found = last.find(var);
  return found == last.end() ? 0 : found->second + 1;
}

}  // namespace

// While the facts of [body] are at hand.
void Simplifier::drop_overwritten(Body& body) const {
  Uses last;  // (Statements before them may go: they come earlier then.)
  for (std::size_t s = 0; s < body.stms.size(); ++s) {
    const auto* first = std::get_if<Update>(&body.stms[s].exp.node);
    const auto place = first != nullptr ? place_written(*first) : std::nullopt;
    if (!place) continue;
    if (last.empty()) note_uses(body, last);
    if (!is_unread(body, s, *place, last)) continue;
    const VarId version = body.stms[s].binders[0].id;
    const Atom array = first->array;
    body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(s));
    for (std::size_t t = s; t < body.stms.size(); ++t) {
      auto* index = std::get_if<Index>(&body.stms[t].exp.node);
      auto* update = std::get_if<Update>(&body.stms[t].exp.node);
      if (index != nullptr && index->array.var == version) index->array = array;
      if (update != nullptr && update->array.var == version) update->array = array;
    }
    --s;
  }
}

// Whether nobody reads what statement [s] of [body] writes at [place]: the array is not used but to
// read and write elsewhere, until the place is written again.
bool Simplifier::is_unread(const Body& body, std::size_t s, const Atoms& place,
                           const Uses& last) const {
  const VarId before = std::get<Update>(body.stms[s].exp.node).array.var;
  std::vector<VarId> versions{body.stms[s].binders[0].id};
  bool over = false;
  bool taken = false;  // what there was before is written elsewhere
  std::size_t end = end_of(last, versions[0]);
  for (std::size_t t = s + 1; t < std::min(end, body.stms.size()); ++t) {
    const Exp& exp = body.stms[t].exp;
    const auto* index = std::get_if<Index>(&exp.node);
    const auto* update = std::get_if<Update>(&exp.node);
    const bool used = std::any_of(versions.begin(), versions.end(),
                                  [&](VarId version) { return uses(exp, version); });
    if (!used) {
      taken = taken || (index == nullptr && uses(exp, before));
      continue;
    }
    const Atom* array = index != nullptr    ? &index->array
                        : update != nullptr ? &update->array
                                            : nullptr;
    if (array == nullptr || over || array->var != versions.back() || t > s + kFarthestWrite)
      return false;
    if (index != nullptr) {
      if (taken || !index->steps.empty() || !facts_.are_apart(place, index->indices)) return false;
      continue;
    }
    const auto other = place_written(*update);
    if (!other || taken || uses_value(*update, versions)) return false;
    over = *other == place;
    if (!over && !facts_.are_apart(place, *other)) return false;
    if (over) continue;
    versions.push_back(body.stms[t].binders[0].id);
    end = std::max(end, end_of(last, versions.back()));
  }
  const auto is_version = [&](const Atom& atom) {
    return std::find(versions.begin(), versions.end(), atom.var) != versions.end();
  };
  if (std::any_of(body.results.begin(), body.results.end(), is_version)) return false;
  if (over) return true;
  // What is not written again must be known not to fail.
  const Index here{std::get<Update>(body.stms[s].exp.node).array, place, {}};
  for (std::size_t d = 0; d < place.size(); ++d)
    if (!facts_.is_certain(here, d, facts_.depth())) return false;
  return versions.size() == 1;
}

}  // namespace laguz::core::simplifier
