// Nests of sums that go over the same arrays are one nest, with a sum for each: what they read is
// read once, and chains of additions overlap. Derivatives have such, one for each element of a
// small filter; they stand alone because each might have been a product, for which there is a
// kernel (core/products/distribute.hpp), and none is. After that.
#include <algorithm>

#include "core/fusion/footprint.hpp"
#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/products/nests.hpp"
#include "core/products/sums.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

constexpr std::size_t kSumsOfOne = 16;  ///< of one nest
constexpr std::size_t kSumsApart = 64;  ///< statements between two

/// Whether nothing in it has a place among other statements, but that it may read outside of
/// arrays.
bool has_no_order(const Exp& exp) {
  const Footprint print = footprint_of(exp, {});
  return !print.ordered && !print.asserts && print.adds.empty() && print.consumes.empty();
}

/// Numbers of iterations alone.
bool gives_only_numbers(const Stm& stm) {
  const auto* soac = std::get_if<Soac>(&stm.exp.node);
  return soac != nullptr && !soac->sequential && soac->scans.empty() && !stm.binders.empty() &&
         has_no_order(stm.exp) &&
         std::all_of(soac->row_shapes.begin(), soac->row_shapes.end(),
                     [](const Atoms& row) { return row.empty(); });
}

/// How many Soacs it is in one another, if there is one in each but the innermost, beside numbers
/// and views; 0 if not.
int depth_of_sums(const Stm& stm) {
  if (!gives_only_numbers(stm)) return 0;
  int inner = 0;
  for (const Stm& one : std::get<Soac>(stm.exp.node).lambda.body.stms) {
    if (std::holds_alternative<PrimApp>(one.exp.node) || products::is_view(one.exp)) continue;
    const int depth = inner == 0 ? depth_of_sums(one) : 0;
    if (depth == 0 || std::get<Soac>(one.exp.node).reduces.empty()) return 0;
    inner = depth;
  }
  return 1 + inner;
}

bool are_alike(const Stm& a, const Stm& b) {
  const auto &one = std::get<Soac>(a.exp.node), &other = std::get<Soac>(b.exp.node);
  return one.width == other.width && one.arrays == other.arrays &&
         a.binders.size() + b.binders.size() <= kSumsOfOne;
}

/// Whether statement [j] may stand where [i] does.
bool is_free(const Body& body, std::size_t i, std::size_t j) {
  VarSet read;
  for (const Binder& free : free_variables(body.stms[j].exp)) read.insert(free.id);
  for (std::size_t k = i; k < j; ++k) {
    if (k > i && !has_no_order(body.stms[k].exp)) return false;
    for (const Binder& binder : body.stms[k].binders)
      if (read.count(binder.id) != 0) return false;
  }
  return true;
}

/// [in_sums]: of a nest of several sums, where there are no products for a kernel.
bool fuse_alike_in(Body& body, bool in_sums) {
  bool any = false;
  const auto takes = [&](const Stm& stm) {
    return in_sums ? gives_only_numbers(stm)
                   : depth_of_sums(stm) >= 2 && !products::is_product(stm, {});
  };
  for (std::size_t i = 0; i < body.stms.size(); ++i) {
    const bool is_taken = takes(body.stms[i]);
    for (std::size_t j = i + 1; is_taken && j < body.stms.size() && j < i + kSumsApart;) {
      if (!takes(body.stms[j]) || !are_alike(body.stms[i], body.stms[j]) || !is_free(body, i, j)) {
        ++j;
        continue;
      }
      body.stms[i] = fused(std::move(body.stms[i]), std::move(body.stms[j]), {});
      body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(j));
      any = true;
    }
    const bool sums = gives_only_numbers(body.stms[i]) && body.stms[i].binders.size() > 1;
    visit(
        body.stms[i].exp, [](Atom&) {},
        [&](Body& inner, Binders&) { any = fuse_alike_in(inner, sums) || any; });
  }
  return any;
}

}  // namespace

bool fuse_alike_sums(Body& body) { return fuse_alike_in(body, false); }

}  // namespace laguz::core::fusion
