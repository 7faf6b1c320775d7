#include "lower/shown_sizes.hpp"

#include <variant>

#include "support/overloaded.hpp"

namespace laguz::lower {

namespace {

void find(const check::TypePtr& unresolved, ShownSizes::Shown& shown) {
  const check::TypePtr type = check::resolve(unresolved);
  std::visit(support::overloaded{
                 [&](const check::TypeArray& array) {
                   const check::SizePtr size = check::resolve(array.size);
                   if (const auto* var = std::get_if<check::SizeVar>(&size->node))
                     shown.sizes.insert(var->id);
                   find(array.element, shown);
                 },
                 [&](const check::TypeRecord& record) {
                   for (const auto& field : record.fields) find(field.second, shown);
                 },
                 [&](const check::TypeAbstract& abstract) { find(abstract.representation, shown); },
                 [&](const check::TypeParamRef& param) { shown.types.insert(param.id); },
                 [](const auto&) {},
             },
             type->node);
}

void find(const check::typed::Pat& pattern, ShownSizes::Shown& shown) {
  find(pattern.type, shown);
  if (const auto* record = std::get_if<check::typed::PatRecord>(&pattern.node))
    for (const auto& field : record->fields) find(*field.second, shown);
}

}  // namespace

const ShownSizes::Shown& ShownSizes::of(const check::typed::Def& def) {
  if (const auto known = known_.find(def.id); known != known_.end()) return known->second;
  Shown shown;
  for (const auto& param : def.params) find(*param, shown);
  return known_[def.id] = std::move(shown);
}

}  // namespace laguz::lower
