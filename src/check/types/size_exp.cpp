#include "check/types/size_exp.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "check/types/size_parts.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"
#include "syntax/print.hpp"

namespace laguz::check {

using support::overloaded;
using typed::Exp;
using typed::ExpPtr;

namespace {

ExpPtr make_exp(decltype(Exp::node) node, TypePtr type, support::Span span) {
  auto exp = std::make_shared<Exp>();
  exp->node = std::move(node);
  exp->type = std::move(type);
  exp->span = span;
  return exp;
}

/// [exp] with everything stripped at every depth; null when it may not be a size.
ExpPtr plain(const ExpPtr& written) {
  ExpPtr exp = strip(written);
  auto operands = operands_of(*exp);
  if (!operands) return nullptr;
  bool changed = exp != written;
  for (auto& operand : *operands) {
    ExpPtr stripped = plain(operand);
    if (!stripped) return nullptr;
    changed = changed || stripped != operand;
    operand = std::move(stripped);
  }
  return changed ? with_operands(*exp, *operands) : exp;
}

SizePtr make_size(decltype(Size::node) node) {
  auto size = std::make_shared<Size>();
  size->node = std::move(node);
  return size;
}

const std::string* operator_name(const Exp& function) {
  const std::string* name = nullptr;
  if (const auto* op = std::get_if<typed::Intrinsic>(&function.node)) name = &op->name;
  if (const auto* op = std::get_if<typed::Var>(&function.node)) name = &op->name;
  constexpr std::string_view kSymbols = "+-*/%=!><|&^";
  return name && !name->empty() && kSymbols.find(name->front()) != std::string_view::npos ? name
                                                                                          : nullptr;
}

class Text {
 public:
  Text(std::string& out, Naming* naming) : out_(out), naming_(naming) {}

  void operator()(const Exp& exp, bool argument) {
    if (const auto* hole = placeholder(exp)) return unknown(*hole);
    std::visit(overloaded{
                   [&](const typed::Number& x) { number(x); },
                   [&](const typed::Bool& x) { out_ += x.value ? "true" : "false"; },
                   [&](const typed::Bytes& x) {
                     ast::Exp literal;
                     literal.node = ast::StringLit{x.bytes};
                     out_ += syntax::print(literal);
                   },
                   [&](const typed::Var& x) {
                     name(exp, argument, naming_ ? naming_->size(x.id, x.name) : x.name);
                   },
                   [&](const typed::Intrinsic& x) { name(exp, argument, x.name); },
                   [&](const typed::Record& x) { record(x); },
                   [&](const typed::Project& x) {
                     (*this)(*x.record, true);
                     out_ += "." + x.field;
                   },
                   [&](const typed::Array& x) {
                     out_ += "[";
                     list(x.elements);
                     out_ += "]";
                   },
                   [&](const typed::Index& x) {
                     (*this)(*x.array, true);
                     dims(x.dims);
                   },
                   [&](const typed::Apply& x) { within(argument, [&] { apply(x); }); },
                   [&](const typed::Constr& x) {
                     within(argument && !x.args.empty(), [&] {
                       out_ += "#" + x.name;
                       arguments(x.args);
                     });
                   },
                   [&](const typed::Update& x) { within(argument, [&] { update(x); }); },
                   [&](const typed::If& x) {
                     within(argument, [&] {
                       out_ += "if ";
                       (*this)(*x.condition, false);
                       out_ += " then ";
                       (*this)(*x.then_branch, false);
                       out_ += " else ";
                       (*this)(*x.else_branch, false);
                     });
                   },
                   [&](const typed::Coerce& x) {
                     within(argument, [&] {
                       (*this)(*x.inner, true);
                       out_ += " :> " + show(exp.type, naming_);
                     });
                   },
                   [&](const typed::Range& x) { within(argument, [&] { range(x); }); },
                   [&](const typed::Let& x) { operand_section(x); },
                   [&](const typed::Lambda& x) {
                     out_ += "(";
                     path(*x.body);
                     out_ += ")";
                   },
                   [&](const typed::Hole&) { out_ += "???"; },
                   // These are no part of a size.
                   [](const typed::LetFun&) {},
                   [](const typed::Match&) {},
                   [](const typed::Loop&) {},
                   [](const typed::Assert&) {},
                   [](const typed::Attributed&) {},
               },
               exp.node);
  }

 private:
  template <class F>
  void within(bool parentheses, F&& inside) {
    if (parentheses) out_ += "(";
    inside();
    if (parentheses) out_ += ")";
  }

  void number(const typed::Number& x) {
    if (!x.is_float) {
      out_ += std::to_string(static_cast<std::int64_t>(x.integer));
      return;
    }
    const std::string text = fmt::format("{}", x.real);
    const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
    out_ += whole ? text + ".0" : text;
  }

  void unknown(const typed::Var& hole) {
    SizePtr size = resolve(hole.sizes.front());
    const auto* of = std::get_if<SizeOf>(&size->node);
    if (of) return (*this)(*of->exp, true);
    std::string shown = show(size, naming_);
    out_ += shown.empty() ? hole.name : shown;
  }

  void name(const Exp& exp, bool argument, const std::string& text) {
    within(argument && operator_name(exp), [&] { out_ += text; });
  }

  void list(const std::vector<ExpPtr>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i) out_ += ", ";
      (*this)(*parts[i], false);
    }
  }

  void arguments(const std::vector<ExpPtr>& args) {
    for (const auto& arg : args) {
      out_ += " ";
      (*this)(*arg, true);
    }
  }

  void record(const typed::Record& x) {
    bool tuple = x.fields.size() != 1;
    for (std::size_t i = 0; i < x.fields.size(); ++i)
      tuple = tuple && x.fields[i].first == std::to_string(i);
    out_ += tuple ? "(" : "{";
    for (std::size_t i = 0; i < x.fields.size(); ++i) {
      if (i) out_ += ", ";
      if (!tuple) out_ += x.fields[i].first + " = ";
      (*this)(*x.fields[i].second, false);
    }
    out_ += tuple ? ")" : "}";
  }

  void dims(const std::vector<typed::DimIndex>& parts) {
    out_ += "[";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i) out_ += ", ";
      const auto& dim = parts[i];
      if (dim.start) (*this)(*dim.start, false);
      if (!dim.slice) continue;
      out_ += ":";
      if (dim.end) (*this)(*dim.end, false);
      if (!dim.stride) continue;
      out_ += ":";
      (*this)(*dim.stride, false);
    }
    out_ += "]";
  }

  void apply(const typed::Apply& x) {
    const auto operand = [&](const ExpPtr& arg) {
      (*this)(*arg, std::holds_alternative<typed::Apply>(arg->node));
    };
    const auto* prefix = std::get_if<typed::Intrinsic>(&x.function->node);
    if (prefix && x.args.size() == 1 && (prefix->name == "neg" || prefix->name == "!")) {
      out_ += prefix->name == "neg" ? "-" : "!";
      return (*this)(*x.args[0], true);
    }
    const auto* op = operator_name(*x.function);
    if (op && x.args.size() == 2) {
      operand(x.args[0]);
      out_ += " " + *op + " ";
      operand(x.args[1]);
    } else if (op && x.args.size() == 1) {
      operand(x.args[0]);
      out_ += " " + *op;
    } else {
      (*this)(*x.function, true);
      arguments(x.args);
    }
  }

  void update(const typed::Update& x) {
    (*this)(*x.base, true);
    out_ += " with ";
    for (std::size_t i = 0; i < x.path.size(); ++i) {
      if (const auto* field = std::get_if<std::string>(&x.path[i].step))
        out_ += (i ? "." : "") + *field;
      else
        dims(std::get<std::vector<typed::DimIndex>>(x.path[i].step));
    }
    out_ += " = ";
    (*this)(*x.value, true);
  }

  void range(const typed::Range& x) {
    const auto bound = [&](const ExpPtr& e) {
      (*this)(*e, !std::holds_alternative<typed::Apply>(e->node));
    };
    bound(x.start);
    if (x.second) {
      out_ += "..";
      bound(x.second);
    }
    switch (x.kind) {
      case ast::RangeKind::up_to: out_ += "..<"; break;
      case ast::RangeKind::down_to: out_ += "..>"; break;
      case ast::RangeKind::inclusive: out_ += "..."; break;
    }
    bound(x.end);
  }

  /// `(+ e)`.
  void operand_section(const typed::Let& x) {
    const auto& lambda = std::get<typed::Lambda>(x.body->node);
    const Exp& function = *std::get<typed::Apply>(lambda.body->node).function;
    const bool symbol = operator_name(function) != nullptr;
    out_ += symbol ? "(" : "(`";
    (*this)(function, false);
    out_ += symbol ? " " : "` ";
    (*this)(*x.value, std::holds_alternative<typed::Apply>(x.value->node));
    out_ += ")";
  }

  /// `.a[i]`, of the parameter of a section.
  void path(const Exp& exp) {
    if (const auto* project = std::get_if<typed::Project>(&exp.node)) {
      path(*project->record);
      out_ += "." + project->field;
    } else if (const auto* index = std::get_if<typed::Index>(&exp.node)) {
      if (std::holds_alternative<typed::Var>(index->array->node)) out_ += ".";
      path(*index->array);
      dims(index->dims);
    }
  }

  std::string& out_;
  Naming* naming_;
};

}  // namespace

// ------------------------------------------------------------------------------------- building

void refuse_deep_types(std::size_t depth, std::size_t arity) {
  if (depth > kDeepestType)
    throw support::UserError(
        support::Phase::type, {},
        fmt::format("A type here is nested too deeply: more than {} levels.", kDeepestType));
  if (arity > kMostArity)
    throw support::UserError(
        support::Phase::type, {},
        fmt::format("A function here takes too many arguments, one after the other: more than {}.",
                    kMostArity));
}

TypePtr make_type(decltype(Type::node) node, bool unique) {
  auto type = std::make_shared<Type>();
  std::size_t depth = 0, arity = 0;
  bool plain = !unique;
  const auto inside = [&](const TypePtr& part) {
    const TypePtr known = resolve(part);
    plain = plain && known->plain && !part->unique;
    depth = std::max(depth, std::size_t{known->depth} + 1);
  };
  std::visit(overloaded{
                 [&](const TypeMeta&) { plain = false; },
                 [](const TypeScalar&) {},
                 [&](const TypeArray& x) {
                   plain = false;
                   inside(x.element);
                 },
                 [&](const TypeRecord& x) {
                   for (const auto& field : x.fields) inside(field.second);
                 },
                 [&](const TypeSum& x) {
                   for (const auto& row : x.constructors)
                     for (const TypePtr& part : row.second) inside(part);
                 },
                 [&](const TypeArrow& x) {
                   plain = false;
                   inside(x.from);
                   const TypePtr to = resolve(x.to);
                   depth = std::max(depth, std::size_t{to->depth});
                   arity = std::size_t{to->arity} + 1;
                 },
                 [&](const TypeParamRef&) { plain = false; },
                 [&](const TypeAbstract& x) {
                   plain = false;
                   for (const TypePtr& arg : *x.type_args) inside(arg);
                   if (x.representation) inside(x.representation);
                 },
                 [&](const TypeAcc& x) {
                   plain = false;
                   inside(x.array);
                 },
             },
             node);
  refuse_deep_types(depth, arity);
  type->node = std::move(node);
  type->unique = unique;
  type->plain = plain;
  type->depth = static_cast<std::uint16_t>(depth);
  type->arity = static_cast<std::uint16_t>(arity);
  return type;
}

TypePtr scalar_type(ScalarType scalar) {
  static const auto types = [] {
    std::array<TypePtr, support::kScalarTypes> all;
    for (int t = 0; t < support::kScalarTypes; ++t)
      all[static_cast<std::size_t>(t)] = make_type(TypeScalar{static_cast<ScalarType>(t)});
    return all;
  }();
  return types[static_cast<std::size_t>(scalar)];
}

TypePtr array_of(SizePtr size, TypePtr element) {
  return make_type(TypeArray{std::move(size), std::move(element)});
}

TypePtr tuple_of(const std::vector<TypePtr>& members) {
  TypeRecord record;
  for (std::size_t i = 0; i < members.size(); ++i)
    record.fields.emplace_back(std::to_string(i), members[i]);
  return make_type(std::move(record));
}

TypePtr with_unique(const TypePtr& type, bool unique) {
  if (type->unique == unique) return type;
  if (unique && (std::holds_alternative<TypeScalar>(type->node) ||
                 std::holds_alternative<TypeArrow>(type->node)))
    return type;
  if (const auto* meta = std::get_if<TypeMeta>(&type->node)) {
    // A meta has an identity: the mark goes on a link to it.
    TypeMeta link{0, meta->level, unique ? type : meta->link, {}, meta->origin};
    LAGUZ_ASSERT(link.link, "an unlinked meta carries no mark");
    return make_type(std::move(link), unique);
  }
  return make_type(type->node, unique);
}

SizePtr size_const(std::int64_t value) { return make_size(SizeConst{value}); }
SizePtr size_var(ValId id, std::string name) { return make_size(SizeVar{id, std::move(name)}); }

bool field_less(const std::string& a, const std::string& b) {
  auto numeric = [](const std::string& s) {
    return !s.empty() &&
           std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  const bool na = numeric(a), nb = numeric(b);
  if (na != nb) return na;
  if (na && a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

std::size_t find_duplicate(const std::vector<std::string_view>& names) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!seen.insert(names[i]).second) return i;
  return names.size();
}

// ---------------------------------------------------------------------------- size expressions

SizePtr size_of_exp(const ExpPtr& written, support::FunctionRef<bool(ValId)> local) {
  ExpPtr exp = plain(written);
  if (!exp) return nullptr;
  // (A definition is no local variable, and is a SizeOf.)
  const auto* var = std::get_if<typed::Var>(&exp->node);
  return var && !local(var->id) ? size_of(exp) : size_of_operand(exp);
}

ExpPtr exp_of_size(const SizePtr& written) {
  SizePtr size = resolve(written);
  TypePtr i64 = scalar_type(ScalarType::i64);
  return std::visit(
      overloaded{
          [&](const SizeMeta&) {
            return make_exp(typed::Var{0, "_", {}, {size}}, i64, {});
          },
          [&](const SizeConst& x) {
            return make_exp(typed::Number{false, static_cast<std::uint64_t>(x.value), 0}, i64, {});
          },
          [&](const SizeVar& x) {
            return make_exp(typed::Var{x.id, x.name, {}, {}}, i64, {});
          },
          [&](const SizeOf& x) { return x.exp; },
      },
      size->node);
}

bool same_exp(const Exp& a, const Exp& b) {
  if (&a == &b) return true;
  const auto* hole_a = placeholder(a);
  const auto* hole_b = placeholder(b);
  if (hole_a || hole_b) {
    auto size_a = hole_a ? hole_a->sizes.front() : size_of(std::make_shared<Exp>(a));
    auto size_b = hole_b ? hole_b->sizes.front() : size_of(std::make_shared<Exp>(b));
    return same_size(size_a, size_b);
  }
  if (!same_form(a, b)) return false;
  auto parts_a = operands_of(a);
  auto parts_b = operands_of(b);
  if (!parts_a || !parts_b || parts_a->size() != parts_b->size()) return false;
  for (std::size_t i = 0; i < parts_a->size(); ++i)
    if (!same_exp(*(*parts_a)[i], *(*parts_b)[i])) return false;
  return true;
}

bool same_size(const SizePtr& one, const SizePtr& other) {
  SizePtr a = resolve(one), b = resolve(other);
  if (a == b) return true;
  if (std::holds_alternative<SizeMeta>(a->node) || std::holds_alternative<SizeMeta>(b->node))
    return false;
  if (const auto* x = std::get_if<SizeConst>(&a->node))
    if (const auto* y = std::get_if<SizeConst>(&b->node)) return x->value == y->value;
  if (const auto* x = std::get_if<SizeVar>(&a->node))
    if (const auto* y = std::get_if<SizeVar>(&b->node)) return x->id == y->id;
  return same_exp(*exp_of_size(a), *exp_of_size(b));
}

std::vector<std::pair<SizePtr, SizePtr>> similar_parts(const SizePtr& a, const SizePtr& b) {
  const auto* x = std::get_if<SizeOf>(&a->node);
  const auto* y = std::get_if<SizeOf>(&b->node);
  if (!x || !y || !same_form(*x->exp, *y->exp)) return {};
  auto parts = operands_of(*x->exp), others = operands_of(*y->exp);
  if (!parts || !others || parts->size() != others->size()) return {};
  // What is applied, or indexed, is the same.
  const bool apply = std::holds_alternative<typed::Apply>(x->exp->node) ||
                     std::holds_alternative<typed::Index>(x->exp->node);
  if (apply && !same_exp(*parts->front(), *others->front())) return {};
  std::vector<std::pair<SizePtr, SizePtr>> out;
  for (std::size_t i = apply ? 1 : 0; i < parts->size(); ++i)
    out.emplace_back(size_of_operand((*parts)[i]), size_of_operand((*others)[i]));
  return out;
}

std::string size_text(const Exp& exp, Naming* naming) {
  std::string out;
  Text{out, naming}(exp, false);
  return out;
}

}  // namespace laguz::check
