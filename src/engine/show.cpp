// What a definition becomes, as text: core, and the computation graph.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "ad/observe.hpp"
#include "ad/slice.hpp"
#include "core/builder.hpp"
#include "core/print.hpp"
#include "core/walk.hpp"
#include "engine/arguments.hpp"
#include "engine/bound_names.hpp"
#include "engine/engine.hpp"
#include "engine/reached.hpp"
#include "graph/export.hpp"
#include "runtime/value_text.hpp"
#include "support/deep_stack.hpp"
#include "vcode/lower.hpp"

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

/// Runs the graph with every node a result, and writes down how large each is.
void measure(const eval::Options& options, core::Program& program, const ad::Observation& seen,
             std::vector<Value> input, std::map<core::VarId, std::size_t>& bytes) {
  core::Function all;
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
  for (std::size_t i = 0; i < ids.size(); ++i) bytes[ids[i]] = bytes_of(values[i]);
}

/// Zeros, and arrays without elements.
std::vector<Value> blanks(const std::vector<core::Type>& types) {
  std::vector<Value> all;
  for (const core::Type& type : types) {
    if (type.rank == 0) {
      all.emplace_back(support::Scalar{type.elem, 0});
    } else {
      runtime::Shape shape;
      shape.rank = type.rank;
      all.emplace_back(runtime::Array::uninitialised(type.elem, shape));
    }
  }
  return all;
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

/// The loops of [body], where there are no loops around that are vcode as a whole.
void add_vcode(const core::Body& body, vcode::UseCounts uses, std::string& text) {
  support::expect_stack("a loop or branch");
  for (const core::Stm& stm : body.stms) {
    if (std::holds_alternative<core::Loop>(stm.exp.node)) {
      const auto at =
          stm.span ? stm.span.file->position(stm.span.lo) : support::SourceFile::Position{};
      text += fmt::format("loop at {}:{}:{}", stm.span ? stm.span.file->name() : "", at.line,
                          at.column);
      const auto lowered = vcode::lower(stm, uses);
      if (const auto* unit = std::get_if<vcode::Unit>(&lowered)) {
        text += "\n" + vcode::print(*unit) + "\n";
        continue;
      }
      text +=
          fmt::format(", not machine code, because {}\n\n", std::get<vcode::WhyNot>(lowered).why);
    }
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) { add_vcode(inner, uses, text); });
  }
}

}  // namespace

std::string Engine::vcode_text(const EntryPoint& entry) const {
  std::set<core::FunId> seen;
  std::vector<core::FunId> order;
  collect(program_, entry.function, seen, order);
  std::string text;
  for (const auto id : order) {
    const auto counts = core::all_uses(program_[id].body);
    const auto uses = [&](core::VarId var) {
      const auto found = counts.find(var);
      return found == counts.end() ? 0 : found->second;
    };
    add_vcode(program_[id].body, uses, text);
  }
  return text;
}

/// The constants that code reads are nodes with their names, of which no two are one, whatever they
/// are bound to; inputs, if that is but literals. (What derivatives are made from is kept as it was
/// before it was optimised.)
class Engine::BoundConstants {
 public:
  /// A function and the constants that it reads: their results are parameters behind its own, and
  /// what they are bound to are results before its own, of those that are opened.
  struct Bound {
    struct Constant {
      core::FunId id;
      bool opened;  ///< or else an input
    };
    core::FunId function = 0;
    std::vector<Constant> constants{};  ///< each behind those that it reads
  };

  explicit BoundConstants(Engine& engine) : engine_(engine) {}

  Bound in(const EntryPoint& entry) {
    core::Function made = original(entry.function);
    if (made.constant) made.body = call(entry.function);
    read(made.body);
    for (const Bound::Constant& constant : bound_.constants) {
      core::Binders& params = params_[constant.id];
      for (std::size_t r = 0; r < program()[constant.id].results.size(); ++r)
        params.push_back(
            names().bind(program()[constant.id].results[r], name_of({constant.id, r})));
    }
    core::Lambda own =
        core::refresh(core::Lambda{std::move(made.params), std::move(made.body)}, names());
    made.params = std::move(own.params);
    for (const Bound::Constant& constant : bound_.constants) {
      const core::Binders& params = params_[constant.id];
      made.params.insert(made.params.end(), params.begin(), params.end());
    }
    made.body = {};
    std::vector<core::Type> results;
    for (const Bound::Constant& constant : bound_.constants) {
      if (!constant.opened) continue;
      const std::vector<core::Type>& types = program()[constant.id].results;
      results.insert(results.end(), types.begin(), types.end());
      add(core::refresh(original(constant.id).body, names()), made.body);
    }
    add(own.body, made.body);
    results.insert(results.end(), made.results.begin(), made.results.end());
    made.results = std::move(results);
    made.constant = false;
    bound_.function = program().add(std::move(made));
    return std::move(bound_);
  }

 private:
  core::Program& program() const { return engine_.program_; }
  core::Names& names() const { return engine_.program_.names; }
  const core::Function& original(core::FunId function) const { return session().code(function); }
  const graph::SessionGraph& session() const { return *engine_.parts_.graph; }

  core::Body call(core::FunId constant) const {
    core::Builder builder(names());
    return builder.finish(builder.emit({core::Call{constant, {}}}, program()[constant].results));
  }

  /// Finds the constants that [body] reads, by way of functions too.
  void read(const core::Body& body) {
    for (const core::FunId node : session().nodes_before(body)) {
      const core::Function& code = original(node);
      // (A name in a pattern is one of the parts of what that is bound to.)
      const auto part = part_of_constant(program(), code.body);
      if (part && part->results.size() == 1 && program()[part->constant].span == code.span)
        parts_[{part->constant, part->results[0]}] = code.name;
      else
        bound_.constants.push_back({node, !session().is_leaf(node)});
    }
  }

  std::string name_of(std::pair<core::FunId, std::size_t> result) const {
    const auto found = parts_.find(result);
    return found == parts_.end() ? program()[result.first].name : found->second;
  }

  /// Puts [code], which is to read the parameters, behind [body].
  void add(const core::Body& code, core::Body& body) const {
    std::vector<ad::Given> given;
    core::Binders params;
    std::unordered_set<core::FunId> seen;
    for (std::vector<core::FunId> left = core::callees_of(code); !left.empty();) {
      const core::FunId function = left.back();
      left.pop_back();
      if (!seen.insert(function).second) continue;
      if (const auto constant = params_.find(function); constant != params_.end()) {
        given.push_back(ad::Given::whole(program(), function));
        params.insert(params.end(), constant->second.begin(), constant->second.end());
      } else {
        const auto callees = core::callees_of(original(function).body);
        left.insert(left.end(), callees.begin(), callees.end());
      }
    }
    core::Body sliced = ad::slice(session(), program(), code, given, params, {}).body;
    std::move(sliced.stms.begin(), sliced.stms.end(), std::back_inserter(body.stms));
    std::move(sliced.results.begin(), sliced.results.end(), std::back_inserter(body.results));
  }

  Engine& engine_;
  Bound bound_;
  std::unordered_map<core::FunId, core::Binders> params_;  ///< of constants
  /// Of results of constants that a pattern has names for.
  std::map<std::pair<core::FunId, std::size_t>, std::string> parts_;
};

// The numbers of the session are parameters, as in its graph: what is computed of those that are
// written would else be known before it runs.
StatisticsTable Engine::statistics(const Def& def, const StatisticsOptions& options) {
  const support::Task task(governor_);
  EntryPoint entry = prepare(def);
  std::vector<Value> values;
  {
    const support::Doing doing(support::Work::evaluating, def.span);
    const BoundConstants::Bound bound = BoundConstants(*this).in(entry);
    for (const auto& constant : bound.constants) {
      // (Nobody reads its own.)
      std::vector<Value> known = constant.id == entry.function
                                     ? blanks(program_[entry.function].results)
                                     : evaluator().call(constant.id, {});
      std::move(known.begin(), known.end(), std::back_inserter(values));
    }
    entry.function = bound.function;
  }
  make_ready(entry, def.span);
  return statistics(entry, std::move(values), options);
}

std::string Engine::graph_text(const Def& def, const GraphStyle& style, const std::string& input) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::deriving, def.span);
  auto values = runtime::read_values(input);
  const EntryPoint entry = lower(def);
  const BoundConstants::Bound bound = BoundConstants(*this).in(entry);
  auto seen = ad::observe(*parts_.differentiator, program_, bound.function,
                          style.open ? ad::Calls::opened : ad::Calls::closed);
  if (!values.empty()) values = match_arguments(entry, std::move(values), [&] { return input; });
  const bool run = !values.empty();
  auto name =
      seen.inputs.begin() + static_cast<std::ptrdiff_t>(program_[entry.function].params.size());
  std::map<core::VarId, std::size_t> bytes;
  BoundNames names;
  core::Substitution ids;
  for (const auto& constant : bound.constants) {
    if (run) (void)evaluator().call(constant.id, {});
    const auto* known = evaluator().find(constant.id);
    for (std::size_t r = 0; r < program_[constant.id].results.size(); ++r, ++name) {
      if (constant.opened) names.emplace(name->id, program_[constant.id].span);
      const core::VarId node = parts_.graph->id_of(constant.id, r);
      program_.names.name(node, std::string(program_.names.hint(name->id)));
      ids.emplace(name->id, core::Atom::of(node, name->type));
      if (known == nullptr) continue;
      bytes[name->id] = bytes_of((*known)[r]);
      if (run) values.push_back((*known)[r]);
    }
  }
  if (run) measure(within_memory(options_.eval), program_, seen, std::move(values), bytes);
  put_names(seen, names);
  renumber(seen, ids);
  for (const auto& [was, is] : ids)
    if (auto known = bytes.extract(was)) {
      known.key() = is.var;
      bytes.insert(std::move(known));
    }
  auto picture = graph::picture(entry.name, seen.inputs, seen.body, program_);
  picture.bytes = std::move(bytes);
  picture.requests = seen.requests;
  picture.shared = seen.shared;
  if (style.format == "dot") return graph::to_dot(picture);
  if (style.format == "json") return graph::to_json(picture);
  return style.tree ? graph::to_tree(picture) : graph::to_text(picture);
}

}  // namespace laguz::engine
