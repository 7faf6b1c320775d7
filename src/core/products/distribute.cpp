// Distribution: products of matrices and vectors that stand among other things in a Soac become
// statements of their own, which the evaluator has a kernel for (eval/products.hpp).
//
// Only Soacs that the evaluator meets at its own level are divided, and only around sums of
// products whose factors are rows of other arrays: what is kept in memory instead are their sums,
// and what the factors are computed from. No order of additions changes but that of accumulators
// whose sums may be parted. Fusion must not come after it.
#include "core/products/distribute.hpp"

#include <algorithm>

#include "core/builder.hpp"
#include "core/products/gathered.hpp"
#include "core/products/split_sums.hpp"

namespace laguz::core::products {
namespace {

class Distributor {
 public:
  Distributor(Names& names, const Scopes& safe, Reuse inner)
      : names_(names),
        inner_(inner),
        divider_(names, safe, known_),
        gathered_(names, known_, divider_) {}

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

  /// [stm], a Soac, as several statements.
  void divide(Stm stm, std::vector<Stm>& to) {
    if (soac_of(stm).sequential) return to.push_back(std::move(stm));
    const bool choosing = inner_ == Reuse::likely;
    std::vector<Atoms> uses;
    std::vector<Stm> parts = fewest_left(stm, uses);
    if (choosing && uses.empty()) return to.push_back(std::move(stm));  // the same as before
    changed_ = changed_ || parts.size() > 1;
    if (choosing)
      choose(std::move(stm), std::move(parts), uses, to);
    else
      std::move(parts.begin(), parts.end(), std::back_inserter(to));
  }

  /// [stm] divided, as it is or with its sums added one by one, if there are kernels for them then.
  std::vector<Stm> fewest_left(const Stm& stm, std::vector<Atoms>& uses) {
    std::vector<Stm> parts, others;
    divide_as_it_is(stm, parts, Sums::whole, uses);
    const int left = products_left(parts, known_.iotas);
    if (left == 0) return parts;
    Stm other = stm;
    std::vector<Atoms> other_uses;
    if (split_sums(soac_of(other), known_, names_)) known_.look(soac_of(other).lambda.body);
    divide_as_it_is(std::move(other), others, Sums::some, other_uses);
    if (products_left(others, known_.iotas) >= left) return parts;
    uses = std::move(other_uses);
    return others;
  }

  void divide_as_it_is(Stm stm, std::vector<Stm>& to, Sums sums_of_nests,
                       std::vector<Atoms>& uses) {
    changed_ = gathered_.reduce(soac_of(stm).lambda.body, sums_of_nests) || changed_;
    std::vector<Stm> after;
    // Products that lanes would log, and add one by one, are worth much.
    while (auto last = divider_.peeled(stm, Reuse::any)) after.push_back(std::move(*last));
    std::vector<Path> sums;
    find_sums(soac_of(stm), {}, sums);
    for (std::size_t seen = 0; seen < sums.size();) {
      if (auto first = divider_.hoisted(stm, sums[seen])) {
        to.push_back(std::move(*first));
      } else if (auto before = divider_.split_levels(stm, sums[seen], inner_, uses)) {
        for (Stm& one : *before) divide_as_it_is(std::move(one), to, Sums::whole, uses);
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

  // ---- Where lengths say what is better

  /// [parts] if what they keep is used often enough, else [stm].
  void choose(Stm stm, std::vector<Stm> parts, const std::vector<Atoms>& uses,
              std::vector<Stm>& to) {
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    const Atom enough = Atom::i64(kReuse);
    std::optional<Atom> all;
    for (const Atoms& widths : uses) {
      Atom times = Atom::i64(1);
      for (const Atom& width : widths)
        times = out.prim("min", {out.mul(times, out.prim("min", {width, enough})), enough});
      const Atom often = out.prim("le", {enough, times});
      all = all ? out.prim("and", {*all, often}) : often;
    }
    Body divided, whole;
    for (const Binder& binder : stm.binders) divided.results.push_back(binder.atom());
    whole.results = divided.results;
    divided.stms = std::move(parts);
    const Binders results = stm.binders;
    const Stm near{{}, {}, stm.span, stm.inlined_at};
    whole.stms.push_back(std::move(stm));
    If choice;
    choice.condition = *all;
    choice.then_body = refresh(divided, names_);
    choice.else_body = refresh(whole, names_);
    known_.look(choice.then_body);
    known_.look(choice.else_body);
    for (Stm& one : out.finish({}).stms) to.push_back(std::move(one));
    to.push_back({results, {std::move(choice)}, near.span, near.inlined_at});
  }

  Names& names_;
  Reuse inner_;  ///< what is wanted of factors that inner levels compute
  Known known_;
  NestDivider divider_;
  GatheredSums gathered_;
  bool changed_ = false;
};

}  // namespace

bool distribute(Body& body, Names& names, const Scopes& safe) {
  return Distributor(names, safe, Reuse::certain).run(body);
}

bool distribute_by_lengths(Body& body, Names& names, const Scopes& safe) {
  return Distributor(names, safe, Reuse::likely).run(body);
}

}  // namespace laguz::core::products
