// What branches give: lengths of arrays, which differ from side to side, as numbers that they give
// too; and what it is by a condition that is known.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {

// (A branch around this one may ask when it has been read.)
void Simplifier::note_lengths(Stm& stm, If& choice) {
  const auto side_of = [this](const Atom& array, int dim) -> std::optional<Side> {
    const Length length = facts_.defined_length(array, dim);
    if (length.dim < 0) return Side{length.atom};
    const auto trips = facts_.trips_of(length);
    return trips ? std::optional(Side{*trips, true}) : std::nullopt;
  };
  for (std::size_t i = 0; i < stm.binders.size(); ++i) {
    const Binder binder = stm.binders[i];
    if (binder.type.rank == 0 || binder.type.acc) continue;
    auto& lengths = chosen_lengths_[binder.id];
    for (int dim = 0; dim < binder.type.rank; ++dim) {
      const auto yes = side_of(choice.then_body.results[i], dim);
      const auto no = side_of(choice.else_body.results[i], dim);
      lengths.push_back(yes && no ? std::optional(std::pair{*yes, *no}) : std::nullopt);
      if (lengths.back() && yes->number != no->number && frames_.back().conditional)
        give_length(stm, choice, *lengths.back());
    }
  }
}

// A number that a branch gives with the array, if both sides know how long theirs is.
std::optional<Atom> Simplifier::chosen_length(const Length& length) {
  const auto known = chosen_lengths_.find(length.atom.var);
  if (known == chosen_lengths_.end()) return std::nullopt;
  auto& sides = known->second[static_cast<std::size_t>(length.dim)];
  if (!sides) return std::nullopt;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    for (auto stm = frame->out.rbegin(); stm != frame->out.rend(); ++stm) {
      auto* choice = std::get_if<If>(&stm->exp.node);
      const auto is_it = [&](const Binder& binder) { return binder.id == length.atom.var; };
      if (choice == nullptr || std::none_of(stm->binders.begin(), stm->binders.end(), is_it))
        continue;
      const Atom number = give_length(*stm, *choice, *sides);
      facts_.bind({number.var, kIndex}, facts_.depth_of(length.atom));
      return number;
    }
  return std::nullopt;
}

// The result of [stm] that is one of [sides].
Atom Simplifier::give_length(Stm& stm, If& choice, std::pair<Side, Side>& sides) {
  const Atom yes = atom_of(sides.first, choice.then_body, stm);
  const Atom no = atom_of(sides.second, choice.else_body, stm);
  sides = {Side{yes}, Side{no}};
  for (std::size_t r = 0; r < stm.binders.size(); ++r)
    if (choice.then_body.results[r] == yes && choice.else_body.results[r] == no)
      return stm.binders[r].atom();
  stm.binders.push_back(program_.names.bind(kIndex));
  choice.then_body.results.push_back(yes);
  choice.else_body.results.push_back(no);
  return stm.binders.back().atom();
}

// The number, as [body], a side of the branch [near], has it.
Atom Simplifier::atom_of(const Side& side, Body& body, const Stm& near) {
  if (!side.trips) return side.number;
  const Binder natural = program_.names.bind(kIndex);
  const auto max = prims::get("max", ScalarType::i64);
  body.stms.push_back(
      {{natural}, {PrimApp{max, {side.number, Atom::i64(0)}}}, near.span, near.inlined_at});
  return natural.atom();
}

// What the branches give of what is bound around them.
void Simplifier::note_chosen(const Stm& stm, const If& choice) {
  if (choice.condition.is_constant()) return;
  const auto around = [](const Body& body, const Atom& atom) {
    const bool inside = !atom.is_constant() && place_of(body, atom.var);
    return inside ? std::nullopt : std::optional(atom);
  };
  for (std::size_t r = 0; r < stm.binders.size(); ++r) {
    const Chosen chosen{stm.binders[r], around(choice.then_body, choice.then_body.results[r]),
                        around(choice.else_body, choice.else_body.results[r])};
    if (chosen.yes || chosen.no) chosen_[choice.condition.var].push_back(chosen);
  }
}

// Where [condition] is [value], what other branches have given by it is known. These are, until the
// branch is left.
std::vector<VarId> Simplifier::know_chosen(const Atom& condition, bool value) {
  std::vector<VarId> known;
  const auto found = chosen_.find(condition.var);
  if (condition.is_constant() || found == chosen_.end()) return known;
  constexpr std::size_t kMost = 64;
  for (auto one = found->second.rbegin(); one != found->second.rend(); ++one) {
    const std::optional<Atom>& given = value ? one->yes : one->no;
    if (!given || alias_of_.of(one->result.id) != 0) continue;
    if (known.size() == kMost) break;
    alias(one->result, *given);
    known.push_back(one->result.id);
  }
  return known;
}

}  // namespace laguz::core::simplifier
