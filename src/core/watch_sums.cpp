#include "core/watch_sums.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "core/builder.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "core/watch.hpp"

namespace laguz::core {
namespace {

/// What comes into a body otherwise than by its variables.
class Incoming {
 public:
  Incoming(const Program& program, Watched what) : program_(program), what_(what) {}

  /// Nothing that is written in it, or in what it calls, is what is watched for, or may come to it.
  bool all_known = true;
  std::vector<FunId> constants;

  void look(const Body& body) {
    for (const Atom& result : body.results) look(result);
    for (const Stm& stm : body.stms) {
      if (const auto* call = std::get_if<Call>(&stm.exp.node)) look(call->function);
      visit(
          stm.exp, [&](const Atom& atom) { look(atom); },
          [&](const Body& inner, const Binders&) { look(inner); });
    }
  }

 private:
  void look(const Atom& atom) {
    if (!atom.is_constant() || !support::is_float(atom.type.elem)) return;
    const auto is = [&](const char* odd) {
      return fold(prims::get(odd, atom.type.elem), {atom})->as_bool();
    };
    all_known = all_known && !is("isnan") && (what_ == Watched::nan || !is("isinf"));
  }
  void look(FunId function) {
    if (!seen_.insert(function).second) return;
    if (program_[function].constant) {
      constants.push_back(function);
    } else {
      look(program_[function].body);
    }
  }

  const Program& program_;
  Watched what_;
  std::unordered_set<FunId> seen_;
};

/// Whether what [body] adds to the accumulator [acc] are numbers, at places that [indices] tell,
/// one after the other, and is there to be seen.
bool adds_in_order(const Body& body, VarId acc, std::size_t indices) {
  bool is = true;
  for (const Stm& stm : body.stms) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    const bool own = update != nullptr && update->acc.var == acc;
    is = is && (!own || (update->indices.size() == indices && update->values.size() == 1 &&
                         update->values[0].type.is_scalar()));
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (own || !uses(stm.exp, acc)) continue;
    is =
        is && !std::holds_alternative<Call>(stm.exp.node) && (soac == nullptr || !soac->parts_sums);
    visit(
        stm.exp, [&](const Atom& atom) { is = is && atom.var != acc; },
        [&](const Body& inner, const Binders&) { is = is && adds_in_order(inner, acc, indices); });
  }
  return is;
}

/// Where [body] adds to the accumulator [acc], or what it calls does: each place once.
void add_places(const Program& program, const Body& body, VarId acc,
                std::set<std::pair<FunId, VarId>>& seen, std::vector<Span>& places) {
  for (const Stm& stm : body.stms) {
    if (const auto* call = std::get_if<Call>(&stm.exp.node)) {
      const Function& callee = program[call->function];
      for (std::size_t i = 0; i < call->args.size(); ++i)
        if (call->args[i].var == acc && seen.emplace(call->function, callee.params[i].id).second)
          add_places(program, callee.body, callee.params[i].id, seen, places);
    }
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update != nullptr && update->acc.var == acc && stm.span &&
        std::find(places.begin(), places.end(), stm.span) == places.end())
      places.push_back(stm.span);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { add_places(program, inner, acc, seen, places); });
  }
}

/// The width of a Soac in [body] that adds to partial sums of [acc], if it is known before.
std::optional<Atom> parting_width(const Body& body, VarId acc) {
  for (const Stm& stm : body.stms) {
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (soac != nullptr && soac->parts_sums && uses(stm.exp, acc) &&
        (soac->width.is_constant() || !place_of(body, soac->width.var)))
      return soac->width;
  }
  return std::nullopt;
}

}  // namespace

bool makes_whole_arrays(const Exp& exp) {
  const auto* app = std::get_if<ArrayApp>(&exp.node);
  return std::holds_alternative<Soac>(exp.node) ||
         (app != nullptr && row_of(app->op).elements == Elements::alike);
}

std::vector<AccumulatedSum> sums_in_accumulators(const Stm& stm, const Program& program,
                                                 Watched what) {
  std::vector<AccumulatedSum> sums;
  const auto* with = std::get_if<WithAcc>(&stm.exp.node);
  if (with == nullptr) return sums;
  Incoming incoming(program, what);
  incoming.look(with->body);
  std::size_t result = 0;
  for (std::size_t k = 0; k < with->accs.size(); ++k) {
    const WithAcc::Acc& acc = with->accs[k];
    const Atom made = stm.binders[result].atom();
    result += acc.arrays.size();
    if (acc.op || acc.growth != WithAcc::Growth::none || !support::is_float(made.type.elem))
      continue;
    const bool in_order =
        acc.index_rank == made.type.rank &&
        adds_in_order(with->body, acc.acc.id, static_cast<std::size_t>(acc.index_rank));
    if (!in_order && !incoming.all_known) continue;
    sums.push_back({k,
                    acc.arrays[0],
                    made,
                    in_order,
                    {},
                    incoming.constants,
                    {},
                    stm.span,
                    stm.inlined_at,
                    derived_of(stm)});
    sums.back().width = parting_width(with->body, acc.acc.id);
    std::set<std::pair<FunId, VarId>> seen;
    add_places(program, with->body, acc.acc.id, seen, sums.back().places);
    for (const Binder& free : free_variables(stm.exp))
      if (!free.type.acc && support::is_float(free.type.elem)) sums.back().operands.push_back(free);
  }
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
