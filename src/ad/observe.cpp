#include "ad/observe.hpp"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/container_hash/hash.hpp>

#include "ad/tracer.hpp"
#include "core/key.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;

/// Copies bodies with calls of functions that are not recursive replaced by what they do, before it
/// is optimised, if that is written anywhere.
class Inliner {
 public:
  Inliner(Differentiator& differentiator, core::Program& program, Calls calls)
      : differentiator_(differentiator), program_(program), calls_(calls) {}

  Body inlined(const Body& body, core::Substitution substitution) {
    Body out;
    for (const core::Stm& stm : body.stms) statement(stm, substitution, out);
    for (const Atom& atom : body.results) out.results.push_back(core::replaced(atom, substitution));
    return out;
  }

 private:
  void statement(const core::Stm& stm, core::Substitution& substitution, Body& out) {
    const auto* call = std::get_if<core::Call>(&stm.exp.node);
    if (call != nullptr && !program_[call->function].recursive &&
        program_[call->function].has_body() &&
        (calls_ == Calls::opened || program_[call->function].constant)) {
      const core::Function& callee = differentiator_.original(call->function);
      core::Substitution inner;
      for (std::size_t i = 0; i < callee.params.size(); ++i)
        inner[callee.params[i].id] = core::replaced(call->args[i], substitution);
      Body body = inlined(callee.body, std::move(inner));
      for (core::Stm& s : body.stms) out.stms.push_back(std::move(s));
      for (std::size_t i = 0; i < stm.binders.size(); ++i)
        substitution[stm.binders[i].id] = body.results[i];
      return;
    }
    core::Stm copy{{}, renamed(stm.exp, program_.names, substitution), stm.span, stm.inlined_at};
    core::visit(
        copy.exp, [](Atom&) {}, [&](Body& inner, Binders&) { inner = inlined(inner, {}); });
    for (const Binder& binder : stm.binders) {
      std::string name(program_.names.hint(binder.id));
      if (call != nullptr && program_[call->function].known != nullptr)
        name = program_[call->function].name;
      copy.binders.push_back(program_.names.bind(binder.type, name));
      substitution[binder.id] = copy.binders.back().atom();
    }
    out.stms.push_back(std::move(copy));
  }

  Differentiator& differentiator_;
  core::Program& program_;
  Calls calls_;
};

/// Interns a body, and the bodies inside it, so that what has bodies can be interned, too.
class Observer {
 public:
  explicit Observer(core::Program& program) : program_(program), names_(program.names) {}

  std::size_t requests = 0;
  std::size_t shared = 0;

  Atoms trace(graph::Graph& graph, const Body& body, core::Substitution& substitution) {
    tables_.emplace_back();
    for (const core::Stm& stm : body.stms) statement(graph, stm, substitution);
    tables_.pop_back();
    Atoms results;
    for (const Atom& atom : body.results) results.push_back(core::replaced(atom, substitution));
    return results;
  }

  /// Every node, needed or not: a value that only its derivative was asked for is part of the
  /// story.
  static Body whole(const graph::Graph& graph, Atoms results) {
    Body body;
    for (std::size_t i = 0; i < graph.size(); ++i) body.stms.push_back(graph[i].stm());
    body.results = std::move(results);
    return body;
  }

 private:
  void statement(graph::Graph& graph, const core::Stm& stm, core::Substitution& substitution) {
    core::Exp exp = renamed(stm.exp, names_, substitution);
    core::visit(
        exp, [](Atom&) {},
        [&](Body& inner, Binders&) {
          graph::Graph local(names_, &graph);
          core::Substitution none;
          const Body body = std::move(inner);
          Atoms results = trace(local, body, none);
          inner = whole(local, std::move(results));
          shared += local.shared();
        });
    if (!std::holds_alternative<core::Copy>(exp.node)) ++requests;
    std::vector<core::Type> types;
    for (const Binder& binder : stm.binders) types.push_back(binder.type);
    const Atoms results = node(graph, std::move(exp), types, graph::Place(stm));
    for (std::size_t i = 0; i < results.size(); ++i) {
      substitution[stm.binders[i].id] = results[i];
      const std::string name(names_.hint(stm.binders[i].id));
      if (!results[i].is_constant()) names_.name(results[i].var, name);
    }
  }

  /// Words that tell calls apart; none if something is seen of the call besides what it gives.
  std::optional<core::Key> key_of(const core::Call& call) {
    if (traces(call.function)) return std::nullopt;
    core::Key key;
    key.words = {call.function};
    for (const Atom& arg : call.args) {
      key.words.push_back(arg.var);
      key.words.push_back(arg.bits);
      key.words.push_back(static_cast<std::uint64_t>(arg.type.elem));
    }
    key.hash = boost::hash_range(key.words.begin(), key.words.end());
    return key;
  }

  bool traces(core::FunId function) {
    const auto [known, anew] = traces_.emplace(function, false);
    if (!anew) return known->second;
    bool any = traces(program_[function].body);
    for (const core::FunId callee : core::callees_of(program_[function].body))
      any = traces(callee) || any;
    return traces_[function] = any;
  }
  static bool traces(const Body& body) {
    bool any = false;
    for (const core::Stm& stm : body.stms) {
      any = any || std::holds_alternative<core::Trace>(stm.exp.node);
      core::visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& inner, const Binders&) { any = any || traces(inner); });
    }
    return any;
  }

  std::optional<core::Key> key_of(const core::Exp& exp) {
    if (const auto* call = std::get_if<core::Call>(&exp.node)) return key_of(*call);
    bool whole = true;
    core::visit(
        exp, [](const Atom&) {}, [&](const Body&, const Binders&) { whole = false; });
    return whole ? std::nullopt : core::key_of(exp, program_);
  }

  /// (A graph compares what has no bodies and calls nothing.)
  Atoms node(graph::Graph& graph, core::Exp exp, const std::vector<core::Type>& types,
             const graph::Place& place) {
    const auto key = key_of(exp);
    if (!key) return graph.intern(std::move(exp), types, place);
    for (const auto& table : tables_)
      if (const auto equal = table.find(*key); equal != table.end()) {
        ++shared;
        return equal->second;
      }
    return tables_.back()[*key] = graph.intern(std::move(exp), types, place);
  }

  core::Program& program_;
  core::Names& names_;
  /// Of the bodies around a place.
  std::vector<std::unordered_map<core::Key, Atoms, core::KeyHash>> tables_;
  std::unordered_map<core::FunId, bool> traces_;  ///< functions that have been asked for
};

}  // namespace

Observation observe(Differentiator& differentiator, core::Program& program, core::FunId function,
                    Calls calls) {
  core::Function copy;
  copy.name = program[function].name;
  copy.params = program[function].params;
  copy.results = program[function].results;
  copy.body = Inliner(differentiator, program, calls).inlined(program[function].body, {});
  const std::size_t results = copy.results.size();
  // All that a differentiation gives counts as read, so that it records all of its nodes.
  for (const core::Stm& stm : copy.body.stms)
    if (std::holds_alternative<core::Diff>(stm.exp.node))
      for (const Binder& binder : stm.binders) {
        copy.body.results.push_back(binder.atom());
        copy.results.push_back(binder.type);
      }
  const core::FunId all = program.add(std::move(copy));
  differentiator.expand(all);

  Observation seen;
  graph::Graph graph(program.names);
  Observer tracer(program);
  core::Substitution substitution;
  for (const Binder& param : program[all].params) {
    seen.inputs.push_back(graph.input(param.type, std::string(program.names.hint(param.id))));
    substitution[param.id] = seen.inputs.back().atom();
  }
  Atoms values = tracer.trace(graph, program[all].body, substitution);
  values.resize(results);
  seen.body = Observer::whole(graph, std::move(values));
  seen.requests = tracer.requests;
  seen.shared = tracer.shared + graph.shared();
  return seen;
}

}  // namespace laguz::ad
