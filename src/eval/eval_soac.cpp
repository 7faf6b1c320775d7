// Soacs: handed to the lanes tier where that is possible and pays, to machine code where that is
// faster (map_trial.hpp), else run iteration by iteration.
#include <algorithm>
#include <atomic>
#include <optional>

#include "core/call_sites.hpp"
#include "core/reduce_shape.hpp"
#include "core/walk.hpp"
#include "eval/eval_acc.hpp"
#include "eval/lane_sums.hpp"
#include "eval/lanes/fewest.hpp"
#include "eval/lanes/plan.hpp"
#include "eval/lanes_constants.hpp"
#include "eval/map_trial.hpp"
#include "eval/soac_parts.hpp"
#include "eval/turns.hpp"
#include "runtime/parallel_for.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

/// What blocks of partial sums must be multiples of, so that folds can go by the same blocks.
std::int64_t grain(const core::Soac& soac, std::int64_t width) {
  std::int64_t grain = 1;
  for (const core::Reduce& reduce : soac.reduces) {
    const core::FoldShape shape =
        core::fold_shape(commutative_builtin(reduce.op).has_value(), width);
    if (shape == core::FoldShape::blocked) grain = std::max(grain, core::kBlock);
    if (shape == core::FoldShape::chunked) grain = lanes::kFoldedTogether;
  }
  for (const core::Scan& scan : soac.scans)
    if (width > core::kLongScan && scans_by_blocks(scan.op)) grain = lanes::kFoldedTogether;
  return grain;
}

class SoacNode final : public Node {
 public:
  explicit SoacNode(SoacParts parts)
      : parts_(std::move(parts)),
        fewest_(lanes::fewest_iterations(*parts_.soac)),
        trial_(*parts_.soac, code_places(parts_), parts_.parted) {
    cost_ = 4 + 4 * static_cast<std::int64_t>(parts_.body.size() + parts_.params.size() +
                                              parts_.units.size());
  }

  void exec(Frame& frame) override {
    parts_.prologue.run(frame);
    const std::int64_t n = static_cast<std::int64_t>(frame.bits(parts_.width));
    for (const Param& param : parts_.params) {
      const std::int64_t length = frame.array(param.array).length();
      if (length != n) fail(width_text(n, length));
    }
    if (n <= 0) return run_empty(frame);
    if (parts_.bulk) return run_bulk(frame);
    if (!parts_.parted.empty() && n >= parts_.soac->parted_from) {
      const bool rows =
          parts_.rows &&
          parts_.rows->along.asked(n, static_cast<std::int64_t>(frame.bits(parts_.rows->width)));
      const SumShape shape =
          sum_shape(frame, parts_.parted, n, grain(*parts_.soac, n), parts_.striped && !rows);
      if (!shape.is_whole()) return run(frame, n, &shape);
    }
    const Options& options = frame.machine().options;
    if (parts_.flat && may_use_lanes(options) && run_flat(frame, n))
      return Spot::here(options.profile).note("lanes, of all dimensions", n);
    run(frame, n, nullptr);
  }

 private:
  static MapCode::Places code_places(const SoacParts& parts) {
    MapCode::Places places;
    places.counted = parts.counted;
    places.width = parts.width;
    places.first = parts.first;
    places.results = parts.results;
    places.rows = parts.row_shapes;
    places.outers = parts.at_hand;
    places.iotas = parts.iotas;
    places.in_place = parts.in_place;
    for (const Param& param : parts.params) places.arrays.push_back(param.array);
    for (std::size_t k = 0; k < parts.elements.size(); ++k) {
      const auto prim = commutative_builtin(parts.soac->reduces[k].op);
      places.folds.push_back({*prim, parts.neutral[k][0], parts.results[k], parts.elements[k]});
      places.results[k] = parts.elements[k];
    }
    if (!MapCode::takes(*parts.soac)) return places;
    const std::size_t folds = parts.soac->reduces.size();
    for (std::size_t k = 0; k < parts.soac->scans.size(); ++k) {
      const auto prim = commutative_builtin(parts.soac->scans[k].op);
      places.scans.push_back({*prim, parts.neutral[folds + k][0], parts.results[folds + k]});
    }
    return places;
  }

  /// Runs, adding to partial sums if there is a [shape] of them.
  void run(Frame& frame, std::int64_t n, const SumShape* shape) {
    trial_.run(
        {frame, n, shape, place, kind()}, [&] { run_usually(frame, n, shape); },
        [&] { walk(frame, n, shape, "what is inside is faster as machine code"); });
  }

  void run_usually(Frame& frame, std::int64_t n, const SumShape* shape) {
    if (wants_lanes(frame, n)) {
      std::optional<PartialSums> sums;
      if (shape != nullptr)
        sums.emplace(frame, parts_.parted, *shape, PartialSums::Layout::side_by_side);
      if (run_lanes(frame, n, sums ? &*sums : nullptr)) {
        if (sums) sums->finish();
        return;
      }
    }
    walk(frame, n, shape, why_not_faster(frame.machine().options, n));
  }

  void walk(Frame& frame, std::int64_t n, const SumShape* shape, std::string_view why) {
    std::optional<PartialSums> sums;
    if (shape != nullptr) sums.emplace(frame, parts_.parted, *shape, PartialSums::Layout::arrays);
    if (run_scalar(frame, n, sums ? &*sums : nullptr, why) && sums) sums->finish();
  }

  // ---- One iteration after the other

  /// False: the run has been stopped.
  bool run_scalar(Frame& frame, std::int64_t n, PartialSums* sums, std::string_view why) {
    Spot::here(frame.machine().options.profile).note("one iteration at a time", n, why);
    for (const auto& unit : parts_.units) unit->begin(frame, n);
    const auto iterate = [&](std::int64_t& i) {
      try {
        for (; i < n; ++i) {
          support::spend(cost_);
          if (sums != nullptr) sums->enter(i);
          if (!iteration(frame, i, n)) return false;
        }
      } catch (const support::UserError&) {
        rethrow_in_iteration(i, kind(), place);
      }
      return true;
    };
    // A counter that others know is in no register.
    std::int64_t own = 0, shown = 0;
    if (Running::is_asked()) {
      const Counting running(place, shown, static_cast<std::uint64_t>(n));
      if (!iterate(shown)) return false;
    } else if (!iterate(own)) {
      return false;
    }
    finish(frame);
    return true;
  }

  /// False: the run has been stopped.
  bool iteration(Frame& frame, std::int64_t i, std::int64_t n) {
    for (const Param& param : parts_.params) param.load(frame, param, i);
    if (!parts_.body.empty() && !parts_.body.run_through(frame)) return false;
    for (const auto& unit : parts_.units) unit->push(frame, i, n);
    for (const Slot slot : parts_.drops) frame.array(slot).release();
    return true;
  }

  void finish(Frame& frame) {
    for (const auto& unit : parts_.units) unit->finish(frame);
    for (const Param& param : parts_.params)
      if (param.is_row) frame.array(param.to).release();
  }

  void run_empty(Frame& frame) {
    for (const auto& unit : parts_.units) unit->begin(frame, 0);
    for (const auto& unit : parts_.units) unit->finish(frame);
    const core::Soac& soac = *parts_.soac;
    const std::size_t reduced = parts_.results.size() - parts_.row_shapes.size();
    for (std::size_t k = 0; k < parts_.row_shapes.size(); ++k) {
      Shape shape;
      for (const ScalarArg& length : parts_.row_shapes[k])
        shape.dims[shape.rank++] = std::max<std::int64_t>(0, length.i64(frame));
      const ScalarType type =
          soac.lambda.body.results[soac.lambda.body.results.size() - parts_.row_shapes.size() + k]
              .type.elem;
      frame.array(parts_.results[reduced + k]) = Array::uninitialised(type, shape.prepend(0));
    }
  }

  void run_bulk(Frame& frame) {
    const Array& array = frame.array(parts_.params[0].array);
    const Scalar neutral{parts_.bulk->prim.type, frame.bits(parts_.neutral[0][0])};
    const Options& options = frame.machine().options;
    Spot::here(options.profile).note("a kernel", array.length());
    if (parts_.bulk->is_scan) {
      frame.array(parts_.results[0]) = bulk_scan(parts_.bulk->prim, neutral, array);
    } else {
      const int threads = options.threads > 0 ? options.threads : runtime::hardware_threads();
      const Scalar result = bulk_reduce(parts_.bulk->prim, neutral, array, threads);
      frame.put_bits(parts_.results[0], result.bits);
    }
  }

  // ---- Lanes

  bool may_use_lanes(const Options& options) const {
    return has_lanes(options.tier) && options.order == FoldOrder::standard && parts_.lanes;
  }

  bool wants_lanes(Frame& frame, std::int64_t n) const {
    const Options& options = frame.machine().options;
    return may_use_lanes(options) &&
           (options.tier != Tier::automatic || (n >= fewest_ && !multiplies(frame)));
  }

  /// Whether each iteration has products of matrices for the kernel, which are large.
  bool multiplies(Frame& frame) const {
    constexpr double kLarge = 2048;
    return std::any_of(parts_.products.begin(), parts_.products.end(), [&](const auto& widths) {
      double terms = 1;
      for (const Slot width : widths)
        terms *= static_cast<double>(static_cast<std::int64_t>(frame.bits(width)));
      return terms >= kLarge;
    });
  }

  std::string_view why_not_faster(const Options& options, std::int64_t n) const {
    if (options.tier == Tier::machine) return trial_.why_not();
    if (!has_lanes(options.tier) || options.order != FoldOrder::standard)
      return "--tier asks for that";
    if (!parts_.lanes) return why_not_;
    return n < fewest_ ? "they are few for what they do" : "each multiplies matrices";
  }

  bool run_flat(Frame& frame, std::int64_t n) {
    const Running running(place);
    std::optional<std::int64_t> failing;
    const bool done = parts_.flat->run(frame, n, parts_.row_shapes[0], place, failing);
    if (failing) report(frame, *failing, n);
    return done;
  }

  bool run_lanes(Frame& frame, std::int64_t n, PartialSums* sums) {
    Machine& machine = frame.machine();
    const Spot spot = Spot::here(machine.options.profile);
    if (!plan_) {
      lanes::Prepared prepared = lanes::prepare(*parts_.soac, machine.program, parts_.unread, spot);
      plan_ = std::move(prepared.plan);
      if (!plan_) {
        parts_.lanes = false;
        why_not_ = prepared.why_not;
        return false;
      }
      resolve();
    }
    const int threads =
        machine.options.threads > 0 ? machine.options.threads : runtime::hardware_threads();
    std::vector<Value> results;
    std::atomic<std::int64_t> done{0};
    std::optional<Counting<std::atomic<std::int64_t>>> running;
    if (Running::is_asked()) running.emplace(place, done, static_cast<std::uint64_t>(n));
    try {
      results = with_constants(machine, *parts_.soac, place, [&] {
        lanes::Inputs all = inputs(frame, n, sums);
        std::optional<LaneSums> of_blocks;
        if (sums != nullptr) all.sums = &of_blocks.emplace(*sums, accumulators_);
        if (running) all.done = &done;
        return plan_->run(std::move(all), threads);
      });
    } catch (const lanes::NotLanes& back) {
      // A scan may fail before that.
      if (back.failing >= 0 && parts_.scans.empty()) report(frame, back.failing, n);
      why_not_ = back.why;
      if (back.few)
        fewest_ = n + 1;
      else
        parts_.lanes = false;
      return false;
    }
    spot.note_lanes(n, plan_->tile());
    deliver(frame, std::move(results));
    return true;
  }

  void deliver(Frame& frame, std::vector<Value> results) {
    std::size_t at = 0;
    const auto put = [&] {
      if (auto* array = std::get_if<Array>(&results[at])) {
        frame.array(parts_.results[at]) = std::move(*array);
      } else {
        frame.put_bits(parts_.results[at], std::get<Scalar>(results[at]).bits);
      }
      ++at;
    };
    const std::size_t reduced = core::ends_of(*parts_.soac).reduced;
    const std::int64_t n = static_cast<std::int64_t>(frame.bits(parts_.width));
    while (at < reduced) put();
    std::vector<std::vector<Array>> elements(parts_.scans.size());
    for (std::size_t s = 0; s < parts_.scans.size(); ++s) {
      const std::size_t end = at + parts_.soac->scans[s].neutral.size();
      if (!plan_->leaves_scan(s, n)) {
        while (at < end) put();
        continue;
      }
      for (; at < end; ++at)
        elements[s].push_back(std::get<Array>(std::exchange(results[at], Scalar{})));
    }
    while (at < results.size()) put();
    for (std::size_t s = 0; s < parts_.scans.size(); ++s)
      if (!elements[s].empty()) parts_.scans[s]->over(frame, std::move(elements[s]));
  }

  lanes::Inputs inputs(Frame& frame, std::int64_t n, PartialSums* sums) const {
    lanes::Inputs inputs;
    if (parts_.in_place) inputs.place = parts_.in_place->place(frame);
    inputs.width = n;
    inputs.chunk = frame.machine().options.chunk;
    inputs.constants = &frame.machine();
    for (const Param& param : parts_.params) inputs.arrays.push_back(frame.array(param.array));
    const core::Soac& soac = *parts_.soac;
    const auto neutral = [&](const core::Atoms& atoms, const std::vector<Slot>& slots) {
      auto& values = inputs.neutral.emplace_back();
      for (std::size_t i = 0; i < atoms.size(); ++i)
        values.push_back(Outer{0, atoms[i].type, slots[i]}.get(frame));
    };
    std::size_t at = 0;
    for (const core::Reduce& reduce : soac.reduces) neutral(reduce.neutral, parts_.neutral[at++]);
    for (const core::Scan& scan : soac.scans) neutral(scan.neutral, parts_.neutral[at++]);
    for (const Outer& outer : free_) inputs.free.push_back(outer.get(frame));
    inputs.block = sums != nullptr ? sums->shape().block : n;
    inputs.stripes = sums != nullptr ? sums->shape().stripes : 1;
    if (sums == nullptr)
      for (const AccSite& site : accumulators_)
        inputs.accumulators.push_back(site.of(AccState::at(frame.bits(site.slot))));
    inputs.row_shapes.resize(parts_.row_shapes.size());
    return inputs;
  }

  /// The slots of the plan's variables.
  void resolve() {
    for (const core::Binder& var : plan_->free_variables())
      free_.push_back(find_outer(parts_.outers, var.id));
    for (const auto& [var, site] : plan_->accumulators())
      accumulators_.push_back({find_outer(parts_.outers, var).slot, site});
  }

  /// What an error calls it.
  const char* kind() const { return core::name_of_turns(*parts_.soac); }

  /// Runs the iteration that is known to fail.
  void report(Frame& frame, std::int64_t i, std::int64_t n) {
    for (const Param& param : parts_.params) {
      if (param.is_row) {
        frame.array(param.to) = frame.array(param.array).row(i);
      } else {
        param.load(frame, param, i);
      }
    }
    try {
      for (const auto& unit : parts_.units) unit->begin(frame, n);
      parts_.body.run(frame);
      for (const auto& unit : parts_.units) unit->push(frame, 0, n);
    } catch (const support::UserError&) {
      rethrow_in_iteration(i, kind(), place);
    }
    LAGUZ_ASSERT(false, "an iteration fails in every tier");
  }

  SoacParts parts_;
  std::int64_t cost_ = 1;
  std::int64_t fewest_;  ///< iterations that lanes are for
  MapTrial trial_;
  std::unique_ptr<lanes::Plan> plan_;
  const char* why_not_ = "it updates an accumulator with an operator of the program's";
  std::vector<Outer> free_;
  std::vector<AccSite> accumulators_;  ///< those that the plan adds to
};

}  // namespace

void Compiler::compile(const core::Soac& exp) {
  begin(true);
  const auto products = this->products();
  SoacParts parts;
  parts.soac = &exp;
  parts.width = settle(parts.prologue, exp.width);
  for (std::size_t i = 0; i < exp.arrays.size(); ++i) {
    const core::Binder& var = exp.lambda.params[i];
    Param param;
    param.array = look(exp.arrays[i]).slot;
    param.to = bind(var);
    param.is_row = is_array(var.type);
    param.load = &Param::row;
    if (!param.is_row)
      with_type(var.type.elem,
                [&](auto tag) { param.load = &Param::element<typename decltype(tag)::type>; });
    parts.params.push_back(param);
  }
  const auto neutral = [&](const core::Atoms& atoms) {
    auto& slots = parts.neutral.emplace_back();
    for (const core::Atom& atom : atoms)
      slots.push_back(is_array(atom.type) ? look(atom).slot : settle(parts.prologue, atom));
  };
  for (const core::Reduce& reduce : exp.reduces) neutral(reduce.neutral);
  for (const core::Scan& scan : exp.scans) neutral(scan.neutral);
  for (const core::Atoms& lengths : exp.row_shapes) {
    auto& shape = parts.row_shapes.emplace_back();
    for (const core::Atom& length : lengths) shape.push_back(lazy(length));
  }

  const bool folds = !exp.reduces.empty() || !exp.scans.empty();
  const bool settled = folds && exp.lambda.body.results.size() > 1;
  CompiledBody compiled = body(exp.lambda.body, {}, {}, settled);
  parts.drops = std::move(compiled.drops);
  std::size_t at = 0;
  const auto elements = [&](std::size_t n) {
    std::vector<BodyResult> some;
    for (std::size_t i = 0; i < n; ++i) some.push_back(std::move(compiled.results[at++]));
    return some;
  };
  const core::Binders& binders = current_->stm->binders;
  for (const core::Binder& result : binders)
    parts.unread.push_back(contains(current_->unread, result.id));
  const auto bound = [&](std::size_t n) {
    const auto first = binders.begin() + static_cast<std::ptrdiff_t>(at);
    return core::Binders(first, first + static_cast<std::ptrdiff_t>(n));
  };
  std::size_t fold = 0;
  for (const core::Reduce& reduce : exp.reduces) {
    const core::Binders results = bound(reduce.neutral.size());
    parts.units.push_back(fold_unit(reduce.op, elements(results.size()), parts.neutral[fold++],
                                    results, parts.prologue));
  }
  for (const core::Scan& scan : exp.scans) {
    const core::Binders results = bound(scan.neutral.size());
    auto unit = scan_unit(scan.op, elements(results.size()), parts.neutral[fold++], results,
                          parts.prologue);
    parts.scans.push_back(unit.get());
    parts.units.push_back(std::move(unit));
  }
  while (at < compiled.results.size()) {
    const core::Binder& result = binders[at];
    BodyResult& element = compiled.results[at++];
    const Output out{result.type.elem, result.type.rank > 1, bind(result)};
    if (element.is_array) {
      parts.units.push_back(std::make_unique<MapRowsUnit>(element.array.slot, out));
      if (element.array.move) parts.drops.push_back(element.array.slot);
      continue;
    }
    parts.units.push_back(with_type(result.type.elem, [&](auto tag) -> std::unique_ptr<Unit> {
      using T = typename decltype(tag)::type;
      return std::make_unique<MapUnit<T>>(typed<T>(std::move(element.scalar)), out);
    }));
  }
  if (MapCode::takes(exp) && !exp.reduces.empty()) {
    for (std::size_t k = 0; k < exp.reduces.size(); ++k) parts.elements.push_back(new_slot(true));
    parts.first = new_slot(false);
  }
  parts.body = std::move(compiled.block);
  for (const core::Binder& result : binders) parts.results.push_back(slot_of(result.id));

  parts.outers = outers();
  for (const Outer& outer : parts.outers)
    if (taped_.count(outer.var) == 0) parts.at_hand.push_back(outer);
  for (const Outer& outer : parts.at_hand)
    if (iotas_.count(outer.var) > 0) parts.iotas.push_back(outer.var);
  for (const Outer& outer : parts.outers)
    if (outer.type.acc && !contains(adding_accs_, outer.var)) parts.lanes = false;
  for (const core::Atom& array : exp.arrays) parts.counted.push_back(iotas_.count(array.var) > 0);
  if (exp.parted_from > 0) {
    const auto slot_of_free = [&](VarId var) -> std::optional<Slot> {
      for (const Outer& outer : parts.outers)
        if (outer.var == var) return outer.slot;
      return !exp.width.is_constant() && exp.width.var == var ? std::optional(parts.width)
                                                              : std::nullopt;
    };
    parts.parted = parted_accs(exp, apart_accs_, iotas_, slot_of_free);
    parts.striped = !products && !within_products_;
    if (const core::Soac* inner = core::inner_map(exp)) {
      const std::optional<Slot> width = inner->width.is_constant() ? constant(inner->width.scalar())
                                                                   : slot_of_free(inner->width.var);
      if (width) parts.rows = SoacParts::Rows{*width, core::AlongRows(*inner)};
    }
  }
  if (!products) parts.products = products_in(exp);
  parts.bulk = bulk_of(exp);
  parts.in_place = in_place(exp);
  if (auto flat = FlatMap::flattened(exp); flat && !products) {
    std::vector<Slot> arrays;
    for (const Param& param : parts.params) arrays.push_back(param.array);
    parts.flat.emplace(std::move(*flat), std::move(arrays), parts.results, parts.outers);
  }
  emit(products, std::make_unique<SoacNode>(std::move(parts)));
}

}  // namespace laguz::eval
