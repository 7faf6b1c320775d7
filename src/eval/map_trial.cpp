#include "eval/map_trial.hpp"

#include <algorithm>
#include <new>

#include "core/walk.hpp"
#include "eval/machine.hpp"
#include "eval/profile.hpp"
#include "eval/turns.hpp"
#include "runtime/lengths.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

/// Loops, and with [maps] those too.
bool has_loop(const core::Body& body, bool maps = false) {
  return std::any_of(body.stms.begin(), body.stms.end(), [maps](const core::Stm& stm) {
    const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
    bool found = std::holds_alternative<core::Loop>(stm.exp.node) ||
                 (maps && soac != nullptr && MapCode::takes(*soac));
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) {
          found = found || has_loop(inner, maps);
        });
    return found;
  });
}

}  // namespace

MapTrial::MapTrial(const core::Soac& soac, MapCode::Places places,
                   std::span<const PartedAcc> parted)
    : soac_(soac), places_(std::move(places)), parted_(parted) {
  for (Way& way : ways_) way.possible = MapCode::takes(soac);
  adds_ = std::any_of(places_.outers.begin(), places_.outers.end(),
                      [](const Outer& outer) { return outer.type.acc; });
  has_code_ = has_loop(soac.lambda.body, true);
  for (const core::Stm& stm : soac.lambda.body.stms)
    if (const auto* inner = std::get_if<core::Soac>(&stm.exp.node);
        inner != nullptr && MapCode::takes(*inner) && has_loop(inner->lambda.body))
      set_columns(inner->width);
}

void MapTrial::set_columns(const core::Atom& width) {
  if (width.is_constant()) columns_.emplace(width.scalar().as_i64());
  if (width == soac_.width) columns_.emplace(places_.width);
  for (const Outer& outer : places_.outers)
    if (!width.is_constant() && outer.var == width.var) columns_.emplace(outer.slot);
}

bool MapTrial::is_open(const Run& run) const {
  const Options& options = run.frame.machine().options;
  return ways_[way_of(run)].possible &&
         (options.tier == Tier::machine || options.tier == Tier::automatic) &&
         options.order == FoldOrder::standard;
}

bool MapTrial::has_long_rows(const Run& run) const {
  constexpr std::int64_t kLong = 32;  // shorter ones take longer to be begun than to be run
  if (!columns_) return false;
  const auto* known = std::get_if<std::int64_t>(&*columns_);
  return (known != nullptr ? *known : run.frame.get<std::int64_t>(std::get<Slot>(*columns_))) >=
         kLong;
}

bool MapTrial::may_walk(const Run& run) const {
  constexpr std::int64_t kFew = 64;  // of lanes
  const Options& options = run.frame.machine().options;
  return options.tier == Tier::automatic && options.order == FoldOrder::standard &&
         ((has_code_ && run.n <= kFew) || has_long_rows(run));
}

void MapTrial::run(const Run& run, support::FunctionRef<void()> usual,
                   support::FunctionRef<void()> walk) {
  constexpr double kLongIteration = 4e3;
  const bool open = is_open(run), may_walk = this->may_walk(run);
  const bool pays = may_walk && (walk_.takes(kLongIteration) || has_long_rows(run));
  Machine& machine = run.frame.machine();
  const bool wants_code = machine.wants_code();
  Clock::time_point start = Clock::now();
  const auto walk_inside = [&] {
    const Machine::WantsCode inside(machine);
    walk();
  };
  if (!wants_code && pays && walk_.is_next()) {
    walk_inside();
    return walk_.has_run(since(start), run.n);
  }
  // (Not told of others than those that it might have run itself.)
  const auto tell = [&] {
    if (!wants_code && may_walk && !walk_.is_next()) walk_.usual_has_run(since(start), run.n);
  };
  if (open && (wants_code || code_.is_next()) && run_code(run)) return tell();
  if (wants_code && pays) return walk_inside();
  start = Clock::now();
  usual();
  if (!wants_code && open) code_.usual_has_run(since(start), run.n);
  tell();
}

MapCode* MapTrial::compile(const Run& run) {
  Way& way = ways_[way_of(run)];
  if (!way.code) {
    std::vector<Slot> accs;
    if (is_striped(run.shape))
      for (const PartedAcc& acc : parted_) accs.push_back(acc.slot);
    way.code = MapCode::of(soac_, places_, {accs, is_blocked(run)}, run.place, why_not_);
    way.possible = way.code != nullptr;
  }
  last_ = way.code.get();
  return way.code.get();
}

bool MapTrial::run_code(const Run& run) {
  MapCode* const code = compile(run);
  if (code == nullptr) return false;
  const auto& [frame, n, shape, place, kind] = run;
  std::optional<PartialSums> sums;
  if (shape != nullptr) sums.emplace(frame, parted_, *shape, PartialSums::Layout::side_by_side);
  const bool by_trial = !frame.machine().wants_code();
  // What has been done may be forgotten, unless it has changed what is there.
  const bool may_forget = code->begin(frame, n) && (sums || !adds_);
  const bool may_end = by_trial && code_.is_on_trial() && may_forget;
  constexpr std::int64_t kParts = 16;
  const std::int64_t first = sums      ? shape->block
                             : may_end ? runtime::pieces(n, kParts * core::kLanes) * core::kLanes
                                       : n;
  const Clock::time_point start = Clock::now();
  try {
    for (std::int64_t from = 0, end = 0; from < n; from = end) {
      end = std::min(from + (sums || from == 0 ? first : n), n);
      if (sums) sums->enter(from);
      const bool has_run = code->run(frame, from, end, place);
      LAGUZ_ASSERT(has_run || from == 0, "code that has run goes on");
      const bool hopeless = has_run && may_end && from == 0 && code_.is_hopeless(since(start), end);
      if (hopeless || !has_run) code_.lose();
      if (!has_run) {
        constexpr int kMostRefused = 3;
        Way& way = ways_[way_of(run)];
        way.possible = ++way.refused < kMostRefused;
      }
      if (hopeless || !has_run) {
        code->forget(frame);
        return false;
      }
    }
  } catch (const support::UserError&) {
    rethrow_in_iteration(code->turn(), kind, place);
  } catch (const std::bad_alloc&) {
    // (Iterations side by side have arrays side by side.)
    if (!may_forget) throw;
    code_.lose();
    code->forget(frame);
    return false;
  }
  if (sums) sums->finish();
  code->finish(frame);
  if (by_trial) code_.has_run(since(start), n);
  Spot::here(frame.machine().options.profile).note("machine code", n);
  return true;
}

}  // namespace laguz::eval
