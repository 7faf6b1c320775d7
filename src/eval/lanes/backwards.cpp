#include "eval/lanes/backwards.hpp"

#include <algorithm>
#include <optional>

#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

std::optional<std::size_t> operand(const core::Soac& e, const core::Atom& atom) {
  for (std::size_t i = 0; i < e.lambda.params.size(); ++i)
    if (e.lambda.params[i].atom() == atom) return i;
  return std::nullopt;
}

/// A place: the number that an operand gives, plus something that varies.
struct Place {
  std::size_t number;
  bool varies;
};

std::optional<Place> place_of(const Compiler& c, const core::Soac& e, const core::Atom& index) {
  if (const auto number = operand(e, index)) return Place{*number, false};
  const core::Body& body = e.lambda.body;
  const auto stm = index.is_constant() ? std::nullopt : core::place_of(body, index.var);
  const auto* sum = stm ? std::get_if<core::PrimApp>(&body.stms[*stm].exp.node) : nullptr;
  if (sum == nullptr || prims::op_of(sum->prim) != prims::Op::add) return std::nullopt;
  for (const std::size_t side : {0, 1}) {
    const core::Atom& other = sum->args[1 - side];
    const auto number = operand(e, sum->args[side]);
    const bool inside = operand(e, other) || core::place_of(body, other.var);
    if (number && (other.is_constant() || !inside)) return Place{*number, c.varies(other)};
  }
  return std::nullopt;
}

bool uses_accumulators(const core::Exp& exp) {
  const core::Binders free = core::free_variables(exp);
  return std::any_of(free.begin(), free.end(),
                     [](const core::Binder& variable) { return variable.type.acc; });
}

}  // namespace

std::vector<std::size_t> numbers_of_places(const Compiler& c, const core::Soac& e) {
  if (!e.reduces.empty() || !e.scans.empty()) return {};
  const core::Atoms& results = e.lambda.body.results;
  if (std::any_of(results.begin(), results.end(),
                  [](const core::Atom& result) { return !result.type.is_scalar(); }))
    return {};
  std::vector<std::size_t> numbers;
  std::vector<core::VarId> accs;
  bool varies = false;
  for (const core::Stm& stm : e.lambda.body.stms) {
    const auto* update = std::get_if<core::AccUpdate>(&stm.exp.node);
    if (update == nullptr) {
      if (uses_accumulators(stm.exp)) return {};
      continue;
    }
    if (std::find(accs.begin(), accs.end(), update->acc.var) != accs.end()) return {};
    accs.push_back(update->acc.var);
    std::optional<Place> found;
    for (const core::Atom& index : update->indices) {
      const auto place = place_of(c, e, index);
      if (place && (!found || place->varies)) found = place;
    }
    if (!found) return {};
    numbers.push_back(found->number);
    varies = varies || found->varies;
  }
  if (!varies) return {};
  return numbers;
}

}  // namespace laguz::eval::lanes
