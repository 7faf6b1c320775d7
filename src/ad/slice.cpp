#include "ad/slice.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/builder.hpp"
#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::Atoms;
using core::Binders;
using core::Body;
using core::Function;
using core::FunId;
using core::Stm;

/// By constant, what is known of it.
using Known = std::map<FunId, Body>;

std::unordered_set<FunId> constants_of(const std::vector<Given>& given) {
  std::unordered_set<FunId> constants;
  for (const Given& one : given) constants.insert(one.constant);
  return constants;
}

class Slicer {
 public:
  Slicer(const graph::SessionGraph& graph, core::Program& program, const Body& body,
         const std::vector<Given>& given, const Known& known)
      : graph_(graph),
        program_(program),
        body_(body),
        given_(given),
        known_(known),
        between_(graph, body, constants_of(given)) {}

  Sliced run(const Binders& params) {
    Sliced sliced{{}, between_.reached()};
    Values values;
    for (const Given& given : given_)
      if (values.count(given.constant) == 0)
        values[given.constant] = results_of(given.constant, sliced.body);
    for (const auto& [constant, is] : known_) {
      Body code = core::refresh(is, program_.names);
      std::move(code.stms.begin(), code.stms.end(), std::back_inserter(sliced.body.stms));
      values[constant] = std::move(code.results);
    }
    auto param = params.begin();
    for (const Given& given : given_)
      for (const std::size_t result : given.results)
        values[given.constant][result] = (param++)->atom();
    for (const FunId constant : between_.nodes()) {
      Body code = core::refresh(graph_.code(constant).body, program_.names);
      place(code, values);
      for (const core::Atom& result : code.results)
        if (!result.is_constant()) program_.names.name(result.var, program_[constant].name);
      std::move(code.stms.begin(), code.stms.end(), std::back_inserter(sliced.body.stms));
      values[constant] = std::move(code.results);
    }
    Body own = body_;
    place(own, values);
    std::move(own.stms.begin(), own.stms.end(), std::back_inserter(sliced.body.stms));
    sliced.body.results = std::move(own.results);
    while (!pending_.empty()) {
      const auto [function, copy] = pending_.back();
      pending_.pop_back();
      write(function, copy);
    }
    return sliced;
  }

 private:
  /// What a constant gives that is given, by a call in [body] if that is not all of it.
  Atoms results_of(FunId constant, Body& body) {
    const std::vector<core::Type>& types = program_[constant].results;
    std::size_t given = 0;
    for (const Given& one : given_)
      if (one.constant == constant) given += one.results.size();
    if (given == types.size()) return Atoms(types.size());
    return called(constant, body.stms);
  }

  /// Has the calls in [body] take [values].
  void place(Body& body, const Values& values) {
    give_values(body, values);
    give_functions(body, values);
  }
  void give_functions(Body& body, const Values& values) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      core::visit(
          stm.exp, [](core::Atom&) {},
          [&](Body& inner, Binders&) { give_functions(inner, values); });
      auto* call = std::get_if<core::Call>(&stm.exp.node);
      if (call != nullptr && !graph_.is_node(call->function) && !read_by(call->function).empty()) {
        for (const FunId constant : read_by(call->function)) {
          const auto known = values.find(constant);
          const Atoms results = known != values.end() ? known->second : called(constant, body.stms);
          call->args.insert(call->args.end(), results.begin(), results.end());
        }
        call->function = with_values(call->function);
      }
      body.stms.push_back(std::move(stm));
    }
  }

  /// What [constant] gives, by a call in [stms].
  Atoms called(FunId constant, std::vector<Stm>& stms) {
    core::Builder builder(program_.names);
    Atoms results = builder.emit({core::Call{constant, {}}}, program_[constant].results);
    Body call = builder.finish({});
    std::move(call.stms.begin(), call.stms.end(), std::back_inserter(stms));
    return results;
  }

  /// What [function] reads of constants that depend on what is given, and of those that something
  /// is known of.
  const std::vector<FunId>& read_by(FunId function) {
    const auto [found, fresh] = read_by_.try_emplace(function);
    if (!fresh) return found->second;
    std::vector<FunId> read;
    if (between_.depends(function)) read = between_.read_by(function);
    const std::vector<FunId> known = known_in(function);
    read.insert(read.end(), known.begin(), known.end());
    return read_by_[function] = std::move(read);
  }

  /// The constants that something is known of and that [function] reads, by way of functions too.
  /// (In one that calls itself they would be parameters, of which nothing is known.)
  std::vector<FunId> known_in(FunId function) {
    std::set<FunId> read;
    std::vector<FunId> left{function};
    std::unordered_set<FunId> seen;
    while (!known_.empty() && !left.empty()) {
      const FunId one = left.back();
      left.pop_back();
      if (!seen.insert(one).second) continue;
      if (known_.count(one) > 0) read.insert(one);
      if (graph_.is_node(one) || graph_.code(one).recursive) continue;
      const auto callees = core::callees_of(graph_.code(one).body);
      left.insert(left.end(), callees.begin(), callees.end());
    }
    return {read.begin(), read.end()};
  }

  /// [function] with what it reads of these behind its parameters.
  FunId with_values(FunId function) {
    const auto [found, fresh] = copies_.try_emplace(function);
    if (fresh) {
      found->second = program_.add({});
      pending_.emplace_back(function, found->second);
    }
    return found->second;
  }

  void write(FunId function, FunId copy) {
    Function made = graph_.code(function);
    core::Lambda whole =
        core::refresh(core::Lambda{std::move(made.params), std::move(made.body)}, program_.names);
    Values values;
    for (const FunId constant : read_by(function))
      for (const core::Type& type : program_[constant].results) {
        whole.params.push_back(program_.names.bind(type));
        values[constant].push_back(whole.params.back().atom());
      }
    place(whole.body, values);
    made.params = std::move(whole.params);
    made.body = std::move(whole.body);
    program_[copy] = std::move(made);
  }

  const graph::SessionGraph& graph_;
  core::Program& program_;
  const Body& body_;
  const std::vector<Given>& given_;
  const Known& known_;
  graph::Between between_;
  std::unordered_map<FunId, std::vector<FunId>> read_by_;
  std::unordered_map<FunId, FunId> copies_;
  std::vector<std::pair<FunId, FunId>> pending_;  ///< of these, those still to be written
};

}  // namespace

Given Given::whole(const core::Program& program, FunId constant) {
  Given given{constant, std::vector<std::size_t>(program[constant].results.size())};
  std::iota(given.results.begin(), given.results.end(), std::size_t{0});
  return given;
}

std::vector<FunId> others(const graph::SessionGraph& graph, const Body& body,
                          const std::vector<Given>& given) {
  const graph::Between between(graph, body, constants_of(given));
  const std::vector<FunId> reached = between.reached();
  std::vector<FunId> nodes = graph.nodes_before(body);
  std::erase_if(nodes, [&](FunId node) {
    return between.depends(node) || !std::binary_search(reached.begin(), reached.end(), node);
  });
  return nodes;
}

Sliced slice(const graph::SessionGraph& graph, core::Program& program, const Body& body,
             const std::vector<Given>& given, const Binders& params, const Known& known) {
  return Slicer(graph, program, body, given, known).run(params);
}

}  // namespace laguz::ad
