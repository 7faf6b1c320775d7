#include "ad/named_lengths.hpp"

namespace laguz::ad {

using core::ArrayOp;

void NamedLengths::note(core::VarId array, int dim, const core::Atom& length) {
  names_[array].push_back({dim, length});
  noted_.push_back(array);
}

void NamedLengths::note(const core::Stm& stm) {
  if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node)) {
    const std::size_t first = stm.binders.size() - soac->row_shapes.size();
    for (std::size_t r = first; r < stm.binders.size(); ++r) {
      note(stm.binders[r].id, 0, soac->width);
      int dim = 0;
      for (const core::Atom& length : soac->row_shapes[r - first])
        note(stm.binders[r].id, ++dim, length);
    }
    return;
  }
  const auto* app = std::get_if<core::ArrayApp>(&stm.exp.node);
  if (app == nullptr) return;
  const core::Binder& made = stm.binders[0];
  if (app->op == ArrayOp::shape) {
    note(app->args[0].var, static_cast<int>(app->attrs[0]), made.atom());
  } else if (app->op == ArrayOp::zeros) {
    for (int d = 0; d < made.type.rank; ++d)
      note(made.id, d, app->args[static_cast<std::size_t>(d)]);
  } else if (app->op == ArrayOp::replicate || app->op == ArrayOp::iota) {
    note(made.id, 0, app->args[0]);
    for (int d = 1; d < made.type.rank; ++d)
      if (const auto inner = of(app->args[1], d - 1)) note(made.id, d, *inner);
  }
}

void NamedLengths::forget(std::size_t count) {
  for (; noted_.size() > count; noted_.pop_back()) {
    const auto known = names_.find(noted_.back());
    known->second.pop_back();
    if (known->second.empty()) names_.erase(known);  // (It lives as long as the session.)
  }
}

std::optional<core::Atom> NamedLengths::of(const core::Atom& array, int dim) const {
  const auto known = names_.find(array.var);
  if (known == names_.end()) return {};
  for (const Name& name : known->second)
    if (name.dim == dim) return name.length;
  return {};
}

}  // namespace laguz::ad
