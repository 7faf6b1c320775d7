#include "ad/rewrite/sorted_hist.hpp"

#include <functional>
#include <memory>
#include <utility>

#include "ad/rewrite/places.hpp"
#include "core/builder.hpp"
#include "core/walk.hpp"

namespace laguz::ad::rewrite {

using core::ArrayOp;

namespace {

class SortedHist {
 public:
  SortedHist(Emit& emit, const core::Hist& e)
      : emit_(emit), names_(emit.graph().names()), e_(e), n_(e.dests.size()) {
    for (const Atom& ne : e.neutral) types_.push_back(ne.type);
  }

  core::Body shared() {
    return body_of([this] { return write_shared(); });
  }

  core::If folds(const Atoms& shared) {
    const Atom &order = shared[1], &firsts = shared[2], &lasts = shared[3], &rounds = shared[4];
    const Atoms bins{shared.begin() + 5, shared.end()};
    core::If way;
    way.condition = shared[0];
    way.then_body = body_of([&] { return shaped(in_rounds(rounds, firsts, lasts, bins, order)); });
    way.else_body = body_of([&] {
      const Atom begins = starts(firsts, lasts);
      return shaped(end(lasts, bins, sums_of(begins, begin(firsts, bins, sorted(order)))));
    });
    return way;
  }

 private:
  /// A round, with its way back, takes as long as so many bins besides its own; and all rounds are
  /// to have so many bins at most for each value: a scan takes as long then, one of few values from
  /// one to the next, one of many in pieces.
  static constexpr std::int64_t kRound = 32, kIdleOfFew = 10, kIdleOfMany = 4;

  template <class F>
  core::Body body_of(const F& write) {
    core::Builder inside = start();
    core::Builder* around = std::exchange(out_, &inside);
    Atoms results = write();
    out_ = around;
    return inside.finish(std::move(results));
  }

  /// Whether to go in rounds, the order of bins, the first and last place in that of each, how many
  /// rounds there would be, and what bins begin with.
  Atoms write_shared() {
    const auto [keys, bins] = places_of(emit_, e_.width, e_.indices, e_.dests[0]);
    bins_ = bins;
    const Atom order = out_->array_op(ArrayOp::order, {keys, bins_}, vector(core::kIndex));
    const Atom counts = values_in_bins(keys);
    const Atoms borders =
        map(bins_, {counts, behind(counts)}, {core::kIndex, core::kIndex},
            [&](core::Builder& in, const Atoms& x) {
              const core::Prim select = prims::get("select", ScalarType::i64);
              const Atom empty = in.prim("eq", {x[0], Atom::i64(0)}), none = Atom::i64(-1);
              return Atoms{in.prim(select, {empty, none, in.sub(x[1], x[0])}),
                           in.prim(select, {empty, none, in.sub(x[1], Atom::i64(1))})};
            });
    const Atom rounds = greatest(counts, 0);
    const Atom idle = out_->prim(prims::get("select", ScalarType::i64),
                                 {out_->prim("lt", {e_.width, Atom::i64(kManyForFolds)}),
                                  Atom::i64(kIdleOfFew), Atom::i64(kIdleOfMany)});
    const Atom in_rounds = out_->prim(
        "le", {out_->mul(rounds, out_->add(bins_, Atom::i64(kRound))), out_->mul(e_.width, idle)});
    Atoms results{in_rounds, order, borders[0], borders[1], rounds};
    for (std::size_t k = 0; k < n_; ++k)
      results.push_back(out_->array_op(ArrayOp::reshape, {e_.dests[k], bins_}, vector(types_[k])));
    return results;
  }

  /// The values bin by bin.
  Atoms sorted(const Atom& order) {
    Atoms values;
    for (std::size_t k = 0; k < n_; ++k)
      values.push_back(out_->array_op(ArrayOp::gather, {e_.values[k], order}, vector(types_[k])));
    return values;
  }

  Atoms shaped(const Atoms& flat) {
    Atoms bins;
    for (std::size_t k = 0; k < n_; ++k) {
      Atoms args{flat[k]};
      for (const Atom& dim : out_->shape(e_.dests[k])) args.push_back(dim);
      bins.push_back(out_->array_op(ArrayOp::reshape, std::move(args), e_.dests[k].type));
    }
    return bins;
  }

  static Type vector(const Type& type) { return type.array_of(); }
  static std::vector<Type> vectors(std::vector<Type> types) {
    for (Type& type : types) type = type.array_of();
    return types;
  }

  core::Builder start() const {
    core::Builder builder(names_);
    builder.span = emit_.place.span;
    builder.inlined_at = emit_.place.inlined_at;
    return builder;
  }

  /// A map, whose lambda's body is what [write] gives.
  Atoms map(const Atom& width, const Atoms& arrays, const std::vector<Type>& types,
            const std::function<Atoms(core::Builder&, const Atoms&)>& write) {
    core::Soac soac;
    soac.width = width;
    soac.arrays = arrays;
    Atoms params;
    for (const Atom& array : arrays) {
      soac.lambda.params.push_back(names_.bind(array.type.row()));
      params.push_back(soac.lambda.params.back().atom());
    }
    core::Builder inside = start();
    Atoms results = write(inside, params);
    soac.lambda.body = inside.finish(std::move(results));
    soac.row_shapes.resize(types.size());
    return out_->emit({std::move(soac)}, vectors(types));
  }

  Atom iota() {
    return out_->array_op(ArrayOp::iota, {e_.width, Atom::i64(0), Atom::i64(1)},
                          vector(core::kIndex));
  }

  Atom copies(const Atom& count, const Atom& value) {
    return out_->array_op(ArrayOp::replicate, {count, value}, vector(value.type));
  }

  core::Lambda operation(const char* prim) {
    core::Lambda op;
    op.params = {names_.bind(core::kIndex), names_.bind(core::kIndex)};
    core::Builder in = start();
    op.body = in.finish({in.prim(prim, {op.params[0].atom(), op.params[1].atom()})});
    return op;
  }

  /// A Soac that takes [numbers] as they are.
  core::Soac over(const Atom& numbers) {
    core::Soac soac;
    soac.width = bins_;
    soac.arrays = {numbers};
    soac.lambda.params = {names_.bind(core::kIndex)};
    soac.lambda.body.results = {soac.lambda.params[0].atom()};
    return soac;
  }

  /// How many values come to each bin.
  Atom values_in_bins(const Atom& keys) {
    const Atom none = copies(bins_, Atom::i64(0)), ones = copies(e_.width, Atom::i64(1));
    return out_->emit1(
        {core::Hist{e_.width, {none}, operation("add"), {Atom::i64(0)}, {keys}, {ones}}},
        vector(core::kIndex));
  }

  /// Of each bin the place behind its last one, of [counts].
  Atom behind(const Atom& counts) {
    core::Soac soac = over(counts);
    soac.scans.push_back({operation("add"), {Atom::i64(0)}});
    soac.row_shapes.resize(1);
    return out_->emit1({std::move(soac)}, vector(core::kIndex));
  }

  /// The greatest of [numbers] of all bins, and of [least].
  Atom greatest(const Atom& numbers, std::int64_t least) {
    core::Soac soac = over(numbers);
    soac.reduces.push_back({operation("max"), {Atom::i64(least)}, true});
    return out_->emit1({std::move(soac)}, core::kIndex);
  }

  /// Which values are the first of their bins; those behind all bins, which are in none, are alone.
  Atom starts(const Atom& firsts, const Atom& lasts) {
    const Atom last = greatest(lasts, -1);
    const Type flag{ScalarType::boolean, 0, false};
    const Atom alone = map(e_.width, {iota()}, {flag}, [&](core::Builder& in, const Atoms& x) {
      return Atoms{in.prim("gt", {x[0], last})};
    })[0];
    return out_->emit1(
        {core::Scatter{bins_, {alone}, {firsts}, {copies(bins_, Atom::boolean(true))}}},
        vector(flag));
  }

  /// [values], the first of each bin, at [places], combined with what that began with.
  Atoms begin(const Atom& places, const Atoms& dests, const Atoms& values) {
    Atoms arrays{places};
    arrays.insert(arrays.end(), dests.begin(), dests.end());
    for (std::size_t k = 0; k < n_; ++k)
      arrays.push_back(out_->array_op(ArrayOp::gather, {values[k], places}, vector(types_[k])));
    // (Where nothing has come to a bin, there is nothing to combine.)
    const Atoms combined = map(bins_, arrays, types_, [&](core::Builder& in, const Atoms& x) {
      const auto began = x.begin() + 1, middle = began + static_cast<std::ptrdiff_t>(n_);
      const Atom none = in.prim("lt", {x[0], Atom::i64(0)});
      return unless(in, none, {middle, x.end()}, {began, middle}, {middle, x.end()});
    });
    Atoms begun;
    for (std::size_t k = 0; k < n_; ++k)
      begun.push_back(out_->emit1({core::Scatter{bins_, {values[k]}, {places}, {combined[k]}}},
                                  vector(types_[k])));
    return begun;
  }

  /// What bins end with: the last of their [sums], at [places], if anything came to them.
  Atoms end(const Atom& places, const Atoms& dests, const Atoms& sums) {
    Atoms bins;
    for (std::size_t k = 0; k < n_; ++k) {
      const Atom last = out_->array_op(ArrayOp::gather, {sums[k + 1], places}, vector(types_[k]));
      const Atom flat =
          map(bins_, {places, dests[k], last}, {types_[k]}, [&](core::Builder& in, const Atoms& x) {
            const Atom none = in.prim("lt", {x[0], Atom::i64(0)});
            return Atoms{in.prim(prims::get("select", types_[k].elem), {none, x[1], x[2]})};
          })[0];
      bins.push_back(flat);
    }
    return bins;
  }

  /// For each of the [rounds] the number of the value that each bin takes, -1 if it has no more.
  Atom numbers_of_rounds(const Atom& rounds, const Atom& firsts, const Atom& lasts,
                         const Atom& order) {
    core::Soac all;
    all.width = rounds;
    all.arrays = {
        out_->array_op(ArrayOp::iota, {rounds, Atom::i64(0), Atom::i64(1)}, vector(core::kIndex))};
    const core::Binder round = names_.bind(core::kIndex);
    all.lambda.params = {round};
    all.lambda.body = body_of([&] {
      return map(bins_, {firsts, lasts}, {core::kIndex}, [&](core::Builder& in, const Atoms& x) {
        const Atom place = in.add(x[0], round.atom());
        core::If some;
        some.condition =
            in.prim("and", {in.prim("ge", {x[0], Atom::i64(0)}), in.prim("le", {place, x[1]})});
        core::Builder inside = start();
        some.then_body = inside.finish({inside.index(order, {place})});
        some.else_body.results = {Atom::i64(-1)};
        return Atoms{in.emit1({std::move(some)}, core::kIndex)};
      });
    });
    all.row_shapes = {{bins_}};
    return out_->emit1({std::move(all)}, vector(vector(core::kIndex)));
  }

  /// In each of the [rounds] every bin takes its next value, if it has one: bins are lanes.
  Atoms in_rounds(const Atom& rounds, const Atom& firsts, const Atom& lasts, const Atoms& dests,
                  const Atom& order) {
    const Atom numbers = numbers_of_rounds(rounds, firsts, lasts, order);
    const Atom cells = out_->mul(rounds, bins_);
    const Atom flat = out_->array_op(ArrayOp::reshape, {numbers, cells}, vector(core::kIndex));
    Atoms taken{numbers};
    for (std::size_t k = 0; k < n_; ++k) {
      const Type type = vector(types_[k]);
      const Atom all = out_->array_op(ArrayOp::gather, {e_.values[k], flat}, type);
      taken.push_back(out_->array_op(ArrayOp::reshape, {all, rounds, bins_}, vector(type)));
    }
    Atoms columns = dests;
    for (const Atom& all : taken) columns.push_back(out_->rearrange(all, {1, 0}));
    return map(bins_, columns, types_, [&](core::Builder& in, const Atoms& x) {
      const auto column = x.begin() + static_cast<std::ptrdiff_t>(n_);
      core::Loop loop;
      const core::Binder round = names_.bind(core::kIndex, "i");
      loop.form = core::ForForm{round, rounds};
      Atoms states;
      for (std::size_t k = 0; k < n_; ++k) {
        loop.params.push_back(names_.bind(types_[k]));
        loop.inits.push_back(x[k]);
        states.push_back(loop.params.back().atom());
      }
      core::Builder turn = start();
      Atoms next;
      for (auto one = column; one != x.end(); ++one)
        next.push_back(turn.index(*one, {round.atom()}));
      const Atom none = turn.prim("lt", {next[0], Atom::i64(0)});
      next.erase(next.begin());
      loop.body = turn.finish(unless(turn, none, states, states, next));
      return in.emit({std::move(loop)}, types_);
    });
  }

  /// if condition then yes else op(a, b). A branch for each component: nothing goes through one
  /// that nobody asks for.
  Atoms unless(core::Builder& in, const Atom& condition, const Atoms& yes, const Atoms& a,
               const Atoms& b) {
    Atoms results;
    for (std::size_t r = 0; r < n_; ++r) {
      core::If choose;
      choose.condition = condition;
      choose.then_body.results = {yes[r]};
      core::Substitution substitution;
      for (std::size_t k = 0; k < n_; ++k) {
        substitution[e_.op.params[k].id] = a[k];
        substitution[e_.op.params[n_ + k].id] = b[k];
      }
      choose.else_body = core::refresh(e_.op.body, names_, std::move(substitution));
      choose.else_body.results = {choose.else_body.results[r]};
      results.push_back(in.emit1({std::move(choose)}, types_[r]));
    }
    return results;
  }

  /// Flags, and the scans that begin anew at each of [firsts].
  Atoms sums_of(const Atom& firsts, const Atoms& values) {
    const Type flag{ScalarType::boolean, 0, false};
    core::Soac soac;
    soac.width = e_.width;
    soac.arrays = {firsts};
    soac.arrays.insert(soac.arrays.end(), values.begin(), values.end());
    std::vector<Type> types{flag};
    types.insert(types.end(), types_.begin(), types_.end());
    core::Scan scan;
    scan.neutral = {Atom::boolean(false)};
    scan.neutral.insert(scan.neutral.end(), e_.neutral.begin(), e_.neutral.end());
    Atoms sides[2];
    for (Atoms& side : sides)
      for (const Type& type : types) {
        scan.op.params.push_back(names_.bind(type));
        side.push_back(scan.op.params.back().atom());
      }
    for (const Type& type : types) {
      soac.lambda.params.push_back(names_.bind(type));
      soac.lambda.body.results.push_back(soac.lambda.params.back().atom());
    }
    core::Builder in = start();
    Atoms results{in.prim("or", {sides[0][0], sides[1][0]})};
    const Atoms a(sides[0].begin() + 1, sides[0].end()), b(sides[1].begin() + 1, sides[1].end());
    const Atoms next = unless(in, sides[1][0], b, a, b);
    results.insert(results.end(), next.begin(), next.end());
    scan.op.body = in.finish(std::move(results));
    soac.scans.push_back(std::move(scan));
    soac.row_shapes.resize(types.size());
    return out_->emit({std::move(soac)}, vectors(types));
  }

  Emit& emit_;
  core::Names& names_;
  const core::Hist& e_;
  std::size_t n_;
  std::vector<Type> types_;
  core::Builder* out_ = nullptr;  ///< receives what is written
  Atom bins_;
};

}  // namespace

FoldsOfBins folds_of_bins(Emit& emit, const core::Hist& e) {
  const auto sorted = std::make_shared<SortedHist>(emit, e);
  return {sorted->shared(), [sorted](const Atoms& shared) { return sorted->folds(shared); }};
}

}  // namespace laguz::ad::rewrite
