#include "check/size_exp.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "check/size_parts.hpp"
#include "support/assert.hpp"
#include "support/overloaded.hpp"

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

/// Attributes, ascriptions and assertions do not change what an expression's size is.
ExpPtr strip(ExpPtr exp) {
  while (true) {
    if (const auto* attributed = std::get_if<typed::Attributed>(&exp->node)) {
      exp = attributed->inner;
    } else if (const auto* checked = std::get_if<typed::Assert>(&exp->node)) {
      exp = checked->body;
    } else {
      return exp;
    }
  }
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

void text_of(const Exp& exp, std::string& out, bool argument, Naming* naming) {
  auto child = [&](const ExpPtr& e, bool arg) { text_of(*e, out, arg, naming); };
  if (const auto* hole = placeholder(exp)) {
    SizePtr size = resolve(hole->sizes.front());
    const auto* of = std::get_if<SizeOf>(&size->node);
    if (of) return text_of(*of->exp, out, true, naming);
    std::string shown = show(size, naming);
    out += shown.empty() ? hole->name : shown;
  } else if (const auto* number = std::get_if<typed::Number>(&exp.node)) {
    out += std::to_string(static_cast<std::int64_t>(number->integer));
  } else if (const auto* boolean = std::get_if<typed::Bool>(&exp.node)) {
    out += boolean->value ? "true" : "false";
  } else if (const auto* var = std::get_if<typed::Var>(&exp.node)) {
    out += naming ? naming->size(var->id, var->name) : var->name;
  } else if (const auto* builtin = std::get_if<typed::Intrinsic>(&exp.node)) {
    out += builtin->name;
  } else if (const auto* project = std::get_if<typed::Project>(&exp.node)) {
    child(project->record, true);
    out += "." + project->field;
  } else if (const auto* index = std::get_if<typed::Index>(&exp.node)) {
    child(index->array, true);
    out += "[";
    for (std::size_t i = 0; i < index->dims.size(); ++i) {
      if (i) out += ", ";
      child(index->dims[i].start, false);
    }
    out += "]";
  } else if (const auto* apply = std::get_if<typed::Apply>(&exp.node)) {
    if (argument) out += "(";
    const auto* op = operator_name(*apply->function);
    if (op && apply->args.size() == 2) {
      child(apply->args[0], std::holds_alternative<typed::Apply>(apply->args[0]->node));
      out += " " + *op + " ";
      child(apply->args[1], std::holds_alternative<typed::Apply>(apply->args[1]->node));
    } else if (const auto* prefix = std::get_if<typed::Intrinsic>(&apply->function->node);
               prefix && apply->args.size() == 1 &&
               (prefix->name == "neg" || prefix->name == "!")) {
      out += prefix->name == "neg" ? "-" : "!";
      child(apply->args[0], true);
    } else {
      child(apply->function, true);
      for (const auto& arg : apply->args) {
        out += " ";
        child(arg, true);
      }
    }
    if (argument) out += ")";
  } else if (const auto* record = std::get_if<typed::Record>(&exp.node)) {
    out += "(";
    for (std::size_t i = 0; i < record->fields.size(); ++i) {
      if (i) out += ", ";
      child(record->fields[i].second, false);
    }
    out += ")";
  } else if (const auto* array = std::get_if<typed::Array>(&exp.node)) {
    out += "[";
    for (std::size_t i = 0; i < array->elements.size(); ++i) {
      if (i) out += ", ";
      child(array->elements[i], false);
    }
    out += "]";
  } else if (const auto* branch = std::get_if<typed::If>(&exp.node)) {
    if (argument) out += "(";
    out += "if ";
    child(branch->condition, false);
    out += " then ";
    child(branch->then_branch, false);
    out += " else ";
    child(branch->else_branch, false);
    if (argument) out += ")";
  }
}

}  // namespace

// ------------------------------------------------------------------------------------- building

TypePtr make_type(decltype(Type::node) node, bool unique) {
  auto type = std::make_shared<Type>();
  type->node = std::move(node);
  type->unique = unique;
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
  if (const auto* hole = placeholder(*exp)) return hole->sizes.front();
  if (const auto* number = std::get_if<typed::Number>(&exp->node))
    return size_const(static_cast<std::int64_t>(number->integer));
  if (const auto* var = std::get_if<typed::Var>(&exp->node); var && local(var->id))
    return size_var(var->id, var->name);
  return size_of(exp);
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
  if (a.node.index() != b.node.index()) return false;
  if (const auto* x = std::get_if<typed::Number>(&a.node))
    return x->integer == std::get<typed::Number>(b.node).integer;
  if (const auto* x = std::get_if<typed::Bool>(&a.node))
    return x->value == std::get<typed::Bool>(b.node).value;
  if (const auto* x = std::get_if<typed::Var>(&a.node))
    return x->id == std::get<typed::Var>(b.node).id;
  if (const auto* x = std::get_if<typed::Intrinsic>(&a.node))
    return x->name == std::get<typed::Intrinsic>(b.node).name;
  if (const auto* x = std::get_if<typed::Project>(&a.node))
    if (x->field != std::get<typed::Project>(b.node).field) return false;
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
  if (!x || !y) return {};
  const auto* f = std::get_if<typed::Apply>(&x->exp->node);
  const auto* g = std::get_if<typed::Apply>(&y->exp->node);
  if (!f || !g || f->args.size() != g->args.size() || !same_exp(*f->function, *g->function))
    return {};
  std::vector<std::pair<SizePtr, SizePtr>> out;
  for (std::size_t i = 0; i < f->args.size(); ++i) {
    auto part = [](const ExpPtr& exp) {
      if (const auto* hole = placeholder(*exp)) return hole->sizes.front();
      if (const auto* number = std::get_if<typed::Number>(&exp->node))
        return size_const(static_cast<std::int64_t>(number->integer));
      if (const auto* var = std::get_if<typed::Var>(&exp->node))
        return size_var(var->id, var->name);
      return size_of(exp);
    };
    out.emplace_back(part(f->args[i]), part(g->args[i]));
  }
  return out;
}

std::string size_text(const Exp& exp, Naming* naming) {
  std::string out;
  text_of(exp, out, false, naming);
  return out;
}

}  // namespace laguz::check
