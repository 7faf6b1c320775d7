#include "check/infer/written_numbers.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>

namespace laguz::check {

namespace {

bool is_integer(const TypePtr& type) {
  const auto* scalar = std::get_if<TypeScalar>(&type->node);
  return scalar != nullptr && support::is_integer(scalar->scalar);
}

/// Of what is free.
constexpr support::ScalarType kChosen = support::ScalarType::i32;

bool fits_chosen(double value) {
  using Limits = std::numeric_limits<std::int32_t>;
  return value >= Limits::min() && value <= Limits::max();
}

/// Nothing that is known: NaN.
double result(std::string_view op, double a, double b) {
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "/") return a / b;
  if (op == "**" && b >= 0) return std::pow(a, b);
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void WrittenNumbers::note(const typed::ExpPtr& exp) {
  const auto& apply = std::get<typed::Apply>(exp->node);
  const auto* op = std::get_if<typed::Intrinsic>(&apply.function->node);
  // (Who has written a type knows what it is.)
  if (op == nullptr || !std::holds_alternative<TypeMeta>(resolve(exp->type)->node)) return;
  std::vector<double> operands;
  for (const typed::ExpPtr& arg : apply.args) {
    const auto* number = std::get_if<typed::Number>(&arg->node);
    const auto known = values_.find(arg);
    if (number != nullptr && !number->is_float)
      operands.push_back(static_cast<double>(number->integer));
    else if (known != values_.end())
      operands.push_back(known->second);
    else
      return;
  }
  double value = std::numeric_limits<double>::quiet_NaN();
  if (operands.size() == 2)
    value = result(op->name, operands[0], operands[1]);
  else if (op->name == "neg")
    value = -operands[0];
  if (std::isnan(value)) return;
  if (op->name == "/") {
    if (std::isinf(value)) return;
    if (value != std::trunc(value)) return fractions_.push_back(exp->type);
  }
  values_[exp] = value;
  if (!fits_chosen(value)) large_.push_back(exp->type);
}

void WrittenNumbers::remark(Remarks& remarks) {
  for (const TypePtr& type : fractions_)
    remarks.drops_fraction = remarks.drops_fraction || is_integer(resolve(type));
  for (const TypePtr& type : large_) {
    const auto* scalar = std::get_if<TypeScalar>(&resolve(type)->node);
    remarks.wraps = remarks.wraps || (scalar != nullptr && scalar->scalar == kChosen);
  }
  values_.clear();
  large_.clear();
  fractions_.clear();
}

}  // namespace laguz::check
