// Core to nodes, one function at a time.
//
// Statements are compiled in order. A scalar that is used once waits as a *pending* expression and
// becomes part of the node that uses it. Expressions that may fail, have effects or look at arrays
// are *ordered*: they are evaluated in statement order, so they are only nested when the pending
// ones come out of the queue in the order in which they went in; else all are stored in slots
// first.
//
// Arrays die at their last use: the operand is moved out of its slot, or dropped right after the
// statement. Variables of an outer body never die inside a loop or a lambda, which may run again.
#pragma once

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "eval/in_place.hpp"
#include "eval/machine.hpp"
#include "eval/node.hpp"
#include "eval/products.hpp"
#include "eval/profile.hpp"
#include "eval/slice.hpp"
#include "eval/tape.hpp"
#include "eval/tape_reads.hpp"
#include "eval/unit.hpp"
#include "eval/usage.hpp"

namespace laguz::eval {

/// How a scalar or an accumulator (a pointer) lies in its slot.
inline ScalarType slot_type(core::Type type) { return type.acc ? ScalarType::u64 : type.elem; }

/// Where a variable that lambdas use from outside lies.
struct Outer {
  VarId var = 0;
  core::Type type;
  Slot slot = 0;

  Value get(Frame& frame) const {
    if (is_array(type)) return frame.array(slot);
    return Scalar{slot_type(type), frame.bits(slot)};
  }
};

/// That of a variable which is known to be among them.
const Outer& find_outer(const std::vector<Outer>& outers, VarId var);

/// A scalar operand under construction.
struct Operand {
  ScalarType type = ScalarType::i64;
  Slot slot = 0;  ///< when there is no node
  ScalarPtr node;
  std::vector<Slot> reads;  ///< scalar slots that the node reads
  bool ordered = false;
  bool fails = false;  ///< implies ordered
  int depth = 0;       ///< of the tree of nodes
};

/// The typed argument that [operand] is.
template <class T>
Arg<T> typed(Operand operand) {
  return {operand.slot, std::unique_ptr<Expr<T>>(static_cast<Expr<T>*>(operand.node.release()))};
}
inline ScalarArg untyped(Operand operand) {
  return {operand.type, operand.slot, std::move(operand.node)};
}

/// One result of an inner body.
struct BodyResult {
  bool is_array = false;
  Operand scalar;
  ArrayArg array;
};
/// Statements, then results, then array slots to release.
struct CompiledBody {
  Block block;
  std::vector<BodyResult> results;
  std::vector<Slot> drops;
};

/// By entry of a loop's history: its number among what a Recorder has, or where its numbers go.
using KeptIn = std::vector<std::variant<std::size_t, Sink>>;
class MachineLoop;
class Stretch;
class StretchSource;

/// A history that is read row by row, and where it lies.
struct TapedRows {
  std::shared_ptr<const TapeSite> site;
  std::size_t entry = 0;
};

class Compiler {
 public:
  Compiler(Machine& machine, const core::Function& function)
      : machine_(machine),
        function_(function),
        usage_(function.body),
        reads_(function.body),
        spot_(Spot::here(machine.options.profile)) {}
  std::unique_ptr<Code> run();
  /// Makes [to] run [loop], a loop's statement. (stretch.cpp)
  static void compile(Stretch& to, const StretchSource& from, Machine& machine, core::Stm loop);

 private:
  struct Pending {
    VarId var = 0;
    Operand operand;
    Place place;
    Spot spot;
  };
  /// The body being compiled.
  struct Scope {
    Block* block = nullptr;
    std::vector<Pending> pending;  ///< in the order of their statements
    std::vector<Slot> late_drops;  ///< dead, but read by ordered pending expressions
  };
  /// The statement being compiled.
  struct Current {
    const core::Stm* stm = nullptr;
    Usage::Of usage;
    std::vector<VarId> dying;          ///< arrays that are not used after it
    std::vector<VarId> unread;         ///< its own arrays that nobody reads
    const core::Stm* next = nullptr;   ///< the statement after it
    std::vector<VarId> dying_at_next;  ///< arrays that are not used after that one
    std::vector<Slot> drops;           ///< to emit after it
    std::vector<VarId> moved;
  };

  // -- compile.cpp: bodies and pending expressions; operands.cpp: operands and results
  /// [dying]: arrays of outer bodies that nobody uses after this body, which runs at most once
  /// after they are bound.
  /// [settled]: results that may fail have been evaluated when the block ends.
  CompiledBody body(const core::Body& body, const core::Binders& bound, std::vector<VarId> dying,
                    bool settled = false);
  void statement(const core::Stm& stm);
  /// Makes pending expressions ready for the statement. [stays]: it does not become pending itself.
  void begin(bool stays);
  void flush_ordered(std::size_t keep_last);
  void materialise(std::size_t pending_index);
  Operand fetch(const core::Atom& atom);
  ScalarArg scalar(const core::Atom& atom) { return untyped(fetch(atom)); }
  std::vector<ScalarArg> scalars(const core::Atoms& atoms);
  /// An operand that the node only looks at; [array]: one that it must take.
  ArrayArg look(const core::Atom& atom) { return {slot_of(usage_.canonical(atom.var)), false}; }
  ArrayArg array(const core::Atom& atom);
  std::vector<ArrayArg> arrays(const core::Atoms& atoms);
  ValueArg value(const core::Atom& atom, bool take = true);
  std::vector<ValueArg> values(const core::Atoms& atoms, bool take = true);
  /// An operand that is evaluated in special cases only.
  ScalarArg lazy(const core::Atom& atom);
  /// Arrays that die in this statement's bodies alone, to be handed to them; but [kept].
  std::vector<VarId> hand_over(const std::vector<VarId>& kept = {});
  /// Binds a scalar to an expression: pending when it is used once.
  void define(const core::Binder& binder, Operand operand);
  Slot bind(const core::Binder& binder);  ///< a slot of its own
  void bind_at(const core::Binder& binder, Slot slot) { slots_[binder.id] = slot; }
  std::vector<Slot> bind(const core::Binders& binders);
  /// A slot for the result of consuming [array]: its own when it is moved.
  Slot bind_consumed(const core::Binder& binder, const ArrayArg& array);
  Slot new_slot(bool is_array) { return is_array ? layout_.arrays++ : layout_.scalars++; }
  Slot constant(Scalar scalar);
  Slot slot_of(VarId var) const { return slots_.at(var); }
  void emit(NodePtr node);
  /// Adds a node of the statement at [spot] to the block.
  void add(NodePtr node, const Spot& spot);
  /// Appends the assignment of a body's results to [to] (all at once), and its drops.
  void assign(CompiledBody& body, const std::vector<Slot>& to);
  /// The assignment of values to slots (all at once).
  void assign(Block& block, std::vector<BodyResult> results, const std::vector<Slot>& to);
  std::vector<BodyResult> as_results(const core::Atoms& atoms);
  /// The slot of a scalar operand; what is to be evaluated is appended to [prologue].
  Slot settle(Block& prologue, const core::Atom& atom);
  void drop(Block& block, std::vector<Slot> slots, const std::vector<Slot>& except);
  const core::Binder& binder(std::size_t i = 0) const { return current_->stm->binders[i]; }
  Place place() const { return {current_->stm->span, current_->stm->inlined_at.get()}; }

  SliceSpec slice(const std::vector<core::DimSlice>& dims);
  /// Whether what [map] gives goes where one of its operands is.
  std::optional<InPlace> in_place(const core::Soac& map) const;
  /// The element that [exp] is, without a node; its indices go to [indices].
  Operand element_of(const core::Index& exp, std::vector<Operand>& indices);

  // -- loops that keep states
  void fill(Stretch& to, const StretchSource& from);
  /// [entry] of [loop]'s histories, without a place; the parameters lie in [params].
  static History history_of(const core::Loop& loop, std::size_t entry,
                            const std::vector<Slot>& params);
  void find_inner(History& history, VarId var,
                  std::vector<std::shared_ptr<const TapeSite>>& sites) const;
  /// Of each history of [loop], with [results], whether a loop inside is to put its numbers there;
  /// that one is not compiled yet.
  std::vector<std::optional<Sink>> sinks_in(const core::Loop& loop, const core::Binders& results);
  void read_taped(const TapedRows& rows, const core::Index& exp);
  void read_taped(const TapedRows& rows, const core::Slice& exp);
  static void forget_taped(Block& block, const TapedRows& rows);
  /// [atom], if its rows are taped.
  const TapedRows* taped(const core::Atom& atom) const {
    const auto found = taped_.find(atom.var);
    return found == taped_.end() ? nullptr : &found->second;
  }

  /// What the lambdas of the statement being compiled use from outside; they are compiled already.
  std::vector<Outer> outers();
  /// The products that the statement is, with every variable of it in a slot. Before it is
  /// compiled.
  std::optional<ProductNest> products();
  /// The loop being compiled, if it can be machine code; else a reason goes to [why_not]. [params],
  /// [bound]: where its parameters are, and how often it runs. [kept]: where what it keeps goes.
  std::unique_ptr<MachineLoop> machine_loop(const std::vector<Slot>& params, Slot bound,
                                            KeptIn kept, std::string_view& why_not);
  /// The widths of the products that are all that iterations of [map] do, where these are known
  /// around it: none if there is anything else but scalars.
  std::vector<std::vector<Slot>> products_in(const core::Soac& map);
  /// Emits [node], as another way to compute them.
  void emit(const std::optional<ProductNest>& products, NodePtr node);

  // -- statements, by family
  // -- eval_fold.cpp
  Operator compile_operator(const core::Lambda& op);
  /// What is to be evaluated is appended to [prologue].
  RowKernel row_kernel(Block& prologue, const core::Lambda& op);
  std::unique_ptr<Unit> fold_unit(const core::Lambda& op, std::vector<BodyResult> elements,
                                  const std::vector<Slot>& neutral, const core::Binders& results,
                                  Block& prologue);
  std::unique_ptr<ScanUnit> scan_unit(const core::Lambda& op, std::vector<BodyResult> elements,
                                      const std::vector<Slot>& neutral,
                                      const core::Binders& results, Block& prologue);
  void compile(const core::Copy& exp);
  void compile(const core::PrimApp& exp);
  void compile(const core::If& exp);
  void compile(const core::Loop& exp);
  void compile(const core::Call& exp);
  void compile(const core::Soac& exp);
  void compile(const core::Hist& exp);
  void compile(const core::Scatter& exp);
  void compile(const core::Stream& exp);
  void compile(const core::Index& exp);
  void compile(const core::Slice& exp);
  void compile(const core::Update& exp);
  void compile(const core::ArrayLit& exp);
  void compile(const core::ArrayApp& exp);
  void compile(const core::Assert& exp);
  void compile(const core::Diff& exp);
  void compile(const core::Custom& exp);
  void compile(const core::WithAcc& exp);
  void compile(const core::AccUpdate& exp);
  void compile(const core::Trace& exp);

  Machine& machine_;
  const core::Function& function_;
  Usage usage_;
  TapeReads reads_;
  std::unordered_map<VarId, TapedRows> taped_;  ///< so far
  std::unordered_map<VarId, Sink> sinks_;       ///< of what loops keep, so far
  Frame::Layout layout_;
  std::unordered_map<VarId, Slot> slots_;
  std::map<std::pair<ScalarType, std::uint64_t>, Slot> constants_;
  /// Accumulators of this function that add; others are not for lanes.
  std::vector<VarId> adding_accs_;
  /// In a statement that is products, which add whole blocks of iterations to each place.
  bool within_products_ = false;
  std::vector<VarId> apart_accs_;                         ///< those whose sums may be parted
  Iotas iotas_;                                           ///< so far
  std::unordered_map<VarId, const core::Slice*> slices_;  ///< so far
  Scope* scope_ = nullptr;
  Current* current_ = nullptr;
  Spot spot_;  ///< of the statement being compiled
};

/// An expression's operands joined into what is known of the expression itself.
void join(Operand& into, const Operand& operand);
/// The node that evaluates [operand] into slot [to].
NodePtr store(Operand operand, Slot to);

template <class T>
bool contains(const std::vector<T>& all, const T& x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

}  // namespace laguz::eval
