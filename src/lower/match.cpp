// Patterns, matching, and constructors.
#include "lower/context.hpp"
#include "support/assert.hpp"
#include "support/overloaded.hpp"

namespace laguz::lower {

using support::overloaded;

void Lowering::bind(const Pat& pattern, const Value& value, Frame* frame) {
  std::visit(overloaded{
                 [&](const typed::PatVar& var) {
                   frame->values[var.id] = value;
                   if (value.atoms.size() == 1 && !value.atoms[0].is_constant())
                     names().name(value.atoms[0].var, var.name);
                 },
                 [](const typed::PatWild&) {},
                 [&](const typed::PatRecord& record) {
                   for (const auto& [name, part] : record.fields)
                     bind(*part, value.part(name), frame);
                 },
                 [](const typed::PatLit&) {},
                 [&](const typed::PatConstr& constr) {
                   const std::size_t tag = value.layout->tag(constr.name);
                   for (std::size_t i = 0; i < constr.args.size(); ++i)
                     bind(*constr.args[i], payload(value, tag, i), frame);
                 },
             },
             pattern.node);
}

// Payloads of other constructors exist too, as blanks; so all conditions can be asked at once.
void Lowering::matches(const Pat& pattern, const Value& value, std::vector<Atom>& conditions) {
  std::visit(overloaded{
                 [](const typed::PatVar&) {},
                 [](const typed::PatWild&) {},
                 [&](const typed::PatRecord& record) {
                   for (const auto& [name, part] : record.fields)
                     matches(*part, value.part(name), conditions);
                 },
                 [&](const typed::PatLit& lit) {
                   const Atom literal = number(value.layout->scalar, lit.is_float, lit.integer,
                                               lit.real, lit.negative);
                   conditions.push_back(b_->prim("eq", {value.atom(), literal}));
                 },
                 [&](const typed::PatConstr& constr) {
                   const std::size_t tag = value.layout->tag(constr.name);
                   if (value.layout->is_static) {
                     conditions.push_back(Atom::boolean(value.constructor == tag));
                     if (value.constructor != tag) return;
                   } else if (value.layout->constructors.size() > 1) {
                     const Atom expected = Atom::constant(
                         support::Scalar::integer(ScalarType::u8, static_cast<std::int64_t>(tag)));
                     conditions.push_back(b_->prim("eq", {value.atom(), expected}));
                   }
                   for (std::size_t i = 0; i < constr.args.size(); ++i)
                     matches(*constr.args[i], payload(value, tag, i), conditions);
                 },
             },
             pattern.node);
}

Atom Lowering::matches(const Pat& pattern, const Value& value) {
  std::vector<Atom> conditions;
  matches(pattern, value, conditions);
  return all_of(conditions);
}

Value Lowering::match(const typed::Match& match, Frame* frame) {
  return match_from(match, 0, exp(*match.scrutinee, frame), frame);
}

// The checker has made sure that the last case matches when no other does.
Value Lowering::match_from(const typed::Match& match, std::size_t at, const Value& value,
                           Frame* frame) {
  const typed::Case& c = match.cases.at(at);
  const auto chosen = [&] {
    bind_unknown_sizes({c.pattern->type, frame}, value, frame);
    bind(*c.pattern, value, frame);
    return exp(*c.body, frame);
  };
  if (at + 1 == match.cases.size()) return chosen();
  return if_then_else(matches(*c.pattern, value), chosen,
                      [&] { return match_from(match, at + 1, value, frame); });
}

Value Lowering::payload(const Value& sum, std::size_t constructor, std::size_t arg) {
  if (sum.layout->is_static) return sum.parts.at(arg);
  auto at = sum.atoms.begin() + 1;
  for (std::size_t c = 0; c <= constructor; ++c) {
    const auto& payloads = sum.layout->constructors[c].second;
    for (std::size_t i = 0; i < payloads.size(); ++i) {
      if (c == constructor && i == arg) return unflatten(payloads[i], at);
      at += static_cast<std::ptrdiff_t>(payloads[i]->leaves.size());
    }
  }
  LAGUZ_ASSERT(false, "no such payload");
}

Value Lowering::construct(const Exp& e, const typed::Constr& constr, Frame* frame) {
  Values args;
  for (const auto& arg : constr.args) args.push_back(exp(*arg, frame));
  const ScopedType type = resolve({e.type, frame});
  const Layout* layout = layout_of(type);
  LAGUZ_ASSERT(layout->kind == Layout::Kind::sum, "a constructor of something else than a sum");
  const std::size_t tag = layout->tag(constr.name);
  Value value;
  value.layout = layout;
  if (layout->is_static) {
    value.constructor = tag;
    value.parts = std::move(args);
    return value;
  }
  // What the payload shows about sizes is worth knowing for the blanks beside it.
  const auto& sum = std::get<TypeSum>(type.type->node);
  for (std::size_t i = 0; i < args.size(); ++i)
    bind_unknown_sizes({sum.constructors[tag].second[i], type.frame}, args[i], frame);
  value.atoms.push_back(
      Atom::constant(support::Scalar::integer(ScalarType::u8, static_cast<std::int64_t>(tag))));
  for (std::size_t c = 0; c < layout->constructors.size(); ++c)
    for (std::size_t i = 0; i < layout->constructors[c].second.size(); ++i) {
      if (c == tag)
        lower::flatten(args.at(i), value.atoms);
      else
        lower::flatten(blank({sum.constructors[c].second[i], type.frame}), value.atoms);
    }
  return value;
}

void Lowering::flatten_for_view(ScopedType scoped, const Value& value, Atoms& into) {
  const Layout* layout = value.layout;
  if (!layout->is_static) return lower::flatten(value, into);
  const ScopedType type = resolve(std::move(scoped));
  switch (layout->kind) {
    case Layout::Kind::function:
    case Layout::Kind::acc: return;
    case Layout::Kind::record:
      for (std::size_t i = 0; i < layout->fields.size(); ++i)
        flatten_for_view(field_type(type, layout->fields[i].first), value.parts.at(i), into);
      return;
    case Layout::Kind::sum: {
      const auto& sum = std::get<TypeSum>(type.type->node);
      const auto tag = static_cast<std::int64_t>(value.constructor);
      into.push_back(Atom::constant(support::Scalar::integer(ScalarType::u8, tag)));
      for (std::size_t c = 0; c < sum.constructors.size(); ++c)
        for (std::size_t i = 0; i < sum.constructors[c].second.size(); ++i) {
          const ScopedType part{sum.constructors[c].second[i], type.frame};
          flatten_for_view(part, c == value.constructor ? value.parts.at(i) : blank(part), into);
        }
      return;
    }
    case Layout::Kind::scalar:
    case Layout::Kind::array: break;
  }
  LAGUZ_ASSERT(false, "an array of functions");
}

}  // namespace laguz::lower
