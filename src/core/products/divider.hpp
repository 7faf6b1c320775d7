// Division of nests: products that stand among other things become nests of their own.
#pragma once

#include <optional>
#include <vector>

#include "core/products/known.hpp"
#include "core/products/row_lengths.hpp"
#include "core/products/sums.hpp"

namespace laguz::core::products {

/// The products that are reduced in [soac], and in nests in it.
void find_sums(const Soac& soac, const Path& path, std::vector<Path>& found);

class NestDivider {
 public:
  /// [safe]: what certainly does not fail where it stands.
  NestDivider(Names& names, const Scopes& safe, Known& known)
      : names_(names), safe_(safe), known_(known), lengths_(names) {}

  /// A nest of the sum at [path] alone, whose results [stm] then reads.
  std::optional<Stm> hoisted(Stm& stm, const Path& path);
  /// What the factors at [path] are computed from, in Soacs of their own before [stm]; in inner
  /// levels before their Soac first.
  /// [inner]: what is wanted of the factors that those compute, which become as long as the levels
  /// around are. If it is only likely that they are used often, how often goes to [uses].
  std::optional<std::vector<Stm>> split_levels(Stm& stm, Path path, Reuse inner,
                                               std::vector<Atoms>& uses);
  /// What adds products to an accumulator, somewhere in the nest, as a statement to come after it.
  /// Those that iterations around them have places for are worth it if each has many terms: how
  /// many goes to [uses]; without that they stay.
  std::optional<Stm> peeled(Stm& stm, Reuse reuse, std::vector<Atoms>* uses);
  /// An update, somewhere in the nest, as a statement to come after it: of one of the nest's [own]
  /// accumulators, not as deep as others multiply; or of products, for an accumulator from around.
  std::optional<Stm> taken_out(Stm& stm, const VarSet& own);
  /// Lengths that the last of these divisions has named: to come before all that it made.
  std::vector<Stm> lengths() { return lengths_.take(); }

 private:
  /// Whether a Soac stands in no other of the nest.
  enum class Stands : std::uint8_t { outermost, inside };
  /// Nothing of [stm] is seen but what it adds to accumulators whose sums may be parted.
  bool only_adds(const Stm& stm) const;
  /// What the factors at [path], which [stm] itself computes, are computed from, in a Soac of its
  /// own before it.
  std::optional<Stm> split(Stm& stm, const Path& path, Stands stands);
  /// [group]: statements of the innermost lambda on the [path], with the last place of it.
  std::optional<Stm> without(Stm& stm, const Path& path, const std::vector<std::size_t>& group,
                             Stands stands = Stands::outermost);
  /// The statements at [places] of the lambda of [stm], whose results nobody else uses, as a Soac
  /// of their own to come after it; what they need is mapped by [stm].
  std::optional<Stm> without(Stm& stm, const std::vector<std::size_t>& places, Stands stands);
  std::optional<Atoms> row_lengths(const Level& level, const Binder& var, Stands stands);

  Names& names_;
  const Scopes& safe_;
  Known& known_;
  RowLengths lengths_;
};

}  // namespace laguz::core::products
