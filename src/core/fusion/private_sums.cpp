// Inside of a lambda, what the iterations of a Soac or loop add at places that do not depend on the
// iteration is added to a few sums of its own first, and those are added to the accumulator after
// it: `u[i * 8 + d]`, for each j and d, is eight sums over j. Accumulators from outside are added
// to lane by lane; sums of one's own are vectors of lanes. Where it is lengths that say whether
// they are few, the statement is there in both forms, under a branch.
#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/builder.hpp"
#include "core/fusion/fusion.hpp"
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
/// So many numbers are added to each sum, if there is one for every place of the accumulator.
constexpr std::int64_t kManyNumbers = 4;

/// Numbers that iterations count, 0, 1, ...: how many there are.
using Counters = std::unordered_map<VarId, Atom>;

/// Arrays of numbers that go up by one: in a statement, and [around] it.
class Ranges {
 public:
  explicit Ranges(const Ranges* around = nullptr) : around_(around) {}

  /// The first number.
  const Atom* start(VarId array) const { return find(&Ranges::starts_, array); }
  /// How many they are, if they are those from 0 on.
  const Atom* count(VarId array) const { return find(&Ranges::counts_, array); }

  void note(const Stm& stm) {
    const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
    if (app == nullptr || app->op != ArrayOp::iota || app->args[1].type != kIndex ||
        !(app->args[2] == Atom::i64(1)))
      return;
    starts_[stm.binders[0].id] = app->args[1];
    if (app->args[1] == Atom::i64(0)) counts_[stm.binders[0].id] = app->args[0];
  }

 private:
  const Atom* find(Counters Ranges::*map, VarId array) const {
    for (const Ranges* ranges = this; ranges != nullptr; ranges = ranges->around_)
      if (const auto found = (ranges->*map).find(array); found != (ranges->*map).end())
        return &found->second;
    return nullptr;
  }

  const Ranges* around_;
  Counters starts_, counts_;
};

/// The number that a loop, or the lambda of a Soac over an iota, counts.
void note_counters(const Exp& exp, const Ranges& ranges, Counters& counters) {
  if (const auto* loop = std::get_if<Loop>(&exp.node)) {
    const auto* form = std::get_if<ForForm>(&loop->form);
    if (form != nullptr && form->index.type == kIndex) counters[form->index.id] = form->bound;
  } else if (const auto* soac = std::get_if<Soac>(&exp.node)) {
    for (std::size_t i = 0; i < soac->arrays.size(); ++i)
      if (ranges.count(soac->arrays[i].var) != nullptr)
        counters[soac->lambda.params[i].id] = soac->width;
  }
}

/// The statement as it is seen from outside: what it binds, and its places.
class Nest {
 public:
  Nest(const Stm& stm, const Ranges& around) : ranges_(&around) {
    if (std::holds_alternative<Loop>(stm.exp.node)) note_counters(stm.exp, around, own_);
    visit(
        stm.exp, [](const Atom&) {},
        [this](const Body& body, const Binders& params) {
          for (const Binder& param : params) bound_.insert(param.id);
          in(body);
        });
  }

  bool is_outside(const Atom& atom) const {
    return atom.is_constant() || bound_.count(atom.var) == 0;
  }

  /// How places are computed from what is outside and from the counters of inner Soacs and loops.
  struct Place {
    std::vector<Stm> stms;
    Atoms counters;
    VarSet outside{};
  };
  std::optional<Place> place(const Atoms& indices) const { return place(indices, nullptr); }
  /// Or of the statement's own counter as well, if it is a loop: how often all of them count.
  /// (Soacs may be products of matrices.)
  std::optional<Atoms> turns(const Atoms& indices) const {
    const auto found = place(indices, &own_);
    if (!found) return std::nullopt;
    Atoms turns;
    for (const Atom& counter : found->counters) turns.push_back(count(counter));
    return turns;
  }
  const Atom& count(const Atom& counter) const {
    const auto own = own_.find(counter.var);
    return own != own_.end() ? own->second : counters_.at(counter.var);
  }

 private:
  void in(const Body& body) {
    for (const Stm& stm : body.stms) {
      for (const Binder& binder : stm.binders) bound_.insert(binder.id);
      if (std::holds_alternative<PrimApp>(stm.exp.node)) made_[stm.binders[0].id] = &stm;
      if (const auto* index = std::get_if<Index>(&stm.exp.node)) note_number(*index, stm);
      ranges_.note(stm);
      note_counters(stm.exp, ranges_, counters_);
      visit(
          stm.exp, [](const Atom&) {},
          [this](const Body& inner, const Binders& params) {
            for (const Binder& param : params) bound_.insert(param.id);
            in(inner);
          });
    }
  }

  /// A number of a range is a sum.
  void note_number(const Index& index, const Stm& stm) {
    const Atom* start = ranges_.start(index.array.var);
    if (start == nullptr || index.indices[0].type != kIndex) return;
    numbers_.push_back({stm.binders,
                        {PrimApp{prims::get("add", ScalarType::i64), {index.indices[0], *start}}},
                        stm.span,
                        stm.inlined_at});
    made_[stm.binders[0].id] = &numbers_.back();
  }

  std::optional<Place> place(const Atoms& indices, const Counters* own) const {
    Place place;
    VarSet seen;
    for (const Atom& index : indices)
      if (!add(index, own, place, seen)) return std::nullopt;
    return place;
  }

  bool add(const Atom& atom, const Counters* own, Place& place, VarSet& seen) const {
    if (own != nullptr && own->count(atom.var) > 0) {
      if (seen.insert(atom.var).second) place.counters.push_back(atom);
      return true;
    }
    if (is_outside(atom)) {
      if (!atom.is_constant()) place.outside.insert(atom.var);
      return true;
    }
    if (!seen.insert(atom.var).second) return true;
    if (const auto counter = counters_.find(atom.var); counter != counters_.end()) {
      place.counters.push_back(atom);
      return is_outside(counter->second);
    }
    const auto made = made_.find(atom.var);
    if (made == made_.end() || has_own_effect(made->second->exp)) return false;
    for (const Atom& arg : std::get<PrimApp>(made->second->exp.node).args)
      if (!add(arg, own, place, seen)) return false;
    place.stms.push_back(*made->second);
    return true;
  }

  Ranges ranges_;
  Counters counters_;  ///< of what is inside
  Counters own_;       ///< of the statement itself, if it is a loop
  VarSet bound_;
  std::unordered_map<VarId, const Stm*> made_;  ///< by primitives
  std::deque<Stm> numbers_;                     ///< of ranges, as such
};

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
      const bool deeper = inside || std::holds_alternative<Soac>(stm.exp.node);
      visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders& params) {
            if (deeper)
              for (const Binder& param : params) lambdas_.insert(param.id);
            any = in(inner, deeper, choosing && !chosen) || any;
          });
      if (inside)
        for (const Binder& binder : stm.binders) lambdas_.insert(binder.id);
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
      for (const Atom& length : lengths)
        size = computed("mul", {size, computed("min", {length, Atom::i64(most)}, stm, ahead)}, stm,
                        ahead);
      return size;
    };
    for (const Lengths& lengths : sums) {
      const Atom size = product(lengths.of, kFewSums + 1);
      all = computed("add", {all, size}, stm, ahead);
      if (lengths.turns.empty()) continue;
      const Atom least = computed("mul", {size, Atom::i64(kManyNumbers)}, stm, ahead);
      const Atom turns = product(lengths.turns, kManyNumbers * (kFewSums + 1));
      worth = computed("and", {worth, computed("le", {least, turns}, stm, ahead)}, stm, ahead);
    }
    If choice;
    choice.condition = computed(
        "and", {worth, computed("le", {all, Atom::i64(kFewSums)}, stm, ahead)}, stm, ahead);
    own.push_back(std::move(stm));
    std::move(after.begin(), after.end(), std::back_inserter(own));
    choice.then_body.stms = std::move(own);
    choice.else_body.stms = {plain};
    for (Body* body : {&choice.then_body, &choice.else_body}) {
      for (const Binder& binder : plain.binders) body->results.push_back(binder.atom());
      *body = refresh(std::move(*body), names_, {});
    }
    stm = {plain.binders, {std::move(choice)}, plain.span, plain.inlined_at};
    return true;
  }

  Atom computed(std::string_view name, Atoms args, const Stm& near, std::vector<Stm>& ahead) {
    const Prim prim = prims::get(name, args[0].type.elem);
    const Binder result = names_.bind({prims::result_type(prim), 0, false});
    ahead.push_back({{result}, {PrimApp{prim, std::move(args)}}, near.span, near.inlined_at});
    return result.atom();
  }

  /// Of sums, and how often numbers are added to them, if that decides.
  struct Lengths {
    Atoms of, turns;
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
      AccUpdate added = update;  // after it
      if (place) {
        for (const Atom& counter : place->counters) counts.push_back(nest.count(counter));
        const Worth worth = worth_of(*place, counts, *row);
        if (worth != (unknown != nullptr ? Worth::if_few : Worth::always)) return;
        for (Atom& count : counts) count = natural(count, stm, ahead);
        indices = place->counters;
      } else {
        const auto all = unknown != nullptr ? nest.turns(update.indices) : std::nullopt;
        auto places = all ? lengths_of(update) : std::nullopt;
        if (!places) return;
        turns = *all;
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
      if (unknown != nullptr) unknown->push_back({lengths, turns});
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
  Worth worth_of(const Nest::Place& place, const Atoms& counts, const Atoms& row) const {
    const auto varies = [&](VarId var) { return lambdas_.count(var) > 0; };
    if (std::any_of(place.outside.begin(), place.outside.end(), varies)) return Worth::always;
    std::int64_t size = 1;
    bool known = true;
    for (const Atoms* lengths : {&counts, &row})
      for (const Atom& length : *lengths) {
        known = known && length.is_constant();
        if (varies(length.var)) return Worth::never;
        if (!length.is_constant()) continue;
        size *= std::clamp<std::int64_t>(length.scalar().as_i64(), 1, kFewSums + 1);
        if (size > kFewSums) return Worth::never;
      }
    return known ? Worth::always : Worth::if_few;
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
  void add_after(const AccUpdate& update, const Nest::Place& place, const Atom& sums,
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
