// Distribution: products of matrices and vectors that stand among other things in a Soac become
// statements of their own, which the evaluator has a kernel for (eval/products.hpp).
//
// Only Soacs that the evaluator meets at its own level are divided, and only around sums of
// products whose factors are rows of other arrays: what is kept in memory instead are their sums,
// and what the factors are computed from. No order of additions changes but that of accumulators
// whose sums may be parted. Fusion must not come after it, but that of cheap nests.
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
        safe_(safe),
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

  /// A Soac as several statements.
  struct Divided {
    std::vector<Stm> stms;
    /// How often factors are used that inner levels compute, where lengths say so.
    std::vector<Atoms> uses;
    bool reduced = false;  ///< there were sums that a nest gathers
  };

  void divide(Stm stm, std::vector<Stm>& to) {
    if (soac_of(stm).sequential) return to.push_back(std::move(stm));
    const bool choosing = inner_ == Reuse::likely;
    Divided divided = fewest_left(stm);
    if (choosing && divided.uses.empty()) return to.push_back(std::move(stm));  // as it was before
    changed_ = changed_ || divided.reduced || divided.stms.size() > 1;
    if (choosing)
      choose(std::move(stm), std::move(divided), to);
    else
      std::move(divided.stms.begin(), divided.stms.end(), std::back_inserter(to));
  }

  /// [stm] divided, as it is or with its sums added one by one, if there are kernels for them then.
  Divided fewest_left(const Stm& stm) {
    Divided whole;
    divide_as_it_is(stm, Sums::whole, whole);
    const int left = products_left(whole.stms, known_.iotas);
    if (left == 0) return whole;
    Stm other = stm;
    if (split_sums(soac_of(other), known_, safe_, names_)) known_.look(soac_of(other).lambda.body);
    Divided parts;
    divide_as_it_is(std::move(other), Sums::some, parts);
    return products_left(parts.stms, known_.iotas) < left ? parts : whole;
  }

  void divide_as_it_is(Stm stm, Sums sums_of_nests, Divided& to) {
    to.reduced = gathered_.reduce(soac_of(stm).lambda.body, sums_of_nests) || to.reduced;
    std::vector<Stm> after;
    // Products that lanes would log, and add one by one, are worth much.
    while (auto last = divider_.peeled(stm, Reuse::any, to_choose(to))) {
      name_lengths(to);
      after.push_back(std::move(*last));
    }
    std::vector<Path> sums;
    find_sums(soac_of(stm), {}, sums);
    for (std::size_t seen = 0; seen < sums.size();) {
      if (auto first = divider_.hoisted(stm, sums[seen])) {
        to.stms.push_back(std::move(*first));
      } else if (auto before = divider_.split_levels(stm, sums[seen], inner_, to.uses)) {
        name_lengths(to);
        for (Stm& one : *before) divide_as_it_is(std::move(one), Sums::whole, to);
      } else {
        ++seen;
        continue;
      }
      sums.clear();
      find_sums(soac_of(stm), {}, sums);
    }
    to.stms.push_back(std::move(stm));
    std::move(after.rbegin(), after.rend(), std::back_inserter(to.stms));
  }

  /// Where to say how often is used what may not be worth it.
  std::vector<Atoms>* to_choose(Divided& to) const {
    return inner_ == Reuse::likely ? &to.uses : nullptr;
  }

  void name_lengths(Divided& to) {
    for (Stm& one : divider_.lengths()) to.stms.push_back(std::move(one));
  }

  // ---- Where lengths say what is better

  /// [divided] if what is kept then is used often enough, else [stm].
  void choose(Stm stm, Divided divided, std::vector<Stm>& to) {
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    const Atom few = out.prim("lt", {soac_of(stm).width, Atom::i64(kFewLanes)});
    const Atom enough = out.prim(prims::get("select", ScalarType::i64),
                                 {few, Atom::i64(kReuseInFewLanes), Atom::i64(kReuse)});
    std::optional<Atom> all;
    for (const Atoms& widths : divided.uses) {
      Atom times = Atom::i64(1);
      for (const Atom& width : widths)
        times = out.prim("min", {out.mul(times, out.prim("min", {width, enough})), enough});
      const Atom often = out.prim("le", {enough, times});
      all = all ? out.prim("and", {*all, often}) : often;
    }
    Body parts, whole;
    for (const Binder& binder : stm.binders) parts.results.push_back(binder.atom());
    whole.results = parts.results;
    parts.stms = std::move(divided.stms);
    const Binders results = stm.binders;
    const Stm near{{}, {}, stm.span, stm.inlined_at};
    whole.stms.push_back(std::move(stm));
    If choice;
    choice.condition = *all;
    choice.then_body = refresh(parts, names_);
    choice.else_body = refresh(whole, names_);
    known_.look(choice.then_body);
    known_.look(choice.else_body);
    for (Stm& one : out.finish({}).stms) to.push_back(std::move(one));
    to.push_back({results, {std::move(choice)}, near.span, near.inlined_at});
  }

  Names& names_;
  const Scopes& safe_;
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
