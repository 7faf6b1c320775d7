// What a definition becomes, as text: core, and the computation graph.
#include <functional>
#include <set>

#include "ad/observe.hpp"
#include "core/print.hpp"
#include "core/walk.hpp"
#include "engine/arguments.hpp"
#include "engine/engine.hpp"
#include "graph/export.hpp"
#include "runtime/value_text.hpp"

namespace laguz::engine {
namespace {

using runtime::Value;

/// [function] and, depth first, what it calls.
void collect(const core::Program& program, core::FunId function, std::set<core::FunId>& seen,
             std::vector<core::FunId>& order) {
  if (!seen.insert(function).second) return;
  std::function<void(const core::Body&)> walk = [&](const core::Body& body) {
    for (const auto& stm : body.stms) {
      if (const auto* call = std::get_if<core::Call>(&stm.exp.node))
        collect(program, call->function, seen, order);
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [&](const core::Body& inner, const core::Binders&) { walk(inner); });
    }
  };
  walk(program[function].body);
  order.push_back(function);
}

std::size_t bytes_of(const Value& value) {
  if (const auto* array = std::get_if<runtime::Array>(&value))
    return static_cast<std::size_t>(array->size()) * support::size_of(array->type());
  return support::size_of(std::get<support::Scalar>(value).type);
}

/// A program of its own for what is looked at, so that what the engine has derived and optimised
/// already is seen as it was written. Its ids are the engine's next ones.
class Workshop {
 public:
  explicit Workshop(core::Program& lender) : lender_(lender) {
    std::swap(program.names, lender_.names);
  }
  ~Workshop() { std::swap(program.names, lender_.names); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  core::Program program;

 private:
  core::Program& lender_;
};

/// Runs the graph with every node a result, and writes down how large each is.
void measure(const eval::Options& options, core::Program& program, const ad::Observation& seen,
             std::vector<Value> input, graph::Picture& picture) {
  core::Function all;
  all.name = picture.name;
  all.params = seen.inputs;
  all.body.stms = seen.body.stms;
  std::vector<core::VarId> ids;
  const auto wanted = [&](const core::Binder& binder) {
    if (binder.type.acc) return;
    ids.push_back(binder.id);
    all.body.results.push_back(binder.atom());
    all.results.push_back(binder.type);
  };
  for (const auto& binder : seen.inputs) wanted(binder);
  for (const auto& stm : seen.body.stms)
    for (const auto& binder : stm.binders) wanted(binder);
  const auto function = program.add(std::move(all));
  eval::Evaluator evaluator(program, options);
  const support::Doing doing(support::Work::evaluating);
  const auto values = evaluator.call(function, std::move(input));
  for (std::size_t i = 0; i < ids.size(); ++i) picture.bytes[ids[i]] = bytes_of(values[i]);
}

}  // namespace

std::string Engine::core_text(const EntryPoint& entry) const {
  std::set<core::FunId> seen;
  std::vector<core::FunId> order;
  collect(program_, entry.function, seen, order);
  std::string text;
  for (auto id : order) text += core::print(program_, id) + "\n";
  return text;
}

std::string Engine::graph_text(const Def& def, const GraphStyle& style, const std::string& input) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::deriving, def.span);
  auto values = runtime::read_values(input);
  Workshop workshop(program_);
  lower::Lowerer lowerer(*parts_.checker, workshop.program, options_.lower);
  ad::Differentiator differentiator(workshop.program);
  const auto entry = lowerer.entry(def);
  const auto seen = ad::observe(differentiator, workshop.program, entry.function);
  auto picture = graph::picture(entry.name, seen.inputs, seen.body, workshop.program.names);
  picture.requests = seen.requests;
  picture.shared = seen.shared;
  if (!values.empty())
    measure(options_.eval, workshop.program, seen,
            match_arguments(entry, std::move(values), [&] { return input; }), picture);
  if (style.format == "dot") return graph::to_dot(picture);
  if (style.format == "json") return graph::to_json(picture);
  return style.tree ? graph::to_tree(picture) : graph::to_text(picture);
}

}  // namespace laguz::engine
