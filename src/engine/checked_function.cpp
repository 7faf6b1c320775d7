#include "engine/checked_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/builder.hpp"
#include "core/cancellations.hpp"
#include "core/optimise.hpp"
#include "core/walk.hpp"
#include "engine/arguments.hpp"
#include "engine/engine.hpp"

namespace laguz::engine {

using core::FunId;
using runtime::Value;
using support::Phase;
using support::ScalarType;
using support::UserError;

namespace {

/// What the coarsest of the floats in [body] may be wrong by.
void look_into(const core::Body& body, double& epsilon) {
  for (const core::Stm& stm : body.stms) {
    for (const core::Binder& binder : stm.binders)
      if (support::is_float(binder.type.elem))
        epsilon = std::max(epsilon, epsilon_of(binder.type.elem));
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) { look_into(inner, epsilon); });
  }
}

double largest_power_of_two_below(double size) {
  return size > 0 ? std::exp2(std::floor(std::log2(size))) : 1;
}

}  // namespace

double epsilon_of(ScalarType type) {
  if (type == ScalarType::f64) return std::numeric_limits<double>::epsilon();
  constexpr double kOfHalf = 0x1p-10;
  return type == ScalarType::f32 ? double{std::numeric_limits<float>::epsilon()} : kOfHalf;
}

CheckedFunction::CheckedFunction(Engine& engine, FunId function, std::vector<Value> args,
                                 std::uint64_t seed)
    : engine_(engine), function_(function), args_(std::move(args)), random_(seed) {
  for (std::size_t i = 0; i < args_.size(); ++i)
    if (auto numbers = Numbers::of(args_[i])) leaves_.push_back({i, std::move(*numbers)});
  const auto is_empty = [](const Leaf& leaf) { return leaf.numbers.values.empty(); };
  const bool has_floats = !leaves_.empty();
  leaves_.erase(std::remove_if(leaves_.begin(), leaves_.end(), is_empty), leaves_.end());
  if (leaves_.empty())
    throw UserError(Phase::usage, engine_.program_[function_].span,
                    has_floats ? "There is nothing to differentiate by: arrays of floats are empty."
                               : "There is nothing to differentiate by: no argument has floats.");
  reverse_ = derivative(core::DiffMode::vjp, function_);
  forward_ = derivative(core::DiffMode::jvp, function_);
  look_into_code();
  for (const FunId one : {function_, reverse_, forward_}) prepare(one);
  weigh(call(function_, args_));
  gradient_ = gradient_by(reverse_, args_);
  measure();
}

void CheckedFunction::look_into_code() {
  std::unordered_set<FunId> seen{reverse_};
  for (std::vector<FunId> left{reverse_}; !left.empty();) {
    const core::Body& body = engine_.parts_.differentiator->original(left.back()).body;
    left.pop_back();
    look_into(body, epsilon_within_);
    for (const FunId callee : core::callees_of(body))
      if (!engine_.program_[callee].constant && seen.insert(callee).second) left.push_back(callee);
  }
}

// ---------------------------------------------------------------------------------- derivatives

core::Atoms CheckedFunction::bound(const std::vector<core::Type>& types, core::Binders& binders) {
  core::Atoms atoms;
  for (const core::Type& type : types) {
    binders.push_back(engine_.program_.names.bind(type));
    atoms.push_back(binders.back().atom());
  }
  return atoms;
}

FunId CheckedFunction::derivative(core::DiffMode mode, FunId of, Integers integers) {
  core::Program& program = engine_.program_;
  core::Function made;
  made.name = program[of].name;
  made.span = program[of].span;
  const std::vector<core::Type> params = core::types_of(program[of].params);
  const std::vector<core::Type> results = program[of].results;
  const bool reverse = mode == core::DiffMode::vjp;
  core::Diff diff{mode, {}, bound(params, made.params), {}};
  diff.seeds = bound(reverse ? results : params, made.params);
  core::Builder inside(program.names);
  inside.span = made.span;
  core::Atoms given = bound(params, diff.function.params);
  for (core::Atom& arg : given)  // it may overwrite its arguments
    if (arg.type.rank > 0) arg = inside.emit1({core::Copy{arg}}, arg.type);
  diff.function.body = inside.finish(inside.emit({core::Call{of, std::move(given)}}, results));
  made.results = results;
  const std::vector<core::Type>& more = reverse ? params : results;
  made.results.insert(made.results.end(), more.begin(), more.end());
  core::Builder body(program.names);
  body.span = made.span;
  if (!core::is_stacked(mode)) {
    made.body = body.finish(body.emit({std::move(diff)}, made.results));
  } else {  // one seed
    for (core::Atom& seed : diff.seeds)
      seed =
          body.array_op(core::ArrayOp::replicate, {core::Atom::i64(1), seed}, seed.type.array_of());
    std::vector<core::Type> types = results;
    for (const core::Type& type : more) types.push_back(type.array_of());
    core::Atoms all = body.emit({std::move(diff)}, types);
    for (std::size_t i = results.size(); i < all.size(); ++i)
      all[i] = body.index(all[i], {core::Atom::i64(0)});
    made.body = body.finish(std::move(all));
  }
  const FunId id = program.add(std::move(made));
  if (integers == Integers::pass)
    engine_.parts_.differentiator->expand_through_integers(id);
  else
    engine_.parts_.differentiator->expand(id);
  return id;
}

void CheckedFunction::prepare(FunId function) {
  engine_.parts_.differentiator->expand(function);
  core::optimise(engine_.program_, function);
}

std::vector<Value> CheckedFunction::call(FunId function, const std::vector<Value>& args) {
  eval::Evaluator& evaluator = engine_.evaluator();
  evaluator.options().on_trace = {};  // (there are many of these calls)
  return evaluator.call(function, copies(args));
}

const std::optional<CheckedFunction::Cancelled>& CheckedFunction::cancelled() {
  if (cancelled_) return *cancelled_;
  cancelled_.emplace();
  try {
    (void)call(core::Cancellations(engine_.program_).of(function_), args_);
  } catch (const support::UserError& error) {
    if (auto what = core::Cancellations::found(error.diagnostic()))
      *cancelled_ = Cancelled{std::move(*what), error.diagnostic().span};
  }
  return *cancelled_;
}

std::vector<Numbers> CheckedFunction::gradient_by(FunId reverse, const std::vector<Value>& at) {
  std::vector<Value> args = at;
  args.insert(args.end(), seeds_.begin(), seeds_.end());
  const std::vector<Value> all = call(reverse, args);
  std::vector<Numbers> gradient;
  for (const Leaf& leaf : leaves_)
    gradient.push_back(*Numbers::of(all[all.size() - args_.size() + leaf.at]));
  return gradient;
}

double CheckedFunction::slope_at(std::size_t k, std::size_t i, double by,
                                 const std::unordered_set<core::VarId>& without) {
  if (by == 0) return this->without(without).gradient[k].values[i];
  std::vector<Value> args = args_;
  Numbers numbers = leaves_[k].numbers;
  numbers.values[i] += by * leaves_[k].size[i];
  args[leaves_[k].at] = numbers.value();
  return gradient_by(this->without(without).reverse, args)[k].values[i];
}

double CheckedFunction::along(std::vector<std::vector<double>>& directions) {
  std::vector<Value> args = args_;
  for (const Value& arg : args_) args.push_back(zeros_like(arg));
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    Value& seed = args[args_.size() + leaves_[k].at];
    Numbers direction = leaves_[k].numbers;
    direction.values = directions[k];
    seed = direction.value();
    directions[k] = Numbers::of(seed)->values;
  }
  const std::vector<Value> all = call(forward_, args);
  return weighted({all.begin() + static_cast<std::ptrdiff_t>(weights_.size()), all.end()});
}

const std::vector<ad::Rule>& CheckedFunction::rules() {
  if (!rules_) {
    rules_ = ad::rules_in(*engine_.parts_.differentiator, engine_.program_, function_);
    std::sort(rules_->begin(), rules_->end(),
              [](const ad::Rule& a, const ad::Rule& b) { return a.id < b.id; });
  }
  return *rules_;
}

const CheckedFunction::Derived& CheckedFunction::without(
    const std::unordered_set<core::VarId>& rules) {
  std::vector<core::VarId> key(rules.begin(), rules.end());
  std::sort(key.begin(), key.end());
  Derived& known = without_[std::move(key)];
  if (!known.gradient.empty()) return known;
  if (rules.empty()) {
    known = {reverse_, gradient_};
  } else {
    const FunId function =
        ad::without_rules(*engine_.parts_.differentiator, engine_.program_, function_, rules);
    known.reverse = derivative(core::DiffMode::vjp, function);
    prepare(known.reverse);
    known.gradient = gradient_by(known.reverse, args_);
  }
  return known;
}

// --------------------------------------------------------------------------------------- values

void CheckedFunction::note(ScalarType type) {
  if (epsilon_of(type) <= epsilon_) return;
  epsilon_ = epsilon_of(type);
  coarsest_ = type;
}

void CheckedFunction::weigh(const std::vector<Value>& results) {
  for (const Value& result : results) {
    weights_.push_back(Numbers::of(result));
    seeds_.push_back(zeros_like(result));
    if (!weights_.back()) continue;
    results_ += static_cast<std::int64_t>(weights_.back()->values.size());
    note(weights_.back()->type);
  }
  if (results_ == 0)
    throw UserError(Phase::usage, engine_.program_[function_].span,
                    "There is nothing to differentiate: the result has no floats.");
  std::uniform_real_distribution<double> between(0.5, 1.5);
  for (std::size_t r = 0; r < results.size(); ++r) {
    if (!weights_[r]) continue;
    for (double& weight : weights_[r]->values) {
      const double size = std::isnormal(weight) ? largest_power_of_two_below(std::abs(weight)) : 1;
      weight = results_ == 1 ? 1 : (random_() % 2 == 0 ? 1 : -1) * between(random_) / size;
    }
    seeds_[r] = weights_[r]->value();
    weights_[r] = Numbers::of(seeds_[r]);  // as they have been rounded
  }
  value_ = weighted(results);
}

double CheckedFunction::weighted(const std::vector<Value>& results) const {
  double sum = 0;
  for (std::size_t r = 0; r < weights_.size(); ++r) {
    if (!weights_[r]) continue;
    const auto numbers = Numbers::of(results[r]);
    if (numbers->values.size() != weights_[r]->values.size())
      throw UserError(Phase::usage, engine_.program_[function_].span,
                      "How many numbers there are in the result depends on those that it is "
                      "differentiated by.");
    sum += std::inner_product(numbers->values.begin(), numbers->values.end(),
                              weights_[r]->values.begin(), 0.0);
  }
  return sum;
}

void CheckedFunction::measure() {
  constexpr double kLeastPart = 1.0 / 64;  // of what the numbers of a leaf are on average
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    Leaf& leaf = leaves_[k];
    note(leaf.numbers.type);
    double largest = 0, squares = 0;
    for (const double x : leaf.numbers.values)
      if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    for (const double x : leaf.numbers.values)
      if (std::isfinite(x) && largest > 0) squares += x / largest * (x / largest);
    const double mean =
        largest * std::sqrt(squares / static_cast<double>(leaf.numbers.values.size()));
    for (std::size_t i = 0; i < leaf.numbers.values.size(); ++i) {
      const double x = std::abs(leaf.numbers.values[i]);
      leaf.size.push_back(
          largest_power_of_two_below(std::isfinite(x) ? std::max(x, mean * kLeastPart) : 1));
      const double change = std::abs(gradient_[k].values[i] * leaf.size[i]);
      if (std::isfinite(change)) steepest_ = std::max(steepest_, change);
    }
  }
  greatest_ = std::isfinite(value_) ? std::max(steepest_, std::abs(value_)) : steepest_;
}

double CheckedFunction::moved(std::size_t k, const std::vector<double>& direction, double by) {
  Numbers numbers = leaves_[k].numbers;
  for (std::size_t i = 0; i < direction.size(); ++i) numbers.values[i] += by * direction[i];
  return with(k, numbers);
}

double CheckedFunction::moved(std::size_t k, std::size_t i, double by) {
  Numbers numbers = leaves_[k].numbers;
  numbers.values[i] += by * leaves_[k].size[i];
  return with(k, numbers);
}

double CheckedFunction::with(std::size_t k, const Numbers& numbers) {
  std::vector<Value> args = args_;
  args[leaves_[k].at] = numbers.value();
  try {
    return weighted(call(function_, args));
  } catch (const UserError& error) {
    // There may be no value beside the place. (Time and memory are other types of errors.)
    if (error.diagnostic().phase != Phase::run) throw;
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace laguz::engine
