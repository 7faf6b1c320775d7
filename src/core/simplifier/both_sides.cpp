// What both sides of a branch do is done once: numbers that both read are read before it, a place
// that both write is written after it, with what the branch gives.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::size_t kMost = 32;  ///< statements of a side that are looked at

/// What [stm] reads, if that is a number of an array. (Numbers that are computed stay where they
/// are: a partial may be infinite, and then a side that does not weigh the number must not see it.)
const Index* number_read(const Stm& stm) {
  const auto* index = std::get_if<Index>(&stm.exp.node);
  return index != nullptr && stm.binders[0].type.is_scalar() ? index : nullptr;
}

bool is_outside(const Body& body, const Atom& atom) {
  return atom.is_constant() || !place_of(body, atom.var);
}

/// The update that makes [result], the last that [body] does with the array.
const Stm* last_update(const Body& body, const Atom& result) {
  const auto at = place_of(body, result.var);
  const auto* update = at ? std::get_if<Update>(&body.stms[*at].exp.node) : nullptr;
  if (update == nullptr || !update->value.type.is_scalar() || count_uses(body, result.var) != 1)
    return nullptr;
  for (const DimSlice& dim : update->dims)
    if (!dim.fixed || !is_outside(body, dim.index)) return nullptr;
  return is_outside(body, update->array) ? &body.stms[*at] : nullptr;
}

bool are_at_one_place(const Update& a, const Update& b) {
  return a.array == b.array &&
         std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(), b.dims.end(),
                    [](const DimSlice& x, const DimSlice& y) { return x.index == y.index; });
}

}  // namespace

// Whether [stm] is certain not to fail around the body that it stands in.
bool Simplifier::is_safe_around(const Stm& stm) const {
  const auto scope = safe_scopes_.find(stm.binders[0].id);
  return scope != safe_scopes_.end() && scope->second <= facts_.depth();
}

void Simplifier::resolve_all(Body& body) const {
  for (Stm& stm : body.stms)
    visit(
        stm.exp, [this](Atom& atom) { resolve(atom); },
        [this](Body& inner, Binders&) { resolve_all(inner); });
  for (Atom& result : body.results) resolve(result);
}

void Simplifier::read_before(If& choice) {
  std::vector<Stm> read;
  auto& yes = choice.then_body.stms;
  auto& no = choice.else_body.stms;
  for (std::size_t i = 0; i < std::min(yes.size(), kMost); ++i) {
    const Index* index = number_read(yes[i]);
    if (index == nullptr || !is_safe_around(yes[i])) continue;
    const auto end = no.begin() + static_cast<std::ptrdiff_t>(std::min(no.size(), kMost));
    // (What they use is bound around both, then.)
    const auto same = std::find_if(no.begin(), end, [&](const Stm& stm) {
      const Index* other = number_read(stm);
      return other != nullptr && other->array == index->array && other->indices == index->indices;
    });
    if (same == end) continue;
    alias(same->binders[0], yes[i].binders[0].atom());
    no.erase(same);
    read.push_back(std::move(yes[i]));
    yes.erase(yes.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  if (read.empty()) return;
  for (Stm& stm : read) place(std::move(stm));
  resolve_all(choice.then_body);
  resolve_all(choice.else_body);
}

std::vector<Stm> Simplifier::write_after(Stm& stm, If& choice) {
  std::vector<Stm> written;
  for (std::size_t i = 0; i < stm.binders.size(); ++i) {
    const Stm* yes = last_update(choice.then_body, choice.then_body.results[i]);
    const Stm* no = last_update(choice.else_body, choice.else_body.results[i]);
    if (yes == nullptr || no == nullptr || !is_safe_around(*yes)) continue;
    const Update update = std::get<Update>(yes->exp.node), other = std::get<Update>(no->exp.node);
    if (!are_at_one_place(update, other)) continue;
    const Binder value = program_.names.bind(update.value.type);
    written.push_back({{stm.binders[i]},
                       {Update{update.array, update.dims, value.atom()}},
                       yes->span,
                       yes->inlined_at});
    const auto take = [](Body& body, const Stm* from, Atom& result, const Atom& given) {
      body.stms.erase(body.stms.begin() + (from - body.stms.data()));
      result = given;
    };
    take(choice.then_body, yes, choice.then_body.results[i], update.value);
    take(choice.else_body, no, choice.else_body.results[i], other.value);
    stm.binders[i] = value;
  }
  return written;
}

}  // namespace laguz::core::simplifier
