#include "eval/map_trial.hpp"

#include <algorithm>
#include <new>

#include "eval/machine.hpp"
#include "eval/profile.hpp"
#include "eval/turns.hpp"
#include "support/assert.hpp"

namespace laguz::eval {

MapTrial::MapTrial(const core::Soac& soac, MapCode::Places places,
                   std::span<const PartedAcc> parted)
    : soac_(soac), places_(std::move(places)), parted_(parted) {
  for (Way& way : ways_) way.possible = MapCode::takes(soac);
  adds_ = std::any_of(places_.outers.begin(), places_.outers.end(),
                      [](const Outer& outer) { return outer.type.acc; });
}

bool MapTrial::is_open(const Run& run) const {
  const Options& options = run.frame.machine().options;
  return is_possible(run.shape) &&
         (options.tier == Tier::machine || options.tier == Tier::automatic) &&
         options.order == FoldOrder::standard;
}

bool MapTrial::is_next(const Run& run) const {
  return run.frame.machine().options.tier == Tier::machine || rival_.is_next();
}

MapCode* MapTrial::compile(const Run& run) {
  const bool striped = is_striped(run.shape);
  Way& way = ways_[striped];
  if (!way.code) {
    std::vector<Slot> accs;
    if (striped)
      for (const PartedAcc& acc : parted_) accs.push_back(acc.slot);
    way.code = MapCode::of(soac_, places_, accs, run.place, why_not_);
    way.possible = way.code != nullptr;
  }
  last_ = way.code.get();
  return way.code.get();
}

bool MapTrial::run(const Run& run) {
  MapCode* const code = compile(run);
  if (code == nullptr) return false;
  const auto& [frame, n, shape, place, kind] = run;
  std::optional<PartialSums> sums;
  if (shape != nullptr) sums.emplace(frame, parted_, *shape, PartialSums::Layout::side_by_side);
  const bool by_trial = frame.machine().options.tier == Tier::automatic;
  // What has been done may be forgotten, unless it has added to what is there.
  const bool may_forget = sums || !adds_;
  const bool may_end = by_trial && rival_.is_on_trial() && may_forget;
  constexpr std::int64_t kParts = 16;
  const std::int64_t first = sums      ? shape->block
                             : may_end ? std::max<std::int64_t>(n / kParts, 1)
                                       : n;
  code->begin(frame, n);
  const Clock::time_point start = Clock::now();
  try {
    for (std::int64_t from = 0, end = 0; from < n; from = end) {
      end = std::min(from + (sums || from == 0 ? first : n), n);
      if (sums) sums->enter(from);
      const bool has_run = code->run(frame, from, end, place);
      LAGUZ_ASSERT(has_run || from == 0, "code that has run goes on");
      if (!has_run || (may_end && from == 0 && rival_.is_hopeless(since(start), end))) {
        rival_.lose();
        return false;
      }
    }
  } catch (const support::UserError&) {
    rethrow_in_iteration(code->turn(), kind, place);
  } catch (const std::bad_alloc&) {
    // (Iterations side by side have arrays side by side.)
    if (!may_forget) throw;
    rival_.lose();
    return false;
  }
  if (sums) sums->finish();
  if (by_trial) rival_.has_run(since(start), n);
  Spot::here(frame.machine().options.profile).note("machine code", n);
  return true;
}

}  // namespace laguz::eval
