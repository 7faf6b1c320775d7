#include "engine/written_as.hpp"

namespace laguz::engine {

namespace typed = check::typed;

std::optional<std::string> text_of(const check::Checker& names, const Def& def) {
  const typed::Exp* exp = def.body.get();
  while (exp != nullptr) {
    if (const auto* bytes = std::get_if<typed::Bytes>(&exp->node)) return bytes->bytes;
    const auto* var = std::get_if<typed::Var>(&exp->node);
    const Def* named = var == nullptr ? nullptr : names.find_def(var->id);
    exp = named != nullptr && named->params.empty() ? named->body.get() : nullptr;
  }
  return std::nullopt;
}

const check::Scheme& scheme_of(const check::Checker& names, const Def& def) {
  const auto* var = def.body != nullptr ? std::get_if<typed::Var>(&def.body->node) : nullptr;
  const Def* named = var != nullptr ? names.find_def(var->id) : nullptr;
  return (named != nullptr && is_general(*named) ? *named : def).scheme;
}

}  // namespace laguz::engine
