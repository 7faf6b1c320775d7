// Tracing: a body into the graph, fused Soacs taken apart, activity on the way.
#include <algorithm>
#include <utility>

#include "ad/stripmine.hpp"
#include "ad/sweep.hpp"
#include "core/semantics.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad {
namespace {

using core::Binder;
using core::Binders;
using core::Body;
using core::Exp;
using core::Lambda;
using support::overloaded;

/// Recomputation must not show its traces again.
void drop_traces(Body& body) {
  auto shown = [](const core::Stm& stm) {
    return std::holds_alternative<core::Trace>(stm.exp.node);
  };
  body.stms.erase(std::remove_if(body.stms.begin(), body.stms.end(), shown), body.stms.end());
  for (core::Stm& stm : body.stms)
    core::visit(
        stm.exp, [](Atom&) {}, [](Body& inner, Binders&) { drop_traces(inner); });
}

bool is_identity(const Lambda& lambda) {
  if (!lambda.body.stms.empty() || lambda.params.size() != lambda.body.results.size()) return false;
  for (std::size_t i = 0; i < lambda.params.size(); ++i)
    if (!(lambda.params[i].atom() == lambda.body.results[i])) return false;
  return true;
}

/// Which variables may carry a derivative, by one pass over a body.
struct Activity {
  const Sweep& sweep;
  std::unordered_set<VarId> local{};

  bool is(const Atom& atom) const {
    return !atom.is_constant() && (local.count(atom.var) > 0 || sweep.is_active(atom.var));
  }
  bool any(const Atoms& atoms) const {
    return std::any_of(atoms.begin(), atoms.end(), [&](const Atom& a) { return is(a); });
  }
  bool any_free(const Exp& exp) const {
    for (const Binder& binder : core::free_variables(exp))
      if (local.count(binder.id) > 0 || sweep.is_active(binder.id)) return true;
    return false;
  }
  bool any_free(const Lambda& lambda) const {
    for (const Binder& binder : core::free_variables(lambda))
      if (local.count(binder.id) > 0 || sweep.is_active(binder.id)) return true;
    return false;
  }

  std::vector<bool> body(const Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (const core::Stm& stm : body.stms) {
      auto active = results(stm.exp, stm.binders.size());
      for (std::size_t i = 0; i < stm.binders.size(); ++i)
        if (active[i]) local.insert(stm.binders[i].id);
    }
    std::vector<bool> out;
    for (const Atom& atom : body.results) out.push_back(is(atom));
    return out;
  }

  std::vector<bool> all(std::size_t n, bool value) const { return std::vector<bool>(n, value); }

  bool array(const core::ArrayApp& e) const {
    switch (core::row_of(e.op).slope) {
      case core::Slope::none: return false;
      case core::Slope::first: return is(e.args[0]);
      case core::Slope::second: return is(e.args[1]);
      case core::Slope::all_but_first:
        return std::any_of(e.args.begin() + 1, e.args.end(), [&](const Atom& a) { return is(a); });
      case core::Slope::first_and_last: return is(e.args[0]) || is(e.args.back());
      case core::Slope::all: return any(e.args);
    }
    return true;
  }

  std::vector<bool> loop(const core::Loop& e) {
    std::vector<bool> active;
    for (const Atom& init : e.inits) active.push_back(is(init));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < e.params.size(); ++i)
        if (active[i]) local.insert(e.params[i].id);
      auto next = body(e.body);
      for (std::size_t i = 0; i < e.params.size(); ++i)
        if (next[i] && !active[i]) active[i] = changed = true;
    }
    std::vector<bool> out = active;
    for (auto k : e.history) out.push_back(active[k]);
    if (e.counted) out.push_back(false);
    return out;
  }

  std::vector<bool> soac(const core::Soac& e) {
    for (std::size_t i = 0; i < e.arrays.size(); ++i)
      if (is(e.arrays[i])) local.insert(e.lambda.params[i].id);
    auto values = body(e.lambda.body);
    std::vector<bool> out;
    std::size_t at = 0;
    auto fold = [&](const Lambda& op, const Atoms& neutral) {
      bool active = any(neutral) || any_free(op);
      for (std::size_t c = 0; c < neutral.size(); ++c) active = active || values[at + c];
      out.insert(out.end(), neutral.size(), active);
      at += neutral.size();
    };
    for (const auto& reduce : e.reduces) fold(reduce.op, reduce.neutral);
    for (const auto& scan : e.scans) fold(scan.op, scan.neutral);
    out.insert(out.end(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
    return out;
  }

  std::vector<bool> results(const Exp& exp, std::size_t n) {
    return std::visit(
        overloaded{
            [&](const core::Copy& e) { return all(n, is(e.atom)); },
            [&](const core::PrimApp& e) {
              switch (prims::row_of(e.prim).diff) {
                case prims::Diff::partials:
                case prims::Diff::convert:
                case prims::Diff::bitcast: return all(n, any(e.args));
                case prims::Diff::zero:
                case prims::Diff::nondiff: return all(n, false);
              }
              return all(n, false);
            },
            [&](const core::If& e) {
              auto a = body(e.then_body);
              auto b = body(e.else_body);
              for (std::size_t i = 0; i < n; ++i) a[i] = a[i] || b[i];
              return a;
            },
            [&](const core::Loop& e) { return loop(e); },
            [&](const core::Soac& e) { return soac(e); },
            [&](const core::Index& e) { return all(n, is(e.array)); },
            [&](const core::Slice& e) { return all(n, is(e.array)); },
            [&](const core::Update& e) { return all(n, is(e.array) || is(e.value)); },
            [&](const core::ArrayLit& e) { return all(n, any(e.elements)); },
            [&](const core::ArrayApp& e) { return all(n, array(e)); },
            [&](const core::Scatter& e) {
              std::vector<bool> out;
              for (std::size_t i = 0; i < n; ++i) out.push_back(is(e.dests[i]) || is(e.values[i]));
              return out;
            },
            [&](const core::Call& e) { return all(n, any(e.args)); },
            [&](const core::Custom& e) { return all(n, any(e.args) || any_free(e.function)); },
            [&](const auto&) { return all(n, any_free(exp)); }},
        exp.node);
  }
};

}  // namespace

core::Exp renamed(const Exp& exp, core::Names& names, const core::Substitution& substitution) {
  Exp copy = exp;
  bool region = false;
  core::visit(
      copy, [&](Atom& atom) { atom = core::replaced(atom, substitution); },
      [&](Body&, Binders&) { region = true; });
  if (!region) return copy;
  core::Substitution inner;
  for (const Binder& free : core::free_variables(exp))
    if (auto found = substitution.find(free.id); found != substitution.end()) inner.insert(*found);
  return core::refresh(exp, names, std::move(inner));
}

std::vector<bool> Sweep::active_results(const Exp& exp, std::size_t results) const {
  return Activity{*this}.results(exp, results);
}

/// Asks for the shapes of arrays that [exp] may overwrite while they are still there.
void Sweep::note_shapes(const Exp& exp) {
  for (const Atom& array : core::consumed(exp)) emit_.shape(array);
}

Atoms Sweep::place(Exp exp, const Binders& binders, bool pin) {
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

void Sweep::trace_soac(const core::Soac& e, const Binders& binders,
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
    Binders columns;
    std::size_t folded = 0;
    auto neutral_rows = [&](const Atoms& neutral) {
      for (const Atom& ne : neutral) map.row_shapes.push_back(emit_.shape(ne));
      folded += neutral.size();
    };
    std::size_t reduced = 0;
    for (const auto& reduce : e.reduces) reduced += reduce.neutral.size();
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

Atoms Sweep::trace(const Body& body, core::Substitution substitution, bool pin) {
  return trace_names(body, substitution, pin);
}

Atoms Sweep::trace_names(const Body& body, core::Substitution& names, bool pin) {
  floor_ = graph().size();
  run_trace(body, names, pin);
  Atoms results;
  for (const Atom& atom : body.results) results.push_back(core::replaced(atom, names));
  return results;
}

void Sweep::run_trace(const Body& body, core::Substitution& substitution, bool pin) {
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
    const auto active = active_results(exp, stm.binders.size());
    const bool any = std::find(active.begin(), active.end(), true) != active.end();
    if (const auto* soac = std::get_if<core::Soac>(&exp.node);
        any && soac != nullptr && (!soac->reduces.empty() || !soac->scans.empty())) {
      const core::Soac taken = *soac;
      trace_soac(taken, stm.binders, substitution, pin);
      continue;
    }
    if (const auto* loop = std::get_if<core::Loop>(&exp.node);
        any && loop != nullptr && loop->hints.stripmine > 1 && loop->history.empty() &&
        std::holds_alternative<core::ForForm>(loop->form)) {
      const Atom trips = trips_of(*loop, {});
      Body nest = stripmined(graph().names(), *loop, trips, loop->hints.stripmine, emit_.place);
      core::Substitution inner;
      run_trace(nest, inner, pin);
      for (std::size_t i = 0; i < nest.results.size(); ++i)
        substitution[stm.binders[i].id] = core::replaced(nest.results[i], inner);
      if (loop->counted) substitution[stm.binders[loop->count_at()].id] = trips;
      continue;
    }
    Atoms values = place(std::move(exp), stm.binders, pin);
    for (std::size_t i = 0; i < values.size(); ++i) {
      substitution[stm.binders[i].id] = values[i];
      const auto name = graph().names().hint(stm.binders[i].id);
      if (!name.empty() && !values[i].is_constant())
        graph().names().name(values[i].var, std::string(name));
    }
  }
}

}  // namespace laguz::ad
