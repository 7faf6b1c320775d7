// Nests of Soacs as `distribute_products` sees them: levels, what statements of one need, and sums
// of products. Only core/ includes this.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/passes.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion {

/// Where a statement stands in a nest: its place in the body of each level.
using Path = std::vector<std::size_t>;

inline Soac& soac_of(Stm& stm) { return std::get<Soac>(stm.exp.node); }
inline const Soac& soac_of(const Stm& stm) { return std::get<Soac>(stm.exp.node); }

inline bool has_kernel(ScalarType type) {
  return type == ScalarType::f32 || type == ScalarType::f64;
}
/// Looks into an array, and may as well be done twice.
bool is_view(const Exp& exp);
bool is_iota(const Exp& exp);
/// The application of [op], to floats that there is a kernel for, that [stm] is.
const PrimApp* prim_of(const Stm& stm, prims::Op op);
/// The product of two variables that is all that [body] computes, besides views.
const PrimApp* only_product(const Body& body, VarId product);
/// A number that is a sum of products of elements.
bool is_sum_of_products(const Stm& stm);
void add_free(const Exp& exp, VarSet& to);
/// Arrays of zeros, with their lengths.
using Zeros = std::unordered_map<VarId, Atoms>;
/// Drops operands among [some] whose elements nobody reads any more; their widths are looked at by
/// the statement that does.
void drop_unread(Soac& soac, const std::vector<bool>& some);

/// One Soac of a nest: what it binds, and where a statement's operands come from.
class Level {
 public:
  explicit Level(const Soac& soac) : soac_(&soac) {
    for (std::size_t i = 0; i < soac.lambda.params.size(); ++i)
      params_[soac.lambda.params[i].id] = i;
    for (std::size_t s = 0; s < soac.lambda.body.stms.size(); ++s)
      for (const Binder& binder : soac.lambda.body.stms[s].binders) stms_[binder.id] = s;
  }
  const Soac& soac() const { return *soac_; }
  const Body& body() const { return soac_->lambda.body; }
  std::optional<std::size_t> param(VarId var) const { return find(params_, var); }
  std::optional<std::size_t> stm(VarId var) const { return find(stms_, var); }
  bool binds(VarId var) const { return param(var) || stm(var); }

 private:
  static std::optional<std::size_t> find(const std::unordered_map<VarId, std::size_t>& in,
                                         VarId var) {
    const auto found = in.find(var);
    return found == in.end() ? std::nullopt : std::optional(found->second);
  }
  const Soac* soac_;
  std::unordered_map<VarId, std::size_t> params_, stms_;
};

/// What some statements of a level need: parameters, views that are made again, and what is
/// neither.
struct Needs {
  std::vector<bool> params, views;
  std::vector<VarId> made;  ///< by statements that are no views
  VarSet outside;

  Needs(const Level& level, const VarSet& wanted);
};

/// [stm], a WithAcc, around no more than what lies between the first and the last statement that
/// use its accumulators; with those before and behind.
std::vector<Stm> narrowed(const Stm& stm, Names& names);

/// The levels around the statement at [path], outermost first.
std::vector<Level> levels_of(const Soac& soac, const Path& path);
/// Whether the widths of inner levels are known outside of the nest.
bool widths_outside(const std::vector<Level>& levels);
/// The levels whose iterations [var], bound in one of the first [depth], depends on; as bits.
std::uint64_t levels_under(const std::vector<Level>& levels, std::size_t depth, VarId var);
/// What is wanted of a factor that is computed: that it is used often, or that nothing says that it
/// is not, or that it is used in more than one product.
enum class Reuse : std::uint8_t { certain, likely, any };
/// Whether the factors of [sum] depend on different levels: else it is one product of vectors for
/// each iteration, which a kernel does not help.
bool is_of_matrices(const std::vector<Level>& levels, const Stm& sum, Reuse reuse);
/// The level of whose iterations [var] is the number. [iotas]: arrays of 0, 1, ... there are.
std::optional<std::size_t> number_of(const std::vector<Level>& levels, const VarSet& iotas,
                                     VarId var);
/// An update of an accumulator, and what makes the product, or the array of products, that it adds.
struct AddedProducts {
  std::vector<std::size_t> places;  ///< of these two in the innermost level; the update last
  /// The levels whose numbers the places of the products have, in order. The array's maps are some,
  /// the innermost, that [levels] do not have.
  std::vector<std::size_t> numbered;
  std::vector<std::size_t> summed;  ///< the levels that are left, in order
};
/// Of the update [u] in the innermost level, if the factors depend on different levels.
std::optional<AddedProducts> added_products(const std::vector<Level>& levels, const VarSet& iotas,
                                            std::size_t u, Reuse reuse);
/// Paths to updates of accumulators in the nest.
void find_updates(const Soac& soac, const Path& path, std::vector<Path>& found);
inline VarId acc_of(const Stm& stm) { return std::get<AccUpdate>(stm.exp.node).acc.var; }
/// Updates of [acc] in [body], at any depth.
int count_updates(const Body& body, VarId acc);
/// Nothing but views stands beside the [group] at the end of the [path].
bool is_only(const std::vector<Level>& levels, const Path& path,
             const std::vector<std::size_t>& group);
/// How many Soacs of [body] are around the products in it, at most.
std::size_t depth_of_products(const Body& body);
/// Products in inner iterations of [stms] that no kernel takes: those of nests that do something
/// else, too.
int products_left(const std::vector<Stm>& stms, const VarSet& iotas);
/// Has updates of accumulators [apart] whose values are sums of two products, numbers or rows, be
/// two updates; whether there were any. Accumulators within [soac] that begin as [zeros] are two.
bool split_sums(Soac& soac, const VarSet& apart, const Zeros& zeros, Names& names);
/// How many iterations the levels have that number the places of [products].
Atoms widths_of(const std::vector<Level>& levels, const AddedProducts& products);
/// [part], of the lengths [widths], as the beginning of the [zeros] of these [lengths]; what is
/// behind their end is left out.
std::vector<Stm> in_the_beginning(const Binder& part, const Atoms& widths, const Binder& result,
                                  const Atom& zeros, const Atoms& lengths, const Stm& near,
                                  Names& names);
/// What the nest [stm], which has nothing but views besides [products] at the [path], adds to
/// zeros, as if they were as long: maps of a reduction that make [result]; behind statements that
/// they need.
std::vector<Stm> as_reduction(const Stm& stm, const Path& path, const AddedProducts& products,
                              const Binder& result, const VarSet& iotas, Names& names);
/// Where [var] is bound in [level], by a statement.
Binder binder_of(const Level& level, VarId var);
/// Lengths of the rows that [var], bound in [level], gives; nothing when they are not known
/// outside.
std::optional<Atoms> row_shape(const Level& level, const Binder& var);

}  // namespace laguz::core::fusion
