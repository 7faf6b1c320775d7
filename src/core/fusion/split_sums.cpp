// What adds sums of two products, to accumulators that may be parted or in reductions that may take
// any order, adds one product, and then the other: each alone is a product of matrices or vectors.
// (Derivatives of derivatives do so.)
#include <algorithm>
#include <array>
#include <optional>

#include "core/builder.hpp"
#include "core/fusion/fusion.hpp"
#include "core/fusion/nests.hpp"
#include "core/passes.hpp"

namespace laguz::core::fusion {
namespace {

using Products = std::array<Atom, 2>;

/// The two products whose sum [var] is, all in [body].
std::optional<Products> products_of(const Body& body, VarId var) {
  const auto place = place_of(body, var);
  const PrimApp* sum = place ? prim_of(body.stms[*place], prims::Op::add) : nullptr;
  if (sum == nullptr) return {};
  for (const Atom& term : sum->args) {
    const auto made = place_of(body, term.var);
    if (!made || prim_of(body.stms[*made], prims::Op::mul) == nullptr) return {};
  }
  return Products{sum->args[0], sum->args[1]};
}

/// Leaves of [soac], a map, what gives [result].
void only(Soac& soac, const Atom& result) {
  Body& body = soac.lambda.body;
  body.results = {result};
  VarSet needed{result.var};
  std::vector<Stm> kept;
  for (std::size_t s = body.stms.size(); s-- > 0;) {
    bool wanted = false;
    for (const Binder& binder : body.stms[s].binders)
      wanted = wanted || needed.count(binder.id) > 0;
    if (!wanted) continue;
    add_free(body.stms[s].exp, needed);
    kept.insert(kept.begin(), body.stms[s]);
  }
  body.stms = std::move(kept);
  std::vector<bool> read;
  for (const Binder& param : soac.lambda.params) read.push_back(needed.count(param.id) > 0);
  if (std::find(read.begin(), read.end(), true) == read.end()) return;
  keep(soac.arrays, read);
  keep(soac.lambda.params, read);
}

class Splitter {
 public:
  Splitter(const VarSet& apart, const Zeros& zeros, Names& names)
      : apart_(apart), zeros_(zeros), names_(names) {}

  bool in(Body& body) {
    bool split = false;
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      visit(
          body.stms[s].exp, [](Atom&) {},
          [&](Body& inner, Binders&) { split = in(inner) || split; });
      if (std::holds_alternative<WithAcc>(body.stms[s].exp.node)) part_own(body, s);
      if (std::holds_alternative<Soac>(body.stms[s].exp.node))
        split = split_results(body, s) || split;
      if (const auto* update = std::get_if<AccUpdate>(&body.stms[s].exp.node);
          update != nullptr && apart_.count(update->acc.var) > 0 && update->values.size() == 1)
        if (const auto values = split_value(body, s)) {
          Stm other = body.stms[s];
          std::get<AccUpdate>(body.stms[s].exp.node).values = {(*values)[0]};
          auto& second = std::get<AccUpdate>(other.exp.node);
          second.values = {(*values)[1]};
          seconds_.insert((*values)[1].var);
          body.stms.insert(body.stms.begin() + static_cast<std::ptrdiff_t>(++s), std::move(other));
          split = true;
        }
    }
    return split;
  }

 private:
  /// A Soac that does nothing but multiply and add, and adds up products, and sums of two if in any
  /// order: each of them in one of its own, as each of the arrays that it maps, and what it adds
  /// elsewhere. s moves on to the last of them.
  bool split_results(Body& body, std::size_t& s) {
    const Stm stm = body.stms[s];
    const auto& soac = std::get<Soac>(stm.exp.node);
    if (!only_products(soac)) return false;
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    std::size_t count = 0;
    const auto reduction = [&](std::size_t r, const Atom& product, const Atom& neutral) {
      Soac one = soac;
      only(one, product);
      one.reduces = {soac.reduces[r]};
      one.row_shapes.clear();
      one.reduces[0].neutral = {neutral};
      ++count;
      return out.emit1(refresh(Exp{std::move(one)}, names_), stm.binders[r].type);
    };
    for (std::size_t r = 0; r < soac.reduces.size(); ++r) {
      const Atom& value = soac.lambda.body.results[r];
      const auto both = products_of(soac.lambda.body, value.var);
      Atom sum = reduction(r, both ? (*both)[0] : value, soac.reduces[r].neutral[0]);
      if (both) {
        const Type type = stm.binders[r].type;
        const Atom zero = Atom::constant({type.elem, 0});
        sum = out.add(sum, reduction(r, (*both)[1], zero));
      }
      out.append({{stm.binders[r]}, {Copy{sum}}, stm.span, stm.inlined_at});
    }
    for (std::size_t r = soac.reduces.size(); r < soac.lambda.body.results.size(); ++r) {
      Soac one = soac;
      only(one, soac.lambda.body.results[r]);
      one.row_shapes = {soac.row_shapes[r - soac.reduces.size()]};
      one.reduces.clear();
      Exp made = refresh(Exp{std::move(one)}, names_);
      out.append({{stm.binders[r]}, std::move(made), stm.span, stm.inlined_at});
      ++count;
    }
    if (has_effect(stm.exp)) {
      Soac rest = soac;  // (Its updates are known by what they add: seconds_.)
      rest.reduces.clear();
      rest.lambda.body.results.clear();
      rest.row_shapes.clear();
      out.append({{}, {std::move(rest)}, stm.span, stm.inlined_at});
      ++count;
    }
    if (count < 2) return false;
    std::vector<Stm> made = out.finish({}).stms;
    const auto at = body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(s));
    body.stms.insert(at, made.begin(), made.end());
    s += made.size() - 1;
    return true;
  }

  static bool only_products(const Soac& soac) {
    const Body& body = soac.lambda.body;
    if (!soac.scans.empty()) return false;
    for (const Stm& stm : body.stms)
      if (prim_of(stm, prims::Op::mul) == nullptr && prim_of(stm, prims::Op::add) == nullptr &&
          !is_view(stm.exp) && !std::holds_alternative<AccUpdate>(stm.exp.node))
        return false;
    std::size_t result = 0;
    return std::all_of(soac.reduces.begin(), soac.reduces.end(), [&](const Reduce& reduce) {
      const VarId value = body.results[result++].var;
      const auto& stms = reduce.op.body.stms;
      if (reduce.neutral.size() != 1 || stms.size() != 1 ||
          prim_of(stms[0], prims::Op::add) == nullptr)
        return false;
      const auto made = place_of(body, value);
      const bool product = made && prim_of(body.stms[*made], prims::Op::mul) != nullptr;
      return product || (reduce.commutative && products_of(body, value));
    });
  }

  /// The two that the value of the update at [s] is the sum of, made before it; s moves on.
  std::optional<Products> split_value(Body& body, std::size_t& s) {
    const VarId value = std::get<AccUpdate>(body.stms[s].exp.node).values[0].var;
    const auto made = place_of(body, value);
    if (!made || count_uses(body, value) != 1) return {};
    if (const auto products = products_of(body, value)) return products;
    const Stm stm = body.stms[*made];
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (soac == nullptr || stm.binders.size() != 1 || !soac->reduces.empty() ||
        !soac->scans.empty())
      return {};
    const Body& inside = soac->lambda.body;
    const auto products = products_of(inside, inside.results[0].var);
    if (!products) return {};
    Products rows;
    std::vector<Stm> made_instead;
    for (std::size_t k = 0; k < 2; ++k) {
      Soac row = *soac;
      only(row, (*products)[k]);
      const Binder binder = names_.bind(stm.binders[0].type);
      rows[k] = binder.atom();
      made_instead.push_back(
          {{binder}, refresh(Exp{std::move(row)}, names_), stm.span, stm.inlined_at});
    }
    if (has_effect(stm.exp)) {
      Soac rest = *soac;
      rest.lambda.body.results.clear();
      rest.row_shapes.clear();
      made_instead.push_back({{}, {std::move(rest)}, stm.span, stm.inlined_at});
    }
    const auto at = body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(*made));
    body.stms.insert(at, made_instead.begin(), made_instead.end());
    s += made_instead.size() - 1;
    return rows;
  }

  /// Of accumulators that begin as zeros, the second products have one of their own.
  void part_own(Body& body, std::size_t& s) {
    Stm& stm = body.stms[s];
    auto& with = std::get<WithAcc>(stm.exp.node);
    std::vector<Stm> sums;
    for (std::size_t a = 0, r = 0; a < with.accs.size(); r += with.accs[a++].arrays.size()) {
      const WithAcc::Acc& acc = with.accs[a];
      if (acc.arrays.size() != 1 || acc.op || zeros_.count(acc.arrays[0].var) == 0) continue;
      WithAcc::Acc other = acc;
      other.acc = names_.bind(acc.acc.type);
      if (!redirect(with.body, acc.acc.id, other.acc.atom())) continue;
      const Binder sum = stm.binders[r];
      const Binder first = names_.bind(sum.type), second = names_.bind(sum.type);
      stm.binders[r] = first;
      stm.binders.insert(stm.binders.begin() + static_cast<std::ptrdiff_t>(r) + 1, second);
      add(sums, sum, {first.atom(), second.atom()}, stm);
      with.accs.insert(with.accs.begin() + static_cast<std::ptrdiff_t>(a) + 1, std::move(other));
      ++a;
      ++r;
    }
    const auto after = body.stms.begin() + static_cast<std::ptrdiff_t>(s) + 1;
    const std::size_t count = sums.size();
    body.stms.insert(after, std::make_move_iterator(sums.begin()),
                     std::make_move_iterator(sums.end()));
    s += count;
  }

  /// Has the updates of [acc] in [body] whose value is a second product update [other].
  bool redirect(Body& body, VarId acc, const Atom& other) {
    bool any = false;
    for (Stm& stm : body.stms) {
      if (auto* update = std::get_if<AccUpdate>(&stm.exp.node);
          update != nullptr && update->acc.var == acc &&
          seconds_.count(update->values[0].var) > 0) {
        update->acc = other;
        any = true;
      }
      visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders&) { any = redirect(inner, acc, other) || any; });
    }
    return any;
  }

  /// [to] as the sum of arrays, element by element, at the end of [stms].
  void add(std::vector<Stm>& stms, const Binder& to, const Atoms& arrays, const Stm& near) {
    Builder lengths(names_);
    lengths.span = near.span;
    lengths.inlined_at = near.inlined_at;
    const Atoms dims = lengths.shape(arrays[0]);
    for (Stm& stm : lengths.finish({}).stms) stms.push_back(std::move(stm));
    stms.push_back({{to}, sum(arrays, dims, near), near.span, near.inlined_at});
  }

  Exp sum(const Atoms& arrays, const Atoms& dims, const Stm& near) {
    const Type type = arrays[0].type;
    if (type.rank == 0) return {PrimApp{prims::get("add", type.elem), arrays}};
    Soac map;
    map.width = dims[0];
    map.arrays = arrays;
    Atoms rows;
    for (std::size_t k = 0; k < 2; ++k) {
      map.lambda.params.push_back(names_.bind(type.row()));
      rows.push_back(map.lambda.params.back().atom());
    }
    const Binder row = names_.bind(type.row());
    const Atoms inner(dims.begin() + 1, dims.end());
    map.lambda.body.stms.push_back({{row}, sum(rows, inner, near), near.span, near.inlined_at});
    map.lambda.body.results = {row.atom()};
    map.row_shapes = {inner};
    return {std::move(map)};
  }

  const VarSet& apart_;
  const Zeros& zeros_;
  Names& names_;
  VarSet seconds_;
};

}  // namespace

bool split_sums(Soac& soac, const VarSet& apart, const Zeros& zeros, Names& names) {
  if (!Splitter(apart, zeros, names).in(soac.lambda.body)) return false;
  remove_dead_code(soac.lambda.body, {});
  return true;
}

}  // namespace laguz::core::fusion
