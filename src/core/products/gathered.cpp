#include "core/products/gathered.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/products/narrow.hpp"

namespace laguz::core::products {

namespace {

/// A nest that is left with nothing but numbers.
bool is_idle(const Stm& stm) {
  if (is_iota(stm.exp)) return true;
  const auto* soac = std::get_if<Soac>(&stm.exp.node);
  return soac != nullptr && stm.binders.empty() &&
         std::all_of(soac->lambda.body.stms.begin(), soac->lambda.body.stms.end(), is_idle);
}

/// The results of [with], besides its arrays, are results of [nest], and are called so there; what
/// is given more than once has its other names in [again].
bool result_names(const Stm& stm, const WithAcc& with, Stm& nest, std::vector<Stm>& again) {
  const std::size_t accs = stm.binders.size() - with.body.results.size();
  Binders names = nest.binders;
  VarSet named;
  for (std::size_t i = 0; i < with.body.results.size(); ++i) {
    const Binder& name = stm.binders[accs + i];
    const auto binder = std::find_if(nest.binders.begin(), nest.binders.end(), [&](const auto& b) {
      return b.id == with.body.results[i].var;
    });
    if (binder == nest.binders.end()) return false;
    Binder& first = names[static_cast<std::size_t>(binder - nest.binders.begin())];
    if (named.insert(binder->id).second)
      first = name;
    else
      again.push_back({{name}, {Copy{first.atom()}}, stm.span, stm.inlined_at});
  }
  nest.binders = std::move(names);
  return true;
}

/// What of the accumulators of a nest is not reduced: it stays with them, and so does what it
/// gives.
class NotReduced {
 public:
  NotReduced(const Stm& stm, Names& names)
      : with_(std::get<WithAcc>(stm.exp.node)), stm_(stm), names_(names) {}

  /// A part of the nest, which comes after [place] other statements.
  void take(Stm part, std::size_t place) {
    if (!place_) place_ = place;
    part.exp = refresh(part.exp, names_, inside_);
    for (Binder& binder : part.binders) {
      given_.push_back(binder);
      binder = names_.bind(binder.type);
      inside_[given_.back().id] = binder.atom();
      body_.results.push_back(binder.atom());
    }
    body_.stms.push_back(std::move(part));
  }

  /// Its statement, and how many others come before; there are [all]. Nothing, if nothing is left.
  std::optional<std::pair<std::size_t, Stm>> statement(const std::vector<bool>& reduced,
                                                       std::size_t all) {
    WithAcc rest;
    Binders binders;
    for (std::size_t acc = 0; acc < reduced.size(); ++acc) {
      if (reduced[acc]) continue;
      rest.accs.push_back(with_.accs[acc]);
      binders.push_back(stm_.binders[acc]);
    }
    if (binders.empty() && !place_) return {};
    binders.insert(binders.end(), given_.begin(), given_.end());
    rest.body = std::move(body_);
    return std::pair(place_.value_or(all),
                     Stm{std::move(binders), {std::move(rest)}, stm_.span, stm_.inlined_at});
  }

 private:
  const WithAcc& with_;
  const Stm& stm_;
  Names& names_;
  Body body_;
  Binders given_;        ///< as they are called outside
  Substitution inside_;  ///< and inside
  std::optional<std::size_t> place_;
};

}  // namespace

void GatheredSums::reduce_sums(Body& body, Sums which) {
  std::vector<Stm> stms = std::move(body.stms);
  body.stms.clear();
  for (Stm& stm : stms) {
    if (auto* inner = std::get_if<Soac>(&stm.exp.node)) reduce_sums(inner->lambda.body, which);
    if (auto* with = std::get_if<WithAcc>(&stm.exp.node)) reduce_sums(with->body, which);
    if (!std::holds_alternative<WithAcc>(stm.exp.node)) {
      body.stms.push_back(std::move(stm));
      continue;
    }
    std::vector<Stm> parts;
    for (const Stm& part : narrowed(stm, names_)) {
      if (!std::holds_alternative<WithAcc>(part.exp.node)) {
        parts.push_back(part);
        continue;
      }
      for (Stm& one : one_by_one(part, names_)) {
        if (const auto* with = std::get_if<WithAcc>(&one.exp.node)) {
          known_.look(with->accs);
          known_.look(with->body);
        }
        parts.push_back(std::move(one));
      }
    }
    bool reduced = false;
    std::vector<Stm> made;
    for (Stm& part : parts)
      if (std::holds_alternative<WithAcc>(part.exp.node) && reduce_sums(part, which, made))
        reduced = true;
      else
        made.push_back(std::move(part));
    if (!reduced) made = {std::move(stm)};
    std::move(made.begin(), made.end(), std::back_inserter(body.stms));
  }
}

bool GatheredSums::reduce_sums(const Stm& stm, Sums which, std::vector<Stm>& to) {
  const auto& with = std::get<WithAcc>(stm.exp.node);
  std::vector<Stm> made, again;
  Stm nest;
  for (const Stm& one : with.body.stms) {
    const bool last = &one == &with.body.stms.back();
    if (last ? !std::holds_alternative<Soac>(one.exp.node) : !is_view(one.exp)) return false;
    if (last)
      nest = one;
    else
      made.push_back(one);
  }
  const auto plain = [&](const WithAcc::Acc& acc) {
    return acc.apart && !acc.op && acc.growth == WithAcc::Growth::none && acc.arrays.size() == 1;
  };
  if (with.body.stms.empty() || !std::all_of(with.accs.begin(), with.accs.end(), plain) ||
      !result_names(stm, with, nest, again))
    return false;
  VarSet own;
  for (const WithAcc::Acc& acc : with.accs) own.insert(acc.acc.id);
  std::vector<Stm> parts;
  const auto take = [&](Stm part) {
    for (Stm& length : divider_.lengths()) made.push_back(std::move(length));
    parts.push_back(std::move(part));
  };
  const auto peel = [&] {
    while (auto last = divider_.peeled(nest, Reuse::likely, nullptr)) take(std::move(*last));
  };
  peel();
  while (which == Sums::some) {
    auto last = divider_.taken_out(nest, own);
    if (!last) break;
    take(std::move(*last));
    peel();  // what it stood in the way of
  }
  parts.push_back(std::move(nest));
  std::reverse(parts.begin(), parts.end());
  // An accumulator is reduced if all that is added to it are such sums: one after the other.
  std::vector<std::size_t> left(with.accs.size());
  std::vector<bool> reduced(with.accs.size(), true);
  const auto adds = [&](const Stm& part, std::size_t acc) {
    return count_updates(soac_of(part).lambda.body, with.accs[acc].acc.id) != 0;
  };
  std::vector<std::optional<Sum>> sums;
  for (const Stm& part : parts) {
    sums.push_back(sum_in(part));
    for (std::size_t acc = 0; acc < with.accs.size(); ++acc) {
      if (!adds(part, acc)) continue;
      ++left[acc];
      reduced[acc] = reduced[acc] && sums.back();
    }
  }
  for (std::size_t acc = 0; acc < with.accs.size(); ++acc) {
    reduced[acc] = reduced[acc] && left[acc] != 0;
    if (!reduced[acc] && which == Sums::whole) return false;
  }
  NotReduced rest(stm, names_);
  Atoms sofar;
  for (const WithAcc::Acc& acc : with.accs) sofar.push_back(acc.arrays[0]);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Stm& part = parts[p];
    std::size_t acc = 0;
    while (acc < with.accs.size() && !adds(part, acc)) ++acc;
    if (acc == with.accs.size()) {
      if (!is_idle(part)) made.push_back(part);
    } else if (reduced[acc]) {
      const Binder& all = stm.binders[acc];
      const Binder result = --left[acc] == 0 ? all : names_.bind(all.type);
      reduce_sum(part, *sums[p], {sofar[acc], result}, made);
      sofar[acc] = result.atom();
    } else {
      rest.take(part, made.size());
    }
  }
  if (auto others = rest.statement(reduced, made.size())) {
    known_.look(std::get<WithAcc>(others->second.exp.node).body);
    made.insert(made.begin() + static_cast<std::ptrdiff_t>(others->first),
                std::move(others->second));
  }
  std::move(made.begin(), made.end(), std::back_inserter(to));
  std::move(again.begin(), again.end(), std::back_inserter(to));
  changed_ = true;
  return true;
}

std::optional<GatheredSums::Sum> GatheredSums::sum_in(const Stm& part) const {
  std::vector<Path> updates;
  find_updates(soac_of(part), {}, updates);
  if (updates.size() != 1) return {};
  const std::vector<Level> levels = levels_of(soac_of(part), updates[0]);
  auto group = added_products(levels, known_.iotas, updates[0].back(), Reuse::any);
  if (!group || group->around != 0 || !is_only(levels, updates[0], group->places)) return {};
  return Sum{std::move(updates[0]), *std::move(group)};
}

void GatheredSums::reduce_sum(const Stm& part, const Sum& sum, const Gathers& acc,
                              std::vector<Stm>& to) {
  const std::vector<Level> levels = levels_of(soac_of(part), sum.path);
  Addend addend{{}, widths_of(levels, sum.products), {}, acc.result, acc.init};
  for (const Place& place : sum.products.numbered) addend.starts.push_back(place.start);
  const auto zeros = known_.zeros.find(acc.init.var);
  const bool anew = zeros != known_.zeros.end();
  const bool whole = anew && addend.widths == zeros->second &&
                     std::none_of(addend.starts.begin(), addend.starts.end(),
                                  [](const auto& start) { return start.has_value(); });
  addend.sums = whole ? acc.result : names_.bind(acc.result.type);
  std::vector<Stm> made =
      as_reduction(part, sum.path, sum.products, addend.sums, known_.iotas, names_);
  if (!whole)
    for (Stm& stm : added_to(addend, anew, part, names_)) made.push_back(std::move(stm));
  std::move(made.begin(), made.end(), std::back_inserter(to));
}

}  // namespace laguz::core::products
