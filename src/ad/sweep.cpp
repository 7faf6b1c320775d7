#include "ad/sweep.hpp"

#include <utility>

#include <fmt/format.h>

#include "support/assert.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;
using core::Exp;
using support::overloaded;

// -------------------------------------------------------------------------------- cotangents

std::optional<Atom> Sweep::adjoint(const Atom& atom) const {
  auto found = sinks_.find(original(atom.var));
  return found == sinks_.end() ? std::nullopt : found->second.value;
}

Atom Sweep::adjoint_or_zeros(const Atom& atom) {
  if (auto value = adjoint(atom)) return *value;
  return emit_.zeros_like(atom);
}

std::optional<Atom> Sweep::accumulator_for(VarId var) const {
  var = original(var);
  if (auto found = sinks_.find(var); found != sinks_.end())
    return found->second.acc;  // a value here hides an accumulator around
  return outer_ != nullptr ? outer_->accumulator_for(var) : std::nullopt;
}

const std::vector<std::optional<Atom>>* Sweep::acc_cotangents(VarId acc) const {
  if (auto found = acc_cotangents_.find(acc); found != acc_cotangents_.end()) return &found->second;
  return outer_ != nullptr ? outer_->acc_cotangents(acc) : nullptr;
}

std::optional<Atom> Sweep::there_of(const Atom& atom) const {
  auto found = sinks_.find(original(atom.var));
  return found == sinks_.end() ? std::nullopt : found->second.there;
}

std::optional<Atom> Sweep::either(const std::optional<Atom>& a, const std::optional<Atom>& b) {
  if (!a || !b) return {};
  return *a == *b ? *a : emit_.prim("or", {*a, *b});
}

void Sweep::add(const Atom& target, const Atom& contribution, const std::optional<Atom>& there) {
  if (!is_active(target)) return;
  if (auto acc = accumulator_for(target.var)) {
    emit_.accumulate(*acc, {}, contribution);
    return;
  }
  Sink& to = sink(target.var);
  to.there = to.value ? either(to.there, there) : there;
  to.value = to.value ? emit_.add(*to.value, contribution) : contribution;
}

void Sweep::add_at(const Atom& array, const Atoms& indices, const Atom& contribution) {
  if (!is_active(array)) return;
  if (auto acc = accumulator_for(array.var)) {
    emit_.accumulate(*acc, indices, contribution);
    return;
  }
  const bool fresh = !adjoint(array);
  Atom whole = adjoint_or_zeros(array);
  Atom sum = fresh ? contribution : emit_.add(emit_.index(whole, indices), contribution);
  set(array, emit_.update_at(whole, indices, sum));
}

void Sweep::set(const Atom& target, const Atom& value) {
  Sink& to = sink(target.var);
  to.there = to.value ? either(to.there, there()) : there();
  to.value = value;
}

// ------------------------------------------------------------------------------------- sweep

void expect_depth(std::size_t depth, support::Span near) {
  constexpr std::size_t kDeepest = 500;
  if (depth <= kDeepest) return;
  throw support::UserError({.phase = support::Phase::type,
                            .span = near,
                            .message = fmt::format("What is differentiated here has loops, "
                                                   "branches or lambdas nested more than {} deep.",
                                                   kDeepest),
                            .hint = "a chain of else-ifs is as deep as it is long; an array of "
                                    "their values is not."});
}

void Sweep::sweep(graph::Graph& forward, std::size_t from, std::size_t to) {
  for (std::size_t position = to; position-- > from;) {
    functions_.expect_size(forward[position].place.span);
    rule(forward, position);
    if (auto found = passed_.find(position); found != passed_.end()) found->second();
  }
}

void Sweep::rule(graph::Graph& forward, std::size_t position) {
  // Rules add nodes to the graph, so nothing may be held by reference into it.
  const Exp exp = with_restored(forward[position].exp);
  const Binders results = forward[position].results;
  bool reached = false;
  for (const Binder& binder : results) reached = reached || adjoint(binder.atom());
  const bool adds = touches_accumulators(exp);
  if (!reached && !adds) return;
  emit_.place = forward[position].place;
  const bool outer_sweeping = std::exchange(sweeping_, true);
  const std::optional<Atom> outer_there = std::exchange(there_, std::nullopt);
  bool first = true;
  for (const Binder& binder : results) {
    if (adds) break;  // what it adds has reached it for certain
    if (!adjoint(binder.atom())) continue;
    there_ = first ? there_of(binder.atom()) : either(there_, there_of(binder.atom()));
    first = false;
  }
  std::visit(overloaded{[&](const core::Copy& e) { add(e.atom, *adjoint(results[0].atom())); },
                        [&](const core::PrimApp& e) { rule_prim(e, results); },
                        [&](const core::If& e) { rule_if(e, results); },
                        [&](const core::Loop&) { rule_loop(forward, position); },
                        [&](const core::Call& e) { rule_call(e, results); },
                        [&](const core::Soac& e) { rule_soac(e, results); },
                        [&](const core::Hist& e) { rule_hist(e, results); },
                        [&](const core::Scatter& e) { rule_scatter(e, results); },
                        [&](const core::Stream& e) { rule_stream(e, results); },
                        [&](const core::Index& e) { rule_index(e, results); },
                        [&](const core::Slice& e) { rule_slice(e, results); },
                        [&](const core::Update& e) { rule_update(e, results); },
                        [&](const core::ArrayLit& e) { rule_literal(e, results); },
                        [&](const core::ArrayApp& e) { rule_array(e, results); },
                        [&](const core::Custom& e) { rule_custom(e, results); },
                        [&](const core::WithAcc& e) { rule_with_acc(e, results); },
                        [&](const core::AccUpdate& e) { rule_acc_update(e); },
                        [](const core::Assert&) {},
                        [](const core::Trace&) {},
                        [](const core::Diff&) {
                          LAGUZ_ASSERT(false, "an inner Diff is expanded before the outer one");
                        }},
             exp.node);
  for (const Binder& binder : results) sinks_.erase(binder.id);
  sweeping_ = outer_sweeping;
  there_ = outer_there;
}

void Sweep::restore(const Atom& version, const Atom& array) {
  if (version.is_constant() || version == array) return;
  const VarId first = original(version.var);
  restored_[first] = array;
  original_[array.var] = first;
}

Atom Sweep::restored(const Atom& version) const {
  auto found = restored_.find(original(version.var));
  return version.is_constant() || found == restored_.end() ? version : found->second;
}

Exp Sweep::with_restored(Exp exp) const {
  if (restored_.empty()) return exp;
  const std::function<void(Atom&)> atom = [this](Atom& a) { a = restored(a); };
  std::function<void(core::Body&, Binders&)> body = [&](core::Body& inner, Binders&) {
    for (core::Stm& stm : inner.stms) core::visit(stm.exp, atom, body);
    for (Atom& result : inner.results) atom(result);
  };
  core::visit(exp, atom, body);
  return exp;
}

Binders Sweep::active_free(const Exp& exp) const {
  Binders active;
  for (const Binder& binder : core::free_variables(exp))
    if (!binder.type.acc && is_active(binder.id)) active.push_back(binder);
  return active;
}

bool Sweep::touches_accumulators(const Exp& exp) const {
  if (const auto* update = std::get_if<core::AccUpdate>(&exp.node))
    return acc_cotangents(update->acc.var) != nullptr;
  bool may = std::holds_alternative<core::Call>(exp.node);
  core::visit(
      exp, [](const Atom&) {}, [&](const core::Body&, const Binders&) { may = true; });
  if (!may) return false;
  for (const Binder& binder : core::free_variables(exp))
    if (binder.type.acc && acc_cotangents(binder.id) != nullptr) return true;
  return false;
}

Atoms Sweep::reverse_loop(
    const Atom& trips, const Atoms& carried, const Binders& outer,
    const std::function<Atoms(Sweep&, const Atom&, const Atoms&)>& step,
    const std::function<void(core::Loop&, const graph::Graph&, const Atoms&)>& finish) {
  core::Names& names = graph().names();
  core::Loop loop;
  Binder reversed = names.bind({ScalarType::i64, 0, false}, "i");
  Atoms params;
  for (const Atom& init : carried) {
    loop.params.push_back(names.bind(init.type));
    loop.inits.push_back(init);
    params.push_back(loop.params.back().atom());
  }
  Binders gathered;
  for (const Binder& var : outer)
    if (!accumulator_for(var.id)) gathered.push_back(var);

  graph::Graph inner(names, &graph());
  Sweep sweep(functions_, inner, this);
  Binders gather_params;
  for (const Binder& var : gathered) {
    gather_params.push_back(names.bind(var.type));
    inner.know_shape(gather_params.back().atom(), var.atom());
    sweep.sink(var.id).value = gather_params.back().atom();
  }
  Atom last = sweep.emit().prim("sub", {trips, Atom::i64(1)});
  Atom i = sweep.emit().prim("sub", {last, reversed.atom()});
  inner[inner.size() - 1].pinned = true;  // [finish] may use it in statements of its own
  Atoms next = step(sweep, i, params);

  Binders kept;
  for (std::size_t k = 0; k < gathered.size(); ++k) {
    const Atom value = *sweep.sink(gathered[k].id).value;
    if (value == gather_params[k].atom()) continue;  // nothing reaches it in here
    loop.params.push_back(gather_params[k]);
    loop.inits.push_back(adjoint_or_zeros(gathered[k].atom()));
    next.push_back(value);
    kept.push_back(gathered[k]);
  }
  loop.form = core::ForForm{reversed, trips};
  if (finish) {
    finish(loop, inner, next);
  } else {
    loop.body = inner.schedule(next);
  }
  std::vector<Type> types;
  for (const Binder& param : loop.params) types.push_back(param.type);
  Atoms results = emit_.region({std::move(loop)}, types);
  for (std::size_t k = 0; k < kept.size(); ++k) set(kept[k].atom(), results[carried.size() + k]);
  return results;
}

}  // namespace laguz::ad
