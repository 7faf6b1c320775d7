#include "ad/slice.hpp"

#include <iterator>
#include <numeric>
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

/// What takes the place of constants where code is written.
using Values = std::unordered_map<FunId, Atoms>;

class Slicer {
 public:
  Slicer(const graph::SessionGraph& graph, core::Program& program, const Body& body,
         const std::vector<Given>& given)
      : graph_(graph),
        program_(program),
        body_(body),
        given_(given),
        between_(graph, body, constants_of(given)) {}

  Sliced run(const Binders& params) {
    Sliced sliced{{}, between_.reached()};
    Values values;
    for (const Given& given : given_)
      if (values.count(given.constant) == 0)
        values[given.constant] = results_of(given.constant, sliced.body);
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
  static std::unordered_set<FunId> constants_of(const std::vector<Given>& given) {
    std::unordered_set<FunId> constants;
    for (const Given& one : given) constants.insert(one.constant);
    return constants;
  }

  /// What a constant gives that is given, by a call in [body] if that is not all of it.
  Atoms results_of(FunId constant, Body& body) {
    const std::vector<core::Type>& types = program_[constant].results;
    std::size_t given = 0;
    for (const Given& one : given_)
      if (one.constant == constant) given += one.results.size();
    if (given == types.size()) return Atoms(types.size());
    core::Builder builder(program_.names);
    Atoms results = builder.emit({core::Call{constant, {}}}, types);
    Body call = builder.finish({});
    std::move(call.stms.begin(), call.stms.end(), std::back_inserter(body.stms));
    return results;
  }

  /// Has the calls in [body] take [values].
  void place(Body& body, const Values& values) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (std::holds_alternative<core::Trace>(stm.exp.node)) continue;
      core::visit(
          stm.exp, [](core::Atom&) {}, [&](Body& inner, Binders&) { place(inner, values); });
      auto* call = std::get_if<core::Call>(&stm.exp.node);
      const auto known = call != nullptr ? values.find(call->function) : values.end();
      if (known != values.end()) {
        for (std::size_t i = 0; i < stm.binders.size(); ++i)
          body.stms.push_back(
              {{stm.binders[i]}, {core::Copy{known->second[i]}}, stm.span, stm.inlined_at});
        continue;
      }
      if (call != nullptr && between_.depends(call->function)) {
        for (const FunId constant : between_.read_by(call->function)) {
          const Atoms& results = values.at(constant);
          call->args.insert(call->args.end(), results.begin(), results.end());
        }
        call->function = with_values(call->function);
      }
      body.stms.push_back(std::move(stm));
    }
  }

  /// [function] with what it reads of constants that depend on what is given behind its parameters.
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
    for (const FunId constant : between_.read_by(function))
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
  graph::Between between_;
  std::unordered_map<FunId, FunId> copies_;
  std::vector<std::pair<FunId, FunId>> pending_;  ///< of these, those still to be written
};

}  // namespace

Given Given::whole(const core::Program& program, FunId constant) {
  Given given{constant, std::vector<std::size_t>(program[constant].results.size())};
  std::iota(given.results.begin(), given.results.end(), std::size_t{0});
  return given;
}

Sliced slice(const graph::SessionGraph& graph, core::Program& program, const Body& body,
             const std::vector<Given>& given, const Binders& params) {
  return Slicer(graph, program, body, given).run(params);
}

}  // namespace laguz::ad
