#include "eval/lanes/soac_run.hpp"

#include <algorithm>

#include "eval/lanes/acc_log.hpp"
#include "prims/lanes_move.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;
using runtime::Array;

namespace {

/// Fewer do not fill a vector.
constexpr std::int64_t kLeastLanes = 8;
/// The most that a tile's arrays may be.
constexpr std::size_t kMostMemory = std::size_t{64} << 20;
/// The same where updates of accumulators wait for the end of the tile: a run cannot be given up
/// for another tier once it has added something.
constexpr std::size_t kMostLogged = std::size_t{128} << 20;

std::vector<Array> copies(std::span<const Array> arrays) {
  std::vector<Array> all;
  for (const Array& array : arrays)
    all.push_back(Array::copy_of(array.type(), array.shape(), array.raw()));
  return all;
}

}  // namespace

SoacRun::SoacRun(SoacPlan& plan, Inputs inputs, int threads, std::int64_t columns)
    : plan_(plan),
      in_(std::move(inputs)),
      threads_(threads),
      id_(++plan.runs_),
      nested_(plan.is_nest_),
      columns_(columns),
      count_(in_.width * columns),
      most_logged_(std::min(kMostLogged, support::Account::current().limit() / 4)) {
  builtin_shape_ = core::fold_shape(true, in_.width);
  other_shape_ = core::fold_shape(false, in_.width);
}

std::vector<Value> SoacRun::of_nothing() {
  std::vector<Value> results;
  for (std::size_t i = 0; i < plan_.reduces_.size(); ++i)
    for (const Value& value : in_.neutral[i]) results.push_back(value);
  std::size_t row = 0;
  for (std::size_t r = results.size(); r < plan_.main_.results.size(); ++r)
    results.push_back(
        Array::uninitialised(plan_.main_.results[r].type(), in_.row_shapes[row++].prepend(0)));
  return results;
}

bool SoacRun::parallel() const {
  if (threads_ <= 1) return false;
  if (!plan_.accumulators_.empty() && (in_.sums == nullptr || in_.block >= in_.width)) return false;
  // About 100 µs of work: a statement takes some tenths of a nanosecond per iteration.
  constexpr std::int64_t kEnough = 500'000;
  const auto statements = static_cast<std::int64_t>(plan_.main_.code.size()) + 2;
  return count_ >= kEnough / (statements * (plan_.has_inner_ ? 100 : 1));
}

std::vector<Value> SoacRun::go() {
  if (in_.width == 0) return of_nothing();
  most_lanes_ = plan_.tile_lanes(nested_ ? columns_ : in_.width);
  lanes_ = most_lanes_.load();
  // How much memory a lane takes is known when there has been a tile.
  if (plan_.main_.allocates) lanes_ = std::min(lanes_.load(), plan_.tile_width_.begin());
  for (;;) {
    try {
      attempt();
      plan_.tile_ = lanes_;
      return finish();
    } catch (const TooWide&) {
      if (lanes_ <= kLeastLanes)
        throw NotLanes{
            .why = "what an iteration makes does not fit the cache, however narrow the tile"};
      most_lanes_ = std::max(kLeastLanes, lanes_ / 4);
      lanes_ = most_lanes_.load();
    } catch (const NotEvaluated& needed) {
      put_back_before();
      throw NotLanes{.constant = needed.constant};
    } catch (const NotUniform&) {
      put_back_before();
      throw NotLanes{.why = "lengths or shapes differ from iteration to iteration"};
    } catch (const FewLanes&) {
      throw NotLanes{.few = true, .why = "they are few, and those inside are many"};
    }
  }
}

void SoacRun::attempt() {
  const std::size_t results = plan_.main_.results.size();
  const std::int64_t width = count_;
  out_.assign(results, Array());
  for (std::size_t r = 0; r < results; ++r) {
    const ValueRef& ref = plan_.main_.results[r];
    std::size_t reduced = plan_.scans_.empty() ? plan_.mapped_ : plan_.scans_[0].first;
    if (r >= reduced && !ref.is_array)
      out_[r] = in_.place ? *in_.place : Array::uninitialised(ref.type(), {width});
  }
  drop_unread_scans();
  prepare_folds();
  find_read_there();
  if (in_.sums != nullptr) in_.sums->restart();
  if (in_.done != nullptr) in_.done->store(0, std::memory_order_relaxed);

  bool chunked = false;
  for (const Operator& op : plan_.reduces_)
    chunked = chunked || (!op.builtin && other_shape_ == core::FoldShape::chunked);
  for (std::size_t i = 0; i < plan_.scans_.size(); ++i) chunked = chunked || scans_blocks(i);
  // Units hold whole tiles, blocks and chunks.
  const std::int64_t whole = nested_                  ? columns_
                             : plan_.reduces_.empty() ? lanes_.load()
                                                      : core::kBlock;
  const std::int64_t shares = parallel() ? std::int64_t{threads_} * 8 : 1;
  unit_ = in_.sums != nullptr ? in_.block * columns_
          : chunked           ? kFoldedTogether
                              : runtime::pieces(runtime::pieces(width, shares), whole) * whole;
  const std::int64_t units = runtime::pieces(width, unit_);
  runtime::parallel_for(units, parallel() ? threads_ : 1, [this](std::int64_t u) { unit(u); });
  if (failing_ >= 0) throw NotLanes{failing_};
}

void SoacRun::unit(std::int64_t index) {
  const std::int64_t start = index * unit_;
  const std::int64_t failing = failing_.load(std::memory_order_relaxed);
  if (failing >= 0 && failing * columns_ < start) return;
  std::optional<Profile::Within> within;
  if (plan_.spot_.profile != nullptr) within.emplace(*plan_.spot_.profile, plan_.spot_.at, 0);
  auto worker = plan_.take_worker();
  if (in_.sums != nullptr) worker->sums = in_.sums->begin(index);
  const std::int64_t end = start + std::min(unit_, count_ - start);
  for (std::int64_t i = start; i < end;) {
    support::poll();
    const std::int64_t lanes = lanes_.load(std::memory_order_relaxed);
    std::int64_t most = nested_ ? columns_ - i % columns_ : lanes;
    while (!nested_ && i % most != 0) most /= 2;
    enter(*worker, lanes, i / columns_);
    using Clock = std::chrono::steady_clock;
    const auto begun = plan_.main_.allocates ? Clock::now() : Clock::time_point{};
    const std::int64_t n = std::min({lanes, end - i, most});
    if (n < count_ && may_be_given_up()) keep_before();
    try {
      tile(*worker, i, n);
    } catch (const NotUniform&) {
      restart(worker->tile);
      throw;
    } catch (const NotEvaluated&) {
      restart(worker->tile);
      throw;
    } catch (const FewLanes&) {
      restart(worker->tile);
      throw;
    } catch (const TooWide&) {
      if (!narrowed(*worker, lanes)) throw;
      continue;
    } catch (const UpdatesMeet&) {
      restart(worker->tile);
      continue;
    }
    if (plan_.main_.allocates) adapt(*worker, {lanes, n, 0, Clock::now() - begun});
    i += n;
    const bool is_whole = !nested_ || i % columns_ == 0;  // or a part of one iteration
    if (in_.done != nullptr && is_whole)
      in_.done->fetch_add(nested_ ? 1 : n, std::memory_order_relaxed);
  }
  fold_chunks(*worker, start, end - start);
  if (in_.sums != nullptr) in_.sums->end(index);
  plan_.give_back(std::move(worker));
}

/// Makes a worker ready for tiles of this run, and for the sums of an iteration.
void SoacRun::enter(Worker& worker, std::int64_t lanes, std::int64_t iteration) {
  worker.tile.set_capacity(lanes);
  const std::int64_t block = iteration / in_.block;
  if (worker.run != id_ || worker.block != block)
    bind_accumulators(worker.tile, in_.sums != nullptr ? worker.sums : in_.accumulators,
                      {in_.stripes, !nested_ && in_.stripes > 1 && iteration % in_.block == 0},
                      plan_.meet_);
  worker.block = block;
  if (worker.run == id_) return;
  worker.run = id_;
  worker.tile.fresh = true;
  bind_free(worker.tile, plan_.main_, plan_.main_free_, in_.free);
  worker.tile.constants = in_.constants;
  worker.tile.stream_chunk = in_.chunk > 0 ? in_.chunk : std::int64_t{1} << 16;
  worker.blocks.resize(plan_.reduces_.size());
  worker.buffers.assign(plan_.main_.results.size(), {});
  for (const Operator& op : plan_.reduces_) {
    if (op.builtin || other_shape_ != core::FoldShape::chunked) continue;
    for (std::size_t k = 0; k < op.arity(); ++k)
      if (!read_there_[op.first + k])
        worker.buffers[op.first + k].resize(
            static_cast<std::size_t>(unit_ * support::size_of(op.types[k])));
  }
  for (const Operator& op : plan_.scans_)
    for (std::size_t k = 0; k < op.arity(); ++k)
      if (is_carried(op.first + k) && !read_there_[op.first + k])
        worker.buffers[op.first + k].resize(
            static_cast<std::size_t>(unit_ * support::size_of(op.types[k])));
}

/// What a run that is given up has added must be taken back. A tile does that itself, but not those
/// before it: so what is there before the first of several is copied. (Sums of blocks are dropped.)
void SoacRun::keep_before() {
  if (!before_.empty() || in_.sums != nullptr) return;
  for (const auto& arrays : in_.accumulators) before_.push_back(copies(arrays));
}

void SoacRun::put_back_before() {
  for (std::size_t a = 0; a < before_.size(); ++a)
    std::copy(before_[a].begin(), before_[a].end(), in_.accumulators[a].begin());
}

bool SoacRun::may_be_given_up() const {
  const std::vector<core::FunId>& read = plan_.main_.constants;
  return plan_.is_irregular() || std::any_of(read.begin(), read.end(), [&](core::FunId constant) {
           return in_.constants->find(constant) == nullptr;
         });
}

/// Takes back what a tile has done, so that it can be run again.
void SoacRun::restart(Tile& tile) {
  tile.recover();
  bind_free(tile, plan_.main_, plan_.main_free_, in_.free);
}

/// A tile that outgrew its memory is run again with fewer lanes.
bool SoacRun::narrowed(Worker& worker, std::int64_t lanes) {
  if (plan_.accumulators_.empty()) return false;
  const std::int64_t least = lanes > kLeastLanes ? kLeastLanes : 1;
  most_lanes_.store(std::max(lanes / 4, least), std::memory_order_relaxed);
  lanes_.store(most_lanes_, std::memory_order_relaxed);
  restart(worker.tile);
  worker.tile.pool.trim(0);
  return true;
}

/// One lane adds as it goes, and what else it has in memory it needs.
std::optional<std::size_t> SoacRun::most_memory(std::int64_t lanes) const {
  if (plan_.accumulators_.empty()) return kMostMemory;
  if (lanes == 1) return {};
  return most_logged_;
}

/// How many lanes the next tile has, after this one.
void SoacRun::adapt(Worker& worker, TileWidth::Taken tile) {
  tile.bytes = static_cast<std::int64_t>(worker.tile.pool.take_peak()) / tile.lanes;
  const std::int64_t most = most_lanes_.load(std::memory_order_relaxed);
  lanes_.store(plan_.tile_width_.after(tile, most), std::memory_order_relaxed);
}

void SoacRun::tile(Worker& worker, std::int64_t start, std::int64_t n) {
  std::int64_t failing = -1;
  while (n > 0) {
    try {
      compute(worker, start, n);
      break;
    } catch (const LaneError& error) {
      if (nested_) {
        failing = start / columns_;
        restart(worker.tile);
        break;
      }
      // An earlier lane may fail at a later instruction: look at those alone.
      n = error.lane;
      failing = start + n;
      restart(worker.tile);
    }
  }
  if (failing < 0) return;
  std::int64_t lowest = failing_;
  while ((lowest < 0 || failing < lowest) && !failing_.compare_exchange_weak(lowest, failing)) {
  }
}

void SoacRun::compute(Worker& worker, std::int64_t start, std::int64_t n) {
  Tile& tile = worker.tile;
  tile.n = n;
  tile.start = start;
  tile.alone = n == count_ && n > 1 && !nested_;
  tile.pool.set_limit(most_memory(tile.capacity));
  tile.reset();
  set_params(worker, start);
  redirect(worker, start);
  run(plan_.main_.code, tile);
  tile.fresh = false;
  deliver(worker, start);
  for (const auto& log : tile.logs) log->flush(tile);
}

void SoacRun::set_params(Worker& worker, std::int64_t start) {
  Tile& tile = worker.tile;
  if (nested_) return set_row(tile, start);
  constexpr std::size_t kWorthTurning = 512 * 1024;
  for (std::size_t i = 0; i < in_.arrays.size(); ++i) {
    const ValueRef& param = plan_.main_.params[i];
    const Array& array = in_.arrays[i];
    LaneArray rows = rows_view(array, start, 1);
    if (param.is_array) {
      if (plan_.keep_turned_[i] && !rows.lane_minor() &&
          tile.bytes(rows.type, rows.shape, true) <= kWorthTurning)
        rows = tile.lane_minor(std::move(rows), true);
      param.array.put(tile, std::move(rows));
    } else if (is_fetched(i)) {
      // What is gathered, and is a result as it is, is gathered there.
      std::byte*& at = tile.at[param.scalar.reg];
      std::byte* room = at;
      for (std::size_t r = 0; r < plan_.main_.results.size(); ++r)
        if (plan_.param_of_[r] == i && !read_there_[r])
          if (std::byte* to = place(worker, r, start)) room = to;
      at = const_cast<std::byte*>(tile.fetch(rows, 0, room, true));
    }
  }
}

/// Whether anything reads the elements of a tile of [array], one number each.
bool SoacRun::is_fetched(std::size_t array) const {
  bool fetched = plan_.computed_with_[array];
  for (std::size_t r = 0; r < read_there_.size(); ++r)
    fetched = fetched || (plan_.param_of_[r] == array && !read_there_[r]);
  return fetched;
}

/// The outer parameters of a nest; the inner ones are set once its own statements have run.
void SoacRun::set_row(Tile& tile, std::int64_t start) {
  const std::int64_t row = start / columns_;
  tile.column = start % columns_;
  for (std::size_t i = 0; i < in_.arrays.size(); ++i) {
    const ValueRef& param = plan_.main_.params[i];
    if (param.is_array)
      param.array.put(tile, rows_view(in_.arrays[i], row, 0));
    else
      tile.set_cell(param.scalar.reg, in_.arrays[i].get({&row, 1}));
  }
}

/// Where a scalar result's vector of a tile goes, if it goes somewhere as it is.
std::byte* SoacRun::place(Worker& worker, std::size_t result, std::int64_t start) {
  const int size = support::size_of(plan_.main_.results[result].type());
  if (partial_[result].rank() == 1 && partial_[result].length() == count_)
    return partial_[result].mutable_raw() + start * size;  // a linear fold
  if (out_[result].rank() == 1 && out_[result].length() == count_ && out_[result].raw())
    return out_[result].mutable_raw() + start * size;
  if (result < worker.buffers.size() && !worker.buffers[result].empty())
    return worker.buffers[result].data() + start % unit_ * size;
  return nullptr;
}

void SoacRun::redirect(Worker& worker, std::int64_t start) {
  for (std::size_t r = 0; r < plan_.main_.results.size(); ++r) {
    const ValueRef& ref = plan_.main_.results[r];
    if (ref.is_array || !plan_.main_.redirectable[r]) continue;
    if (std::byte* to = place(worker, r, start)) worker.tile.at[ref.scalar.reg] = to;
  }
}

void SoacRun::deliver(Worker& worker, std::int64_t start) {
  Tile& tile = worker.tile;
  for (std::size_t r = 0; r < plan_.main_.results.size(); ++r) {
    const ValueRef& ref = plan_.main_.results[r];
    if (ref.is_array) {
      deliver_array(worker, r, start);
      continue;
    }
    if (read_there_[r]) continue;
    const std::byte* values = tile.at[ref.scalar.reg];
    std::byte* to = place(worker, r, start);
    if (to != nullptr && to != values)
      kernels::load(ref.scalar.size(), tile.n, to, values, ref.scalar.varying ? 1 : 0);
  }
  for (std::size_t i = 0; i < plan_.reduces_.size(); ++i) {
    if (!plan_.reduces_[i].builtin || builtin_shape_ != core::FoldShape::blocked) continue;
    const ScalarRef& ref = plan_.main_.results[plan_.reduces_[i].first].scalar;
    const std::byte* values = tile.at[ref.reg];
    if (!ref.varying) {
      worker.spread.resize(static_cast<std::size_t>(tile.capacity * 8));
      kernels::fill(ref.size(), tile.n, worker.spread.data(), values);
      values = worker.spread.data();
    }
    if (tile.capacity < core::kLanes)
      fold_narrow(i, worker, start, tile.n, values);
    else
      fold_block(i, worker, start, tile.n, values);
  }
}

void SoacRun::deliver_array(Worker& worker, std::size_t result, std::int64_t start) {
  Tile& tile = worker.tile;
  const LaneArray rows = plan_.main_.results[result].array.take(tile);
  Array& out = out_[result];
  {
    std::lock_guard lock(out_mutex_);
    if (out.rank() != rows.shape.rank + 1 || out.raw() == nullptr)
      out = Array::uninitialised(rows.type, rows.shape.prepend(count_));
    else if (!(out.shape().drop(1) == rows.shape))
      plan_.main_.irregular.value().give_up();  // nothing else makes tiles different
  }
  if (rows.shape.size() == 0) return;
  LaneArray to = rows_view(out, start, 1);
  tile.copy(to, rows, true);
}

}  // namespace laguz::eval::lanes
