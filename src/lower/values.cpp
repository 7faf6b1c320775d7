#include "lower/values.hpp"

#include "support/assert.hpp"

namespace laguz::lower {

using Kind = Layout::Kind;

void flatten(const Value& value, Atoms& into) {
  switch (value.layout->kind) {
    case Kind::acc:
    case Kind::function: return;
    case Kind::scalar:
    case Kind::array:
    case Kind::sum:
    case Kind::record: break;
  }
  into.insert(into.end(), value.atoms.begin(), value.atoms.end());
  for (const Value& part : value.parts) flatten(part, into);
}

Atoms flatten(const Value& value) {
  Atoms atoms;
  flatten(value, atoms);
  return atoms;
}

Value unflatten(const Layout* layout, Atoms::const_iterator& at) {
  LAGUZ_ASSERT(!layout->is_static, "a function or an accumulator has no flat form");
  Value value;
  value.layout = layout;
  if (layout->is_record()) {
    Values parts;
    parts.reserve(layout->fields.size());
    for (const auto& field : layout->fields) parts.push_back(unflatten(field.second, at));
    value.parts = std::move(parts);
    return value;
  }
  value.atoms.assign(at, at + static_cast<std::ptrdiff_t>(layout->leaves.size()));
  at += static_cast<std::ptrdiff_t>(layout->leaves.size());
  return value;
}

Value unflatten(const Layout* layout, const Atoms& atoms) {
  LAGUZ_ASSERT(atoms.size() == layout->leaves.size(), "wrong number of flat values");
  auto at = atoms.begin();
  return unflatten(layout, at);
}

Value unflatten(const Layout* layout, Atoms::const_iterator& at, Atoms::const_iterator& accs) {
  if (!layout->is_static) return unflatten(layout, at);
  Value value;
  value.layout = layout;
  if (layout->kind == Kind::acc) {
    value.atoms = {*accs++};
    return value;
  }
  LAGUZ_ASSERT(layout->is_record(), "of functions and static sums more has to be known");
  Values parts;
  for (const auto& field : layout->fields) parts.push_back(unflatten(field.second, at, accs));
  value.parts = std::move(parts);
  return value;
}

void accumulators(const Value& value, std::vector<Accumulator>& into) {
  if (value.layout->kind == Kind::acc) into.push_back({value.layout, value.atom()});
  for (const Value& part : value.parts) accumulators(part, into);
}

std::vector<Accumulator> accumulators(const Value& value) {
  std::vector<Accumulator> found;
  accumulators(value, found);
  return found;
}

namespace {

void add_tags(const Layout* layout, std::vector<bool>& tags) {
  switch (layout->kind) {
    case Kind::acc:
    case Kind::function: return;
    case Kind::scalar: tags.push_back(false); return;
    case Kind::array:
      if (layout->is_ghost()) {
        tags.push_back(false);
      } else {
        add_tags(layout->element, tags);
      }
      return;
    case Kind::record:
      for (const auto& field : layout->fields) add_tags(field.second, tags);
      return;
    case Kind::sum:
      tags.push_back(true);
      for (const auto& constructor : layout->constructors)
        for (const Layout* payload : constructor.second) add_tags(payload, tags);
      return;
  }
}

void add_tags(const Value& value, std::vector<bool>& tags) {
  if (!value.layout->is_static) return add_tags(value.layout, tags);
  for (const Value& part : value.parts) add_tags(part, tags);
}

}  // namespace

std::vector<bool> tags_of(const Value& value) {
  std::vector<bool> tags;
  add_tags(value, tags);
  return tags;
}

Value rebuild(const Value& like, Atoms::const_iterator& at) {
  if (!like.layout->is_static) return unflatten(like.layout, at);
  Value value = like;
  if (!value.parts.empty())
    for (Value& part : value.parts.edit()) part = rebuild(part, at);
  return value;
}

Value rebuild(const Value& like, const Atoms& atoms) {
  auto at = atoms.begin();
  Value value = rebuild(like, at);
  LAGUZ_ASSERT(at == atoms.end(), "wrong number of flat values");
  return value;
}

Value with_accumulators(const Value& like, Atoms::const_iterator& accs) {
  Value value = like;
  if (value.layout->kind == Kind::acc) value.atoms = {*accs++};
  if (!value.parts.empty())
    for (Value& part : value.parts.edit()) part = with_accumulators(part, accs);
  return value;
}

Atoms element_atoms(const Value& value) {
  Atoms atoms = flatten(value);
  if (atoms.empty()) atoms = {Atom::constant({ScalarType::u8, 0})};
  return atoms;
}

std::vector<core::Type> element_types(const Layout* element) {
  if (element->leaves.empty()) return {{ScalarType::u8, 0, false}};
  return element->leaves;
}

Value from_element(const Layout* element, const Atoms& atoms) {
  if (element->leaves.empty()) return unflatten(element, Atoms{});
  return unflatten(element, atoms);
}

Value scalar_value(Layouts& layouts, const Atom& atom) {
  Value value;
  value.layout = layouts.scalar(atom.type.elem);
  value.atoms = {atom};
  return value;
}

Value array_value(Layouts& layouts, const Layout* element, Atoms columns) {
  Value value;
  value.layout = layouts.array(element);
  value.atoms = std::move(columns);
  LAGUZ_ASSERT(value.atoms.size() == value.layout->leaves.size(), "wrong number of columns");
  return value;
}

Value tuple_value(Layouts& layouts, Values parts) {
  std::vector<const Layout*> of;
  for (const Value& part : parts) of.push_back(part.layout);
  Value value;
  value.layout = layouts.tuple(of);
  value.parts = std::move(parts);
  return value;
}

Value function_value(Layouts& layouts, Closure closure) {
  Value value;
  value.layout = layouts.function();
  value.closure = std::make_shared<const Closure>(std::move(closure));
  return value;
}

}  // namespace laguz::lower
