// Loops. All lanes go round together; where they may leave at different times, those that are still
// in are the mask, and the others keep their state.
#include <algorithm>
#include <cstring>

#include "core/walk.hpp"
#include "eval/lanes/history.hpp"
#include "eval/lanes/loop_states.hpp"
#include "eval/lanes/only_kept.hpp"
#include "prims/lanes_move.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;

struct HistoryState {
  ValueRef param;
  ArrayRef out;
  std::optional<ArrayRef> place;  ///< where `out` is to be made, if an array is there
  std::optional<ArrayRef> row;    ///< where what makes the values looks for such a place
  bool flat = false;
  bool after = false;  ///< at the end of iterations
  bool only = false;   ///< nobody else takes the parameter (only_kept.hpp)
  /// Where the next value is made, if that is in `out`.
  std::optional<ScalarRef> next;
};

struct LoopCode {
  LoopStates states;
  std::vector<HistoryState> histories;
  ScalarRef index, bound;  ///< of a for loop
  bool down = false;       ///< that counts down
  Code condition;          ///< of a while loop
  ScalarRef going;
  Code body;
  bool counted = false;
  ScalarRef count;
  std::optional<Irregular> irregular;  ///< lanes must go round equally often: they keep as much
  Spot spot;
  std::string kept;  ///< the user's names of what histories are of, if there is a profile
};

void set_integer(Tile& tile, ScalarRef cell, std::int64_t value) {
  std::memcpy(tile.at[cell.reg], &value, 8);  // a cell has room; low bytes first
}

class LoopBase : public Instr {
 public:
  explicit LoopBase(LoopCode code) : c(std::move(code)) {}

 protected:
  using Histories = std::vector<History>;

  /// [expected] iterations, as far as is known.
  void enter(Tile& tile, Histories& histories, std::int64_t expected) const {
    c.states.enter(tile);
    histories.reserve(c.histories.size());
    for (const HistoryState& state : c.histories) {
      History& history =
          histories.emplace_back(state.param, state.out.varying, state.flat, expected);
      if (state.only) history.allow_smaller();
      if (state.place) history.offer(std::move(state.place->peek(tile)));
    }
  }

  void append(Tile& tile, Histories& histories, bool after) const {
    for (std::size_t i = 0; i < histories.size(); ++i)
      if (c.histories[i].after == after) histories[i].append(tile);
  }

  /// Before each turn: tells what makes the next values where they are to stay.
  void turn(Tile& tile, const Histories& histories) const {
    c.states.turn(tile);
    for (std::size_t i = 0; i < histories.size(); ++i) {
      const HistoryState& state = c.histories[i];
      if (state.row) state.row->put(tile, histories[i].next_row());
      std::byte* const place = state.next ? histories[i].next_scalars() : nullptr;
      if (place != nullptr) tile.at[state.next->reg] = place;
    }
  }

  void leave(Tile& tile, Histories& histories) const {
    c.states.leave(tile);
    Profile::Kept kept{0, false, c.kept, tile.n};
    for (std::size_t i = 0; i < histories.size(); ++i) {
      const HistoryState& state = c.histories[i];
      if (state.row) state.row->put(tile, {});
      LaneArray rows = histories[i].take(tile);
      kept.bytes += static_cast<std::uint64_t>(rows.shape.size() * rows.element_size() *
                                               tile.lanes(state.out.varying));
      state.out.put(tile, std::move(rows));
    }
    if (c.spot.profile != nullptr && kept.bytes > 0) c.spot.profile->note(c.spot.at, kept);
  }

  LoopCode c;
};

/// All lanes go round equally often.
class UniformLoop : public LoopBase {
 public:
  using LoopBase::LoopBase;

  void run(Tile& tile) const override {
    Histories histories;
    std::int64_t count = 0;
    if (c.index.reg != kNoReg) {
      const std::int64_t bound = c.bound.integer(tile);
      enter(tile, histories, std::max<std::int64_t>(bound, 0));
      const bool huge = c.bound.type == ScalarType::u64 && bound < 0;
      for (; huge || count < bound; ++count) {
        set_integer(tile, c.index, c.down ? bound - 1 - count : count);
        round(tile, histories);
      }
    } else {
      enter(tile, histories, 0);
      for (;; ++count) {
        lanes::run(c.condition, tile);
        if (!tile.truth(c.going.reg)) break;
        round(tile, histories);
      }
    }
    leave(tile, histories);
    if (c.counted) set_integer(tile, c.count, count);
  }

 private:
  void round(Tile& tile, Histories& histories) const {
    support::spend(200 + tile.n);
    append(tile, histories, false);
    turn(tile, histories);
    lanes::run(c.body, tile);
    c.states.advance(tile, nullptr);
    append(tile, histories, true);
  }
};

/// Lanes leave at different times.
class MaskedLoop : public LoopBase {
 public:
  MaskedLoop(LoopCode code, Reg active) : LoopBase(std::move(code)), active_(active) {}

  void run(Tile& tile) const override {
    const Mask outer = tile.mask;
    const std::int64_t all = tile.alive();
    bool* active = tile.masks(active_);
    Histories histories;
    kernels::Range turns{0, 0};
    if (c.index.reg != kNoReg)
      turns = kernels::range(c.bound.type, tile.n, tile.at[c.bound.reg], outer);
    enter(tile, histories, std::max<std::int64_t>(turns.high, 0));
    if (c.counted) {
      const std::int64_t zero = 0;
      kernels::fill(8, tile.n, tile.at[c.count.reg], &zero);
    }
    for (std::int64_t i = 0;; ++i) {
      support::spend(200 + tile.n);
      // Lanes that count down begin when it is their turn, and end together.
      const std::int64_t index = c.down ? turns.high - 1 - i : i;
      const bool in_any_case = i < turns.high && index < turns.low;
      const std::int64_t alive =
          in_any_case ? all : still_in(tile, i, index, turns.high, outer, active);
      if (alive == 0) break;
      const bool everyone = alive == all;
      if (!everyone && c.irregular) c.irregular->give_up();
      tile.mask = everyone ? outer : active;
      if (c.index.reg != kNoReg) set_integer(tile, c.index, index);
      append(tile, histories, false);
      turn(tile, histories);
      lanes::run(c.body, tile);
      c.states.advance(tile, everyone ? nullptr : active);
      append(tile, histories, true);
      if (c.counted) kernels::increment(tile.n, tile.offsets(c.count.reg), tile.mask);
    }
    tile.mask = outer;
    leave(tile, histories);
  }

 private:
  std::int64_t still_in(Tile& tile, std::int64_t i, std::int64_t index, std::int64_t last,
                        Mask outer, bool* active) const {
    if (c.index.reg != kNoReg) {
      if (i >= last) return 0;
      return kernels::below(c.bound.type, tile.n, active, index, tile.at[c.bound.reg], outer);
    }
    // The condition is asked of the lanes that went round last: all of them at first.
    lanes::run(c.condition, tile);
    return kernels::narrow(tile.n, active, i == 0 ? outer : tile.mask, tile.masks(c.going.reg),
                           true);
  }

  Reg active_;
};

/// Where the next value of parameter [k], an array, is told its place, if it is a map's or a
/// history: these are made element by element, and may be made there.
std::optional<ArrayRef> offered_to(Compiler& c, const core::Loop& e, std::size_t k) {
  const core::Atom& next = e.body.results[k];
  if (next.type.rank == 0) return {};
  for (const core::Stm& stm : e.body.stms)
    for (std::size_t r = 0; r < stm.binders.size(); ++r) {
      if (stm.binders[r].id != next.var) continue;
      const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
      const auto* loop = std::get_if<core::Loop>(&stm.exp.node);
      const bool mapped = soac != nullptr && r >= core::ends_of(*soac).scanned;
      const bool kept = loop != nullptr && r >= loop->params.size() && stm.binders[r].type.rank > 0;
      if (!mapped && !kept) return {};
      if (c.divergence.of(next.var) != c.divergence.of(e.params[k].id)) return {};
      return c.make_place(stm.binders[r]);
    }
  return {};
}

}  // namespace

void compile(Compiler& c, const core::Loop& e, const core::Binders& to) {
  const bool masked = c.divergence.trips(e);
  for (std::size_t k = 0; k < e.params.size(); ++k)
    if (c.kept.count(e.inits[k].var) > 0) c.kept.insert({e.params[k].id, to[k].id});
  LoopCode code;
  code.spot = c.spot;
  if (code.spot.profile != nullptr) code.kept = code.spot.profile->kept_names(e);
  code.states.only_kept = c.kept_arrays.only_kept(e, to);
  code.states.in_history.resize(e.params.size());
  for (const std::size_t kept : e.history) code.states.in_history[kept] = true;
  const core::Binders owned = code.states.define(c, e.params, e.inits, e.body, masked);
  Reg active = kNoReg;
  if (masked) active = c.temporary(ScalarType::boolean).reg;
  if (e.counted) {  // before the condition, which runs between its steps
    code.counted = true;
    code.count = c.define(to[e.count_at()]);
  }
  const auto* form = std::get_if<core::ForForm>(&e.form);
  if (form != nullptr) {
    code.bound = c.scalar(form->bound);
    code.index = c.define(form->index);
    code.down = form->down;
  } else {
    InnerBody condition =
        c.open(std::get<core::WhileForm>(e.form).condition, {}, Compiler::Runs::often);
    code.going = condition.results[0].scalar;
    if (masked && !code.going.varying) {
      const ScalarRef wide = c.temporary(ScalarType::boolean);
      ValueRef from, out;
      from.scalar = code.going;
      out.scalar = wide;
      condition.code.push_back(move(out, from));
      code.going = wide;
    }
    code.condition = std::move(condition.code);
    c.close(condition);
  }
  for (std::size_t h = 0; h < e.history.size(); ++h) {
    HistoryState state;
    state.flat = e.is_flat(h);
    state.after = e.is_after(h);
    state.only = code.states.only_kept[e.history[h]];
    if (!masked && !state.flat) state.row = offered_to(c, e, e.history[h]);
    code.histories.push_back(state);
  }
  InnerBody body = c.open(e.body, owned, Compiler::Runs::often);
  code.states.set_next(body);
  c.close(body);
  code.body = std::move(body.code);

  code.states.define_outs(c, e.params, to);
  std::size_t result = e.params.size();
  for (std::size_t h = 0; h < e.history.size(); ++h) {
    HistoryState& state = code.histories[h];
    state.param = c.look_value(e.params[e.history[h]].atom());
    if (!state.param.is_array) state.next = code.states.beside(state.param.scalar);
    state.place = c.place_of(to[result].id);
    if (!state.flat) c.kept.insert(to[result].id);
    if (masked && !state.flat && !c.kept_arrays.may_be_longer(to[result].id, 1))
      code.irregular = c.irregular();
    state.out = c.define_array(to[result++]);
  }
  if (masked)
    c.emit<MaskedLoop>(std::move(code), active);
  else
    c.emit<UniformLoop>(std::move(code));
}

}  // namespace laguz::eval::lanes
