#include "core/program.hpp"

namespace laguz::core {

VarId Names::fresh(std::string_view hint) {
  const VarId id = fresh();
  if (!hint.empty()) hints_.emplace(id, hint);
  return id;
}

void Names::name(VarId id, std::string_view hint) {
  if (!hint.empty()) hints_.emplace(id, hint);
}

std::string_view Names::hint(VarId id) const {
  const auto found = hints_.find(id);
  return found == hints_.end() ? std::string_view{} : std::string_view{found->second};
}

}  // namespace laguz::core
