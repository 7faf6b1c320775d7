// Sums of numbers: which places certainly differ, and what some stay below.
#include <algorithm>
#include <map>

#include "core/facts/facts.hpp"
#include "core/facts/find.hpp"

namespace laguz::core::facts {

/// A sum of numbers, each so many times, and a constant.
struct Facts::Difference {
  static constexpr std::size_t kMostTerms = 8;
  std::map<VarId, std::pair<Atom, std::int64_t>> terms{};
  std::int64_t by = 0;
  bool known = true;

  void add(const Atom& number, std::int64_t times) {
    auto& term = terms.try_emplace(number.var, number, 0).first->second;
    term.second += times;
    if (term.second == 0) terms.erase(number.var);
    known = known && terms.size() <= kMostTerms;
  }
};

// Adds [number], [times]. An index that is known to be one is left as it is, unless [all] is asked
// for.
void Facts::expand(Difference& to, const Atom& number, std::int64_t times, bool all) const {
  constexpr std::int64_t kFar = 1LL << 31;
  std::vector<std::pair<Atom, std::int64_t>> terms{{number, times}};
  for (int steps = 0; !terms.empty() && to.known; ++steps) {
    const auto [term, count] = terms.back();
    terms.pop_back();
    if (const auto value = constant(term)) {
      to.known = *value > -kFar && *value < kFar && count > -kFar && count < kFar;
      to.by += to.known ? *value * count : 0;
      continue;
    }
    const PrimApp* sum = definition(term, prims::Op::add);
    const PrimApp* made = sum != nullptr ? sum : definition(term, prims::Op::sub);
    if (made == nullptr || steps >= kMostSteps || (!all && bounds_.count(term.var) > 0)) {
      to.add(term, count);
      continue;
    }
    terms.emplace_back(made->args[0], count);
    terms.emplace_back(made->args[1], sum != nullptr ? count : -count);
  }
}

// Whatever the indices are: the smallest that they can be, or the largest, the innermost first, for
// their bounds are numbers of loops around. (Indices and lengths are far from the end of their
// type; one other number cannot come round to 0 with them.)
bool Facts::is_positive(Difference difference) const {
  bool other = false;
  for (int steps = 0; difference.known && steps < kMostSteps; ++steps) {
    if (difference.terms.empty()) return difference.by >= 1;
    const auto deepest = std::max_element(
        difference.terms.begin(), difference.terms.end(), [this](const auto& a, const auto& b) {
          return depth_of(a.second.first) < depth_of(b.second.first);
        });
    const auto [number, times] = deepest->second;
    difference.terms.erase(deepest);
    if (times > 0) {
      if (!is_natural(number)) return false;
      const bool small = bounds_.count(number.var) > 0 || shapes_.count(number.var) > 0;
      if (!small && (other || times > 1)) return false;
      other = other || !small;
      continue;
    }
    const Atom* bound = find(bounds_, number.var);
    if (bound == nullptr) return false;
    expand(difference, *bound, times, true);
    difference.by -= times;
  }
  return false;
}

// i + a is below n where i is below n - a; a may be a sum whose terms are added one by one. Or
// where i is below n - b, if a and b are constants and b is more.
std::optional<Atom> Facts::bound_of_sum(const PrimApp& e) const {
  Difference terms;
  for (const Atom& term : e.args) expand(terms, term, 1, false);
  for (const auto& [var, term] : terms.terms) {
    const Atom* bound = find(bounds_, var);
    const PrimApp* rest = bound ? definition(*bound, prims::Op::sub) : nullptr;
    if (!rest || !is_always_natural(rest->args[0]) || !is_always_natural(rest->args[1])) continue;
    Difference others;
    for (const Atom& one : e.args) expand(others, one, 1, true);
    expand(others, term.first, -1, true);
    expand(others, rest->args[1], -1, true);
    const auto more = constant(rest->args[1]);
    if (others.known && others.terms.empty() &&
        (others.by == 0 || (more && others.by < 0 && others.by >= -*more)))
      return rest->args[0];
  }
  return {};
}

bool Facts::are_apart(const Atom& a, const Atom& b) const {
  if (a == b) return false;
  if (a.is_constant() && b.is_constant()) return true;
  for (const bool all : {false, true})
    for (const std::int64_t sign : {1, -1}) {
      Difference difference;
      expand(difference, a, sign, all);
      expand(difference, b, -sign, all);
      if (is_positive(std::move(difference))) return true;
    }
  return false;
}

bool Facts::are_apart(const DimSlices& a, const DimSlices& b) const {
  for (std::size_t d = 0; d < std::min(a.size(), b.size()); ++d)
    if (a[d].fixed && b[d].fixed && are_apart(a[d].index, b[d].index)) return true;
  return false;
}

}  // namespace laguz::core::facts
