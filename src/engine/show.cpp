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
#include "engine/pattern_binding.hpp"
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

/// Zero, or an array without elements.
Value blank(const core::Type& type) {
  if (type.rank == 0) return support::Scalar{type.elem, 0};
  runtime::Shape shape;
  shape.rank = type.rank;
  return runtime::Array::uninitialised(type.elem, shape);
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
  /// A function and the constants that it reads. What it needs of their results are parameters
  /// behind its own, and what those are bound to that are opened are results before its own.
  struct Bound {
    struct Result {
      core::FunId constant;
      std::size_t number;
      bool opened;  ///< or else an input
    };
    core::FunId function = 0;
    std::vector<Result> results{};  ///< each behind those that it is computed from
  };

  explicit BoundConstants(Engine& engine) : engine_(engine) {}

  Bound in(const EntryPoint& entry) {
    core::Function made = original(entry.function);
    if (made.constant) made.body = call(entry.function);
    read(made.body);
    for (const core::FunId constant : constants_) {
      core::Binders& params = params_[constant];
      for (std::size_t r = 0; r < program()[constant].results.size(); ++r)
        params.push_back(names().bind(program()[constant].results[r], name_of({constant, r})));
    }
    core::Lambda own =
        core::refresh(core::Lambda{std::move(made.params), std::move(made.body)}, names());
    made.params = std::move(own.params);
    made.body = placed(own.body);
    // From the last one on, those of which something is needed.
    std::unordered_set<core::VarId> needed;
    need(made.body, needed);
    core::Binders before;
    std::vector<core::Type> types;
    for (auto constant = constants_.rbegin(); constant != constants_.rend(); ++constant) {
      const core::Binders& params = params_[*constant];
      const auto is_needed = [&](const core::Binder& param) { return needed.count(param.id) > 0; };
      if (std::none_of(params.begin(), params.end(), is_needed)) continue;
      const bool opened = !session().is_leaf(*constant);
      core::Body code;
      if (opened) {
        code = placed(core::refresh(original(*constant).body, names()));
        need_together(code, params, needed);
      }
      core::Atoms results;
      std::vector<Bound::Result> numbers;
      core::Binders taken;
      for (std::size_t r = 0; r < params.size(); ++r) {
        if (!is_needed(params[r])) continue;
        numbers.push_back({*constant, r, opened});
        taken.push_back(params[r]);
        if (opened) results.push_back(code.results[r]);
      }
      code.results = std::move(results);
      need(code, needed);
      made.body.stms.insert(made.body.stms.begin(), std::make_move_iterator(code.stms.begin()),
                            std::make_move_iterator(code.stms.end()));
      made.body.results.insert(made.body.results.begin(), code.results.begin(), code.results.end());
      before.insert(before.begin(), taken.begin(), taken.end());
      bound_.results.insert(bound_.results.begin(), numbers.begin(), numbers.end());
    }
    made.params.insert(made.params.end(), before.begin(), before.end());
    for (const Bound::Result& result : bound_.results)
      if (result.opened) types.push_back(program()[result.constant].results[result.number]);
    made.results.insert(made.results.begin(), types.begin(), types.end());
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
      if (part && program()[part->constant].span == code.span)
        for (const std::size_t result : part->results) parts_[{part->constant, result}] = code.name;
      else
        constants_.push_back(node);
    }
  }

  std::string name_of(std::pair<core::FunId, std::size_t> result) const {
    if (const auto found = parts_.find(result); found != parts_.end()) return found->second;
    const core::Function& constant = program()[result.first];
    const std::vector<std::string> names = names_in_pattern(constant.name);
    if (names.empty()) return constant.name;
    // (Of a part that nobody reads it is not known which numbers are its own.)
    return names.size() == constant.results.size() ? names[result.second] : "";
  }

  /// Adds what is read in [body], its results too, to [needed], and leaves out what nobody reads.
  static void need(core::Body& body, std::unordered_set<core::VarId>& needed) {
    for (const core::Atom& result : body.results)
      if (!result.is_constant()) needed.insert(result.var);
    std::vector<core::Stm> stms;
    for (auto stm = body.stms.rbegin(); stm != body.stms.rend(); ++stm) {
      const bool read = std::any_of(stm->binders.begin(), stm->binders.end(),
                                    [&](const auto& one) { return needed.count(one.id) > 0; });
      if (!read && !core::has_effect(stm->exp)) continue;
      for (const core::Binder& free : core::free_variables(stm->exp)) needed.insert(free.id);
      stms.push_back(std::move(*stm));
    }
    body.stms.assign(std::make_move_iterator(stms.rbegin()), std::make_move_iterator(stms.rend()));
  }

  /// What one expression of [code] gives, as a call, is needed as a whole: of the results, which
  /// [params] stand for.
  static void need_together(const core::Body& code, const core::Binders& params,
                            std::unordered_set<core::VarId>& needed) {
    std::unordered_map<core::VarId, std::size_t> makers;  // statements
    for (std::size_t i = 0; i < code.stms.size(); ++i)
      for (const core::Binder& binder : code.stms[i].binders) makers[binder.id] = i;
    const auto maker_of = [&](std::size_t r) {
      const auto found = makers.find(code.results[r].var);
      return code.results[r].is_constant() || found == makers.end() ? code.stms.size()
                                                                    : found->second;
    };
    std::unordered_set<std::size_t> wanted;
    for (std::size_t r = 0; r < params.size(); ++r)
      if (needed.count(params[r].id) > 0) wanted.insert(maker_of(r));
    wanted.erase(code.stms.size());
    for (std::size_t r = 0; r < params.size(); ++r)
      if (wanted.count(maker_of(r)) > 0) needed.insert(params[r].id);
  }

  /// [code] as it reads the parameters.
  core::Body placed(const core::Body& code) const {
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
    return ad::slice(session(), program(), code, given, params, {}).body;
  }

  Engine& engine_;
  Bound bound_;
  std::vector<core::FunId> constants_;                     ///< each behind those that it reads
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
    for (const auto& result : bound.results)
      // (Nobody reads its own.)
      values.push_back(result.constant == entry.function
                           ? blank(program_[entry.function].results[result.number])
                           : evaluator().call(result.constant, {})[result.number]);
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
  for (const auto& [constant, number, opened] : bound.results) {
    if (run) (void)evaluator().call(constant, {});
    const auto* known = evaluator().find(constant);
    if (opened) names.emplace(name->id, program_[constant].span);
    const core::VarId node = parts_.graph->id_of(constant, number);
    program_.names.name(node, std::string(program_.names.hint(name->id)));
    ids.emplace(name->id, core::Atom::of(node, name->type));
    if (known != nullptr) {
      bytes[name->id] = bytes_of((*known)[number]);
      if (run) values.push_back((*known)[number]);
    }
    ++name;
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
