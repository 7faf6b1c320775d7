// What is equal, what is true, what is never negative.
#include "core/facts/facts.hpp"

#include <algorithm>

#include "core/facts/find.hpp"
#include "core/semantics.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::facts {

int Facts::depth_of(const Atom& atom) const {
  return atom.is_constant() ? 0 : static_cast<int>(depths_.of(atom.var));
}

void Facts::leave() {
  for (const VarId var : scopes_.back().also) also_.erase(var);
  for (const VarId var : scopes_.back().equal) equal_.erase(var);
  scopes_.pop_back();
}

Atom Facts::canonical(Atom atom) const {
  while (const Atom* equal = find(equal_, atom.var)) atom = *equal;
  return atom;
}

void Facts::learn_equal(const Atom& a, const Atom& b) {
  if (keeps_derivatives_ && !(is_settled(a) && is_settled(b))) return;
  Atom from = canonical(a), to = canonical(b);
  if (from == to) return;
  if (from.is_constant() || (!to.is_constant() && depth_of(from) < depth_of(to)))
    std::swap(from, to);
  if (from.is_constant()) return;  // two constants: what follows is never reached
  equal_[from.var] = to;
  scopes_.back().equal.push_back(from.var);
  if (const Length* length = find(shapes_, from.var)) learn_length(*length, to);
  if (const PrimApp* made = find(definitions_, from.var); made != nullptr && !to.is_constant())
    if (also_.emplace(to.var, *made).second) scopes_.back().also.push_back(to.var);
}

bool Facts::is_settled(const Atom& atom, int steps) const {
  constexpr int most = 6;
  if (atom.is_constant() || shapes_.count(atom.var) > 0) return true;
  const PrimApp* definition = find(definitions_, atom.var);
  if (!definition || steps == most) return false;
  if (prims::row_of(definition->prim).diff == prims::Diff::zero) return true;
  return std::all_of(definition->args.begin(), definition->args.end(),
                     [&](const Atom& arg) { return is_settled(arg, steps + 1); });
}

const PrimApp* Facts::definition(const Atom& atom, prims::Op op) const {
  const PrimApp* found = find(definitions_, atom.var);
  return found && prims::op_of(found->prim) == op && found->args.size() == 2 ? found : nullptr;
}

std::optional<Atom> Facts::not_of(const Atom& condition) const {
  const PrimApp* definition = find(definitions_, condition.var);
  const bool negates = definition && prims::op_of(definition->prim) == prims::Op::bit_not;
  return negates ? std::optional(definition->args[0]) : std::nullopt;
}

std::optional<Atom> Facts::absorbing(const PrimApp& prim) const {
  constexpr std::size_t kMostParts = 16;
  const prims::Op op = prims::op_of(prim.prim);
  if (prim.prim.type != ScalarType::boolean ||
      (op != prims::Op::bit_and && op != prims::Op::bit_or))
    return std::nullopt;
  for (const std::size_t side : {0U, 1U}) {
    Atoms parts{prim.args[side]};
    for (std::size_t p = 0; p < parts.size() && p < kMostParts; ++p) {
      if (parts[p] == prim.args[1 - side]) return prim.args[side];
      if (parts[p].is_constant()) continue;
      const PrimApp* made = definition(parts[p], op);
      if (made != nullptr) parts.insert(parts.end(), made->args.begin(), made->args.end());
    }
  }
  return std::nullopt;
}

// Each condition once: those that share their parts are as many as trees of them are large.
void Facts::learn_truth(const Atom& condition, bool value) {
  std::vector<std::pair<Atom, bool>> known{{condition, value}};
  boost::unordered_flat_set<VarId> seen;
  while (!known.empty()) {
    const auto [atom, truth] = known.back();
    known.pop_back();
    learn_equal(atom, Atom::boolean(truth));
    if (!truth)
      for (const Atom& other : else_true(atom)) known.emplace_back(other, true);
    const PrimApp* definition = find(definitions_, atom.var);
    if (definition == nullptr || !seen.insert(atom.var).second) continue;
    const prims::Op op = prims::op_of(definition->prim);
    const Atoms& args = definition->args;
    if (op == prims::Op::bit_not) {
      known.emplace_back(args[0], !truth);
    } else if (op == (truth ? prims::Op::bit_and : prims::Op::bit_or) &&
               args[0].type.elem == ScalarType::boolean) {
      for (const Atom& arg : args) known.emplace_back(arg, truth);
    } else if (op == prims::Op::bit_or && truth && args[0].type.elem == ScalarType::boolean) {
      for (const std::size_t side : {0U, 1U})
        if (canonical(args[side]) == Atom::boolean(false))
          known.emplace_back(args[1 - side], true);
        else
          scopes_.back().else_true[args[side].var].push_back(args[1 - side]);
    } else {
      learn_comparison(*definition, truth);
    }
  }
}

Atoms Facts::else_true(const Atom& condition) const {
  Atoms all;
  for (const Scope& scope : scopes_)
    if (const Atoms* found = find(scope.else_true, condition.var))
      all.insert(all.end(), found->begin(), found->end());
  return all;
}

void Facts::learn_positive(const Atom& number) {
  if (const Atom* none = find(nones_, number.var))
    for (const Atom& other : else_true(*none)) learn_truth(other, true);
}

void Facts::learn_comparison(const PrimApp& e, bool value) {
  const prims::Op op = prims::op_of(e.prim);
  const Atoms& args = e.args;
  const bool exact = !support::is_float(args[0].type.elem);  // 0 equals -0
  const auto is_at_least = [&](std::size_t small, std::size_t big) {
    if (args[small].type.elem == ScalarType::i64 && is_natural(args[small]))
      learn_natural(args[big]);
  };
  if (op == (value ? prims::Op::eq : prims::Op::ne) && exact) {
    learn_equal(args[0], args[1]);
  } else if (value ? op == prims::Op::le || op == prims::Op::lt
                   : op == prims::Op::gt || op == prims::Op::ge) {
    is_at_least(0, 1);
  } else if (value ? op == prims::Op::ge || op == prims::Op::gt
                   : op == prims::Op::lt || op == prims::Op::le) {
    is_at_least(1, 0);
  }
}

void Facts::learn_natural(const Atom& atom) {
  if (!atom.is_constant()) scopes_.back().naturals.insert(atom.var);
}

bool Facts::is_always_natural(const Atom& atom) const {
  if (atom.is_constant()) return atom.scalar().as_i64() >= 0;
  if (atom.type.rank > 0) return naturals_.count(atom.var) > 0;
  if (shapes_.count(atom.var) || bounds_.count(atom.var) || not_negative_.count(atom.var))
    return true;
  // An index and a little more; the lengths of two arrays.
  if (const PrimApp* sum = definition(atom, prims::Op::add))
    return sum->args[1].is_constant()
               ? bounds_.count(sum->args[0].var) > 0 && sum->args[1].scalar().as_i64() >= 0
               : shapes_.count(sum->args[0].var) > 0 && shapes_.count(sum->args[1].var) > 0;
  // What is left of a number behind an index below it.
  const PrimApp* rest = definition(atom, prims::Op::sub);
  return rest != nullptr &&
         (is_below(rest->args[1], {rest->args[0]}) || is_after(rest->args[1], rest->args[0]));
}

// One more than an index below [number].
bool Facts::is_after(const Atom& index, const Atom& number) const {
  const PrimApp* sum = definition(index, prims::Op::add);
  return sum != nullptr && sum->args[1] == Atom::i64(1) && is_below(sum->args[0], {number});
}

bool Facts::is_natural(const Atom& atom) const {
  if (is_always_natural(atom)) return true;
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [&](const Scope& scope) { return scope.naturals.count(atom.var) > 0; });
}

bool Facts::is_below_by(const Atom& condition, const Atom& index, const Length& length) const {
  const PrimApp* below = definition(condition, prims::Op::lt);
  return below != nullptr && below->args[0] == index && is_length(below->args[1], length);
}

// Of numbers that are indices in a narrower type: by the least and the most that they can be.
std::optional<bool> Facts::narrow_comparison(const PrimApp& e) const {
  const auto a = narrow(e.args[0]), b = narrow(e.args[1]);
  if (!a || !b) return std::nullopt;
  const prims::Op op = prims::op_of(e.prim);
  if (op == prims::Op::le || op == prims::Op::gt) {
    if (a->most <= b->least) return op == prims::Op::le;
    if (a->least > b->most) return op == prims::Op::gt;
  }
  if (op == prims::Op::lt || op == prims::Op::ge) {
    if (a->most < b->least) return op == prims::Op::lt;
    if (a->least >= b->most) return op == prims::Op::ge;
  }
  return std::nullopt;
}

std::optional<bool> Facts::comparison(const PrimApp& e) const {
  if (e.args.size() != 2) return std::nullopt;
  if (e.prim.type != ScalarType::i64) return narrow_comparison(e);
  const prims::Op op = prims::op_of(e.prim);
  const auto holds = [&](const Atom& small, const Atom& big) {
    return small == Atom::i64(0) && !big.is_constant() &&
           (is_natural(big) || has_been_inside(big, std::nullopt));
  };
  // (What has been read, of something so long, was inside.)
  if (op == prims::Op::lt && has_been_inside(e.args[0], Length{e.args[1]})) return true;
  if (is_below(e.args[0], {e.args[1]})) {
    if (op == prims::Op::lt || op == prims::Op::le || op == prims::Op::ne) return true;
    if (op == prims::Op::ge || op == prims::Op::gt || op == prims::Op::eq) return false;
  }
  if (is_below(e.args[1], {e.args[0]})) {
    if (op == prims::Op::gt || op == prims::Op::ge || op == prims::Op::ne) return true;
    if (op == prims::Op::le || op == prims::Op::lt || op == prims::Op::eq) return false;
  }
  if ((op == prims::Op::le || op == prims::Op::gt) && is_after(e.args[0], e.args[1]))
    return op == prims::Op::le;
  if ((op == prims::Op::ge || op == prims::Op::lt) && is_after(e.args[1], e.args[0]))
    return op == prims::Op::ge;
  if (holds(e.args[0], e.args[1])) {
    if (op == prims::Op::le) return true;
    if (op == prims::Op::gt) return false;
  }
  if (holds(e.args[1], e.args[0])) {
    if (op == prims::Op::ge) return true;
    if (op == prims::Op::lt) return false;
  }
  return std::nullopt;
}

}  // namespace laguz::core::facts
