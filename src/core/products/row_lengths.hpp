// How long the rows are that statements of a level give. Only core/products includes this.
#pragma once

#include <optional>
#include <vector>

#include "core/builder.hpp"
#include "core/products/nests.hpp"

namespace laguz::core::products {

class RowLengths {
 public:
  explicit RowLengths(Names& names) : before_(names) {}

  /// Lengths of [var], which a statement of [level] binds; nothing when they are not known outside.
  std::optional<Atoms> of(const Level& level, const Binder& var) const;
  /// Likewise in the outermost level of a nest: lengths that have no name yet get one, by
  /// statements to come before the nest.
  std::optional<Atoms> named(const Level& level, const Binder& var);
  /// These statements, since they were last asked for.
  std::vector<Stm> take();

 private:
  std::optional<Atoms> outside(const Level& level, const Atom& var);

  Builder before_;
};

}  // namespace laguz::core::products
