// Inside of a lambda, what the iterations of a Soac or loop add at places that do not depend on the
// iteration is added to a few sums of its own first, and those are added to the accumulator after
// it: `u[i * 8 + d]`, for each j and d, is eight sums over j. Accumulators from outside are added
// to lane by lane; sums of one's own are vectors of lanes. Where it is lengths that say whether
// they are few, the statement is there in both forms, under a branch; likewise where lanes along
// the rows of a map of maps need no such sums.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/builder.hpp"
#include "core/fusion/fusion.hpp"
#include "core/fusion/places.hpp"
#include "core/map_nests.hpp"
#include "core/passes.hpp"
#include "core/products/known.hpp"
#include "core/products/sums.hpp"
#include "core/walk.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::fusion {
namespace {

constexpr std::int64_t kFewTurns = 4;  ///< not worth sums of their own
/// Sums at places that are the same in all iterations of the lambda are not dear as they are.
constexpr std::int64_t kFewSums = 512;
/// Unless so many numbers are added to each: they would all be logged. But all sums of a lane are
/// to fit the cache beside those of others.
constexpr std::int64_t kManyNumbers = 4;
constexpr std::int64_t kMostSums = std::int64_t{1} << 14;

using places::Nest;
using places::Ranges;

class Gatherer {
 public:
  Gatherer(Names& names, const Body& body) : names_(names) { known_.look(body); }

  /// [choosing]: lengths that are not known may decide. Not in what they have decided on, or there
  /// would be twice as much at each depth.
  bool in(Body& body, bool inside, bool choosing = true) {
    support::expect_stack("A loop, branch or lambda");
    bool any = false;
    std::vector<Stm> stms;
    for (Stm& stm : body.stms) {
      if (!inside && products::is_product(stm, known_.iotas)) {
        stms.push_back(std::move(stm));
        continue;
      }
      note(stm, inside);
      std::vector<Stm> after;
      bool chosen = false;
      if (inside && repeats(stm.exp) && adds(stm)) {
        any = gather(stm, stms, after) || any;
        chosen = choosing && choose(stm, stms);
        any = any || chosen;
      }
      std::optional<Stm> along = inside ? std::nullopt : rows(stm, choosing);
      const bool deeper = inside || std::holds_alternative<Soac>(stm.exp.node);
      any = in_bodies(stm, deeper, choosing && !chosen) || any;
      if (inside)
        for (const Binder& binder : stm.binders) lambdas_.insert(binder.id);
      if (along && keeps_sums(stm))
        choose_rows(std::move(*along), std::move(stm), stms);
      else
        stms.push_back(std::move(stm));
      std::move(after.begin(), after.end(), std::back_inserter(stms));
    }
    body.stms = std::move(stms);
    return any;
  }

 private:
  void note(const Stm& stm, bool inside) {
    if (const auto* with = std::get_if<WithAcc>(&stm.exp.node); with != nullptr && !inside)
      for (const WithAcc::Acc& acc : with->accs)
        if (acc.apart && !acc.op && acc.growth == WithAcc::Growth::none)
          sums_[acc.acc.id] = acc.arrays[0];
    const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
    if (app == nullptr) return;
    ranges_.note(stm);
    if (app->op == ArrayOp::zeros && !inside) zeros_[stm.binders[0].id] = app->args;
  }

  bool in_bodies(Stm& stm, bool inside, bool choosing) {
    bool any = false;
    visit(
        stm.exp, [](Atom&) {},
        [&](Body& inner, Binders& params) {
          if (inside)
            for (const Binder& param : params) lambdas_.insert(param.id);
          any = in(inner, inside, choosing) || any;
        });
    return any;
  }

  /// [stm] as it is best where lanes go along the rows of a map of maps, if there they log less:
  /// then the inner map itself keeps no sums of its own.
  std::optional<Stm> rows(const Stm& stm, bool choosing) {
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    const Soac* inner = soac != nullptr ? inner_map(*soac) : nullptr;
    if (inner == nullptr || !adds_beside(*inner)) return std::nullopt;
    Stm along = stm;
    std::vector<Stm>& around = std::get<Soac>(along.exp.node).lambda.body.stms;
    for (const Stm& one : around) note(one, true);
    in_bodies(around.back(), true, choosing);
    return along;
  }
  /// Of a map of maps: the inner one has got sums of its own.
  static bool keeps_sums(const Stm& stm) {
    return inner_map(std::get<Soac>(stm.exp.node)) == nullptr;
  }

  /// [along], where lanes go along the rows of the map of maps that it is, and else [others], which
  /// binds the same.
  void choose_rows(Stm along, Stm others, std::vector<Stm>& to) {
    const auto& soac = std::get<Soac>(along.exp.node);
    const Soac& inner = *inner_map(soac);
    Builder builder(names_);
    builder.span = along.span;
    builder.inlined_at = along.inlined_at;
    const Atom asked = AlongRows(inner).asked(builder, soac.width, inner.width);
    for (Stm& stm : builder.finish({}).stms) to.push_back(std::move(stm));
    if (asked.is_constant())
      return to.push_back(std::move(asked == Atom::boolean(true) ? along : others));
    If choice;
    choice.condition = asked;
    choice.then_body.stms = {along};
    choice.else_body.stms = {std::move(others)};
    to.push_back(either(along, std::move(choice)));
  }

  /// [choice], both of whose branches bind what [stm] does, in its place.
  Stm either(const Stm& stm, If choice) {
    for (Body* body : {&choice.then_body, &choice.else_body}) {
      for (const Binder& binder : stm.binders) body->results.push_back(binder.atom());
      *body = refresh(std::move(*body), names_, {});
    }
    return {stm.binders, {std::move(choice)}, stm.span, stm.inlined_at};
  }

  static bool repeats(const Exp& exp) {
    const auto many = [](const Atom& turns) {
      return !turns.is_constant() || turns.scalar().as_i64() >= kFewTurns;
    };
    if (const auto* soac = std::get_if<Soac>(&exp.node)) return many(soac->width);
    const auto* loop = std::get_if<Loop>(&exp.node);
    if (loop == nullptr) return false;
    const auto* form = std::get_if<ForForm>(&loop->form);
    return form == nullptr || many(form->bound);
  }

  /// Whether there is something to sum, before anything is copied for it.
  bool adds(Stm& stm) {
    bool any = false;
    const auto found = [&any](AccUpdate&) { any = true; };
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { each_update(inner, found); });
    return any;
  }

  /// The same where sums are few, as lengths that are known when it runs say; else [stm] as it is.
  bool choose(Stm& stm, std::vector<Stm>& ahead) {
    const Stm plain = stm;
    std::vector<Lengths> sums;
    std::vector<Stm> own, after;
    if (!gather(stm, own, after, &sums)) return false;
    // Lengths are asked for either way.
    const auto zeros = std::stable_partition(own.begin(), own.end(), [](const Stm& one) {
      return std::holds_alternative<PrimApp>(one.exp.node);
    });
    ahead.insert(ahead.end(), own.begin(), zeros);
    own.erase(own.begin(), zeros);
    Atom all = Atom::i64(0), worth = Atom::boolean(true);
    const auto product = [&](const Atoms& lengths, std::int64_t most) {
      Atom size = Atom::i64(1);
      for (const Atom& length : lengths) {
        const Atom some = computed("min", {length, Atom::i64(most)}, stm, ahead);
        size = computed("min", {computed("mul", {size, some}, stm, ahead), Atom::i64(most)}, stm,
                        ahead);
      }
      return size;
    };
    for (const Lengths& lengths : sums) {
      const Atom size = product(lengths.of, kMostSums + 1);
      all = computed("add", {all, size}, stm, ahead);
      const Atom least = computed("mul", {size, Atom::i64(kManyNumbers)}, stm, ahead);
      const Atom turns = product(lengths.turns, kManyNumbers * (kMostSums + 1));
      Atom pays = computed("le", {least, turns}, stm, ahead);
      if (lengths.few_pay) {
        const Atom few = computed("le", {size, Atom::i64(kFewSums)}, stm, ahead);
        pays = computed("or", {few, pays}, stm, ahead);
      }
      worth = computed("and", {worth, pays}, stm, ahead);
    }
    If choice;
    choice.condition = computed(
        "and", {worth, computed("le", {all, Atom::i64(kMostSums)}, stm, ahead)}, stm, ahead);
    own.push_back(std::move(stm));
    std::move(after.begin(), after.end(), std::back_inserter(own));
    choice.then_body.stms = std::move(own);
    choice.else_body.stms = {plain};
    stm = either(plain, std::move(choice));
    return true;
  }

  Atom computed(std::string_view name, Atoms args, const Stm& near, std::vector<Stm>& ahead) {
    const Prim prim = prims::get(name, args[0].type.elem);
    const Binder result = names_.bind({prims::result_type(prim), 0, false});
    ahead.push_back({{result}, {PrimApp{prim, std::move(args)}}, near.span, near.inlined_at});
    return result.atom();
  }

  /// Of sums, and how often numbers are added to them.
  struct Lengths {
    Atoms of, turns;
    bool few_pay;  ///< however often that is
  };

  /// What [stm] adds at its places becomes results of it, added by [after]. With [unknown], where
  /// it depends on lengths whether that is worth it: these are given.
  bool gather(Stm& stm, std::vector<Stm>& ahead, std::vector<Stm>& after,
              std::vector<Lengths>* unknown = nullptr) {
    const Nest nest(stm, ranges_);
    WithAcc with;
    Binders sums;
    const auto found = [&](AccUpdate& update) {
      auto place = nest.place(update.indices);
      const auto row = row_of(update);
      if (!row) return;
      Atoms counts, indices, turns;
      const bool few_pay = place.has_value();
      AccUpdate added = update;  // after it
      if (place) {
        for (const Atom& counter : place->counters) counts.push_back(nest.count(counter));
        turns = nest.turns_around(update);
        turns.insert(turns.end(), row->begin(), row->end());
        const Worth worth = worth_of(*place, counts, *row, turns);
        if (worth != (unknown != nullptr ? Worth::if_few : Worth::always)) return;
        for (Atom& count : counts) count = natural(count, stm, ahead);
        indices = place->counters;
      } else {
        const auto all = unknown != nullptr ? nest.turns(update.indices) : std::nullopt;
        auto places = all ? lengths_of(update) : std::nullopt;
        if (!places) return;
        turns = *all;
        turns.insert(turns.end(), row->begin(), row->end());
        counts = std::move(*places);
        indices = update.indices;
        place.emplace();
        for (Atom& index : added.indices) {
          index = names_.bind(kIndex).atom();
          place->counters.push_back(index);
        }
      }
      if (counts.empty()) {
        counts = {Atom::i64(1)};
        indices = {Atom::i64(0)};
      }
      Atoms lengths = counts;
      lengths.insert(lengths.end(), row->begin(), row->end());
      if (unknown != nullptr) unknown->push_back({lengths, turns, few_pay});
      const ScalarType elem = update.values[0].type.elem;
      const Type type{elem, static_cast<std::uint8_t>(lengths.size()), false};
      const Binder zeros = names_.bind(type), sum = names_.bind(type);
      ahead.push_back({{zeros},
                       {ArrayApp{ArrayOp::zeros, lengths, {static_cast<std::int64_t>(elem)}}},
                       stm.span,
                       stm.inlined_at});
      WithAcc::Acc own;
      own.acc = names_.bind({elem, type.rank, true});
      own.arrays = {zeros.atom()};
      own.index_rank = static_cast<int>(counts.size());
      own.apart = true;
      add_after(added, *place, sum.atom(), counts, stm, after);
      update.acc = own.acc.atom();
      update.indices = std::move(indices);
      with.accs.push_back(std::move(own));
      sums.push_back(sum);
    };
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { each_update(inner, found); });
    if (sums.empty()) return false;
    Stm inside{{}, std::move(stm.exp), stm.span, stm.inlined_at};
    for (const Binder& binder : stm.binders) inside.binders.push_back(names_.bind(binder.type));
    for (const Binder& binder : inside.binders) with.body.results.push_back(binder.atom());
    with.body.stms.push_back(std::move(inside));
    stm.exp = {std::move(with)};
    stm.binders.insert(stm.binders.begin(), sums.begin(), sums.end());
    return true;
  }

  /// The lengths of what the update adds to, up to its rows, if they are known outside of the
  /// lambda.
  std::optional<Atoms> lengths_of(const AccUpdate& update) const {
    const auto zeros = zeros_.find(sums_.at(update.acc.var).var);
    if (zeros == zeros_.end()) return std::nullopt;
    return Atoms(zeros->second.begin(),
                 zeros->second.begin() + static_cast<std::ptrdiff_t>(update.indices.size()));
  }

  /// The lengths of what the update adds, if they are known outside of the lambda.
  std::optional<Atoms> row_of(const AccUpdate& update) const {
    const int rank = update.values[0].type.rank;
    if (rank == 0) return Atoms{};
    const auto zeros = zeros_.find(sums_.at(update.acc.var).var);
    if (zeros == zeros_.end()) return std::nullopt;
    return Atoms(zeros->second.end() - rank, zeros->second.end());
  }

  enum class Worth : std::uint8_t { never, if_few, always };
  Worth worth_of(const places::Place& place, const Atoms& counts, const Atoms& row,
                 const Atoms& turns) const {
    const auto varies = [&](VarId var) { return lambdas_.count(var) > 0; };
    if (std::any_of(place.outside.begin(), place.outside.end(), varies)) return Worth::always;
    // Products of what is known.
    constexpr std::int64_t kMost = kManyNumbers * (kMostSums + 1);
    bool known = true, often_known = true;
    const auto product = [&](const Atoms& lengths, std::int64_t size, bool& all) {
      for (const Atom& length : lengths) {
        all = all && length.is_constant();
        if (length.is_constant())
          size =
              std::min(kMost, size * std::clamp<std::int64_t>(length.scalar().as_i64(), 1, kMost));
      }
      return size;
    };
    for (const Atoms* lengths : {&counts, &row})
      if (std::any_of(lengths->begin(), lengths->end(),
                      [&](const Atom& length) { return varies(length.var); }))
        return Worth::never;
    const std::int64_t size = product(row, product(counts, 1, known), known);
    if (size > kMostSums) return Worth::never;
    if (size <= kFewSums) return known ? Worth::always : Worth::if_few;
    const std::int64_t numbers = product(turns, 1, often_known);
    if (known && often_known && numbers < kManyNumbers * size) return Worth::never;
    return known && numbers >= kManyNumbers * size ? Worth::always : Worth::if_few;
  }

  /// A loop's bound may be negative.
  Atom natural(const Atom& count, const Stm& near, std::vector<Stm>& ahead) {
    const Prim max = prims::get("max", ScalarType::i64);
    if (count.is_constant()) return Atom::constant(*fold(max, {count, Atom::i64(0)}));
    const Binder turns = names_.bind(kIndex);
    ahead.push_back({{turns}, {PrimApp{max, {count, Atom::i64(0)}}}, near.span, near.inlined_at});
    return turns.atom();
  }

  template <class Found>
  void each_update(Body& body, const Found& found) {
    for (Stm& stm : body.stms) {
      if (auto* update = std::get_if<AccUpdate>(&stm.exp.node)) {
        if (sums_.count(update->acc.var) > 0) found(*update);
        continue;
      }
      visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { each_update(inner, found); });
    }
  }

  /// Adds [sums], of [counts] places, where [update] would have, at the end of [after].
  void add_after(const AccUpdate& update, const places::Place& place, const Atom& sums,
                 const Atoms& counts, const Stm& near, std::vector<Stm>& after) {
    Substitution own;
    Body body;
    Atoms at;
    Binders counters;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (k >= place.counters.size()) {
        at.push_back(Atom::i64(0));
        continue;
      }
      counters.push_back(names_.bind(kIndex, "i"));
      at.push_back(counters.back().atom());
      own[place.counters[k].var] = at.back();
    }
    for (const Stm& stm : place.stms) {
      const Binder binder = names_.bind(stm.binders[0].type);
      body.stms.push_back({{binder}, refresh(stm.exp, names_, own), stm.span, stm.inlined_at});
      own[stm.binders[0].id] = binder.atom();
    }
    const Binder sum = names_.bind(update.values[0].type);
    body.stms.push_back({{sum}, {Index{sums, at, {}}}, near.span, near.inlined_at});
    AccUpdate added = update;
    for (Atom& index : added.indices) index = replaced(index, own);
    added.values = {sum.atom()};
    body.stms.push_back({{}, {std::move(added)}, near.span, near.inlined_at});
    for (std::size_t k = counters.size(); k-- > 0;) {
      const Binder iota = names_.bind(kIndex.array_of());
      Soac map;
      map.width = counts[k];
      map.arrays = {iota.atom()};
      map.lambda = {{counters[k]}, std::move(body)};
      body = {};
      body.stms.push_back({{iota},
                           {ArrayApp{ArrayOp::iota, {counts[k], Atom::i64(0), Atom::i64(1)}, {}}},
                           near.span,
                           near.inlined_at});
      body.stms.push_back({{}, {std::move(map)}, near.span, near.inlined_at});
    }
    std::move(body.stms.begin(), body.stms.end(), std::back_inserter(after));
  }

  Names& names_;
  products::Known known_;
  /// Accumulators from outside of all lambdas, whose additions nobody has written, and their
  /// arrays.
  std::unordered_map<VarId, Atom> sums_;
  std::unordered_map<VarId, Atoms> zeros_;  ///< lengths of arrays of zeros outside of all lambdas
  VarSet lambdas_;                          ///< variables of lambdas
  Ranges ranges_;
};

}  // namespace

bool keep_private_sums(Body& body, Names& names) { return Gatherer(names, body).in(body, false); }

}  // namespace laguz::core::fusion
