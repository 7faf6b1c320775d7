#include "eval/tape.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "eval/stretch.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

/// So many states are kept between stretches, whatever they take.
constexpr std::size_t kFewStates = 32;
/// So many bytes are nothing: of a stretch of no more than √n iterations, and of all states.
constexpr std::int64_t kLittle = 64 * 1024, kLittleState = 1024 * 1024;

/// Of [n] iterations in [levels] levels, those of each stretch.
std::int64_t stretch_of(std::int64_t n, int levels) {
  const double share = static_cast<double>(levels - 1) / levels;
  const double length = std::ceil(std::pow(static_cast<double>(n), share));
  return std::max<std::int64_t>(static_cast<std::int64_t>(length), 1);
}

}  // namespace

// ---- Recording

void Recorder::Kept::keep(Frame& frame, bool full) {
  if (history.flat) {
    count += history.size(frame);
    if (history.sink) return;
    if (!history.taped || !full) elements.add(frame.array(history.param));
    return;
  }
  if (history.taped) {
    ++count;
    if (full) return;
  }
  if (history.is_array)
    rows.add(frame.array(history.param));
  else
    rows.add_bits(frame.bits(history.param));
}

Recorder::Recorder(const std::vector<History>& histories, TapeRoom room, Frame& frame,
                   StateSource* states, const Checkpoint* begin, std::optional<std::uint64_t> trips)
    : limits_(room), states_(states), left_(room.bytes) {
  std::size_t taped = 0;
  kept_.reserve(histories.size());
  for (const History& history : histories) {
    kept_.emplace_back().history = history;
    after_ = after_ || history.after;
    if (!history.taped) continue;
    varying_ = varying_ || history.flat || history.inner;
    if (history.inner != nullptr && history.inner->skip) frame.put_bits(*history.inner->skip, 0);
    if (!history.flat && !history.inner) each_ += history.bytes(frame);
    if (begin != nullptr) kept_.back().first = kept_.back().count = begin->rows[taped];
    ++taped;
  }
  if (begin != nullptr) begin_ = begin->iteration;
  if (taped > 0) {
    if (each_ > 0) {
      const auto root =
          static_cast<std::int64_t>(std::sqrt(static_cast<double>(trips.value_or(0))));
      // (Stretches of one loop that begin where those of another do are computed once for it.)
      room_ = std::bit_floor(static_cast<std::uint64_t>(
          std::max({room.bytes / each_, std::min(root, kLittle / each_), room.rows})));
    }
    if (room.levels == 1) {
      room_ = std::numeric_limits<std::int64_t>::max();
      varying_ = false;
    } else if (room.levels > 1 && trips) {
      interval_ = stretch_of(static_cast<std::int64_t>(*trips), room.levels);
      room_ = 0;
    }
  } else {
    varying_ = false;
  }
  constexpr std::uint64_t kExpected = 16;
  const std::uint64_t expected = trips.value_or(kExpected);
  const auto fitting = static_cast<std::int64_t>(
      std::min<std::uint64_t>(expected, static_cast<std::uint64_t>(room_)));
  expected_ = fitting;
  for (Kept& kept : kept_) {
    const std::int64_t here = kept.history.taped ? fitting : static_cast<std::int64_t>(expected);
    (kept.history.flat ? kept.elements.reset(kept.history.type, here)
                       : kept.rows.reset(kept.history.type, here));
    if (!kept.history.sink) continue;
    frame.put_bits(kept.history.sink->elements, reinterpret_cast<std::uintptr_t>(&kept.elements));
    frame.put_bits(kept.history.sink->count, 0);
  }
}

void Recorder::put(std::size_t h, Array all) {
  Kept& kept = kept_[h];
  const std::int64_t size = all.size() * support::size_of(all.type());
  if (kept.history.taped) {
    kept.count += all.length();
    if (varying_) left_ -= size;
  }
  kept.history.flat ? kept.elements.put(std::move(all)) : kept.rows.put(std::move(all));
}

void Recorder::run_elsewhere(std::int64_t turns) {
  if (!varying_) room_ -= turns;
}

/// Before iteration [i]: whether it has room, or its state is to be kept.
void Recorder::look(Frame& frame, std::uint64_t i) {
  const auto at = static_cast<std::int64_t>(i);
  if (!full_ && varying_) {
    left_ -= each_;
    for (const Kept& kept : kept_)
      if (kept.history.taped && (kept.history.flat || (kept.history.inner && at > begin_)))
        left_ -= kept.history.bytes(frame);
    if (left_ < 0 && at >= begin_ + limits_.rows) room_ = 0;
  }
  if (!full_ && room_ == 0 && (inner_ || !has_more(frame))) {
    full_ = true;
    varying_ = false;
    for (const Kept& kept : kept_) {
      if (kept.history.inner != nullptr && kept.history.inner->skip)
        frame.put_bits(*kept.history.inner->skip, 1);
      if (kept.history.sink && kept.history.taped) frame.put_bits(kept.history.sink->elements, 0);
    }
    room_ = -1;
    // Half of it: two stretches are at hand.
    const auto half = static_cast<std::uint64_t>(at - begin_) / 2;
    if (interval_ == 0) interval_ = std::max<std::int64_t>(std::bit_floor(half), 1);
    limits_.rows = std::max(limits_.rows, interval_);
    next_state_ = at;
  }
  if (at == next_state_) add_state(frame, at);
}

/// What a loop inside has kept: as a row, if it is all there.
void Recorder::keep_inner(Frame& frame, Kept& kept) {
  const TapeSite& site = *kept.history.inner;
  const auto& tape = frame.tape(site.tape);
  if (!full_ && kept.rows.count() == 0) {
    // Now it is known what a row takes: there may be no room for all.
    const std::int64_t fits = limits_.bytes / std::max<std::int64_t>(kept.history.bytes(frame), 1);
    kept.rows.reset(kept.history.type,
                    std::clamp<std::int64_t>(fits, 1, std::max<std::int64_t>(expected_, 1)));
  }
  if (full_ || !tape) return kept.keep(frame, full_);
  ++kept.count;
  const Slot from = site.entries[kept.history.inner_entry].from;
  kept.inner = {frame.array(kept.history.param), frame.get<std::int64_t>(from), tape,
                kept.history.inner_entry};
  inner_ = true;
  room_ = 0;
}

/// A stretch may take as much as one of the states between stretches.
bool Recorder::has_more(const Frame& frame) {
  if (limits_.levels > 1 || state_bytes_ > 0) return false;
  state_bytes_ = 1;  // (They are asked for once.)
  for (const StateSlot& state : states_->states())
    if (state.is_array)
      state_bytes_ +=
          frame.array(state.slot).size() * support::size_of(frame.array(state.slot).type());
  const std::int64_t more = std::exchange(state_bytes_, 1) - limits_.bytes;
  if (more <= each_) return false;
  if (each_ > 0) room_ = more / each_;
  left_ += more;
  return varying_ || room_ > 0;
}

void Recorder::add_state(Frame& frame, std::int64_t i) {
  Checkpoint made;
  made.iteration = i;
  for (const Kept& kept : kept_)
    if (kept.history.taped) made.rows.push_back(kept.count);
  for (const StateSlot& state : states_->states()) {
    if (!state.is_array) {
      made.scalars.push_back(frame.bits(state.slot));
      state_bytes_ += 8;
      continue;
    }
    made.arrays.push_back(frame.array(state.slot));
    state_bytes_ += made.arrays.back().size() * support::size_of(made.arrays.back().type());
  }
  auto& all = checkpoints_;
  all.push_back(std::move(made));
  if (limits_.levels == 0 && all.size() >= 2 * kFewStates &&
      state_bytes_ > std::max(limits_.bytes, kLittleState)) {
    // Every other one goes: from here on, stretches are twice as long.
    for (std::size_t k = 0; 2 * k < all.size(); ++k)
      if (k > 0) all[k] = std::move(all[2 * k]);
    all.resize((all.size() + 1) / 2);
    state_bytes_ /= 2;
    interval_ *= 2;
  }
  next_state_ = all.back().iteration + interval_;
}

void Recorder::finish(Frame& frame) {
  for (Kept& kept : kept_) {
    const History& history = kept.history;
    frame.array(history.to) =
        history.flat
            ? kept.elements.take()
            : kept.rows.take(history.is_array ? frame.array(history.param).shape() : Shape{});
    if (history.taped) frame.put_bits(history.from, static_cast<std::uint64_t>(kept.first));
  }
}

TapeLevel Recorder::level(const Frame& frame, std::int64_t end) {
  TapeLevel made;
  for (const Kept& kept : kept_) {
    if (!kept.history.taped) continue;
    made.first.push_back(kept.first);
    made.behind.push_back(kept.count);
    made.rows.push_back(frame.array(kept.history.to));
    if (inner_) made.inner.push_back(kept.inner);
  }
  made.end = end;
  made.checkpoints = std::move(checkpoints_);
  made.room = limits_;
  if (made.room.levels > 1) --made.room.levels;
  return made;
}

// ---- Reading

Tape::Tape(Stretch& code, Frame::Ptr frame, TapeLevel all) : code_(code), frame_(std::move(frame)) {
  levels_.push_back(std::move(all));
}

TapePlace TapeLevel::place(std::size_t history, std::span<const std::int64_t> index,
                           std::size_t dims) const {
  if (keeps(history, index[dims])) return {&rows[history], first[history], dims};
  const InnerTape* row = inner_at(history, index[dims]);
  LAGUZ_ASSERT(row != nullptr && dims + 1 < index.size(), "a row that is read in part");
  const std::int64_t number = index[++dims] - row->from;
  if (inside(number, row->rows.length())) return {&row->rows, row->from, dims};
  const TapeLevel* level = row->tape->seek(row->entry, index[dims]);
  return level != nullptr ? level->place(row->entry, index, dims) : TapePlace{};
}

const TapeLevel* Tape::seek(std::size_t history, std::int64_t number) {
  while (levels_.size() > 1 && !levels_.back().covers(history, number)) {
    // Who reads forwards and who reads backwards may be at two sides of where two stretches meet.
    const bool whole = levels_.back().checkpoints.empty();
    if (whole && last_ && last_->covers(history, number)) {
      std::swap(levels_.back(), *last_);
      break;
    }
    last_.reset();
    if (whole) last_ = std::move(levels_.back());
    levels_.pop_back();
  }
  while (!levels_.back().keeps(history, number)) {
    const TapeLevel& around = levels_.back();
    if (around.inner_at(history, number) != nullptr) break;
    if (!around.covers(history, number)) return nullptr;
    const auto& states = around.checkpoints;
    const auto behind = std::upper_bound(
        states.begin(), states.end(), number,
        [&](std::int64_t wanted, const Checkpoint& state) { return wanted < state.rows[history]; });
    if (behind == states.begin()) return nullptr;
    const std::int64_t end = behind == states.end() ? around.end : behind->iteration;
    TapeLevel stretch = code_.run(*frame_, *(behind - 1), end, around.room);
    levels_.push_back(std::move(stretch));
  }
  return &levels_.back();
}

bool TapeSite::seek(Frame& frame, std::size_t history, std::int64_t number) const {
  Tape* const tape = frame.tape(this->tape).get();
  if (row) history = entry;
  const TapeLevel* const level = tape != nullptr ? tape->seek(history, number) : nullptr;
  if (level == nullptr) return false;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::size_t on_tape = row ? this->entry : e;
    frame.array(entries[e].to) = level->rows[on_tape];
    frame.put_bits(entries[e].from, static_cast<std::uint64_t>(level->first[on_tape]));
  }
  return true;
}

void TapeSite::put(Frame& frame, const Array& rows, std::int64_t from,
                   std::shared_ptr<Tape> tape) const {
  frame.array(entries[0].to) = rows;
  frame.put_bits(entries[0].from, static_cast<std::uint64_t>(from));
  frame.tape(this->tape) = std::move(tape);
}

TapePlace TapeSite::find(Frame& frame, std::size_t history,
                         std::span<const std::int64_t> index) const {
  Tape* const tape = frame.tape(this->tape).get();
  const std::size_t on_tape = row ? entry : history;
  const TapeLevel* const level = tape != nullptr ? tape->seek(on_tape, index[0]) : nullptr;
  if (level == nullptr) return {};
  if (level->keeps(on_tape, index[0])) seek(frame, history, index[0]);
  return level->place(on_tape, index, 0);
}

void TapeSite::share(const Frame& from, Frame& to, const TapeSite& there) const {
  to.tape(there.tape) = from.tape(tape);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    to.array(there.entries[e].to) = from.array(entries[e].to);
    to.put_bits(there.entries[e].from, from.bits(entries[e].from));
  }
}

}  // namespace laguz::eval
