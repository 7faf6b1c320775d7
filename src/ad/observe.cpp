#include "ad/observe.hpp"

#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Body;

/// Every node, needed or not: a value that only its derivative was asked for is part of the story.
Body whole(const graph::Graph& graph, Atoms results) {
  Body body;
  for (std::size_t i = 0; i < graph.size(); ++i)
    body.stms.push_back({graph[i].results, graph[i].exp, graph[i].span});
  body.results = std::move(results);
  return body;
}

class Tracer {
 public:
  Tracer(Differentiator& differentiator, core::Program& program)
      : differentiator_(differentiator), program_(program) {}

  std::size_t requests = 0;
  std::size_t shared = 0;

  Atoms trace(graph::Graph& graph, const Body& body, core::Substitution& substitution) {
    for (const core::Stm& stm : body.stms) statement(graph, stm, substitution);
    Atoms results;
    for (const Atom& atom : body.results) results.push_back(replaced(atom, substitution));
    return results;
  }

 private:
  static Atom replaced(const Atom& atom, const core::Substitution& substitution) {
    const auto found = atom.is_constant() ? substitution.end() : substitution.find(atom.var);
    return found == substitution.end() ? atom : found->second;
  }

  void statement(graph::Graph& graph, const core::Stm& stm, core::Substitution& substitution) {
    if (const auto* call = std::get_if<core::Call>(&stm.exp.node)) {
      differentiator_.expand(call->function);
      const core::Function& callee = program_[call->function];
      if (!callee.recursive) {
        core::Substitution inner;
        for (std::size_t i = 0; i < callee.params.size(); ++i)
          inner[callee.params[i].id] = replaced(call->args[i], substitution);
        const Body body = callee.body;
        const Atoms results = trace(graph, body, inner);
        for (std::size_t i = 0; i < stm.binders.size(); ++i)
          bind(stm.binders[i], results[i], substitution);
        return;
      }
    }
    core::Exp exp = core::refresh(stm.exp, program_.names, substitution);
    bool region = false;
    core::visit(
        exp, [](Atom&) {},
        [&](Body& inner, core::Binders&) {
          region = true;
          graph::Graph local(program_.names, &graph);
          core::Substitution none;
          const Body body = std::move(inner);
          Atoms results = trace(local, body, none);
          inner = whole(local, std::move(results));
          shared += local.shared();
        });
    const bool copy = std::holds_alternative<core::Copy>(exp.node);
    std::vector<core::Type> types;
    for (const Binder& binder : stm.binders) types.push_back(binder.type);
    const Atoms results = graph.intern(std::move(exp), types, stm.span);
    if (!copy) ++requests;
    for (std::size_t i = 0; i < results.size(); ++i) bind(stm.binders[i], results[i], substitution);
  }

  void bind(const Binder& binder, const Atom& node, core::Substitution& substitution) {
    substitution[binder.id] = node;
    const auto name = program_.names.hint(binder.id);
    if (!name.empty() && !node.is_constant()) program_.names.name(node.var, std::string(name));
  }

  Differentiator& differentiator_;
  core::Program& program_;
};

}  // namespace

Observation observe(Differentiator& differentiator, core::Program& program, core::FunId function) {
  differentiator.expand(function);
  Observation seen;
  graph::Graph graph(program.names);
  Tracer tracer(differentiator, program);
  const core::Function& observed = program[function];
  core::Substitution substitution;
  for (const Binder& param : observed.params) {
    seen.inputs.push_back(graph.input(param.type, std::string(program.names.hint(param.id))));
    substitution[param.id] = seen.inputs.back().atom();
  }
  const Body body = observed.body;
  Atoms results = tracer.trace(graph, body, substitution);
  seen.body = whole(graph, std::move(results));
  seen.requests = tracer.requests;
  seen.shared = tracer.shared + graph.shared();
  return seen;
}

}  // namespace laguz::ad
