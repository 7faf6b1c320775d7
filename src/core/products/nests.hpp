// Nests of Soacs: levels, and what statements of one need. Only core/ includes this.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/passes.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::products {

/// Where a statement stands in a nest: its place in the body of each level.
using Path = std::vector<std::size_t>;

inline Soac& soac_of(Stm& stm) { return std::get<Soac>(stm.exp.node); }
inline const Soac& soac_of(const Stm& stm) { return std::get<Soac>(stm.exp.node); }

inline bool has_kernel(ScalarType type) {
  return type == ScalarType::f32 || type == ScalarType::f64;
}
/// Looks into an array, says where to look, or is one number many times, and may as well be done
/// twice.
bool is_view(const Exp& exp);
bool is_iota(const Exp& exp);
/// The application of [op], to floats that there is a kernel for, that [stm] is.
const PrimApp* prim_of(const Stm& stm, prims::Op op);
void add_free(const Exp& exp, VarSet& to);
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

/// Statements of a level that some variables are computed from, with the parameters and views that
/// those need, or the variables themselves.
struct Sources {
  std::vector<bool> stms, views, params;

  explicit Sources(const Level& level)
      : stms(level.body().stms.size()),
        views(stms.size()),
        params(level.soac().lambda.params.size()),
        level_(level) {}
  void add(const VarSet& wanted);

 private:
  const Level& level_;
};

/// The levels around the statement at [path], outermost first.
std::vector<Level> levels_of(const Soac& soac, const Path& path);
/// Whether the widths of inner levels are known outside of the nest.
bool widths_outside(const std::vector<Level>& levels);
/// The levels whose iterations [var], bound in one of the first [depth], depends on; as bits.
std::uint64_t levels_under(const std::vector<Level>& levels, std::size_t depth, VarId var);
/// The level of whose iterations [var] is the number. [iotas]: arrays of 0, 1, ... there are.
std::optional<std::size_t> number_of(const std::vector<Level>& levels, const VarSet& iotas,
                                     VarId var);
/// Along the iterations of a level, from a number on; or always there.
struct Place {
  std::optional<std::size_t> level;
  std::optional<Atom> start;  ///< absent: 0
  /// So many levels, the outermost, are around what binds it; no level, if it is known outside of
  /// the nest.
  std::size_t around = 0;
};
/// What place [index] is.
Place place_in(const std::vector<Level>& levels, const VarSet& iotas, const Atom& index);
/// Paths to updates of accumulators in the nest.
void find_updates(const Soac& soac, const Path& path, std::vector<Path>& found);
inline VarId acc_of(const Stm& stm) { return std::get<AccUpdate>(stm.exp.node).acc.var; }
/// Updates of [acc] in [body], at any depth.
int count_updates(const Body& body, VarId acc);
/// Nothing but views stands beside the [group] at the end of the [path].
bool is_only(const std::vector<Level>& levels, const Path& path,
             const std::vector<std::size_t>& group);
/// Where [var] is bound in [level], by a statement.
Binder binder_of(const Level& level, VarId var);

}  // namespace laguz::core::products
