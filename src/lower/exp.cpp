// Expressions: everything but application, matching, loops, indexing and operators.
#include <algorithm>

#include <fmt/format.h>

#include "check/types/size_exp.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::lower {

using support::overloaded;
using support::Scalar;

bool in_prelude(Span span) {
  return span.file && std::string_view(span.file->name()).starts_with("/prelude/");
}

void Lowering::at(Span span) {
  if (span && !in_prelude(span)) b_->span = span;
}

// A chain of bindings is as long as the program likes, so it is walked, not recursed into.
Value Lowering::exp(const Exp& start, Frame* frame) {
  if (support::stack_is_low()) copies_.refuse_depth(b_->span);
  const Span saved = b_->span;
  const Exp* e = &start;
  std::vector<const Exp*> open;  // bodies of these are still to come; their own sizes after it
  std::optional<Value> result;
  while (!result) {
    at(e->span);
    if (!e->existentials.empty()) open.push_back(e);
    if (const auto* let = std::get_if<typed::Let>(&e->node)) {
      const Value value = exp(*let->value, frame);
      bind_sizes(let->sizes, *let->pattern, value, frame);
      bind(*let->pattern, value, frame);
      e = let->body.get();
    } else if (const auto* fun = std::get_if<typed::LetFun>(&e->node)) {
      frame->values[fun->id] = function_value(layouts_, {LocalClosure{fun, frame, {}, {}}});
      e = fun->body.get();
    } else if (const auto* check = std::get_if<typed::Assert>(&e->node)) {
      const Atom condition = scalar(*check->condition, frame);
      assert_that(condition, assertion_text(*check, frame));
      e = check->body.get();
    } else {
      result = simple(*e, frame);
    }
  }
  for (auto inner = open.rbegin(); inner != open.rend(); ++inner)
    bind_sizes((*inner)->existentials, {(*inner)->type, frame}, *result, frame);
  b_->span = saved;
  return std::move(*result);
}

Value Lowering::simple(const Exp& e, Frame* frame) {
  const auto impossible = [&](const auto&) -> Value {
    LAGUZ_ASSERT(false, "a binding is not a simple expression");
  };
  return std::visit(
      overloaded{
          [&](const typed::Number& n) {
            const Layout* layout = layout_of({e.type, frame});
            LAGUZ_ASSERT(layout->is_scalar(), "a number's type is not scalar");
            return scalar_value(layouts_,
                                number(layout->scalar, n.is_float, n.integer, n.real, false));
          },
          [&](const typed::Bool& b) { return scalar_value(layouts_, Atom::boolean(b.value)); },
          [&](const typed::Bytes& b) { return bytes(b); },
          [&](const typed::Var& var) { return variable(e, var, frame); },
          [&](const typed::Intrinsic& i) {
            return function_value(layouts_, {IntrinsicClosure{&i, {e.type, frame}}});
          },
          [&](const typed::Record& r) { return record(e, r, frame); },
          [&](const typed::Project& p) {
            // Not all of a large record for the sake of a field.
            const auto* var = std::get_if<typed::Var>(&p.record->node);
            const Value* record = var ? frame->find(var->id) : nullptr;
            return record && record->layout->is_record() ? record->part(p.field)
                                                         : exp(*p.record, frame).part(p.field);
          },
          [&](const typed::Array& a) { return array(e, a, frame); },
          [&](const typed::Index& i) { return index(i, frame); },
          [&](const typed::Update& u) { return update(u, frame); },
          [&](const typed::Constr& c) { return construct(e, c, frame); },
          [&](const typed::Apply& a) {
            // Attributes are meant for the function, not for its arguments.
            const Hints hints = take_hints();
            Values args;
            args.reserve(a.args.size());
            for (const auto& arg : a.args) args.push_back(exp(*arg, frame));
            const Value function = exp(*a.function, frame);
            hints_ = hints;
            const Callers::Calling calling(callers_, {&e, frame});
            return apply(function, std::move(args));
          },
          [&](const typed::Lambda& l) {
            return function_value(layouts_, {LambdaClosure{&l, frame}});
          },
          [&](const typed::If& i) {
            const Atom condition = scalar(*i.condition, frame);
            return if_then_else(
                condition, [&] { return exp(*i.then_branch, frame); },
                [&] { return exp(*i.else_branch, frame); });
          },
          [&](const typed::Match& m) { return match(m, frame); },
          [&](const typed::Loop& l) { return loop(l, frame); },
          [&](const typed::Coerce& c) { return coerce(e, c, frame); },
          [&](const typed::Range& r) {
            const Atom start = scalar(*r.start, frame);
            std::optional<Atom> second;
            if (r.second) second = scalar(*r.second, frame);
            return range(start, second, r.kind, scalar(*r.end, frame));
          },
          [&](const typed::Attributed& a) { return attributed(a, frame); },
          [&](const typed::Hole&) { return hole(e, frame); },
          [&](const typed::Let& let) { return impossible(let); },
          [&](const typed::LetFun& fun) { return impossible(fun); },
          [&](const typed::Assert& check) { return impossible(check); },
      },
      e.node);
}

// ------------------------------------------------------------------------------------- literals

Atom Lowering::number(ScalarType type, bool is_float, std::uint64_t integer, double real,
                      bool negative) {
  if (support::is_integer(type) && !is_float) {
    const auto wrapped = static_cast<std::int64_t>(negative ? 0 - integer : integer);
    return Atom::constant(Scalar::integer(type, wrapped));
  }
  if (type == ScalarType::boolean) return Atom::boolean(integer != 0);
  LAGUZ_ASSERT(support::is_float(type), "a literal of a type that has none");
  // An integer is rounded once, to the type itself.
  if (!is_float && type == ScalarType::f32) {
    const auto x = static_cast<float>(integer);
    return Atom::constant(Scalar::f32(negative ? -x : x));
  }
  const double magnitude = is_float ? real : static_cast<double>(integer);
  const double x = negative ? -magnitude : magnitude;
  if (type == ScalarType::f64) return Atom::constant(Scalar::f64(x));
  if (type == ScalarType::f32) return Atom::constant(Scalar::f32(static_cast<float>(x)));
  return b_->prim("cvt_f16", {Atom::constant(Scalar::f64(x))});
}

Value Lowering::bytes(const typed::Bytes& bytes) {
  core::ArrayLit literal;
  literal.row = {ScalarType::u8, 0, false};
  literal.elements.reserve(bytes.bytes.size());
  for (const char c : bytes.bytes)
    literal.elements.push_back(
        Atom::constant(Scalar::integer(ScalarType::u8, static_cast<unsigned char>(c))));
  const auto n = static_cast<std::int64_t>(literal.elements.size());
  const Atom array = b_->emit1({std::move(literal)}, {ScalarType::u8, 1, false});
  known_.learn_length(array, 0, Atom::i64(n));
  return array_value(layouts_, layouts_.scalar(ScalarType::u8), {array});
}

// -------------------------------------------------------------------------- records and arrays

Value Lowering::record(const Exp& e, const typed::Record& record, Frame* frame) {
  const ScopedType type = resolve({e.type, frame});
  const auto* wanted = std::get_if<TypeRecord>(&type.type->node);
  LAGUZ_ASSERT(wanted && wanted->fields.size() == record.fields.size(), "a record of another type");
  Value result;
  Values parts(wanted->fields.size());
  for (const auto& field : record.fields)
    parts.at(find_field(wanted->fields, field.first)) = exp(*field.second, frame);
  result.parts = std::move(parts);
  std::vector<std::pair<std::string, const Layout*>> fields;
  for (std::size_t i = 0; i < result.parts.size(); ++i)
    fields.emplace_back(wanted->fields[i].first, result.parts[i].layout);
  result.layout = layouts_.record(std::move(fields));
  return result;
}

Value Lowering::array(const Exp& e, const typed::Array& array, Frame* frame) {
  std::vector<Atoms> rows;
  const Layout* element = nullptr;
  for (const auto& item : array.elements) {
    const Value value = exp(*item, frame);
    if (!element) element = value.layout;
    rows.push_back(element_atoms(value));
  }
  const ScopedType row = element_type({e.type, frame});
  if (!element) element = layout_of(row);
  const std::vector<core::Type> types = element_types(element);
  std::vector<Lengths> lengths;
  if (rows.empty()) lengths = lengths_of(row, element);
  Atoms columns;
  const auto n = static_cast<std::int64_t>(rows.size());
  for (std::size_t leaf = 0; leaf < types.size(); ++leaf) {
    core::ArrayLit literal;
    literal.row = types[leaf];
    for (const Atoms& atoms : rows) literal.elements.push_back(atoms.at(leaf));
    for (int dim = 0; dim < types[leaf].rank; ++dim)
      literal.row_shape.push_back(
          rows.empty() ? lengths.at(leaf)[static_cast<std::size_t>(dim)].value_or(Atom::i64(0))
                       : length(rows[0][leaf], dim));
    const Atoms row_shape = literal.row_shape;
    columns.push_back(b_->emit1({std::move(literal)}, types[leaf].array_of()));
    known_.learn_length(columns.back(), 0, Atom::i64(n));
    for (std::size_t dim = 0; dim < row_shape.size(); ++dim)
      known_.learn_length(columns.back(), static_cast<int>(dim) + 1, row_shape[dim]);
  }
  return array_value(layouts_, element, std::move(columns));
}

// ------------------------------------------------------------------------------------- branches

// Accumulators are known by where they come from, so that has to be one place.
void Lowering::expect_same_accumulators(const Value& a, const Value& b) {
  if (!a.layout->is_static) return;
  const auto x = accumulators(a), y = accumulators(b);
  if (!std::equal(x.begin(), x.end(), y.begin(), y.end(),
                  [](const auto& p, const auto& q) { return p.atom == q.atom; }))
    throw support::UserError(support::Phase::type, b_->span,
                             "The branches give different accumulators.");
}

Value Lowering::if_then_else(const Atom& condition, FunctionRef<Value()> then_branch,
                             FunctionRef<Value()> else_branch) {
  if (condition.is_constant()) return condition.scalar().as_bool() ? then_branch() : else_branch();
  core::If e{condition, {}, {}};
  Value value;
  {
    BodyScope body(*this);
    value = then_branch();
    e.then_body = body.finish(lower::flatten(value));
  }
  {
    BodyScope body(*this);
    const Value other = else_branch();
    LAGUZ_ASSERT(other.layout == value.layout, "branches of different types");
    expect_same_accumulators(value, other);
    e.else_body = body.finish(lower::flatten(other));
  }
  const Atoms& x = e.then_body.results;
  const Atoms& y = e.else_body.results;
  if (e.then_body.stms.empty() && e.else_body.stms.empty()) {
    if (x == y) return rebuild(value, x);
    if (x.size() == 1 && x[0].type == core::Type{ScalarType::boolean, 0, false}) {
      // && and ||, of what has been evaluated anyway.
      const auto is = [](const Atom& atom, bool b) { return atom == Atom::boolean(b); };
      if (is(x[0], true) && is(y[0], false)) return scalar_value(layouts_, condition);
      if (is(y[0], false)) return scalar_value(layouts_, b_->prim("and", {condition, x[0]}));
      if (is(x[0], true)) return scalar_value(layouts_, b_->prim("or", {condition, y[0]}));
    }
  }
  std::vector<core::Type> types;
  for (const Atom& atom : x) types.push_back(atom.type);
  return rebuild(value, b_->emit({std::move(e)}, types));
}

Atom Lowering::to_i64(const Atom& atom) {
  if (atom.type.elem == ScalarType::i64) return atom;
  const Atom wide = b_->prim("cvt_i64", {atom});
  if (known_.is_natural(atom) && !atom.is_constant()) known_.learn_natural(wide);
  return wide;
}

}  // namespace laguz::lower
