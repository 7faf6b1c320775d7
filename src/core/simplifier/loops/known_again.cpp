// Numbers that a loop has kept and that are computed again in the iterations of another one: such
// as how often a loop inside goes round. They are what has been kept, of which more is known.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::size_t kMostOperations = 8;

}  // namespace

// What the statements of [loop] are that give [result], if they only know which iteration it is.
std::optional<Simplifier::Again> Simplifier::again_of(const Loop& loop, const Atom& result) {
  Again again{std::get<ForForm>(loop.form).index.id, {}};
  std::vector<VarId> wanted{result.var};
  VarSet done;
  std::vector<std::size_t> places;
  while (!wanted.empty()) {
    const VarId one = wanted.back();
    wanted.pop_back();
    if (one == again.index || !done.insert(one).second) continue;
    const auto at = place_of(loop.body, one);
    if (!at) {
      if (is_bound_inside(loop, Atom::of(one, kIndex))) return std::nullopt;
      continue;
    }
    const Exp& exp = loop.body.stms[*at].exp;
    const auto* index = std::get_if<Index>(&exp.node);
    if (places.size() == kMostOperations ||
        (index != nullptr ? !index->steps.empty() : !std::holds_alternative<PrimApp>(exp.node)))
      return std::nullopt;
    places.push_back(*at);
    visit(
        exp,
        [&](const Atom& atom) {
          if (!atom.is_constant()) wanted.push_back(atom.var);
        },
        [](const Body&, const Binders&) {});
  }
  std::sort(places.begin(), places.end());
  for (const std::size_t at : places) again.stms.push_back(loop.body.stms[at]);
  const bool computed = !again.stms.empty() &&
                        std::holds_alternative<PrimApp>(again.stms.back().exp.node) &&
                        again.stms.back().binders[0].id == result.var;
  return computed ? std::optional(std::move(again)) : std::nullopt;
}

void Simplifier::note_again(const Stm& stm, const Loop& loop) {
  if (!std::holds_alternative<ForForm>(loop.form)) return;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const Atom& value = loop.body.results[loop.history[h]];
    if (!loop.is_after(h) || !(value.type == kIndex)) continue;
    if (auto again = again_of(loop, value))
      again_.insert_or_assign(stm.binders[loop.params.size() + h].id, std::move(*again));
  }
}

// The number in sight that has been kept of what [prim] computes.
std::optional<Atom> Simplifier::kept_of(const PrimApp& prim) {
  for (const Frame& frame : frames_)
    for (const Frame::Read& read : frame.read)
      if (computes(again_.at(read.array), read.index, prim)) return read.number;
  return std::nullopt;
}

// Whether the last of these statements is [prim] in iteration [number]: those before are in sight.
bool Simplifier::computes(const Again& again, const Atom& number, const PrimApp& prim) {
  if (!(std::get<PrimApp>(again.stms.back().exp.node).prim == prim.prim)) return false;
  const auto statement = [&](const Seen::At& at) -> const Stm& { return statement_at(at); };
  Substitution now{{again.index, number}};
  for (std::size_t s = 0; s < again.stms.size(); ++s) {
    Exp exp = again.stms[s].exp;
    visit(
        exp,
        [&](Atom& atom) {
          if (const auto other = now.find(atom.var); other != now.end()) atom = other->second;
          resolve(atom);
        },
        [](Body&, Binders&) {});
    if (s + 1 == again.stms.size()) return std::get<PrimApp>(exp.node).args == prim.args;
    const Stm* same = seen_.find(exp, statement);
    if (same == nullptr) return false;
    now[again.stms[s].binders[0].id] = same->binders[0].atom();
  }
  return false;
}

}  // namespace laguz::core::simplifier
