// Types and sizes during lowering: layouts, the values of sizes, the lengths of arrays.
#include <algorithm>

#include "check/types/size_exp.hpp"
#include "check/types/size_parts.hpp"
#include "lower/context.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"
#include "support/diagnostic.hpp"
#include "support/overloaded.hpp"

namespace laguz::lower {

using support::overloaded;
using Kind = Layout::Kind;

// ---------------------------------------------------------------------------------------- types

ScopedType Lowering::resolve(ScopedType scoped) {
  for (;;) {
    scoped.type = check::resolve(scoped.type);
    if (const auto* abstract = std::get_if<TypeAbstract>(&scoped.type->node)) {
      if (!abstract->representation) return scoped;
      scoped.type = abstract->representation;
    } else if (const auto* param = std::get_if<TypeParamRef>(&scoped.type->node)) {
      const ScopedType* found = scoped.frame ? scoped.frame->find_type(param->id) : nullptr;
      if (!found) return scoped;
      scoped = *found;
    } else {
      return scoped;
    }
  }
}

const Layout* Lowering::layout_of(ScopedType scoped) {
  support::expect_stack("An expression or a type here");
  const ScopedType type = resolve(std::move(scoped));
  const auto of = [&](const TypePtr& part) { return layout_of({part, type.frame}); };
  return std::visit(
      overloaded{
          // Nothing ever asked what it is: there is no value of it.
          [&](const TypeMeta& meta) {
            if (meta.constraint.scalars != 0) return layouts_.scalar(ScalarType::i32);
            return layouts_.unit();
          },
          [&](const TypeScalar& scalar) { return layouts_.scalar(scalar.scalar); },
          [&](const TypeArray& array) { return layouts_.array(of(array.element)); },
          [&](const TypeRecord& record) {
            std::vector<std::pair<std::string, const Layout*>> fields;
            for (const auto& [name, field] : record.fields) fields.emplace_back(name, of(field));
            return layouts_.record(std::move(fields));
          },
          [&](const TypeSum& sum) {
            std::vector<std::pair<std::string, std::vector<const Layout*>>> constructors;
            for (const auto& [name, payloads] : sum.constructors) {
              constructors.emplace_back(name, std::vector<const Layout*>{});
              for (const TypePtr& payload : payloads)
                constructors.back().second.push_back(of(payload));
            }
            return layouts_.sum(std::move(constructors));
          },
          [&](const TypeArrow&) { return layouts_.function(); },
          [&](const TypeParamRef&) { return layouts_.unit(); },
          [&](const TypeAbstract&) { return layouts_.parameter(*parameter_of(type.type)); },
          [&](const TypeAcc& acc) { return layouts_.acc(of(acc.array)); },
      },
      type.type->node);
}

ScopedType Lowering::element_type(ScopedType scoped) {
  if (!scoped.type) return {};
  const ScopedType type = resolve(std::move(scoped));
  if (const auto* array = std::get_if<TypeArray>(&type.type->node))
    return {array->element, type.frame};
  return {};
}

ScopedType Lowering::field_type(ScopedType scoped, const std::string& field) {
  if (!scoped.type) return {};
  const ScopedType type = resolve(std::move(scoped));
  if (const auto* record = std::get_if<TypeRecord>(&type.type->node))
    if (const std::size_t i = find_field(record->fields, field); i < record->fields.size())
      return {record->fields[i].second, type.frame};
  return {};
}

// ---------------------------------------------------------------------------------------- sizes

bool Lowering::can_evaluate(const Exp& e, Frame* frame) {
  if (const auto* var = std::get_if<typed::Var>(&e.node)) {
    if (var->id == 0) return size(var->sizes.at(0), frame).has_value();
    if (const Value* value = frame ? frame->find(var->id) : nullptr)
      return std::all_of(value->atoms.begin(), value->atoms.end(),
                         [&](const Atom& atom) { return known_.is_live(atom); });
    return find_def(var->id) != nullptr;
  }
  if (const auto* attributed = std::get_if<typed::Attributed>(&e.node))
    return can_evaluate(*attributed->inner, frame);
  bool known = true;
  const bool plain = check::each_operand(
      e, [&](const typed::ExpPtr& operand) { known = known && can_evaluate(*operand, frame); });
  return plain && known;
}

/// [id] as a size of the constant that has it, and that no name stands for.
std::optional<Atom> Lowering::size_of_constant(ValId id) {
  const typed::Def* def = checker_.size_owner(id);
  // (Inside of the constant it is not known yet.)
  if (!def || std::find(within_.begin(), within_.end(), def) != within_.end()) return std::nullopt;
  const Value value = constant({def, {}, {}});
  Frame scratch;
  bind_sizes({{id, {}}}, {def->result, &scratch}, value, &scratch);
  const Value* found = scratch.find(id);
  return found ? std::optional(to_i64(found->atom())) : std::nullopt;
}

std::optional<Atom> Lowering::size(const SizePtr& unresolved, Frame* frame) {
  const SizePtr size = check::resolve(unresolved);
  return std::visit(overloaded{
                        [](const SizeMeta&) -> std::optional<Atom> { return std::nullopt; },
                        [](const SizeConst& constant) -> std::optional<Atom> {
                          return Atom::i64(constant.value);
                        },
                        [&](const SizeVar& var) -> std::optional<Atom> {
                          if (const Value* value = frame ? frame->find(var.id) : nullptr) {
                            if (value->layout->is_scalar() && known_.is_live(value->atom()))
                              return to_i64(value->atom());
                            return size_of_constant(var.id);
                          }
                          if (const auto found = size_of_constant(var.id)) return found;
                          const typed::Def* def = find_def(var.id);
                          if (!def || !def->params.empty() || !def->scheme.types.empty())
                            return std::nullopt;
                          const Value value = constant({def, {}, {}});
                          if (!value.layout->is_scalar()) return std::nullopt;
                          return to_i64(value.atom());
                        },
                        [&](const SizeOf& of) -> std::optional<Atom> {
                          const auto key = std::make_pair(size, frame);
                          if (auto found = sizes_.find(key);
                              found != sizes_.end() && known_.is_live(found->second))
                            return found->second;
                          if (!can_evaluate(*of.exp, frame)) return std::nullopt;
                          const Value value = exp(*of.exp, frame);
                          if (!value.layout->is_scalar()) return std::nullopt;
                          return sizes_[key] = to_i64(value.atom());
                        },
                    },
                    size->node);
}

void Lowering::solve_size(const Exp& e, const Atom& value, const std::set<ValId>& wanted,
                          Frame* frame) {
  if (const auto* var = std::get_if<typed::Var>(&e.node)) {
    if (wanted.count(var->id) && !frame->values.count(var->id)) bind_size(var->id, value, frame);
    return;
  }
  const auto* apply = std::get_if<typed::Apply>(&e.node);
  const auto* op = apply ? std::get_if<typed::Intrinsic>(&apply->function->node) : nullptr;
  if (!op || apply->args.size() != 2) return;
  const bool known_left = can_evaluate(*apply->args[0], frame);
  if (known_left == can_evaluate(*apply->args[1], frame)) return;
  const Exp& unknown = *apply->args[known_left ? 1 : 0];
  const Exp& other = *apply->args[known_left ? 0 : 1];
  if (op->name == "+") {
    solve_size(unknown, b_->sub(value, scalar(other, frame)), wanted, frame);
  } else if (op->name == "-") {
    const Atom x = scalar(other, frame);
    solve_size(unknown, known_left ? b_->sub(x, value) : b_->add(value, x), wanted, frame);
  } else if (op->name == "*") {
    const Atom x = scalar(other, frame);
    const auto of = [&](const Atom& atom) { return scalar_value(layouts_, atom); };
    const Value quotient = if_then_else(
        b_->prim("eq", {x, Atom::i64(0)}), [&] { return of(Atom::i64(0)); },
        [&] {
          return of(b_->prim("quot", {value, x}));
        });
    solve_size(unknown, quotient.atom(), wanted, frame);
  }
}

void Lowering::bind_size(ValId id, const Atom& length, Frame* into) {
  into->values[id] = scalar_value(layouts_, length);
}

bool Lowering::is_bound_size(ValId id, Frame* frame) {
  if (const Value* value = frame->find(id))
    return value->layout->is_scalar() && known_.is_live(value->atom());
  return find_def(id) != nullptr;
}

// -------------------------------------------------------------------------- types beside values

void Lowering::each_dim(ScopedType scoped, const Layout* layout, Atoms::const_iterator& at,
                        int depth, bool in_sums, OnDim on_dim) {
  const ScopedType type = resolve(std::move(scoped));
  const auto skip = [&] { at += static_cast<std::ptrdiff_t>(layout->leaves.size()); };
  switch (layout->kind) {
    case Kind::array: {
      const auto* array = std::get_if<TypeArray>(&type.type->node);
      if (!array) return skip();
      on_dim(array->size, type.frame, *at, depth);
      if (layout->is_ghost()) return skip();
      return each_dim({array->element, type.frame}, layout->element, at, depth + 1, in_sums,
                      on_dim);
    }
    case Kind::record: {
      const auto* record = std::get_if<TypeRecord>(&type.type->node);
      if (!record || record->fields.size() != layout->fields.size()) return skip();
      for (std::size_t i = 0; i < layout->fields.size(); ++i)
        each_dim({record->fields[i].second, type.frame}, layout->fields[i].second, at, depth,
                 in_sums, on_dim);
      return;
    }
    case Kind::sum: {
      const auto* sum = std::get_if<TypeSum>(&type.type->node);
      if (!in_sums || !sum || sum->constructors.size() != layout->constructors.size())
        return skip();
      ++at;
      for (std::size_t c = 0; c < layout->constructors.size(); ++c)
        for (std::size_t i = 0; i < layout->constructors[c].second.size(); ++i)
          each_dim({sum->constructors[c].second.at(i), type.frame},
                   layout->constructors[c].second[i], at, depth, in_sums, on_dim);
      return;
    }
    case Kind::scalar: return skip();
    case Kind::acc:
    case Kind::function: return;
  }
}

void Lowering::each_dim(ScopedType scoped, const Value& value, bool in_sums, OnDim on_dim) {
  if (!value.layout->is_record()) {
    if (value.layout->is_static) return;
    auto at = value.atoms.begin();
    return each_dim(std::move(scoped), value.layout, at, 0, in_sums, on_dim);
  }
  const ScopedType type = resolve(std::move(scoped));
  const auto* record = std::get_if<TypeRecord>(&type.type->node);
  if (!record || record->fields.size() != value.parts.size()) return;
  for (std::size_t i = 0; i < value.parts.size(); ++i)
    each_dim({record->fields[i].second, type.frame}, value.parts[i], in_sums, on_dim);
}

void Lowering::each_dim(const Pat& pattern, const Value& value, Frame* frame, bool in_sums,
                        OnDim on_dim) {
  each_dim({pattern.type, frame}, value, in_sums, on_dim);
  if (const auto* record = std::get_if<typed::PatRecord>(&pattern.node))
    for (const auto& [name, part] : record->fields)
      each_dim(*part, value.part(name), frame, in_sums, on_dim);
}

void Lowering::bind_sizes(const Sizes& sizes, FunctionRef<void(bool in_sums, OnDim on_dim)> dims,
                          Frame* into) {
  std::set<ValId> wanted;
  for (const auto& size : sizes) wanted.insert(size.first);
  // What stands in a sum may be a blank; so that comes last.
  for (const bool in_sums : {false, true}) {
    if (wanted.empty()) return;
    dims(in_sums, [&](const SizePtr& unresolved, Frame*, const Atom& array, int dim) {
      const SizePtr size = check::resolve(unresolved);
      const auto* var = std::get_if<SizeVar>(&size->node);
      if (var && wanted.erase(var->id)) bind_size(var->id, length(array, dim), into);
    });
  }
}

void Lowering::bind_sizes(const Sizes& sizes, ScopedType type, const Value& value, Frame* into) {
  bind_sizes(
      sizes, [&](bool in_sums, OnDim on_dim) { each_dim(type, value, in_sums, on_dim); }, into);
}

void Lowering::bind_sizes(const Sizes& sizes, const Pat& pattern, const Value& value, Frame* into) {
  bind_sizes(
      sizes, [&](bool in_sums, OnDim on_dim) { each_dim(pattern, value, into, in_sums, on_dim); },
      into);
}

void Lowering::bind_unknown_sizes(ScopedType type, const Value& value, Frame* into) {
  each_dim(std::move(type), value, true,
           [&](const SizePtr& unresolved, Frame*, const Atom& array, int dim) {
             const SizePtr size = check::resolve(unresolved);
             const auto* var = std::get_if<SizeVar>(&size->node);
             if (var && !is_bound_size(var->id, into)) bind_size(var->id, length(array, dim), into);
           });
}

void Lowering::lengths_of(ScopedType scoped, const Layout* layout, Lengths& outer,
                          std::vector<Lengths>& all) {
  const ScopedType type = scoped.type ? resolve(std::move(scoped)) : ScopedType{};
  const auto part = [&](const TypePtr* inner) {
    return inner ? ScopedType{*inner, type.frame} : ScopedType{};
  };
  switch (layout->kind) {
    case Kind::scalar: all.push_back(outer); return;
    case Kind::array: {
      const auto* array = type.type ? std::get_if<TypeArray>(&type.type->node) : nullptr;
      outer.push_back(array ? size(array->size, type.frame) : std::nullopt);
      if (layout->is_ghost())
        all.push_back(outer);
      else
        lengths_of(part(array ? &array->element : nullptr), layout->element, outer, all);
      outer.pop_back();
      return;
    }
    case Kind::record: {
      const auto* record = type.type ? std::get_if<TypeRecord>(&type.type->node) : nullptr;
      if (record && record->fields.size() != layout->fields.size()) record = nullptr;
      for (std::size_t i = 0; i < layout->fields.size(); ++i)
        lengths_of(part(record ? &record->fields[i].second : nullptr), layout->fields[i].second,
                   outer, all);
      return;
    }
    case Kind::sum: {
      const auto* sum = type.type ? std::get_if<TypeSum>(&type.type->node) : nullptr;
      if (sum && sum->constructors.size() != layout->constructors.size()) sum = nullptr;
      all.push_back(outer);
      for (std::size_t c = 0; c < layout->constructors.size(); ++c)
        for (std::size_t i = 0; i < layout->constructors[c].second.size(); ++i)
          lengths_of(part(sum ? &sum->constructors[c].second.at(i) : nullptr),
                     layout->constructors[c].second[i], outer, all);
      return;
    }
    case Kind::acc:
    case Kind::function: return;
  }
}

std::vector<Lengths> Lowering::lengths_of(ScopedType type, const Layout* layout) {
  std::vector<Lengths> all;
  Lengths outer;
  lengths_of(std::move(type), layout, outer, all);
  return all;
}

// -------------------------------------------------------------------------------------- blanks

Value Lowering::blank(const Layout* layout, const std::vector<Lengths>& lengths,
                      std::size_t& leaf) {
  Value value;
  value.layout = layout;
  switch (layout->kind) {
    case Kind::record:
      for (const auto& field : layout->fields)
        value.parts.edit().push_back(blank(field.second, lengths, leaf));
      return value;
    case Kind::scalar:
    case Kind::array:
    case Kind::sum:
      for (const core::Type& type : layout->leaves) {
        const Lengths& known = lengths.at(leaf++);
        if (type.is_scalar()) {
          value.atoms.push_back(Atom::constant({type.elem, 0}));
          continue;
        }
        Atoms dims;
        for (int dim = 0; dim < type.rank; ++dim)
          dims.push_back(known[static_cast<std::size_t>(dim)].value_or(Atom::i64(0)));
        value.atoms.push_back(zeros(dims, type.elem));
      }
      return value;
    case Kind::function:
    case Kind::acc: break;
  }
  LAGUZ_ASSERT(false, "no blank value of this type");
}

Value Lowering::static_blank(ScopedType scoped, const Layout* layout) {
  const ScopedType type = resolve(std::move(scoped));
  Value value;
  value.layout = layout;
  switch (layout->kind) {
    case Kind::function: return function_value(layouts_, {HoleClosure{type, b_->span}});
    case Kind::record:
      for (const auto& field : layout->fields)
        value.parts.edit().push_back(blank(field_type(type, field.first)));
      return value;
    case Kind::sum: {
      // Any constructor will do: nothing is ever computed with it.
      const auto& sum = std::get<TypeSum>(type.type->node);
      for (const TypePtr& payload : sum.constructors.at(0).second)
        value.parts.edit().push_back(blank({payload, type.frame}));
      return value;
    }
    case Kind::acc:
      throw support::UserError(support::Phase::type, b_->span,
                               "A hole cannot stand for an accumulator.");
    case Kind::scalar:
    case Kind::array: break;
  }
  support::fail_assert(__FILE__, __LINE__, "a blank of this type has no functions in it");
}

Value Lowering::blank(ScopedType type) {
  const Layout* layout = layout_of(type);
  if (layout->is_static) return static_blank(std::move(type), layout);
  std::size_t leaf = 0;
  return blank(layout, lengths_of(std::move(type), layout), leaf);
}

// ------------------------------------------------------------------------------------- lengths

Atom Lowering::length(const Atom& array, int dim) {
  if (const auto known = known_.length(array, dim)) return *known;
  const Atom length = b_->shape(array, dim);
  known_.learn_length(array, dim, length);
  return length;
}

Atoms Lowering::shape(const Atom& array, int from) {
  Atoms lengths;
  for (int dim = from; dim < array.type.rank; ++dim) lengths.push_back(length(array, dim));
  return lengths;
}

void Lowering::expect_length(const Atom& array, int dim, const Atom& expected,
                             FunctionRef<Message(const Atom& actual)> message) {
  const Atom actual = length(array, dim);
  if (actual == expected) return;
  const Atom same = b_->prim("eq", {actual, expected});
  assert_that(same, message(actual));
  // The comparison is a variable of the body that has the check.
  if (known_.is_natural(expected)) known_.learn_checked_length(array, dim, expected, same);
}

void Lowering::expect_length(const Atom& array, int dim, const Atom& expected, const char* role,
                             const TypePtr& type) {
  expect_length(array, dim, expected, [&](const Atom& actual) {
    return Message{std::string("The ") + role + " has an invalid size: a dimension of length ",
                   actual, " where ", expected,
                   " is due, and so cannot match shape of type \"" + show(type) + "\"."};
  });
}

void Lowering::expect_lengths(const TypePtr& type, const Value& value, Frame* frame,
                              const char* role) {
  each_dim({type, frame}, value, false,
           [&](const SizePtr& unresolved, Frame* scope, const Atom& array, int dim) {
             if (scope != frame) return;
             if (const auto expected = size(unresolved, frame))
               expect_length(array, dim, *expected, role, type);
           });
}

}  // namespace laguz::lower
