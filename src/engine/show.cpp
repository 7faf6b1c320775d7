// What a definition becomes, as text: core, and the computation graph.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "ad/observe.hpp"
#include "ad/slice.hpp"
#include "core/print.hpp"
#include "core/walk.hpp"
#include "engine/arguments.hpp"
#include "engine/engine.hpp"
#include "engine/reached.hpp"
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

/// Is it but what is written: literals?
bool is_literal(const core::Body& body) {
  return std::all_of(body.stms.begin(), body.stms.end(), [](const core::Stm& stm) {
    return std::holds_alternative<core::ArrayLit>(stm.exp.node);
  });
}

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

namespace {

/// A function whose constants have their names.
struct Named {
  core::FunId function = 0;
  std::vector<core::FunId> inputs{};  ///< constants that are parameters, behind its own
  std::vector<core::FunId> others{};  ///< whose code is in it
  /// Of results of constants that a pattern has names for.
  std::map<std::pair<core::FunId, std::size_t>, std::string> parts{};
};

}  // namespace

/// The constants that it reads are nodes with their names: inputs, if they are but literals. (What
/// derivatives are made from is kept as it was before it was optimised.)
class Engine::NamedConstants {
 public:
  explicit NamedConstants(Engine& engine) : engine_(engine) {}

  Named in(const EntryPoint& entry) {
    Named named;
    find(entry.function, named);
    core::Program& program = engine_.program_;
    core::Function made = original(entry.function);
    core::Lambda whole =
        core::refresh(core::Lambda{std::move(made.params), std::move(made.body)}, program.names);
    core::Binders params;
    for (const core::FunId constant : named.inputs)
      for (std::size_t r = 0; r < program[constant].results.size(); ++r)
        params.push_back(
            program.names.bind(program[constant].results[r], name_of(named, {constant, r})));
    std::vector<ad::Given> given;
    for (const core::FunId constant : named.inputs)
      given.push_back(ad::Given::whole(program, constant));
    made.body = ad::slice(*engine_.parts_.differentiator, program, whole.body, given, params).body;
    made.params = std::move(whole.params);
    made.params.insert(made.params.end(), params.begin(), params.end());
    made.constant = false;
    named.function = program.add(std::move(made));
    return named;
  }

  /// The bytes of values that are there already.
  void measure(const Named& named, const ad::Observation& seen, graph::Picture& picture) const {
    auto input = seen.inputs.end() - static_cast<std::ptrdiff_t>(results_of(named.inputs));
    for (const core::FunId constant : named.inputs) {
      const auto* values = engine_.parts_.evaluator->find(constant);
      for (std::size_t r = 0; r < engine_.program_[constant].results.size(); ++r, ++input)
        if (values != nullptr) picture.bytes[input->id] = bytes_of((*values)[r]);
    }
    for (const core::FunId constant : named.others) {
      const auto* values = engine_.parts_.evaluator->find(constant);
      if (values == nullptr || values->size() != 1) continue;
      if (const auto node = node_of(constant, seen)) picture.bytes[*node] = bytes_of((*values)[0]);
    }
  }

 private:
  const core::Function& original(core::FunId function) const {
    return engine_.parts_.differentiator->original(function);
  }

  void find(core::FunId entry, Named& named) const {
    core::Program& program = engine_.program_;
    std::set<core::FunId> seen;
    for (std::vector<core::FunId> left{entry}; !left.empty();) {
      const core::FunId function = left.back();
      left.pop_back();
      if (!seen.insert(function).second) continue;
      const core::Function& code = original(function);
      for (const core::FunId callee : core::callees_of(code.body)) left.push_back(callee);
      if (!program[function].constant) continue;
      const bool given = function != entry && (!code.has_body() || is_literal(code.body));
      if (function != entry) (given ? named.inputs : named.others).push_back(function);
      const auto part = part_of_constant(program, code.body);
      if (part && part->results.size() == 1 && program[part->constant].span == code.span)
        named.parts[{part->constant, part->results[0]}] = code.name;
      for (const core::Atom& result : code.body.results)
        if (!given && !result.is_constant()) program.names.name(result.var, code.name);
    }
    std::sort(named.inputs.begin(), named.inputs.end());
  }

  const std::string& name_of(const Named& named, std::pair<core::FunId, std::size_t> result) const {
    const auto found = named.parts.find(result);
    return found == named.parts.end() ? engine_.program_[result.first].name : found->second;
  }

  std::size_t results_of(const std::vector<core::FunId>& constants) const {
    std::size_t count = 0;
    for (const core::FunId constant : constants) count += engine_.program_[constant].results.size();
    return count;
  }

  /// The node that has the name of [constant] and stands in its definition.
  std::optional<core::VarId> node_of(core::FunId constant, const ad::Observation& seen) const {
    const core::Function& function = engine_.program_[constant];
    const support::Span& span = function.span;
    for (auto stm = seen.body.stms.rbegin(); stm != seen.body.stms.rend(); ++stm)
      if (stm->binders.size() == 1 && stm->span.file == span.file && stm->span.lo >= span.lo &&
          stm->span.hi <= span.hi &&
          engine_.program_.names.hint(stm->binders[0].id) == function.name)
        return stm->binders[0].id;
    return std::nullopt;
  }

  Engine& engine_;
};

std::string Engine::graph_text(const Def& def, const GraphStyle& style, const std::string& input) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::deriving, def.span);
  auto values = runtime::read_values(input);
  const EntryPoint entry = lower(def);
  NamedConstants constants(*this);
  const Named named = constants.in(entry);
  const auto seen = ad::observe(*parts_.differentiator, program_, named.function);
  auto picture = graph::picture(entry.name, seen.inputs, seen.body, program_);
  picture.requests = seen.requests;
  picture.shared = seen.shared;
  if (values.empty()) {
    constants.measure(named, seen, picture);
  } else {
    values = match_arguments(entry, std::move(values), [&] { return input; });
    for (const core::FunId constant : named.inputs) {
      auto known = evaluator().call(constant, {});
      std::move(known.begin(), known.end(), std::back_inserter(values));
    }
    measure(within_memory(options_.eval), program_, seen, std::move(values), picture);
  }
  if (style.format == "dot") return graph::to_dot(picture);
  if (style.format == "json") return graph::to_json(picture);
  return style.tree ? graph::to_tree(picture) : graph::to_text(picture);
}

}  // namespace laguz::engine
