#include "lower/layout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "check/types/size_exp.hpp"
#include "runtime/array.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"

namespace laguz::lower {
namespace {
constexpr std::size_t kHeaviest = std::size_t{1} << 15;
}

std::size_t Layout::field(const std::string& name) const {
  const std::size_t position = check::find_field(fields, name);
  LAGUZ_ASSERT(position < fields.size(), "no field " + name);
  return position;
}

std::size_t Layout::tag(const std::string& name) const {
  for (std::size_t i = 0; i < constructors.size(); ++i)
    if (constructors[i].first == name) return i;
  LAGUZ_ASSERT(false, "no constructor " + name);
}

void Layouts::add(Layout& layout, const Layout& part) {
  layout.is_static |= part.is_static;
  layout.is_open |= part.is_open;
  layout.weight += part.weight;
  if (layout.weight > kHeaviest)
    throw support::UserError(
        support::Phase::type, {},
        fmt::format("A type here is too large: it has more than {} parts.", kHeaviest));
  layout.depth = std::max(layout.depth, part.depth + 1);
  if (layout.depth > check::kDeepestType)
    throw support::UserError(
        support::Phase::type, {},
        fmt::format("A type here is nested too deeply: more than {} levels.", check::kDeepestType));
  layout.leaves.insert(layout.leaves.end(), part.leaves.begin(), part.leaves.end());
}

const Layout* Layouts::intern(const std::string& key, Layout layout) {
  if (const auto known = known_.find(key); known != known_.end()) return known->second.get();
  layout.id = static_cast<std::uint32_t>(known_.size() + 1);
  // (Made before it is known: there may be no memory for it.)
  auto made = std::make_unique<const Layout>(std::move(layout));
  return known_.emplace(key, std::move(made)).first->second.get();
}

const Layout* Layouts::scalar(ScalarType type) {
  Layout layout;
  layout.scalar = type;
  layout.leaves = {{type, 0, false}};
  return intern(std::string(support::name(type)), std::move(layout));
}

const Layout* Layouts::array(const Layout* element) {
  Layout layout;
  layout.kind = Layout::Kind::array;
  layout.element = element;
  layout.is_static = element->is_static;
  layout.is_open = element->is_open;
  layout.weight = element->weight;
  layout.depth = element->depth;
  for (const core::Type& leaf : element->leaves) layout.leaves.push_back(leaf.array_of());
  for (const core::Type& leaf : layout.leaves)
    if (leaf.rank > runtime::kMaxRank)
      throw support::UserError(
          support::Phase::type, {},
          fmt::format("An array here has more than {} dimensions.", runtime::kMaxRank));
  if (element->leaves.empty()) layout.leaves = {{ScalarType::u8, 1, false}};
  return intern("[" + std::to_string(element->id), std::move(layout));
}

const Layout* Layouts::record(std::vector<std::pair<std::string, const Layout*>> fields) {
  Layout layout;
  layout.kind = Layout::Kind::record;
  std::string key = "{";
  for (const auto& [name, field] : fields) {
    key += name + ":" + std::to_string(field->id) + ",";
    add(layout, *field);
  }
  layout.fields = std::move(fields);
  return intern(key, std::move(layout));
}

const Layout* Layouts::parameter(std::size_t which) {
  Layout layout;
  layout.kind = Layout::Kind::record;
  layout.is_open = true;
  layout.parameter = which;
  return intern("'" + std::to_string(which), std::move(layout));
}

const Layout* Layouts::tuple(const std::vector<const Layout*>& parts) {
  std::vector<std::pair<std::string, const Layout*>> fields;
  for (const Layout* part : parts) fields.emplace_back(std::to_string(fields.size()), part);
  return record(std::move(fields));
}

const Layout* Layouts::sum(
    std::vector<std::pair<std::string, std::vector<const Layout*>>> constructors) {
  Layout layout;
  layout.kind = Layout::Kind::sum;
  layout.leaves = {{ScalarType::u8, 0, false}};
  std::string key = "#";
  for (const auto& [name, payloads] : constructors) {
    key += name + ":";
    for (const Layout* payload : payloads) {
      key += std::to_string(payload->id) + ",";
      add(layout, *payload);
    }
    key += "|";
  }
  layout.constructors = std::move(constructors);
  return intern(key, std::move(layout));
}

const Layout* Layouts::acc(const Layout* array) {
  Layout layout;
  layout.kind = Layout::Kind::acc;
  layout.element = array;
  layout.is_static = true;
  layout.is_open = array->is_open;
  return intern("acc" + std::to_string(array->id), std::move(layout));
}

const Layout* Layouts::function() {
  Layout layout;
  layout.kind = Layout::Kind::function;
  layout.is_static = true;
  return intern("->", std::move(layout));
}

const Layout* Layouts::instance(const Layout* layout, const std::vector<const Layout*>& of) {
  if (!layout->is_open) return layout;
  switch (layout->kind) {
    case Layout::Kind::array: return array(instance(layout->element, of));
    case Layout::Kind::acc: return acc(instance(layout->element, of));
    case Layout::Kind::record: {
      if (layout->parameter) return of.at(*layout->parameter);
      auto fields = layout->fields;
      for (auto& [name, field] : fields) field = instance(field, of);
      return record(std::move(fields));
    }
    case Layout::Kind::sum: {
      auto constructors = layout->constructors;
      for (auto& [name, payloads] : constructors)
        for (const Layout*& payload : payloads) payload = instance(payload, of);
      return sum(std::move(constructors));
    }
    case Layout::Kind::scalar:
    case Layout::Kind::function: break;
  }
  LAGUZ_ASSERT(false, "no part of this layout is open");
}

}  // namespace laguz::lower
