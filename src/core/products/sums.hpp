// Sums of products in nests: those that are reduced, and those that are added to accumulators.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/products/nests.hpp"

namespace laguz::core::products {

/// The product of two variables that is all that [body] computes, besides views.
const PrimApp* only_product(const Body& body, VarId product);
/// A number that is a sum of products of elements.
bool is_sum_of_products(const Stm& stm);
/// What is wanted of a factor that is computed: that it is used often, or that nothing says that it
/// is not, or that it is used in more than one product.
enum class Reuse : std::uint8_t { certain, likely, any };
/// Whether the factors of [sum] depend on different levels: else it is one product of vectors for
/// each iteration, which a kernel does not help.
bool is_of_matrices(const std::vector<Level>& levels, const Stm& sum, Reuse reuse);
/// How often each of the factors of [sum] is used that the nest computes: as factors of a number.
/// (They depend on different levels.)
std::vector<Atoms> uses_of_factors(const std::vector<Level>& levels, const Stm& sum);
/// So often is a factor used that is worth being kept: lanes multiply as fast by then, but if they
/// are few.
constexpr std::int64_t kReuse = 16, kReuseInFewLanes = 4;
constexpr std::int64_t kFewLanes = 64;
/// Likewise of [factors] in a nest.
bool are_of_matrices(const std::vector<Level>& levels, const std::vector<VarId>& factors,
                     Reuse reuse);
/// An update of an accumulator, and what makes the product, or the array of products, that it adds.
struct AddedProducts {
  std::vector<std::size_t> places;  ///< of these two in the innermost level; the update last
  /// The levels along which the places of the products are, in order, and where they begin; what is
  /// always at one place goes along none. The array's maps are some, the innermost, that [levels]
  /// do not have.
  std::vector<Place> numbered;
  std::vector<std::size_t> summed;  ///< the levels that are left, in order
  /// So many levels, the outermost, each of whose iterations has places of its own for them: there
  /// are products for each.
  std::size_t around = 0;
};
/// The statement of the innermost level that makes the products which the update [u] there adds, if
/// their factors depend on different levels; wherever it adds them.
std::optional<std::size_t> product_added(const std::vector<Level>& levels, std::size_t u,
                                         Reuse reuse);
/// Of the update [u] in the innermost level, if the factors depend on different levels, within
/// those that are around.
std::optional<AddedProducts> added_products(const std::vector<Level>& levels, const VarSet& iotas,
                                            std::size_t u, Reuse reuse);
/// Whether all that [stm] does is a product of matrices or vectors: maps of a sum of products, or
/// products that are added to an accumulator.
bool is_product(const Stm& stm, const VarSet& iotas);
/// How many Soacs of [body] are around the products in it, at most.
std::size_t depth_of_products(const Body& body);
/// Products in inner iterations of [stms] that no kernel takes: those of nests that do something
/// else, too.
int products_left(const std::vector<Stm>& stms, const VarSet& iotas);
/// How many iterations the levels have that number the places of [products].
Atoms widths_of(const std::vector<Level>& levels, const AddedProducts& products);
/// [sums], of the lengths [widths], are added to [array] from the [starts] on, which gives
/// [result]; what is outside of the array is left out.
struct Addend {
  Binder sums;
  Atoms widths;
  std::vector<std::optional<Atom>> starts;
  Binder result;
  Atom array;
};
/// [of_zeros]: the array is nothing but zeros.
std::vector<Stm> added_to(const Addend& addend, bool of_zeros, const Stm& near, Names& names);
/// What the nest [stm], which has nothing but views besides [products] at the [path], adds to
/// zeros, as if they were as long: maps of a reduction that make [result]; behind statements that
/// they need.
std::vector<Stm> as_reduction(const Stm& stm, const Path& path, const AddedProducts& products,
                              const Binder& result, const VarSet& iotas, Names& names);

}  // namespace laguz::core::products
