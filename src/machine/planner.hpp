// Finds out which iterations run side by side, and how: what makes a VectorPlan. Only machine/
// includes this.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "machine/own_arrays.hpp"
#include "machine/uneven_loops.hpp"
#include "machine/vector_plan.hpp"

namespace laguz::machine {

/// Of one loop, or of a map. A step that cannot be, or whose values are what vectors do not hold,
/// ends it. What is found out about an array on the way begins it anew.
class Planner {
 public:
  Planner(const vcode::Unit& unit, const std::vector<bool>& is_one)
      : unit_(unit), is_one_(is_one), memories_(vcode::memories(unit)) {}
  /// Of all iterations of the unit, which is a map's.
  Planner(const vcode::Unit& unit, const std::vector<bool>& is_one, const UnevenLoops& loops)
      : unit_(unit),
        is_one_(is_one),
        memories_(vcode::memories(unit)),
        map_{{OwnArrays(unit), &loops}} {}

  std::optional<VectorPlan> run(const vcode::Repeat& loop);

 private:
  std::optional<VectorPlan> attempt(const vcode::Repeat& loop, const vcode::Repeat::Upwards& form);

  /// Of so many iterations, half a vector does most of what whole ones leave.
  static bool is_better_by_fours(const vcode::Operand& bound) {
    return !bound.value && bound.bits % 8 >= 4;
  }

  /// Where a step stands.
  struct Where {
    bool masked = false;    ///< in a branch that not all iterations take
    bool repeated = false;  ///< in a loop
    bool chosen = false;    ///< in a branch
  };

  /// Whether vectors hold it.
  static bool fits(support::ScalarType type) {
    return type == support::ScalarType::boolean || support::size_of(type) == 8 ||
           support::size_of(type) == 4;
  }
  void refuse() { possible_ = false; }
  void give(vcode::Value value, Spread spread);
  void in_vector(support::ScalarType type);
  bool is_folded(const vcode::Operand& operand) const {
    return plan_.of(operand).kind == Spread::Kind::folded;
  }
  /// It is asked for by one iteration after the other.
  void fold(const vcode::Operand& operand, VectorPlan::InOrder& among);
  /// It is asked for as a vector.
  void vector(const vcode::Operand& operand);
  bool is_uniform(const vcode::Operand& operand) const {
    return plan_.of(operand).kind == Spread::Kind::uniform;
  }

  /// Arrays that are read, and that are written.
  void collect(const vcode::Code& code);
  bool is_own(vcode::ArrayNumber array) const { return map_ && map_->own.is_own(array); }
  bool touches_own(const vcode::Step& step) const;
  /// No two lanes see the same elements.
  bool is_apart(vcode::ArrayNumber array) const {
    return is_own(array) || (map_ && unit_.arrays[array].stripes > 1);
  }
  /// Lanes write rows of their own there, and none reads.
  bool gives_rows(vcode::ArrayNumber array) const { return map_ && unit_.arrays[array].rows; }
  /// Iterations write to the same elements of it.
  void order(vcode::ArrayNumber array) { ordered_.insert(memories_[array]); }
  bool is_ordered(vcode::ArrayNumber array) const { return ordered_.count(memories_[array]) != 0; }
  bool is_read(vcode::ArrayNumber array) const { return read_.count(memories_[array]) != 0; }

  bool writes_over(const vcode::Code& code) const;

  /// What may fail, may fail before anything is written that would be read again. (A map does not
  /// go on when an iteration has failed.)
  void check() {
    if (written_over_ && !map_) refuse();
  }

  void code(const vcode::Code& code, Where where);

  // ---- What is done one after the other
  bool is_ordered(const vcode::Code& code) const;
  bool is_ordered(const vcode::Step& step) const;
  void in_order(const vcode::Step& step, Where where);
  /// One whose places seem to be next to each other.
  std::optional<Addition> addition(const vcode::Step& step) const;
  void one_by_one(const vcode::Code& code) {
    for (const vcode::Step& step : code) one_by_one(step);
  }
  /// (By scalar code, to which elements of a lane lie elsewhere.)
  void one_by_one(const vcode::Step& step);

  void step(const vcode::Apply& e, Where);
  /// What an integer grows by from lane to lane, if it is the same for all.
  std::optional<vcode::Operand> linear(const vcode::Apply& e) const;
  std::optional<Near> near(const vcode::Apply& e) const;
  bool is_outside(const vcode::Operand& operand) const {
    return !operand.value || plan_.spreads.count(*operand.value) == 0;
  }

  void step(const vcode::Inside& e, Where where);
  void step(const vcode::Load& e, Where where);
  void step(const vcode::Store& e, Where where);
  /// An element at [at] of an array that no two lanes share.
  void apart(vcode::ArrayNumber array, const vcode::Operand& at);
  void step(const vcode::Keep& e, Where where);
  void step(const vcode::Reserve& e, Where);
  void step(const vcode::Swap& e, Where) {
    if (!is_own(e.a) || !is_own(e.b) || !map_->own.swap(e.a, e.b)) refuse();
  }
  void step(const vcode::Clear& e, Where);
  void step(const vcode::Count& e, Where);
  void step(const vcode::Note&, Where) { refuse(); }
  void step(const vcode::Invoke&, Where) { refuse(); }
  void step(const vcode::Check& e, Where);
  void step(const vcode::Branch& e, Where where);
  template <class F>
  void around(const void* what, bool varies, const F& inside) {
    if (map_) map_->own.enter(what, varies);
    inside();
    if (map_) map_->own.leave();
  }
  void step(const vcode::Repeat& e, Where where);
  /// Whether it is one of VectorPlan::copies; its steps have been planned.
  bool copies(const vcode::Repeat& e) const;
  /// A loop that lanes go through different numbers of times.
  void uneven(const vcode::Repeat& e, Where where);
  vcode::Operand of(vcode::Value value) const { return {value, unit_.types[value], 0}; }
  /// Whether the index, masked by that, is as many numbers next to each other as there are lanes.
  bool goes_round(const vcode::Operand& mask) const;

  const vcode::Unit& unit_;
  const std::vector<bool>& is_one_;
  const std::vector<vcode::ArrayNumber> memories_;
  struct Map {
    OwnArrays own;
    const UnevenLoops* loops;
  };
  std::optional<Map> map_{};
  std::unordered_set<vcode::Value> falling_{};  ///< see VectorPlan::uneven
  std::optional<vcode::Value> index_{};
  VectorPlan plan_{};
  // By memory.
  std::unordered_set<vcode::ArrayNumber> read_{};
  std::unordered_map<vcode::ArrayNumber, vcode::Operand> written_{};  ///< where
  std::unordered_set<vcode::ArrayNumber> ordered_{};  ///< iterations write to the same elements
  std::unordered_set<vcode::ArrayNumber> no_sums_{};  ///< of these, what is not only added to
  std::unordered_map<vcode::Value, Near> near_{};
  bool possible_ = true, wide_ = false, writes_ = false;
  std::size_t computed_ = 0;   ///< steps
  bool written_over_ = false;  ///< something that would be read, or be there twice
};

}  // namespace laguz::machine
