// Ranges, and what is checked at run time: assertions, shapes, holes.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lower/context.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

using support::Scalar;

// --------------------------------------------------------------------------------------- ranges

Value Lowering::iota(const Atom& n) {
  return range(Atom::i64(0), Atom::i64(1), ast::RangeKind::up_to, n);
}

Value Lowering::range(const Atom& start, const std::optional<Atom>& second, ast::RangeKind kind,
                      const Atom& end) {
  const ScalarType type = start.type.elem;
  const auto one = [](ScalarType of) { return Atom::constant(Scalar::integer(of, 1)); };
  const bool up = kind == ast::RangeKind::up_to;
  const bool down = kind == ast::RangeKind::down_to;

  // Is it a range at all?
  const Atom ascends = down ? Atom::boolean(false) : b_->prim("le", {start, end});
  const Atom descends = up ? Atom::boolean(false) : b_->prim("le", {end, start});
  Atom valid = down ? descends : ascends;
  Atom rising = Atom::boolean(!down);
  if (second) {
    rising = b_->prim("lt", {start, *second});
    const Atom falling = b_->prim("lt", {*second, start});
    if (up)
      valid = all_of({ascends, rising});
    else if (down)
      valid = all_of({descends, falling});
    else if (rising.is_constant())
      valid = rising.scalar().as_bool() ? ascends : all_of({descends, falling});
    else
      valid = if_then_else(
                  rising, [&] { return scalar_value(layouts_, ascends); },
                  [&] {
                    return scalar_value(layouts_, all_of({descends, falling}));
                  })
                  .atom();
  }
  const bool from_zero = start.is_constant() && start.bits == 0;
  const bool rises_surely = rising.is_constant() && rising.scalar().as_bool();
  if (!(from_zero && rises_surely && !down && known_.is_natural(end))) {
    Message message{"Range ", start};
    if (second) message.insert(message.end(), {"..", *second});
    message.insert(message.end(), {up ? "..<" : down ? "..>" : "...", end, " is invalid."});
    assert_that(valid, std::move(message));
  }
  if (up || down) rising = Atom::boolean(up);

  // How many? With the distances d and s between the ends and between neighbours, both unsigned:
  // d/s + 1, or (d + s - 1)/s where the end is left out. Types below 64 bits are widened, so that
  // no distance overflows.
  const bool wide = support::size_of(type) == 8;
  const auto widened = [&](const Atom& x) { return wide ? x : to_i64(x); };
  const Atom a = widened(start), b = widened(end);
  const auto either = [&](const Atom& x, const Atom& y) {
    if (rising.is_constant()) return rising.scalar().as_bool() ? b_->sub(y, x) : b_->sub(x, y);
    return if_then_else(
               rising, [&] { return scalar_value(layouts_, b_->sub(y, x)); },
               [&] { return scalar_value(layouts_, b_->sub(x, y)); })
        .atom();
  };
  Atom count = from_zero && rises_surely ? b : either(a, b);
  const ScalarType counted = a.type.elem;
  Atom step = one(counted);
  if (second) step = either(a, widened(*second));
  const bool unit_step = step == one(counted);
  if (!unit_step) {
    if (up || down) count = b_->sub(b_->add(count, step), one(counted));
    count = b_->prim("quot", {count, step});
  }
  if (!up && !down) count = b_->add(count, one(counted));
  const Atom n = to_i64(count);
  known_.learn_natural(n);

  Atom stride = one(type);
  if (second)
    stride = b_->sub(*second, start);
  else if (down)
    stride = Atom::constant(Scalar::integer(type, -1));
  const Atom array = b_->array_op(ArrayOp::iota, {n, start, stride}, {type, 1, false});
  known_.learn_length(array, 0, n);
  return array_value(layouts_, layouts_.scalar(type), {array});
}

// ------------------------------------------------------------------------------- checks at run
// time

namespace {

/// Calls [visit] with the names that stand in [exp], and what they are of: `x`, and null, or `p`
/// and the `p.x` around it.
void each_name(const Exp& exp,
               support::FunctionRef<void(const Exp&, const typed::Project*)> visit) {
  const auto inside = [&](const typed::ExpPtr& inner) {
    if (inner != nullptr) each_name(*inner, visit);
  };
  if (std::holds_alternative<typed::Var>(exp.node)) {
    visit(exp, nullptr);
  } else if (const auto* project = std::get_if<typed::Project>(&exp.node)) {
    if (std::holds_alternative<typed::Var>(project->record->node))
      visit(*project->record, project);
    else
      inside(project->record);
  } else if (const auto* apply = std::get_if<typed::Apply>(&exp.node)) {
    for (const auto& arg : apply->args) inside(arg);
  } else if (const auto* branch = std::get_if<typed::If>(&exp.node)) {
    // (`&&` and `||` are such.)
    inside(branch->condition);
    inside(branch->then_branch);
    inside(branch->else_branch);
  } else if (const auto* index = std::get_if<typed::Index>(&exp.node)) {
    for (const auto& dim : index->dims) {
      inside(dim.start);
      inside(dim.end);
      inside(dim.stride);
    }
  } else if (const auto* attributed = std::get_if<typed::Attributed>(&exp.node)) {
    inside(attributed->inner);
  }
}

}  // namespace

Message Lowering::assertion_text(const typed::Assert& assertion, Frame* frame) {
  constexpr std::size_t kMost = 8;
  Message text{assertion.text};
  std::vector<std::string> told;
  each_name(*assertion.condition, [&](const Exp& record, const typed::Project* project) {
    const auto& var = std::get<typed::Var>(record.node);
    const Value* value = frame->find(var.id);
    std::optional<Value> constant;
    if (value == nullptr) {
      // (The condition has computed it already.)
      const typed::Def* def = checker_.find_def(var.id);
      if (def == nullptr || !def->params.empty() || in_prelude(def->span) || is_held(*def)) return;
      if (project == nullptr &&
          !std::holds_alternative<TypeScalar>(check::resolve(record.type)->node))
        return;
      value = &constant.emplace(exp(record, frame));
    }
    if (told.size() == kMost) return;
    std::string name = var.name;
    if (project != nullptr) {
      if (!value->layout->is_record()) return;
      name += "." + project->field;
      value = &value->part(project->field);
    }
    if (!value->layout->is_scalar() || std::find(told.begin(), told.end(), name) != told.end())
      return;
    text.emplace_back((told.empty() ? "\nwith " : ", ") + name + " = ");
    text.emplace_back(value->atom());
    told.push_back(std::move(name));
  });
  return text;
}

void Lowering::assert_that(const Atom& condition, Message message) {
  if (condition.is_constant() && condition.scalar().as_bool()) return;
  b_->emit({core::Assert{condition, std::move(message)}}, {});
}

Atom Lowering::all_of(const std::vector<Atom>& conditions) {
  Atom all = Atom::boolean(true);
  for (const Atom& condition : conditions) {
    if (condition.is_constant()) {
      if (!condition.scalar().as_bool()) return Atom::boolean(false);
    } else {
      all = all.is_constant() ? condition : b_->prim("and", {all, condition});
    }
  }
  return all;
}

Value Lowering::coerce(const Exp& e, const typed::Coerce& coerce, Frame* frame) {
  const Value value = exp(*coerce.inner, frame);
  check_shape({e.type, frame}, value);
  return value;
}

void Lowering::check_shape(ScopedType scoped, const Value& value) {
  if (value.layout->is_record()) {
    const ScopedType type = resolve(std::move(scoped));
    if (const auto* record = std::get_if<TypeRecord>(&type.type->node))
      for (std::size_t i = 0; i < value.parts.size() && i < record->fields.size(); ++i)
        check_shape({record->fields[i].second, type.frame}, value.parts[i]);
    return;
  }
  if (!value.layout->is_array()) return;
  std::vector<Atom> equal;
  Message found{"Value of shape \""}, wanted;
  const auto dimension = [](Message& text, const Atom& n) {
    text.insert(text.end(), {"[", n, "]"});
  };
  // Dimensions of one column are shown; those of all are checked.
  std::optional<Atom> shown;
  each_dim(scoped, value, false,
           [&](const SizePtr& unresolved, Frame* frame, const Atom& array, int dim) {
             const Atom actual = length(array, dim);
             const auto expected = size(unresolved, frame);
             if (!shown) shown = array;
             if (array == *shown) {
               dimension(found, actual);
               dimension(wanted, expected.value_or(actual));
             }
             if (expected && !(*expected == actual))
               equal.push_back(b_->prim("eq", {actual, *expected}));
           });
  const Atom condition = all_of(equal);
  if (condition.is_constant() && condition.scalar().as_bool()) return;
  ScopedType element = resolve(scoped);
  while (const auto* array = std::get_if<TypeArray>(&element.type->node))
    element = resolve({array->element, element.frame});
  found.push_back(fmt::format("\" cannot match shape of type \"{}\" (\"", show(scoped.type)));
  found.insert(found.end(), wanted.begin(), wanted.end());
  found.push_back(show(element.type) + "\").");
  assert_that(condition, std::move(found));
}

Value Lowering::hole(const Exp& e, Frame* frame) {
  if (layout_of({e.type, frame})->kind == Layout::Kind::function)
    return function_value(layouts_, {HoleClosure{{e.type, frame}, e.span}});
  assert_that(Atom::boolean(false), {fmt::format("Reached hole of type {}.", show(e.type))});
  return blank({e.type, frame});
}

}  // namespace laguz::lower
