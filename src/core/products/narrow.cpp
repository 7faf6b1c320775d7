// Accumulators around less.
#include <algorithm>
#include <utility>

#include "core/products/narrow.hpp"
#include "core/products/nests.hpp"
#include "core/walk.hpp"

namespace laguz::core::products {
namespace {

void rename(Exp& exp, const Substitution& names);

void rename(Stm& stm, const Substitution& names) {
  for (Binder& binder : stm.binders)
    if (const auto found = names.find(binder.id); found != names.end())
      binder.id = found->second.var;
  rename(stm.exp, names);
}

void rename(Exp& exp, const Substitution& names) {
  visit(
      exp, [&](Atom& atom) { atom = replaced(atom, names); },
      [&](Body& body, Binders&) {
        for (Stm& stm : body.stms) rename(stm, names);
        for (Atom& result : body.results) result = replaced(result, names);
      });
}

}  // namespace

std::vector<Stm> narrowed(const Stm& stm, Names& names) {
  Stm narrow = stm;
  auto& with = std::get<WithAcc>(narrow.exp.node);
  std::vector<Stm>& stms = with.body.stms;
  const auto adds = [&](const Stm& one) {
    return std::any_of(with.accs.begin(), with.accs.end(),
                       [&](const auto& acc) { return uses(one.exp, acc.acc.id); });
  };
  const auto first = std::find_if(stms.begin(), stms.end(), adds);
  const auto end = std::find_if(stms.rbegin(), stms.rend(), adds).base();
  if (first == stms.end() || (first == stms.begin() && end == stms.end())) return {stm};
  std::vector<Stm> parts(stms.begin(), first);
  const std::vector<Stm> behind(end, stms.end());
  stms = std::vector<Stm>(first, end);

  // What is read behind keeps its name there.
  const std::size_t accs = stm.binders.size() - with.body.results.size();
  const Atoms results = std::exchange(with.body.results, {});
  narrow.binders.resize(accs);
  VarSet read;
  for (const Atom& result : results) read.insert(result.var);
  for (const Stm& one : behind) add_free(one.exp, read);
  for (Stm& one : stms)
    for (const Binder& binder : one.binders) {
      if (read.count(binder.id) == 0) continue;
      narrow.binders.push_back(binder);
      with.body.results.push_back(binder.atom());
    }
  Substitution inside;
  for (Atom& result : with.body.results) {
    const Binder own = names.bind(result.type);
    inside[result.var] = own.atom();
    result = own.atom();
  }
  for (Stm& one : stms) rename(one, inside);
  parts.push_back(std::move(narrow));
  std::move(behind.begin(), behind.end(), std::back_inserter(parts));
  for (std::size_t r = 0; r < results.size(); ++r)
    parts.push_back({{stm.binders[accs + r]}, {Copy{results[r]}}, stm.span, stm.inlined_at});
  return parts;
}

std::vector<Stm> one_by_one(const Stm& stm, Names& names) {
  const auto& with = std::get<WithAcc>(stm.exp.node);
  if (with.accs.empty() || !with.body.results.empty()) return {stm};
  constexpr std::size_t kNobody = SIZE_MAX;
  std::vector<std::size_t> last(with.accs.size(), kNobody);
  std::size_t first = kNobody;
  Atoms arrays;
  for (std::size_t a = 0; a < with.accs.size(); ++a) {
    const WithAcc::Acc& acc = with.accs[a];
    if (!acc.apart || acc.op || acc.growth != WithAcc::Growth::none || acc.arrays.size() != 1)
      return {stm};
    for (std::size_t s = 0; s < with.body.stms.size(); ++s) {
      const Stm& one = with.body.stms[s];
      if (!uses(one.exp, acc.acc.id)) continue;
      if (!one.binders.empty() || !std::holds_alternative<Soac>(one.exp.node)) return {stm};
      first = std::min(first, s);
      last[a] = s;
    }
    if (last[a] == kNobody) return {stm};
    arrays.push_back(acc.arrays[0]);
  }
  if (*std::max_element(last.begin(), last.end()) == first) return {stm};
  std::vector<Stm> parts;
  for (std::size_t s = 0; s < with.body.stms.size(); ++s) {
    const Stm& one = with.body.stms[s];
    WithAcc part;
    Binders results;
    Substitution inside;
    for (std::size_t a = 0; a < with.accs.size(); ++a) {
      if (!uses(one.exp, with.accs[a].acc.id)) continue;
      WithAcc::Acc& acc = part.accs.emplace_back(with.accs[a]);
      acc.arrays = {arrays[a]};
      acc.acc = names.bind(acc.acc.type);
      inside[with.accs[a].acc.id] = acc.acc.atom();
      results.push_back(s == last[a] ? stm.binders[a] : names.bind(stm.binders[a].type));
      arrays[a] = results.back().atom();
    }
    if (part.accs.empty()) {
      parts.push_back(one);
      continue;
    }
    part.body.stms.push_back({{}, refresh(one.exp, names, inside), one.span, one.inlined_at});
    parts.push_back({std::move(results), {std::move(part)}, stm.span, stm.inlined_at});
  }
  return parts;
}

bool narrow_accumulators(Body& body, Names& names) {
  bool any = false;
  std::vector<Stm> stms;
  for (Stm& stm : body.stms) {
    if (!std::holds_alternative<Soac>(stm.exp.node))
      visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders&) { any = narrow_accumulators(inner, names) || any; });
    if (!std::holds_alternative<WithAcc>(stm.exp.node)) {
      stms.push_back(std::move(stm));
      continue;
    }
    std::vector<Stm> parts = narrowed(stm, names);
    any = any || parts.size() > 1;
    std::move(parts.begin(), parts.end(), std::back_inserter(stms));
  }
  body.stms = std::move(stms);
  return any;
}

}  // namespace laguz::core::products
