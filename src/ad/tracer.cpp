#include "ad/tracer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ad/activity.hpp"
#include "ad/operators.hpp"
#include "ad/tape/loop_editor.hpp"
#include "ad/tape/shapes.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "support/diagnostic.hpp"

namespace laguz::ad {
namespace {

using core::Binder;
using core::Binders;
using core::Body;
using core::Exp;
using core::Lambda;

bool is_identity(const Lambda& lambda) {
  if (!lambda.body.stms.empty() || lambda.params.size() != lambda.body.results.size()) return false;
  for (std::size_t i = 0; i < lambda.params.size(); ++i)
    if (!(lambda.params[i].atom() == lambda.body.results[i])) return false;
  return true;
}

}  // namespace

void drop(core::Body& body, const std::unordered_set<VarId>& vars) {
  std::erase_if(body.stms, [&](const core::Stm& stm) {
    return !stm.binders.empty() && vars.count(stm.binders[0].id) > 0;
  });
  for (core::Stm& stm : body.stms)
    core::visit(
        stm.exp, [](Atom&) {}, [&](core::Body& inner, core::Binders&) { drop(inner, vars); });
}

void drop_traces(Body& body) {
  auto shown = [](const core::Stm& stm) {
    return std::holds_alternative<core::Trace>(stm.exp.node);
  };
  body.stms.erase(std::remove_if(body.stms.begin(), body.stms.end(), shown), body.stms.end());
  for (core::Stm& stm : body.stms)
    core::visit(
        stm.exp, [](Atom&) {}, [](Body& inner, Binders&) { drop_traces(inner); });
}

core::Exp renamed(const Exp& exp, core::Names& names, const core::Substitution& substitution) {
  bool region = false;
  core::visit(
      exp, [](const Atom&) {}, [&](const Body&, const Binders&) { region = true; });
  if (!region) {
    Exp copy = exp;
    core::visit(
        copy, [&](Atom& atom) { atom = core::replaced(atom, substitution); },
        [](Body&, Binders&) {});
    return copy;
  }
  core::Substitution inner;
  for (const Binder& free : core::free_variables(exp))
    if (auto found = substitution.find(free.id); found != substitution.end()) inner.insert(*found);
  return core::refresh(exp, names, std::move(inner));
}

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

Binders Tracer::active_free(const Exp& exp) const {
  Binders active;
  for (const Binder& binder : core::free_variables(exp))
    if (!binder.type.acc && is_active(binder.id)) active.push_back(binder);
  return active;
}

std::vector<bool> Tracer::active_results(const Exp& exp, std::size_t results) const {
  Activity activity{*this};
  return activity.results(exp, results);
}

namespace {

/// Of a loop, for each of its states the array from before it that has the state's shape, in all
/// iterations; else a constant.
Atoms kept_shapes(const Exp& exp, graph::Graph& around) {
  const auto* loop = std::get_if<core::Loop>(&exp.node);
  if (loop == nullptr || std::all_of(loop->params.begin(), loop->params.end(),
                                     [](const Binder& param) { return param.type.rank == 0; }))
    return {};
  const tape::Shapes shapes(*loop, around);
  Atoms like;
  for (std::size_t k = 0; k < loop->params.size(); ++k)
    like.push_back(loop->params[k].type.rank > 0 && shapes.kept(k) ? loop->inits[k] : Atom::i64(0));
  return like;
}

}  // namespace

/// Asks for the shapes of arrays that [exp] may overwrite while they are still there.
void Tracer::note_shapes(const Exp& exp) {
  for (const Atom& array : core::consumed(exp)) emit_.shape(array);
}

Atoms Tracer::place(Exp exp, const Binders& binders, bool pin) {
  note_shapes(exp);
  std::vector<Type> types;
  for (const Binder& binder : binders) types.push_back(binder.type);
  const bool effect = core::has_effect(exp);
  const auto active = active_results(exp, binders.size());
  const auto before = graph().size();
  const bool any = std::find(active.begin(), active.end(), true) != active.end();
  Atoms results = any ? graph().intern_after(floor_, std::move(exp), types, emit_.place)
                      : emit_.emit(std::move(exp), types);
  // What is active is run again by its own reverse rule, which fails where it would: only what the
  // sweep will not meet is kept for its failures alone.
  if (pin && effect && !any && graph().size() > before) graph()[before].pinned = true;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (active[i]) activate(results[i]);
  return results;
}

void Tracer::trace_soac(const core::Soac& e, const Binders& binders,
                        core::Substitution& substitution, bool pin) {
  // Map first; then each reduction and scan by itself, over the mapped arrays.
  const bool plain = is_identity(e.lambda);
  Atoms mapped = e.arrays;
  if (!plain) {
    core::Soac map;
    map.width = e.width;
    map.arrays = e.arrays;
    map.lambda = e.lambda;
    map.sequential = e.sequential;
    map.checkpoint = e.checkpoint;
    Binders columns;
    std::size_t folded = 0;
    auto neutral_rows = [&](const Atoms& neutral) {
      for (const Atom& ne : neutral) map.row_shapes.push_back(emit_.shape(ne));
      folded += neutral.size();
    };
    const std::size_t reduced = core::ends_of(e).reduced;
    for (const auto& reduce : e.reduces) neutral_rows(reduce.neutral);
    for (const auto& scan : e.scans) neutral_rows(scan.neutral);
    for (std::size_t i = folded - reduced; i < e.row_shapes.size(); ++i)
      map.row_shapes.push_back(e.row_shapes[i]);
    for (const Atom& result : e.lambda.body.results) columns.push_back({0, result.type.array_of()});
    mapped = place({std::move(map)}, columns, pin);
  }
  std::size_t column = 0, result = 0;
  auto fold = [&](const Lambda& op, const Atoms& neutral, bool scan, bool commutative) {
    auto parts = split_columns(op);
    const std::size_t width = neutral.size();
    const std::size_t pieces = parts ? width : 1;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const std::size_t from = parts ? piece : 0, count = parts ? 1 : width;
      core::Soac one;
      one.width = e.width;
      one.sequential = e.sequential;
      for (std::size_t c = from; c < from + count; ++c) one.arrays.push_back(mapped[column + c]);
      std::vector<Type> rows;
      for (const Atom& array : one.arrays) rows.push_back(array.type.row());
      one.lambda = emit_.lambda(rows, [](Emit&, const Atoms& x) { return x; });
      Lambda part = core::refresh(parts ? (*parts)[piece] : op, graph().names());
      Atoms ne(neutral.begin() + static_cast<std::ptrdiff_t>(from),
               neutral.begin() + static_cast<std::ptrdiff_t>(from + count));
      Binders out(binders.begin() + static_cast<std::ptrdiff_t>(result + from),
                  binders.begin() + static_cast<std::ptrdiff_t>(result + from + count));
      if (scan) {
        for (std::size_t c = from; c < from + count; ++c)
          one.row_shapes.push_back(emit_.shape(neutral[c]));
        one.scans.push_back({std::move(part), ne});
      } else {
        one.reduces.push_back({std::move(part), ne, commutative});
      }
      Atoms values = place({std::move(one)}, out, pin);
      for (std::size_t c = 0; c < count; ++c) substitution[out[c].id] = values[c];
    }
    column += width;
    result += width;
  };
  for (const auto& reduce : e.reduces) fold(reduce.op, reduce.neutral, false, reduce.commutative);
  for (const auto& scan : e.scans) fold(scan.op, scan.neutral, true, false);
  for (; result < binders.size(); ++result, ++column)
    substitution[binders[result].id] = mapped[column];
}

Atoms Tracer::trace(const Body& body, core::Substitution substitution, bool pin) {
  return trace_names(body, substitution, pin);
}

Atoms Tracer::trace_names(const Body& body, core::Substitution& names, bool pin) {
  floor_ = graph().size();
  run_trace(body, names, pin);
  Atoms results;
  for (const Atom& atom : body.results) results.push_back(core::replaced(atom, names));
  return results;
}

void Tracer::run_trace(const Body& body, core::Substitution& substitution, bool pin) {
  for (const core::Stm& stm : body.stms) {
    functions_.expect_size(stm.span);
    emit_.place = graph::Place(stm);
    const bool silent = std::holds_alternative<core::Trace>(stm.exp.node) ||
                        std::holds_alternative<core::Assert>(stm.exp.node);
    if (silent && !pin) continue;
    Exp exp = renamed(stm.exp, graph().names(), substitution);
    core::visit(
        exp, [](Atom&) {},
        [&](Body& inner, Binders&) {
          if (!pin) drop_traces(inner);
        });
    const auto is_active = [&] {
      const auto active = active_results(exp, stm.binders.size());
      return std::find(active.begin(), active.end(), true) != active.end();
    };
    if (const auto* soac = std::get_if<core::Soac>(&exp.node);
        soac != nullptr && (!soac->reduces.empty() || !soac->scans.empty()) && is_active()) {
      const core::Soac taken = *soac;
      trace_soac(taken, stm.binders, substitution, pin);
      continue;
    }
    const Atoms like = kept_shapes(exp, graph());
    Atoms values = place(std::move(exp), stm.binders, pin);
    for (std::size_t k = 0; k < like.size(); ++k)
      if (!like[k].is_constant() && !(values[k] == like[k])) graph().know_shape(values[k], like[k]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      substitution[stm.binders[i].id] = values[i];
      const auto name = graph().names().hint(stm.binders[i].id);
      if (!name.empty() && !values[i].is_constant())
        graph().names().name(values[i].var, std::string(name));
    }
  }
}

}  // namespace laguz::ad
