#include "check/size_parts.hpp"

#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;
using typed::Exp;
using typed::ExpPtr;

bool each_operand(const Exp& exp, support::FunctionRef<void(const ExpPtr&)> visit) {
  if (!exp.existentials.empty() && std::holds_alternative<typed::Let>(exp.node)) return false;
  return std::visit(overloaded{
                        [](const typed::Number&) { return true; },
                        [](const typed::Bool&) { return true; },
                        [](const typed::Var&) { return true; },
                        [](const typed::Intrinsic&) { return true; },
                        [&](const typed::Record& x) {
                          for (const auto& field : x.fields) visit(field.second);
                          return true;
                        },
                        [&](const typed::Project& x) {
                          visit(x.record);
                          return true;
                        },
                        [&](const typed::Array& x) {
                          for (const auto& element : x.elements) visit(element);
                          return true;
                        },
                        [&](const typed::Index& x) {
                          for (const auto& dim : x.dims)
                            if (dim.slice) return false;
                          visit(x.array);
                          for (const auto& dim : x.dims) visit(dim.start);
                          return true;
                        },
                        [&](const typed::Apply& x) {
                          visit(x.function);
                          for (const auto& arg : x.args) visit(arg);
                          return true;
                        },
                        [&](const typed::If& x) {
                          visit(x.condition);
                          visit(x.then_branch);
                          visit(x.else_branch);
                          return true;
                        },
                        [](const typed::Bytes&) { return false; },
                        [](const typed::Update&) { return false; },
                        [](const typed::Constr&) { return false; },
                        [](const typed::Lambda&) { return false; },
                        [](const typed::Let&) { return false; },
                        [](const typed::LetFun&) { return false; },
                        [](const typed::Match&) { return false; },
                        [](const typed::Loop&) { return false; },
                        [](const typed::Coerce&) { return false; },
                        [](const typed::Range&) { return false; },
                        [](const typed::Assert&) { return false; },
                        [](const typed::Attributed&) { return false; },
                        [](const typed::Hole&) { return false; },
                    },
                    exp.node);
}

std::optional<Operands> operands_of(const Exp& exp) {
  Operands out;
  if (!each_operand(exp, [&](const ExpPtr& operand) { out.push_back(operand); }))
    return std::nullopt;
  return out;
}

ExpPtr with_operands(const Exp& exp, const Operands& operands) {
  auto out = std::make_shared<Exp>(exp);
  std::size_t at = 0;
  if (auto* record = std::get_if<typed::Record>(&out->node)) {
    for (auto& field : record->fields) field.second = operands[at++];
  } else if (auto* project = std::get_if<typed::Project>(&out->node)) {
    project->record = operands[at++];
  } else if (auto* array = std::get_if<typed::Array>(&out->node)) {
    array->elements.assign(operands.begin(), operands.end());
  } else if (auto* index = std::get_if<typed::Index>(&out->node)) {
    index->array = operands[at++];
    for (auto& dim : index->dims) dim.start = operands[at++];
  } else if (auto* apply = std::get_if<typed::Apply>(&out->node)) {
    apply->function = operands[at++];
    for (auto& arg : apply->args) arg = operands[at++];
  } else if (auto* branch = std::get_if<typed::If>(&out->node)) {
    branch->condition = operands[0];
    branch->then_branch = operands[1];
    branch->else_branch = operands[2];
  }
  return out;
}

SizePtr size_of(const ExpPtr& exp) {
  auto size = std::make_shared<Size>();
  size->node = SizeOf{exp};
  return size;
}

const typed::Var* placeholder(const Exp& exp) {
  const auto* var = std::get_if<typed::Var>(&exp.node);
  return var && var->id == 0 && var->sizes.size() == 1 ? var : nullptr;
}

}  // namespace laguz::check
