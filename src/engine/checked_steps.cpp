// Which numbers are in the results of a checked function where floats have become integers, or have
// been rounded: by its code, and by counting the ways that it takes.
#include <algorithm>

#include "core/builder.hpp"
#include "engine/checked_function.hpp"
#include "engine/engine.hpp"

namespace laguz::engine {

using core::FunId;
using runtime::Value;

ad::rewrite::Passages CheckedFunction::passages(FunId of,
                                                const std::function<bool(std::size_t)>& by_leaf) {
  std::vector<bool> by(args_.size(), false);
  for (std::size_t k = 0; k < leaves_.size(); ++k) by[leaves_[k].at] = by_leaf(k);
  return {*engine_.parts_.differentiator, engine_.program_, of, by};
}

CheckedFunction::Looked& CheckedFunction::looked(Rules rules) {
  const auto [found, fresh] = looked_.try_emplace(rules);
  if (fresh) {
    std::unordered_set<core::VarId> aside;
    if (rules == Rules::aside)
      for (const ad::Rule& rule : this->rules()) aside.insert(rule.id);
    found->second.of = aside.empty() ? function_
                                     : ad::without_rules(*engine_.parts_.differentiator,
                                                         engine_.program_, function_, aside);
  }
  return found->second;
}

const Passed& CheckedFunction::passed(std::size_t k, Rules rules) {
  Looked& in = looked(rules);
  const auto [found, fresh] = in.passed.try_emplace(k);
  if (!fresh) return found->second;
  const auto by_leaf = [k](std::size_t leaf) { return leaf == k; };
  for (const auto& [through, span] : passages(in.of, by_leaf).all()) switch (through) {
      case prims::Passage::none: break;
      case prims::Passage::integer: found->second.integers.push_back(span); break;
      case prims::Passage::rounding: found->second.roundings.push_back(span); break;
      case prims::Passage::comparison: found->second.comparisons.push_back(span); break;
    }
  return found->second;
}

CheckedFunction::Steps CheckedFunction::steps(std::size_t k, std::size_t i, Rules rules) {
  Looked& in = looked(rules);
  if (!in.reached) {
    in.reached.emplace();
    ad::rewrite::Passages all = passages(in.of, [](std::size_t) { return true; });
    const std::vector<ad::rewrite::Passing> found = all.all();
    if (std::any_of(found.begin(), found.end(), [](const ad::rewrite::Passing& one) {
          return one.through != prims::Passage::comparison;
        })) {
      in.reached->by_slopes = ways(in.of, Integers::stop);
      in.reached->at_all = ways(all.opened(), Integers::pass);
    }
  }
  if (in.reached->at_all.empty()) return Steps::none;
  const double by_slopes = in.reached->by_slopes[k].values[i];
  const double at_all = in.reached->at_all[k].values[i];
  if (at_all == by_slopes) return Steps::none;
  return by_slopes == 0 ? Steps::alone : Steps::too;
}

// The pattern of dependences is linear in what it is asked for where that is nothing: its
// derivative there is the number of ways.
std::vector<Numbers> CheckedFunction::ways(FunId of, Integers integers) {
  core::Program& program = engine_.program_;
  const FunId pattern = derivative(core::DiffMode::pattern, of, integers);
  const std::vector<core::Type> params = core::types_of(program[of].params);
  const std::vector<core::Type> results = program[of].results;
  core::Function made;
  made.name = program[of].name;
  made.span = program[of].span;
  core::Atoms given = bound(params, made.params);
  core::Diff diff{core::DiffMode::vjp, {}, bound(params, made.params), bound(results, made.params)};
  core::Builder inside(program.names);
  inside.span = made.span;
  for (core::Atom& arg : given)  // it may overwrite its arguments
    if (arg.type.rank > 0) arg = inside.emit1({core::Copy{arg}}, arg.type);
  const core::Atoms asked = bound(params, diff.function.params);
  given.insert(given.end(), asked.begin(), asked.end());
  core::Atoms all = inside.emit({core::Call{pattern, std::move(given)}}, program[pattern].results);
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(results.size()));
  diff.function.body = inside.finish(std::move(all));
  made.results = results;
  made.results.insert(made.results.end(), params.begin(), params.end());
  core::Builder body(program.names);
  body.span = made.span;
  made.body = body.finish(body.emit({std::move(diff)}, made.results));
  const FunId id = program.add(std::move(made));
  engine_.parts_.differentiator->expand_through_integers(id);
  prepare(id);

  std::vector<Value> args = args_;
  for (const Value& arg : args_) args.push_back(zeros_like(arg));
  for (const Value& zeros : seeds_) {
    auto ones = Numbers::of(zeros);
    if (ones) std::fill(ones->values.begin(), ones->values.end(), 1.0);
    args.push_back(ones ? ones->value() : zeros_like(zeros));
  }
  const std::vector<Value> counts = call(id, args);
  std::vector<Numbers> found;
  for (const Leaf& leaf : leaves_)
    found.push_back(*Numbers::of(counts[counts.size() - args_.size() + leaf.at]));
  return found;
}

}  // namespace laguz::engine
