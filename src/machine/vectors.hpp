// Iterations side by side, as instructions on vectors. Only machine/ includes this, where there is
// asmjit.
#pragma once

#include <cassert>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "machine/emitter.hpp"
#include "machine/vector_plan.hpp"
#include "support/function_ref.hpp"

namespace laguz::machine {

/// A loop that has a plan. Lanes hold what the scalar code would compute, to the bit: nothing is
/// contracted or put in another order. A boolean is all bits of its lane, or none. What is the same
/// in all lanes, or grows by a step, is scalar: of the first lane.
class VectorEmitter {
 public:
  VectorEmitter(Emitter& scalar, const VectorPlan& plan, const vcode::Repeat& loop)
      : scalar_(scalar), cc_(scalar.cc_), plan_(plan), loop_(loop) {}
  /// As many whole vectors of iterations as there are, from [index] on, which is 0; a constant
  /// [bound] has one. It goes on behind them, or, before anything is written, where one of the next
  /// vector may fail. False if there are certainly no iterations left then.
  bool run(const asmjit::x86::Gp& index, const Emitter::Bound& bound);
  /// The same for the iterations of a map that are to run, from [index] on.
  void run_map(const asmjit::x86::Gp& index);

 private:
  using Gp = asmjit::x86::Gp;
  using Vec = asmjit::x86::Vec;
  using ScalarType = support::ScalarType;
  using Kind = Spread::Kind;

  // ---- Registers
  /// Bytes of a lane: of a boolean, as many as the widest has.
  int width(ScalarType type) const {
    return type == ScalarType::boolean ? 32 / plan_.lanes : support::size_of(type);
  }
  Registers::Kind kind_of(ScalarType type) const {
    return width(type) * plan_.lanes == 32 ? Registers::Kind::wide : Registers::Kind::vector;
  }
  /// That of a value that varies.
  Vec own(vcode::Value value);
  Vec passing(ScalarType type) { return scalar_.registers_.vector(kind_of(type)); }
  /// A value or constant in all lanes; not to be written to.
  Vec vector(const vcode::Operand& operand);
  /// What does not vary, in all lanes, or growing from lane to lane.
  void spread(const Vec& to, const vcode::Operand& operand);
  void broadcast(const Vec& to, const vcode::Operand& from);
  /// 0 and once, twice... [step].
  Vec steps_of(const vcode::Operand& step);
  /// If it is asked for in all lanes.
  void spread_out(vcode::Value value);
  /// What stands before the loop, in a register of its own.
  template <class F>
  Vec before(ScalarType type, const F& what);
  Vec lanes_of(ScalarType type, const std::vector<std::uint64_t>& all);
  Vec constant(ScalarType type, std::uint64_t bits);
  Vec ones() { return constant(ScalarType::boolean, ~std::uint64_t{0}); }
  void move(const Vec& to, const Vec& from);
  bool is_uniform(const vcode::Operand& operand) const {
    return plan_.of(operand).kind == Kind::uniform;
  }
  vcode::Operand of(vcode::Value value) const { return {value, scalar_.unit_.types[value], 0}; }

  // ---- One iteration after the other (vector_folds.cpp)
  /// All lanes' additions: at once, if that gives the same sums.
  void sums();
  /// The first of its places, if they are next to each other and all inside: else it goes to [no].
  Gp first_of(const Addition& addition, const asmjit::Label& no);
  /// Whether its places are known to be next to each other, and all lanes add or none.
  bool is_next(const Addition& addition) const;
  /// Goes to [no] where sums would have another order, as their first places are.
  void check_order(const std::vector<Gp>& places, const asmjit::Label& no);
  void add(const Addition& addition, const Gp& first);
  /// One lane after the other; folds end with the states' next values.
  void in_order(const VectorPlan::InOrder& what);
  void end_in_order();
  bool is_state(vcode::Value value) const;
  /// That lane of half a vector, as the value in scalar code.
  void extract(vcode::Value value, const asmjit::x86::Xmm& half, int lane);

  // ---- Control
  /// Where iterations go on one after the other.
  asmjit::Label rest() {
    leaves_ = true;
    return rest_;
  }
  void code(const vcode::Code& code);
  void step(const vcode::Apply& e);
  void step(const vcode::Inside& e);
  void step(const vcode::Load& e);
  void step(const vcode::Store& e);
  void step(const vcode::Keep& e);
  void step(const vcode::Reserve& e);
  void step(const vcode::Swap& e) { scalar_.step(e); }
  void step(const vcode::Clear& e);
  void step(const vcode::Count& e);
  void step(const vcode::Note&) { unplanned(); }
  void step(const vcode::Invoke&) { unplanned(); }
  void step(const vcode::Check& e);
  void step(const vcode::Branch& e);
  void step(const vcode::Repeat& e);
  /// Loops with such steps have no plan.
  static void unplanned() { assert(false); }
  /// One side of a branch that not all lanes take: [mask] do. Where none does it may go to [end].
  void side(const vcode::Code& code, const Vec& mask, const asmjit::Label& end);
  /// Ends the vectors unless [holds] in all lanes that there are.
  void require(const Vec& holds);
  /// [mask], of lanes of [type].
  Vec mask_for(const Vec& mask, ScalarType type);
  /// Of one element for each lane.
  std::uint32_t bytes_in(vcode::ArrayNumber array) const {
    return static_cast<std::uint32_t>(plan_.lanes *
                                      support::size_of(scalar_.unit_.arrays[array].elem));
  }
  asmjit::x86::Mem memory(vcode::ArrayNumber array, const vcode::Operand& at);
  /// One element for each lane, from memory and back; a boolean is 0 or 1 there.
  void fetch(const Vec& to, ScalarType type, const asmjit::x86::Mem& from);
  void put(const asmjit::x86::Mem& to, ScalarType type, const Vec& what);
  /// Booleans as bytes, the first lane's first; and from 0 or 1 in each lane.
  asmjit::x86::Xmm packed(const Vec& truths);
  void unpacked(const Vec& to, const Vec& ones);
  void strided(const Vec& to, const vcode::Load& e, const Gp& step);
  void gather(const Vec& to, vcode::ArrayNumber array, ScalarType type, const Vec& places);
  void scatter(const vcode::Store& e);

  // ---- Maps (vector_maps.cpp): loops that lanes go through different numbers of times, and arrays
  // that each lane has of its own, all elements of the same number side by side
  void uneven(const vcode::Repeat& e);
  /// A loop's states, in lanes that go on.
  void next_states(const vcode::Repeat& e);
  /// The most of lanes that there are; at least [least].
  Gp most_of(const Vec& numbers, std::int32_t least);
  bool is_own(vcode::ArrayNumber array) const { return plan_.own.count(array) != 0; }
  /// Whether each lane has other elements than any other.
  bool is_apart(vcode::ArrayNumber array) const {
    return is_own(array) || scalar_.unit_.arrays[array].stripes > 1;
  }
  /// That of all lanes, if it is the same place in all of them.
  std::optional<asmjit::x86::Mem> side_by_side(vcode::ArrayNumber array, const vcode::Operand& at);
  /// Those of each lane, otherwise.
  Vec places(vcode::ArrayNumber array, const vcode::Operand& at);
  void load_apart(const vcode::Load& e);
  void store_apart(const vcode::Store& e);
  void scatter_apart(const vcode::Store& e, const Vec& places);
  void gather_truths(const Vec& to, vcode::ArrayNumber array, const Vec& places);
  /// [each] of the lanes that there are, at its place.
  void at_each(vcode::ArrayNumber array, const Vec& places,
               support::FunctionRef<void(int lane, const asmjit::x86::Mem& place)> each);

  // ---- Copies (vector_copies.cpp)
  /// All of [e], which is one, as squares of elements: as many of each lane as there are lanes. It
  /// begins with 0; with fewer iterations it goes on here.
  void copy(const vcode::Repeat& e, const Emitter::Bound& bound, const asmjit::Label& end);
  void copy_square(const vcode::Repeat& e);
  void transpose(std::vector<Vec>& rows, ScalarType type);

  // ---- Primitives (vector_prims.cpp)
  void apply(const vcode::Apply& e);
  bool of_floats(const vcode::Apply& e, prims::Op op);
  bool of_integers(const vcode::Apply& e, prims::Op op);
  bool conversion(const vcode::Apply& e);
  void kernel(const vcode::Apply& e);
  /// Of floats that fill a vector, where there is a kernel for that.
  bool quad(const vcode::Apply& e);
  void product(const Vec& to, const Vec& a, const Vec& b);
  /// A mask, of lanes of the operands' type.
  Vec compared(prims::Op op, ScalarType type, const Vec& a, const Vec& b);
  Vec floats_compared(int predicate, ScalarType type, const Vec& a, const Vec& b);
  /// A mask of lanes of [type] as a boolean.
  Vec boolean(const Vec& mask, ScalarType type);
  void choose(const Vec& to, ScalarType type, const Vec& mask, const Vec& yes, const Vec& no);
  void emit(asmjit::InstId id, const Vec& to, const Vec& a, const Vec& b) {
    cc_.emit(id, to, a, b);
  }
  Vec bits(asmjit::InstId id, ScalarType type, const Vec& a, const Vec& b);

  Emitter& scalar_;
  asmjit::x86::Compiler& cc_;
  const VectorPlan& plan_;
  const vcode::Repeat& loop_;
  std::unordered_map<vcode::Value, asmjit::x86::Vec> vectors_{};
  std::map<std::pair<int, std::vector<std::uint64_t>>, asmjit::x86::Vec> constants_{};
  std::unordered_map<vcode::Value, asmjit::x86::Vec> steps_{};
  std::vector<asmjit::x86::Mem> slots_{};  ///< where kernels find operands, behind the result's
  std::vector<std::pair<asmjit::x86::Vec, Registers::Kind>> outside_{};
  asmjit::BaseNode* before_ = nullptr;          ///< where what stands before the loop goes
  std::optional<Vec> mask_{};                   ///< lanes that there are; all, if there is none
  std::unordered_set<vcode::Value> falling_{};  ///< what a loop around counts down, by itself
  /// How many elements each lane has kept.
  std::unordered_map<vcode::ArrayNumber, asmjit::x86::Vec> counts_{};
  asmjit::Label rest_{};
  bool leaves_ = false;  ///< goes there before it is through
};

}  // namespace laguz::machine
