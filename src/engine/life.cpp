// What an engine lets go of.
#include <optional>

#include "engine/engine.hpp"
#include "runtime/half.hpp"

namespace laguz::engine {
namespace {

using check::typed::Exp;
using check::typed::ExpPtr;
using runtime::Value;

/// The number that [value], of a floating type, is.
double real_of(support::Scalar value) {
  if (value.type == support::ScalarType::f64) return value.as_f64();
  if (value.type == support::ScalarType::f32) return value.as_f32();
  return runtime::half_to_float(value.as_f16());
}

/// Writes values down as an expression of their type.
class Literal {
 public:
  /// The flat [values] of something that stands at [span].
  Literal(const std::vector<Value>& values, support::Span span) : values_(values), span_(span) {}

  /// Null if there is too much of it, or if it cannot be written as literals.
  ExpPtr of(const check::TypePtr& type) {
    std::size_t leaf = 0;
    ExpPtr out = part(type, leaf);
    return writable_ ? out : nullptr;
  }

 private:
  static constexpr std::size_t kMost = 1000;  ///< scalars, for one takes about half a kB

  /// The part of type [type] that begins at the value [leaf], for which comes what follows it.
  ExpPtr part(const check::TypePtr& written, std::size_t& leaf) {
    const check::TypePtr type = check::resolve(written);
    auto out = std::make_shared<Exp>();
    out->type = type;
    out->span = span_;
    if (const auto* scalar = std::get_if<check::TypeScalar>(&type->node)) {
      write(*out, scalar->scalar, leaf++);
    } else if (const auto* record = std::get_if<check::TypeRecord>(&type->node)) {
      writable_ = writable_ && (at_.empty() || !record->fields.empty());
      check::typed::Record made;
      for (const auto& [name, field] : record->fields)
        made.fields.emplace_back(name, part(field, leaf));
      out->node = std::move(made);
    } else if (const auto* array = std::get_if<check::TypeArray>(&type->node)) {
      out->node = elements(*array, leaf);
    } else {
      writable_ = false;
    }
    return out;
  }

  check::typed::Array elements(const check::TypeArray& type, std::size_t& leaf) {
    check::typed::Array out;
    const auto* column =
        leaf < values_.size() ? std::get_if<runtime::Array>(&values_[leaf]) : nullptr;
    const std::size_t first = leaf;
    const std::int64_t n =
        column != nullptr && static_cast<std::size_t>(column->rank()) > at_.size()
            ? column->shape()[static_cast<int>(at_.size())]
            : 0;
    // (The shape of an empty array may be nowhere in its type.)
    writable_ = writable_ && n > 0;
    for (std::int64_t i = 0; i < n && writable_; ++i) {
      leaf = first;
      at_.push_back(i);
      out.elements.push_back(part(type.element, leaf));
      at_.pop_back();
    }
    return out;
  }

  void write(Exp& out, support::ScalarType type, std::size_t leaf) {
    writable_ = writable_ && leaf < values_.size() && ++written_ <= kMost;
    if (!writable_) return;
    const support::Scalar value = scalar(values_[leaf]);
    if (type == support::ScalarType::boolean) {
      out.node = check::typed::Bool{value.bits != 0};
    } else if (support::is_integer(type)) {
      out.node = check::typed::Number{false, static_cast<std::uint64_t>(value.as_i64()), 0};
    } else {
      const double real = real_of(value);
      writable_ = real == real;  // which not a number it is, a literal does not say
      out.node = check::typed::Number{true, 0, real};
    }
  }

  support::Scalar scalar(const Value& value) const {
    if (const auto* array = std::get_if<runtime::Array>(&value)) return array->get(at_);
    return std::get<support::Scalar>(value);
  }

  const std::vector<Value>& values_;
  const support::Span span_;
  std::vector<std::int64_t> at_;  ///< indices of the element that is being written
  std::size_t written_ = 0;
  bool writable_ = true;
};

}  // namespace

void Engine::settle(const Def& def, const std::vector<Value>& values) {
  if (!parts_.checker->uses_others(def.id)) return;
  const ExpPtr literal = Literal(values, def.body->span).of(def.result);
  if (literal == nullptr || !parts_.checker->settle(def.id, literal)) return;
  // It is lowered anew when it is needed.
  for (const core::FunId function : parts_.lowerer->forget(def.id))
    parts_.evaluator->forget(function);
}

void Engine::tidy() {
  const support::Governed governed(&governor_);
  const Parts failed = std::move(failed_);
  parts_.checker->tidy();
}

void Engine::forget_gone() {
  for (const check::ValId def : parts_.checker->take_gone())
    for (const core::FunId function : parts_.lowerer->forget(def))
      parts_.evaluator->forget(function);
  // Looking for what is reached costs as much as there is: so it has to have grown by half.
  constexpr std::size_t kFew = 100;
  if (program_.size() < kept_ + kept_ / 2 + kFew) return;
  std::unordered_set<core::FunId> live;
  std::vector<core::FunId> reached = parts_.lowerer->functions();
  while (!reached.empty()) {
    const core::FunId function = reached.back();
    reached.pop_back();
    if (!live.insert(function).second) continue;
    for (const core::FunId callee : core::callees_of(program_[function].body))
      reached.push_back(callee);
    parts_.differentiator->reach(function, reached);
  }
  parts_.evaluator->keep(live);
  parts_.differentiator->keep(live);
  program_.keep(live);
  kept_ = program_.size();
  std::unordered_set<core::VarId> named;
  const auto name = [&](const core::Binder& binder) { named.insert(binder.id); };
  for (const core::FunId function : live) core::each_binder(program_[function], name);
  parts_.differentiator->each(
      [&](const core::Function& function) { core::each_binder(function, name); });
  program_.names.keep(named);
}

}  // namespace laguz::engine
