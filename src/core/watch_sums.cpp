#include "core/watch_sums.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/builder.hpp"
#include "core/walk.hpp"
#include "core/watch.hpp"

namespace laguz::core {
namespace {

/// Whether all that [body] makes comes from its operands: nothing that is called, and no constant
/// that is infinite or no number.
bool is_of_its_operands(const Body& body) {
  bool is = true;
  const auto look = [&](const Atom& atom) {
    if (!atom.is_constant() || !support::is_float(atom.type.elem)) return;
    for (const char* odd : {"isnan", "isinf"})
      is = is && !fold(prims::get(odd, atom.type.elem), {atom})->as_bool();
  };
  for (const Atom& result : body.results) look(result);
  for (const Stm& stm : body.stms) {
    is = is && !std::holds_alternative<Call>(stm.exp.node);
    visit(stm.exp, look,
          [&](const Body& inner, const Binders&) { is = is && is_of_its_operands(inner); });
  }
  return is;
}

/// Where [body] adds to the accumulator [acc]: each place once.
void add_places(const Body& body, VarId acc, std::vector<Span>& places) {
  for (const Stm& stm : body.stms) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update != nullptr && update->acc.var == acc && stm.span &&
        std::find(places.begin(), places.end(), stm.span) == places.end())
      places.push_back(stm.span);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { add_places(inner, acc, places); });
  }
}

}  // namespace

bool makes_whole_arrays(const Exp& exp) {
  const auto* app = std::get_if<ArrayApp>(&exp.node);
  return std::holds_alternative<Soac>(exp.node) ||
         (app != nullptr && (app->op == ArrayOp::zeros || app->op == ArrayOp::replicate));
}

std::vector<AccumulatedSum> sums_in_accumulators(const Stm& stm,
                                                 const std::unordered_set<VarId>& whole) {
  std::vector<AccumulatedSum> sums;
  const auto* with = std::get_if<WithAcc>(&stm.exp.node);
  if (with == nullptr || !is_of_its_operands(with->body)) return sums;
  std::size_t result = 0;
  for (const WithAcc::Acc& acc : with->accs) {
    const Atom made = stm.binders[result].atom();
    const bool is_sum = !acc.op && acc.growth == WithAcc::Growth::none &&
                        support::is_float(made.type.elem) && whole.count(acc.arrays[0].var) > 0;
    result += acc.arrays.size();
    if (!is_sum) continue;
    sums.push_back({made, {}, {}, stm.span, stm.inlined_at, derived_of(stm)});
    add_places(with->body, acc.acc.id, sums.back().places);
  }
  if (sums.empty()) return sums;
  for (const Binder& free : free_variables(stm.exp))
    if (!free.type.acc && support::is_float(free.type.elem))
      for (AccumulatedSum& sum : sums) sum.operands.push_back(free);
  return sums;
}

std::string why_undefined(const AccumulatedSum& sum) {
  std::vector<std::string> places;
  for (const Span at : sum.places) places.push_back(support::locate(at));
  return fmt::format("\n{} cancel{}{}.",
                     sum.derived == Derived::cotangent
                         ? "Cotangents of several uses meet, and infinities among them"
                         : "Infinities",
                     places.empty() ? "" : ": what is added comes from ",
                     fmt::join(places, " and "));
}

}  // namespace laguz::core
