#include "check/lower_layout.hpp"

#include "support/assert.hpp"

namespace laguz::check::lower {

std::size_t Layout::field(const std::string& name) const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].first == name) return i;
  LAGUZ_ASSERT(false, "no field " + name);
}

std::size_t Layout::tag(const std::string& name) const {
  for (std::size_t i = 0; i < constructors.size(); ++i)
    if (constructors[i].first == name) return i;
  LAGUZ_ASSERT(false, "no constructor " + name);
}

const Layout* Layouts::intern(const std::string& key, Layout layout) {
  auto [at, fresh] = known_.try_emplace(key);
  if (fresh) {
    layout.id = static_cast<std::uint32_t>(known_.size());
    at->second = std::make_unique<const Layout>(std::move(layout));
  }
  return at->second.get();
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
  for (const core::Type& leaf : element->leaves) layout.leaves.push_back(leaf.array_of());
  if (element->leaves.empty()) layout.leaves = {{ScalarType::u8, 1, false}};
  return intern("[" + std::to_string(element->id), std::move(layout));
}

const Layout* Layouts::record(std::vector<std::pair<std::string, const Layout*>> fields) {
  Layout layout;
  layout.kind = Layout::Kind::record;
  std::string key = "{";
  for (const auto& [name, field] : fields) {
    key += name + ":" + std::to_string(field->id) + ",";
    layout.is_static |= field->is_static;
    layout.leaves.insert(layout.leaves.end(), field->leaves.begin(), field->leaves.end());
  }
  layout.fields = std::move(fields);
  return intern(key, std::move(layout));
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
      layout.is_static |= payload->is_static;
      layout.leaves.insert(layout.leaves.end(), payload->leaves.begin(), payload->leaves.end());
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
  return intern("acc" + std::to_string(array->id), std::move(layout));
}

const Layout* Layouts::function() {
  Layout layout;
  layout.kind = Layout::Kind::function;
  layout.is_static = true;
  return intern("->", std::move(layout));
}

}  // namespace laguz::check::lower
