#include "core/watch_sums.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "core/builder.hpp"
#include "core/number_test.hpp"
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

/// Whether all that is added to the accumulator [acc] in [body] is there to be seen, but by Soacs
/// that part sums if not [parted].
bool is_seen(const Body& body, VarId acc, bool parted) {
  bool is = true;
  for (const Stm& stm : body.stms) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    const bool own = update != nullptr && update->acc.var == acc;
    is = is && (!own || update->values.size() == 1);
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (own || !uses(stm.exp, acc)) continue;
    is = is && !std::holds_alternative<Call>(stm.exp.node) &&
         (parted || soac == nullptr || soac->parted_from == 0);
    visit(
        stm.exp, [&](const Atom& atom) { is = is && atom.var != acc; },
        [&](const Body& inner, const Binders&) { is = is && is_seen(inner, acc, parted); });
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
    if (soac != nullptr && soac->parted_from > 0 && uses(stm.exp, acc) &&
        (soac->width.is_constant() || !place_of(body, soac->width.var)))
      return soac->width;
  }
  return std::nullopt;
}

/// Adds the numbers of [value], one by one, where [update] adds rows.
void add_all(Builder& b, const AccUpdate& update, const Atoms& indices, const Atom& value) {
  if (value.type.is_scalar()) {
    b.emit({AccUpdate{update.acc, indices, {value}, update.site}}, {});
    return;
  }
  Soac each;
  each.width = b.shape(value, 0);
  each.arrays = {value, b.array_op(ArrayOp::iota, {each.width, Atom::i64(0), Atom::i64(1)},
                                   {ScalarType::i64, 1, false})};
  each.lambda.params = {b.names().bind(value.type.row()), b.names().bind(kIndex)};
  Atoms within = indices;
  within.push_back(each.lambda.params[1].atom());
  Builder inside(b.names());
  inside.span = b.span;
  inside.inlined_at = b.inlined_at;
  add_all(inside, update, within, each.lambda.params[0].atom());
  each.lambda.body = inside.finish({});
  b.emit({std::move(each)}, {});
}

void add_numbers(Body& body, const Binder& acc, Names& names) {
  std::vector<Stm> stms = std::move(body.stms);
  body.stms.clear();
  for (Stm& stm : stms) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update != nullptr && update->acc.var == acc.id && !update->values[0].type.is_scalar()) {
      Builder b(names);
      b.span = stm.span;
      b.inlined_at = stm.inlined_at;
      add_all(b, *update, update->indices, update->values[0]);
      Body written = b.finish({});
      std::move(written.stms.begin(), written.stms.end(), std::back_inserter(body.stms));
      continue;
    }
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { add_numbers(inner, acc, names); });
    body.stms.push_back(std::move(stm));
  }
}

/// [with] is added beside all that is added to [acc] in [body].
void come_with(Body& body, VarId acc, const Atom& with) {
  for (Stm& stm : body.stms) {
    auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update != nullptr && update->acc.var == acc) update->values.push_back(with);
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { come_with(inner, acc, with); });
  }
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
    const bool seen = is_seen(with->body, acc.acc.id, true);
    if (!seen && !incoming.all_known) continue;
    sums.push_back({k,
                    acc.arrays[0],
                    made,
                    seen,
                    seen && is_seen(with->body, acc.acc.id, false),
                    incoming.all_known,
                    {},
                    incoming.constants,
                    {},
                    stm.span,
                    stm.inlined_at,
                    derived_of(stm)});
    sums.back().width = parting_width(with->body, acc.acc.id);
    std::set<std::pair<FunId, VarId>> visited;
    add_places(program, with->body, acc.acc.id, visited, sums.back().places);
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

Atom before_if_small(Builder& b, const NumberTest& test, const AccumulatedSum& sum) {
  constexpr std::int64_t kLarge = 16;  // elements for each iteration
  const Atom size = b.shape(NumberTest::flat(b, sum.array), 0);
  const Atom small = b.prim("le", {size, b.mul(*sum.width, Atom::i64(kLarge))});
  Builder look(b.names());
  const Atom may = test.any_may_end(look, sum.array);
  Body otherwise;
  otherwise.results = {Atom::boolean(true)};
  return b.emit1({If{small, look.finish({may}), std::move(otherwise)}}, may.type);
}

void add_numbers(WithAcc::Acc& acc, Body& body, Names& names) {
  acc.index_rank = acc.arrays[0].type.rank;
  add_numbers(body, acc.acc, names);
}

std::optional<ComingIteration> iteration_of(const WithAcc::Acc& acc, Body& body, Names& names) {
  const auto adds = [&](const Stm& stm) { return uses(stm.exp, acc.acc.id); };
  const auto found = std::find_if(body.stms.begin(), body.stms.end(), adds);
  auto* soac = found == body.stms.end() ? nullptr : std::get_if<Soac>(&found->exp.node);
  if (soac == nullptr || std::count_if(body.stms.begin(), body.stms.end(), adds) > 1)
    return std::nullopt;
  Builder b(names);
  b.span = found->span;
  b.inlined_at = found->inlined_at;
  soac->width = b.prim("max", {soac->width, Atom::i64(0)});
  soac->arrays.push_back(b.array_op(ArrayOp::iota, {soac->width, Atom::i64(0), Atom::i64(1)},
                                    {ScalarType::i64, 1, false}));
  soac->lambda.params.push_back(names.bind(kIndex));
  const ComingIteration iteration{found->span, names.bind(kIndex),
                                  soac->lambda.params.back().atom()};
  Body written = b.finish({});
  body.stms.insert(found, std::make_move_iterator(written.stms.begin()),
                   std::make_move_iterator(written.stms.end()));
  return iteration;
}

void add_iterations(Stm& stm, std::size_t at, const ComingIteration& iteration, Names& names,
                    std::vector<Stm>& before) {
  auto& with = std::get<WithAcc>(stm.exp.node);
  WithAcc::Acc& acc = with.accs[at];
  come_with(with.body, acc.acc.id, iteration.number);
  const Atom sums = acc.arrays[0];
  Lambda& op = *acc.op;
  op.params = {op.params[0], names.bind(kIndex), op.params[1], iteration.comes};
  op.body.results.push_back(iteration.comes.atom());
  acc.neutral.push_back(Atom::i64(-1));
  Builder b(names);
  b.span = stm.span;
  b.inlined_at = stm.inlined_at;
  acc.arrays.push_back(b.array_op(ArrayOp::zeros, b.shape(sums),
                                  {ScalarType::i64, sums.type.rank, false},
                                  {static_cast<std::int64_t>(ScalarType::i64)}));
  std::size_t result = 0;
  for (std::size_t k = 0; k < at; ++k) result += with.accs[k].arrays.size();
  stm.binders.insert(stm.binders.begin() + static_cast<std::ptrdiff_t>(result) + 1,
                     names.bind(acc.arrays.back().type));
  Body written = b.finish({});
  std::move(written.stms.begin(), written.stms.end(), std::back_inserter(before));
}

}  // namespace laguz::core
