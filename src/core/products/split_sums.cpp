// What adds sums of products, to accumulators that may be parted or in reductions and loops that
// may take any order, adds one product after the other: each alone is a product of matrices or
// vectors. (Derivatives of derivatives do so.)
#include <algorithm>
#include <optional>

#include "core/builder.hpp"
#include "core/passes.hpp"
#include "core/products/nests.hpp"
#include "core/products/split_sums.hpp"
#include "core/products/sums.hpp"

namespace laguz::core::products {
namespace {

/// Most terms that are taken apart.
constexpr std::size_t kTerms = 8;

/// Adds the terms that [var] is the sum of in [body] to [terms]: products, and what [is_term] says.
template <class IsTerm>
bool terms_of(const Body& body, const Atom& var, const IsTerm& is_term, Atoms& terms) {
  const auto place = var.is_constant() ? std::nullopt : place_of(body, var.var);
  const PrimApp* sum = place ? prim_of(body.stms[*place], prims::Op::add) : nullptr;
  if (sum != nullptr)
    return terms_of(body, sum->args[0], is_term, terms) &&
           terms_of(body, sum->args[1], is_term, terms);
  const bool product = place && prim_of(body.stms[*place], prims::Op::mul) != nullptr;
  if ((!product && !is_term(var)) || terms.size() == kTerms) return false;
  terms.push_back(var);
  return true;
}

/// The products whose sum [var] is, all in [body]; nothing for one alone.
Atoms products_of(const Body& body, const Atom& var) {
  Atoms terms;
  const auto none = [](const Atom&) { return false; };
  if (!terms_of(body, var, none, terms) || terms.size() < 2) return {};
  return terms;
}

/// Leaves of [body] what gives [result]; what that needs.
VarSet only(Body& body, const Atom& result) {
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
  return needed;
}

/// Likewise of [soac], a map.
void only(Soac& soac, const Atom& result) {
  soac.fused = {};
  const VarSet needed = only(soac.lambda.body, result);
  std::vector<bool> read;
  for (const Binder& param : soac.lambda.params) read.push_back(needed.count(param.id) > 0);
  if (std::find(read.begin(), read.end(), true) == read.end()) return;
  keep(soac.arrays, read);
  keep(soac.lambda.params, read);
}

/// Puts [made] in place of the statement [s] of [body]; how many more there are then.
std::size_t instead(Body& body, std::size_t s, const std::vector<Stm>& made) {
  const auto at = body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(s));
  body.stms.insert(at, made.begin(), made.end());
  return made.size() - 1;
}

class Splitter {
 public:
  Splitter(const Known& known, const Scopes& safe, Names& names)
      : apart_(known.apart), zeros_(known.zeros), safe_(safe), names_(names) {}

  bool in(Body& body) {
    bool split = false;
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      visit(
          body.stms[s].exp, [](Atom&) {},
          [&](Body& inner, Binders&) { split = in(inner) || split; });
      if (std::holds_alternative<WithAcc>(body.stms[s].exp.node))
        split = part_own(body, s) || split;
      if (std::holds_alternative<Soac>(body.stms[s].exp.node))
        split = split_results(body, s) || split;
      if (std::holds_alternative<Loop>(body.stms[s].exp.node))
        split = split_states(body, s) || split;
      if (const auto* update = std::get_if<AccUpdate>(&body.stms[s].exp.node);
          update != nullptr && apart_.count(update->acc.var) > 0 && update->values.size() == 1)
        split = split_update(body, s) || split;
    }
    return split;
  }

 private:
  /// Has the update at [s], if its value is a sum, be one for each term; s moves on to the last.
  bool split_update(Body& body, std::size_t& s) {
    const Atoms values = split_value(body, s);
    const Stm update = body.stms[s];
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (k > 0) body.stms.insert(body.stms.begin() + static_cast<std::ptrdiff_t>(++s), update);
      std::get<AccUpdate>(body.stms[s].exp.node).values = {values[k]};
    }
    return !values.empty();
  }

  /// A Soac that does nothing but multiply and add, and adds up products, and sums of them if in
  /// any order: each of them in one of its own, as each of the arrays that it maps, and what it
  /// adds elsewhere. s moves on to the last of them.
  bool split_results(Body& body, std::size_t& s) {
    if (!only_products(std::get<Soac>(body.stms[s].exp.node))) return false;
    const Stm stm = body.stms[s];
    const auto& soac = std::get<Soac>(stm.exp.node);
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
      const Atoms terms = products_of(soac.lambda.body, value);
      Atom sum = reduction(r, terms.empty() ? value : terms[0], soac.reduces[r].neutral[0]);
      for (std::size_t k = 1; k < terms.size(); ++k) {
        const Atom zero = Atom::constant({stm.binders[r].type.elem, 0});
        sum = out.add(sum, reduction(r, terms[k], zero));
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
      Soac rest = soac;
      rest.reduces.clear();
      rest.lambda.body.results.clear();
      rest.row_shapes.clear();
      rest.fused = {};
      out.append({{}, {std::move(rest)}, stm.span, stm.inlined_at});
      ++count;
    }
    if (count < 2) return false;
    s += instead(body, s, out.finish({}).stms);
    return true;
  }

  /// A loop that does nothing but multiply and add, and adds a product to each of its states, or
  /// a sum of products if that may be in any order: a loop for each of them. s moves on to the last
  /// of them.
  bool split_states(Body& body, std::size_t& s) {
    const Stm stm = body.stms[s];
    const auto& loop = std::get<Loop>(stm.exp.node);
    if (!std::holds_alternative<ForForm>(loop.form) || !loop.history.empty() || loop.counted ||
        !std::all_of(loop.body.stms.begin(), loop.body.stms.end(),
                     [&](const Stm& one) { return multiplies_or_adds(one); }))
      return false;
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    std::size_t count = 0;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const Atom state = loop.params[k].atom(), next = loop.body.results[k];
      const auto place = next.is_constant() ? std::nullopt : place_of(loop.body, next.var);
      const PrimApp* sum = place ? prim_of(loop.body.stms[*place], prims::Op::add) : nullptr;
      if (sum == nullptr || (sum->args[0] != state && sum->args[1] != state) ||
          count_uses(loop.body, state.var) != 1)
        return false;
      const Atom& added = sum->args[sum->args[0] == state ? 1 : 0];
      Atoms terms = loop.is_sum(k) ? products_of(loop.body, added) : Atoms{};
      if (terms.empty()) terms = {added};
      std::optional<Atom> all;
      for (const Atom& term : terms) {
        Stm one{{names_.bind(state.type)}, {loop}, stm.span, stm.inlined_at};
        auto& own = std::get<Loop>(one.exp.node);
        own.params = {loop.params[k]};
        own.inits = {all ? Atom::constant({state.type.elem, 0}) : loop.inits[k]};
        own.regular.clear();
        own.sums = {static_cast<std::uint8_t>(loop.is_sum(k) ? 1 : 0)};
        std::get<PrimApp>(own.body.stms[*place].exp.node).args = {state, term};
        const VarSet needed = only(own.body, next);
        for (std::size_t other = 0; other < loop.params.size(); ++other)
          if (other != k && needed.count(loop.params[other].id) > 0) return false;
        if (!is_sum_of_products(one)) return false;
        one.exp = refresh(one.exp, names_);
        ++count;
        const Atom part = one.binders[0].atom();
        out.append(std::move(one));
        all = all ? out.add(*all, part) : part;
      }
      out.append({{stm.binders[k]}, {Copy{*all}}, stm.span, stm.inlined_at});
    }
    if (count < 2) return false;
    s += instead(body, s, out.finish({}).stms);
    return true;
  }

  /// And does not fail: which one fails first would depend on the order.
  bool multiplies_or_adds(const Stm& stm) const {
    if (has_own_effect(stm.exp)) return is_view(stm.exp) && safe_.count(stm.binders[0].id) > 0;
    return is_view(stm.exp) || prim_of(stm, prims::Op::mul) != nullptr ||
           prim_of(stm, prims::Op::add) != nullptr;
  }

  static bool only_products(const Soac& soac) {
    const Body& body = soac.lambda.body;
    if (!soac.scans.empty()) return false;
    for (const Stm& stm : body.stms) {
      const auto* inner = std::get_if<Soac>(&stm.exp.node);
      if (inner != nullptr ? !inner->reduces.empty() || !only_products(*inner)
                           : prim_of(stm, prims::Op::mul) == nullptr &&
                                 prim_of(stm, prims::Op::add) == nullptr && !is_view(stm.exp) &&
                                 !std::holds_alternative<AccUpdate>(stm.exp.node))
        return false;
    }
    std::size_t result = 0;
    return std::all_of(soac.reduces.begin(), soac.reduces.end(), [&](const Reduce& reduce) {
      const Atom& value = body.results[result++];
      const auto& stms = reduce.op.body.stms;
      if (reduce.neutral.size() != 1 || stms.size() != 1 ||
          prim_of(stms[0], prims::Op::add) == nullptr)
        return false;
      const auto made = value.is_constant() ? std::nullopt : place_of(body, value.var);
      const bool product = made && prim_of(body.stms[*made], prims::Op::mul) != nullptr;
      return product || (reduce.commutative && !products_of(body, value).empty());
    });
  }

  /// What the value of the update at [s] is the sum of, made before it; s moves on.
  Atoms split_value(Body& body, std::size_t& s) {
    const Atom value = std::get<AccUpdate>(body.stms[s].exp.node).values[0];
    const auto made = value.is_constant() ? std::nullopt : place_of(body, value.var);
    if (!made || count_uses(body, value.var) != 1) return {};
    if (Atoms products = products_of(body, value); !products.empty()) return products;
    const Stm stm = body.stms[*made];
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (soac == nullptr || stm.binders.size() != 1 || !soac->reduces.empty() ||
        !soac->scans.empty())
      return {};
    // Rows of what was computed before are terms as they are.
    const auto row_made_before = [&](const Atom& var) {
      const auto param = param_of(*soac, var);
      return param && place_of(body, soac->arrays[*param].var);
    };
    Atoms terms;
    if (!terms_of(soac->lambda.body, soac->lambda.body.results[0], row_made_before, terms) ||
        terms.size() < 2)
      return {};
    Atoms rows;
    std::vector<Stm> made_instead;
    for (const Atom& term : terms) {
      if (const auto param = param_of(*soac, term)) {
        rows.push_back(soac->arrays[*param]);
        continue;
      }
      Soac row = *soac;
      only(row, term);
      const Binder binder = names_.bind(stm.binders[0].type);
      rows.push_back(binder.atom());
      made_instead.push_back(
          {{binder}, refresh(Exp{std::move(row)}, names_), stm.span, stm.inlined_at});
    }
    if (has_effect(stm.exp)) {
      Soac rest = *soac;
      rest.lambda.body.results.clear();
      rest.row_shapes.clear();
      rest.fused = {};
      made_instead.push_back({{}, {std::move(rest)}, stm.span, stm.inlined_at});
    }
    s += instead(body, *made, made_instead);
    return rows;
  }

  static std::optional<std::size_t> param_of(const Soac& soac, const Atom& var) {
    for (std::size_t i = 0; i < soac.lambda.params.size(); ++i)
      if (soac.lambda.params[i].atom() == var) return i;
    return {};
  }

  /// Of accumulators that begin as zeros, each update has one of its own.
  bool part_own(Body& body, std::size_t& s) {
    Stm& stm = body.stms[s];
    auto& with = std::get<WithAcc>(stm.exp.node);
    std::vector<Stm> sums;
    for (std::size_t a = 0, r = 0; a < with.accs.size(); r += with.accs[a++].arrays.size()) {
      const WithAcc::Acc acc = with.accs[a];
      std::vector<AccUpdate*> updates;
      find_updates(with.body, acc.acc.id, updates);
      if (!acc.apart || acc.op || acc.arrays.size() != 1 || zeros_.count(acc.arrays[0].var) == 0 ||
          updates.size() < 2 || updates.size() > kTerms)
        continue;
      const Binder sum = stm.binders[r];
      Binder sofar = stm.binders[r] = names_.bind(sum.type);
      for (std::size_t u = 1; u < updates.size(); ++u) {
        WithAcc::Acc other = acc;
        other.acc = names_.bind(acc.acc.type);
        updates[u]->acc = other.acc.atom();
        const Binder part = names_.bind(sum.type);
        const Binder next = u + 1 == updates.size() ? sum : names_.bind(sum.type);
        add(sums, next, {sofar.atom(), part.atom()}, stm);
        sofar = next;
        ++a, ++r;
        stm.binders.insert(stm.binders.begin() + static_cast<std::ptrdiff_t>(r), part);
        with.accs.insert(with.accs.begin() + static_cast<std::ptrdiff_t>(a), std::move(other));
      }
    }
    const auto after = body.stms.begin() + static_cast<std::ptrdiff_t>(s) + 1;
    const std::size_t count = sums.size();
    body.stms.insert(after, std::make_move_iterator(sums.begin()),
                     std::make_move_iterator(sums.end()));
    s += count;
    return count > 0;
  }

  static void find_updates(Body& body, VarId acc, std::vector<AccUpdate*>& found) {
    for (Stm& stm : body.stms) {
      auto* update = std::get_if<AccUpdate>(&stm.exp.node);
      if (update != nullptr && update->acc.var == acc) found.push_back(update);
      visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { find_updates(inner, acc, found); });
    }
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
  const Scopes& safe_;
  Names& names_;
};

}  // namespace

bool split_sums(Soac& soac, const Known& known, const Scopes& safe, Names& names) {
  if (!Splitter(known, safe, names).in(soac.lambda.body)) return false;
  remove_dead_code(soac.lambda.body, {});
  return true;
}

}  // namespace laguz::core::products
