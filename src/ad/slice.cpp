#include "ad/slice.hpp"

#include <algorithm>
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
  Slicer(Differentiator& differentiator, core::Program& program, const std::vector<Given>& given)
      : differentiator_(differentiator), program_(program), given_(given) {}

  Sliced run(const Body& body, const Binders& params) {
    look(body);
    Sliced sliced;
    Values values;
    for (const Given& given : given_)
      if (values.count(given.constant) == 0)
        values[given.constant] = results_of(given.constant, sliced.body);
    auto param = params.begin();
    for (const Given& given : given_)
      for (const std::size_t result : given.results)
        values[given.constant][result] = (param++)->atom();
    for (const FunId constant : between()) {
      Body code = core::refresh(differentiator_.original(constant).body, program_.names);
      place(code, values);
      for (const core::Atom& result : code.results)
        if (!result.is_constant()) program_.names.name(result.var, program_[constant].name);
      std::move(code.stms.begin(), code.stms.end(), std::back_inserter(sliced.body.stms));
      values[constant] = std::move(code.results);
    }
    Body own = body;
    place(own, values);
    std::move(own.stms.begin(), own.stms.end(), std::back_inserter(sliced.body.stms));
    sliced.body.results = std::move(own.results);
    while (!pending_.empty()) {
      const auto [function, copy] = pending_.back();
      pending_.pop_back();
      write(function, copy);
    }
    for (const auto& [function, callees] : callees_)
      if (is_constant(function)) sliced.constants.push_back(function);
    std::sort(sliced.constants.begin(), sliced.constants.end());
    return sliced;
  }

 private:
  bool is_given(FunId function) const {
    return std::any_of(given_.begin(), given_.end(),
                       [&](const Given& given) { return given.constant == function; });
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

  /// Finds out what [body] reaches, and which of that is computed from what is given.
  void look(const Body& body) {
    std::unordered_map<FunId, std::vector<FunId>> callers;
    std::vector<FunId> left = core::callees_of(body), given;
    while (!left.empty()) {
      const FunId function = left.back();
      left.pop_back();
      const auto [found, fresh] = callees_.try_emplace(function);
      if (!fresh) continue;
      if (is_given(function)) {
        given.push_back(function);
        continue;
      }
      found->second = core::callees_of(differentiator_.original(function).body);
      for (const FunId callee : found->second) {
        callers[callee].push_back(function);
        left.push_back(callee);
      }
    }
    while (!given.empty()) {
      const FunId function = given.back();
      given.pop_back();
      if (!depends_.insert(function).second) continue;
      for (const FunId caller : callers[function]) given.push_back(caller);
    }
  }

  bool is_constant(FunId function) const { return program_[function].constant; }

  /// The constants that depend on what is given and that code which calls [callees] reads, by way
  /// of functions.
  std::vector<FunId> constants_in(std::vector<FunId> callees) const {
    std::vector<FunId> found;
    std::unordered_set<FunId> seen;
    while (!callees.empty()) {
      const FunId function = callees.back();
      callees.pop_back();
      if (depends_.count(function) == 0 || !seen.insert(function).second) continue;
      if (is_constant(function)) {
        found.push_back(function);
        continue;
      }
      const std::vector<FunId>& further = callees_.at(function);
      callees.insert(callees.end(), further.begin(), further.end());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  /// The constants between what is given and what is reached, each behind those that it reads, and
  /// else in the order in which they were made: as they would stand in one function.
  std::vector<FunId> between() const {
    std::vector<FunId> all, order;
    for (const FunId function : depends_)
      if (is_constant(function) && !is_given(function)) all.push_back(function);
    std::sort(all.begin(), all.end());
    std::unordered_set<FunId> seen;
    struct Open {
      FunId constant;
      std::vector<FunId> reads;  ///< that are still to be met, the next one last
    };
    std::vector<Open> open;
    const auto meet = [&](FunId constant) {
      if (is_given(constant) || !seen.insert(constant).second) return;
      open.push_back({constant, constants_in(callees_.at(constant))});
      std::reverse(open.back().reads.begin(), open.back().reads.end());
    };
    for (const FunId constant : all) {
      meet(constant);
      while (!open.empty()) {
        if (open.back().reads.empty()) {
          order.push_back(open.back().constant);
          open.pop_back();
        } else {
          const FunId next = open.back().reads.back();
          open.back().reads.pop_back();
          meet(next);
        }
      }
    }
    return order;
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
      if (call != nullptr && depends_.count(call->function) > 0) {
        for (const FunId constant : read_by(call->function)) {
          const Atoms& results = values.at(constant);
          call->args.insert(call->args.end(), results.begin(), results.end());
        }
        call->function = with_values(call->function);
      }
      body.stms.push_back(std::move(stm));
    }
  }

  const std::vector<FunId>& read_by(FunId function) {
    const auto [found, fresh] = read_by_.try_emplace(function);
    if (fresh) found->second = constants_in(callees_.at(function));
    return found->second;
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
    Function made = differentiator_.original(function);
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

  Differentiator& differentiator_;
  core::Program& program_;
  const std::vector<Given>& given_;
  std::unordered_map<FunId, std::vector<FunId>> callees_;  ///< of all that is reached
  std::unordered_set<FunId> depends_;                      ///< on what is given
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

Sliced slice(Differentiator& differentiator, core::Program& program, const Body& body,
             const std::vector<Given>& given, const Binders& params) {
  return Slicer(differentiator, program, given).run(body, params);
}

}  // namespace laguz::ad
