// Numbers, rows and columns that are written where nobody reads them, or only after something else
// has been written there. (On the way back through `a[i] = v` the cotangent there becomes 0, and
// mostly is added to at once.)
#include <algorithm>

#include "core/semantics.hpp"
#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::size_t kFarthestWrite = 64;  ///< statements between the two

/// The array of which [exp] reads or writes a part, or that it turns; none of other expressions.
template <typename Expression>
auto* array_used(Expression& exp) {
  auto* index = std::get_if<Index>(&exp.node);
  auto* slice = std::get_if<Slice>(&exp.node);
  auto* update = std::get_if<Update>(&exp.node);
  auto* app = std::get_if<ArrayApp>(&exp.node);
  return index != nullptr && index->steps.empty()          ? &index->array
         : slice != nullptr                                ? &slice->array
         : update != nullptr                               ? &update->array
         : app != nullptr && app->op == ArrayOp::rearrange ? &app->args[0]
                                                           : nullptr;
}

/// By array: the dimensions of the one that it is a turned view of.
using Turned = std::unordered_map<VarId, std::vector<std::int64_t>>;

/// [part] of a view, as a part of what that has turned.
DimSlices of_turned(const DimSlices& part, const std::vector<std::int64_t>& dims) {
  DimSlices all(dims.size());
  for (std::size_t d = 0; d < part.size(); ++d) all[static_cast<std::size_t>(dims[d])] = part[d];
  return all;
}

/// The part.
DimSlices part_used(const Exp& exp) {
  if (const auto* index = std::get_if<Index>(&exp.node)) return part_read(*index);
  const auto* slice = std::get_if<Slice>(&exp.node);
  return slice != nullptr ? slice->dims : std::get<Update>(exp.node).dims;
}

bool reads_a_part(const Exp& exp) {
  return std::holds_alternative<Index>(exp.node) || std::holds_alternative<Slice>(exp.node);
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
    if (first == nullptr) continue;
    if (last.empty()) note_uses(body, last);
    if (!is_unread(body, s, last)) continue;
    const VarId version = body.stms[s].binders[0].id;
    const Atom array = first->array;
    body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(s));
    for (std::size_t t = s; t < body.stms.size(); ++t) {
      Atom* used = array_used(body.stms[t].exp);
      if (used != nullptr && used->var == version) *used = array;
    }
    --s;
  }
}

// Whether nobody reads what statement [s] of [body] writes: the array is not used but to read and
// write elsewhere, until the same part of it is written again.
bool Simplifier::is_unread(const Body& body, std::size_t s, const Uses& last) const {
  const auto& first = std::get<Update>(body.stms[s].exp.node);
  const DimSlices& part = first.dims;
  const VarId before = first.array.var;
  std::vector<VarId> versions{body.stms[s].binders[0].id};
  Turned views;  // of versions
  bool over = false;
  bool taken = false;  // what there was before is written elsewhere
  std::size_t end = end_of(last, versions[0]);
  for (std::size_t t = s + 1; t < std::min(end, body.stms.size()); ++t) {
    const Exp& exp = body.stms[t].exp;
    const bool used = std::any_of(versions.begin(), versions.end(),
                                  [&](VarId version) { return uses(exp, version); }) ||
                      std::any_of(views.begin(), views.end(),
                                  [&](const auto& view) { return uses(exp, view.first); });
    if (!used) {
      taken = taken || (!reads_a_part(exp) && uses(exp, before));
      continue;
    }
    const Atom* array = array_used(exp);
    if (array == nullptr || over || t > s + kFarthestWrite) return false;
    const auto view = views.find(array->var);
    if (view == views.end() && array->var != versions.back()) return false;
    if (const auto* app = std::get_if<ArrayApp>(&exp.node)) {
      if (view != views.end()) return false;
      const VarId turned = body.stms[t].binders[0].id;
      views[turned] = app->attrs;
      end = std::max(end, end_of(last, turned));
      continue;
    }
    const auto* update = std::get_if<Update>(&exp.node);
    if (view != views.end() && update != nullptr) return false;
    const DimSlices other =
        view != views.end() ? of_turned(part_used(exp), view->second) : part_used(exp);
    if (update == nullptr) {
      if (taken || !facts_.are_apart(part, other)) return false;
      continue;
    }
    if (taken || uses_value(*update, versions) || views.count(update->value.var) > 0) return false;
    over = is_same_part(other, part);
    if (!over && !facts_.are_apart(part, other)) return false;
    if (over) continue;
    versions.push_back(body.stms[t].binders[0].id);
    end = std::max(end, end_of(last, versions.back()));
  }
  const auto is_version = [&](const Atom& atom) {
    return std::find(versions.begin(), versions.end(), atom.var) != versions.end() ||
           views.count(atom.var) > 0;
  };
  if (std::any_of(body.results.begin(), body.results.end(), is_version)) return false;
  if (over) return true;
  // What is not written again must be known not to fail.
  return versions.size() == 1 && facts_.is_certain(Slice{first.array, part}, facts_.depth());
}

}  // namespace laguz::core::simplifier
