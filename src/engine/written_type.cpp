#include <algorithm>

#include "engine/engine.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {

// The checker sees through abbreviations.
std::optional<std::string> written_type(const Def& def) {
  if (!def.span) return std::nullopt;
  const ast::Prog program = syntax::parse_program(*def.span.file);
  const auto dec = std::find_if(program.decs.begin(), program.decs.end(),
                                [&](const ast::DecPtr& d) { return d->span == def.span; });
  if (dec == program.decs.end()) return std::nullopt;
  const auto* val = std::get_if<ast::ValDec>(&(*dec)->node);
  if (val == nullptr || val->params.empty()) return std::nullopt;
  const ast::Pat* pat = val->params[0].get();
  for (;;) {
    if (const auto* parens = std::get_if<ast::PatParens>(&pat->node))
      pat = parens->inner.get();
    else if (const auto* attr = std::get_if<ast::PatAttr>(&pat->node))
      pat = attr->inner.get();
    else
      break;
  }
  const auto* ascript = std::get_if<ast::PatAscript>(&pat->node);
  if (ascript == nullptr) return std::nullopt;
  const ast::TypeExp* type = ascript->type.get();
  for (;;) {
    if (const auto* parens = std::get_if<ast::TypeParens>(&type->node))
      type = parens->inner.get();
    else if (const auto* unique = std::get_if<ast::TypeUnique>(&type->node))
      type = unique->inner.get();
    else
      break;
  }
  const auto* named = std::get_if<ast::TypeVar>(&type->node);
  if (named == nullptr) return std::nullopt;
  std::string name;
  for (const ast::Name& qualifier : named->name.quals) name += qualifier + ".";
  return name + named->name.name;
}

}  // namespace laguz::engine
