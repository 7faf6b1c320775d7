#include "check/size_exp.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

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

/// Visits the operands of an expression that may be part of a size; false when it may not.
template <class Visit>
bool each_operand(const Exp& exp, Visit&& visit) {
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

/// The operands, as a list; nothing when [exp] may not be part of a size.
std::optional<std::vector<ExpPtr>> parts(const Exp& exp) {
  std::vector<ExpPtr> out;
  if (!each_operand(exp, [&](const ExpPtr& operand) { out.push_back(operand); }))
    return std::nullopt;
  return out;
}

/// [exp] with other operands, as `parts` gives them.
ExpPtr rebuild(const Exp& exp, const std::vector<ExpPtr>& with) {
  auto out = std::make_shared<Exp>(exp);
  std::size_t at = 0;
  if (auto* record = std::get_if<typed::Record>(&out->node)) {
    for (auto& field : record->fields) field.second = with[at++];
  } else if (auto* project = std::get_if<typed::Project>(&out->node)) {
    project->record = with[at++];
  } else if (auto* array = std::get_if<typed::Array>(&out->node)) {
    array->elements = with;
  } else if (auto* index = std::get_if<typed::Index>(&out->node)) {
    index->array = with[at++];
    for (auto& dim : index->dims) dim.start = with[at++];
  } else if (auto* apply = std::get_if<typed::Apply>(&out->node)) {
    apply->function = with[at++];
    for (auto& arg : apply->args) arg = with[at++];
  } else if (auto* branch = std::get_if<typed::If>(&out->node)) {
    branch->condition = with[0];
    branch->then_branch = with[1];
    branch->else_branch = with[2];
  }
  return out;
}

const typed::Var* placeholder(const Exp& exp) {
  const auto* var = std::get_if<typed::Var>(&exp.node);
  return var && var->id == 0 && var->sizes.size() == 1 ? var : nullptr;
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
  auto operands = parts(*exp);
  if (!operands) return nullptr;
  bool changed = exp != written;
  for (auto& operand : *operands) {
    ExpPtr stripped = plain(operand);
    if (!stripped) return nullptr;
    changed = changed || stripped != operand;
    operand = std::move(stripped);
  }
  return changed ? rebuild(*exp, *operands) : exp;
}

SizePtr make_size(decltype(Size::node) node) {
  auto size = std::make_shared<Size>();
  size->node = std::move(node);
  return size;
}

SizePtr size_of(const ExpPtr& exp) { return make_size(SizeOf{exp}); }

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
  auto parts_a = parts(a);
  auto parts_b = parts(b);
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

namespace {

bool has_placeholder(const Exp& exp) {
  if (placeholder(exp)) return true;
  bool found = false;
  each_operand(exp, [&](const ExpPtr& e) { found = found || has_placeholder(*e); });
  return found;
}

/// [exp] without placeholders; null when one is still unknown.
ExpPtr settled(const ExpPtr& exp, bool& changed) {
  if (const auto* hole = placeholder(*exp)) {
    SizePtr size = resolve(hole->sizes.front());
    changed = true;
    if (std::holds_alternative<SizeMeta>(size->node)) return nullptr;
    return settled(exp_of_size(size), changed);
  }
  if (!has_placeholder(*exp)) return exp;
  auto operands = parts(*exp);
  LAGUZ_ASSERT(operands, "a size expression is plain");
  bool inner = false;
  for (auto& operand : *operands) {
    operand = settled(operand, inner);
    if (!operand) return nullptr;
  }
  changed = changed || inner;
  return inner ? rebuild(*exp, *operands) : exp;
}

}  // namespace

void settle(const SizePtr& size) {
  auto* of = std::get_if<SizeOf>(&size->node);
  if (!of) return;
  bool changed = false;
  ExpPtr exp = settled(of->exp, changed);
  if (!exp) {
    size->node = SizeMeta{};
    return;
  }
  if (!changed) return;
  if (const auto* number = std::get_if<typed::Number>(&exp->node)) {
    size->node = SizeConst{static_cast<std::int64_t>(number->integer)};
  } else {
    size->node = SizeOf{exp};
  }
}

namespace {

bool occurs_in(const Size* meta, const Exp& exp) {
  if (const auto* hole = placeholder(exp)) return occurs(meta, hole->sizes.front());
  bool found = false;
  each_operand(exp, [&](const ExpPtr& e) { found = found || occurs_in(meta, *e); });
  return found;
}

void names_of(const Exp& exp, support::FunctionRef<void(ValId, const std::string&)> visit) {
  if (const auto* hole = placeholder(exp)) return each_name(hole->sizes.front(), visit);
  if (const auto* var = std::get_if<typed::Var>(&exp.node)) visit(var->id, var->name);
  each_operand(exp, [&](const ExpPtr& operand) { names_of(*operand, visit); });
}

}  // namespace

namespace {

/// Counts the nodes of an expression down from [left].
void count_down(const Exp& exp, std::size_t& left) {
  if (left == 0) return;
  --left;
  if (const auto* hole = placeholder(exp)) {
    SizePtr size = resolve(hole->sizes.front());
    if (const auto* of = std::get_if<SizeOf>(&size->node)) count_down(*of->exp, left);
    return;
  }
  each_operand(exp, [&](const ExpPtr& operand) { count_down(*operand, left); });
}

}  // namespace

bool is_unwieldy(const SizePtr& written) {
  constexpr std::size_t kMost = 100;
  SizePtr size = resolve(written);
  const auto* of = std::get_if<SizeOf>(&size->node);
  if (!of) return false;
  std::size_t left = kMost;
  count_down(*of->exp, left);
  return left == 0;
}

bool occurs(const Size* meta, const SizePtr& written) {
  SizePtr size = resolve(written);
  if (size.get() == meta) return true;
  const auto* of = std::get_if<SizeOf>(&size->node);
  return of && occurs_in(meta, *of->exp);
}

void each_name(const SizePtr& written,
               support::FunctionRef<void(ValId, const std::string&)> visit) {
  SizePtr size = resolve(written);
  if (const auto* var = std::get_if<SizeVar>(&size->node)) visit(var->id, var->name);
  if (const auto* of = std::get_if<SizeOf>(&size->node)) names_of(*of->exp, visit);
}

void each_id(const SizePtr& size, support::FunctionRef<void(ValId)> visit) {
  each_name(size, [&](ValId id, const std::string&) { visit(id); });
}

// ------------------------------------------------------------------------------- substitution

SizePtr Subst::size(const SizePtr& written) {
  if (sizes.empty() && types.empty()) return written;
  SizePtr size = resolve(written);
  if (const auto* var = std::get_if<SizeVar>(&size->node)) {
    auto found = sizes.find(var->id);
    return found == sizes.end() ? size : found->second;
  }
  if (const auto* of = std::get_if<SizeOf>(&size->node)) {
    ExpPtr exp = (*this)(of->exp);
    if (exp == of->exp) return size;
    if (const auto* hole = placeholder(*exp)) return hole->sizes.front();
    if (const auto* number = std::get_if<typed::Number>(&exp->node))
      return size_const(static_cast<std::int64_t>(number->integer));
    return size_of(exp);
  }
  return size;
}

ExpPtr Subst::instance(const ExpPtr& exp, const std::vector<TypePtr>& types_in,
                       const std::vector<SizePtr>& sizes_in) {
  std::vector<TypePtr> new_types;
  std::vector<SizePtr> new_sizes;
  for (const auto& t : types_in) new_types.push_back((*this)(t));
  for (const auto& s : sizes_in) new_sizes.push_back((*this)(s));
  if (new_types == types_in && new_sizes == sizes_in) return exp;
  auto out = std::make_shared<Exp>(*exp);
  if (auto* var = std::get_if<typed::Var>(&out->node)) {
    var->types = std::move(new_types);
    var->sizes = std::move(new_sizes);
  } else if (auto* builtin = std::get_if<typed::Intrinsic>(&out->node)) {
    builtin->types = std::move(new_types);
    builtin->sizes = std::move(new_sizes);
  }
  out->type = (*this)(out->type);
  return out;
}

ExpPtr Subst::operator()(const ExpPtr& exp) {
  if (const auto* var = std::get_if<typed::Var>(&exp->node)) {
    if (var->id != 0) {
      auto found = sizes.find(var->id);
      if (found != sizes.end()) return exp_of_size(found->second);
    }
    return instance(exp, var->types, var->sizes);
  }
  if (const auto* builtin = std::get_if<typed::Intrinsic>(&exp->node))
    return instance(exp, builtin->types, builtin->sizes);
  auto operands = parts(*exp);
  if (!operands || operands->empty()) return exp;
  bool changed = false;
  for (auto& operand : *operands) {
    ExpPtr replaced = (*this)(operand);
    changed = changed || replaced != operand;
    operand = std::move(replaced);
  }
  if (!changed) return exp;
  ExpPtr out = rebuild(*exp, *operands);
  out->type = (*this)(out->type);
  return out;
}

TypePtr Subst::operator()(const TypePtr& type) {
  return empty() ? type : TypeRewriter::operator()(type);
}

TypePtr Subst::param(const TypePtr& type, const TypeParamRef& param) {
  auto found = types.find(param.id);
  if (found == types.end()) return type;
  return type->unique ? with_unique(found->second, true) : found->second;
}

}  // namespace laguz::check
