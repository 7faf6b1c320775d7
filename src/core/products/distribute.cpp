// Distribution: products of matrices and vectors that stand among other things in a Soac become
// statements of their own, which the evaluator has a kernel for (eval/products.hpp).
//
// Only Soacs that the evaluator meets at its own level are divided, and only around sums of
// products whose factors are rows of other arrays: what is kept in memory instead are their sums,
// and what the factors are computed from. No order of additions changes but that of accumulators
// whose sums may be parted. Fusion must not come after it.
#include "core/products/distribute.hpp"

#include <algorithm>

#include "core/products/gathered.hpp"
#include "core/products/split_sums.hpp"

namespace laguz::core::products {
namespace {

class Distributor {
 public:
  Distributor(Names& names, const Scopes& safe)
      : names_(names), divider_(names, safe, known_), gathered_(names, known_, divider_) {}

  bool run(Body& body) {
    known_.look(body);
    in(body);
    return changed_;
  }

 private:
  void in(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (std::holds_alternative<If>(stm.exp.node) || std::holds_alternative<Loop>(stm.exp.node) ||
          std::holds_alternative<WithAcc>(stm.exp.node))
        visit(
            stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
      if (std::holds_alternative<Soac>(stm.exp.node))
        divide(std::move(stm), body.stms);
      else
        body.stms.push_back(std::move(stm));
    }
  }

  /// [stm], a Soac, as several statements. Sums of two products are added one by one if there are
  /// kernels for them then.
  void divide(Stm stm, std::vector<Stm>& to) {
    if (soac_of(stm).sequential) return to.push_back(std::move(stm));
    Stm other = stm;
    std::vector<Stm> parts, others;
    divide_as_it_is(std::move(stm), parts, Sums::whole);
    if (const int left = products_left(parts, known_.iotas); left > 0) {
      if (split_sums(soac_of(other), known_, names_)) known_.look(soac_of(other).lambda.body);
      divide_as_it_is(std::move(other), others, Sums::some);
      if (products_left(others, known_.iotas) < left) parts = std::move(others);
    }
    changed_ = changed_ || parts.size() > 1;
    std::move(parts.begin(), parts.end(), std::back_inserter(to));
  }

  void divide_as_it_is(Stm stm, std::vector<Stm>& to, Sums sums_of_nests) {
    changed_ = gathered_.reduce(soac_of(stm).lambda.body, sums_of_nests) || changed_;
    std::vector<Stm> after;
    // Products that lanes would log, and add one by one, are worth much.
    while (auto last = divider_.peeled(stm, Reuse::any)) after.push_back(std::move(*last));
    std::vector<Path> sums;
    find_sums(soac_of(stm), {}, sums);
    for (std::size_t seen = 0; seen < sums.size();) {
      if (auto first = divider_.hoisted(stm, sums[seen])) {
        to.push_back(std::move(*first));
      } else if (auto before = divider_.split_levels(stm, sums[seen])) {
        for (Stm& one : *before) divide(std::move(one), to);
      } else {
        ++seen;
        continue;
      }
      sums.clear();
      find_sums(soac_of(stm), {}, sums);
    }
    to.push_back(std::move(stm));
    std::move(after.rbegin(), after.rend(), std::back_inserter(to));
  }

  Names& names_;
  Known known_;
  NestDivider divider_;
  GatheredSums gathered_;
  bool changed_ = false;
};

}  // namespace

bool distribute(Body& body, Names& names, const Scopes& safe) {
  return Distributor(names, safe).run(body);
}

}  // namespace laguz::core::products
