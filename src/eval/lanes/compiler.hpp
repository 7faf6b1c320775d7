// From core to instructions: registers and where they live, last uses, and one `compile` for each
// family of expressions.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/walk.hpp"
#include "eval/lanes/divergence.hpp"
#include "eval/lanes/index.hpp"
#include "eval/lanes/instr.hpp"
#include "eval/lanes/only_kept.hpp"

namespace laguz::eval::lanes {

/// A place for a vector, among those of one element size.
struct VectorSlot {
  std::uint8_t size_class = 0;
  std::uint32_t index = 0;
};

/// An inner body: its code, and its results, whose registers stay as they are until `close`.
struct InnerBody {
  Code code;
  ValueRefs results;
  std::vector<bool> redirectable;  ///< see Program
  std::vector<std::pair<Reg, VectorSlot>> held;
};

struct Nest;

class Compiler {
 public:
  Compiler(const Divergence& divergence, const KeptArrays& kept_arrays, Program& program)
      : divergence(divergence), kept_arrays(kept_arrays), program(program) {}

  const Divergence& divergence;
  const KeptArrays& kept_arrays;
  Program& program;

  // ------------------------------------------------------------------------------- operands
  bool varies(const core::Atom& atom) const { return divergence.of(atom); }
  ScalarRef scalar(const core::Atom& atom);
  std::vector<ScalarRef> scalars(const core::Atoms& atoms);
  /// A scalar that must be one for all lanes: when it varies, that is looked at when it is run, and
  /// NotLanes thrown when it is not so.
  ScalarRef uniform(const core::Atom& atom);
  std::vector<ScalarRef> uniforms(const core::Atoms& atoms);
  /// The largest that it is in a lane.
  ScalarRef largest(const core::Atom& atom);
  /// For an instruction that may find that lanes differ.
  Irregular irregular() { return program.irregular.emplace(Irregular()); }
  /// An index: as i64.
  ScalarRef index(const core::Atom& atom);
  Indices indices(const core::Atoms& atoms);
  LaneSlice slice(const std::vector<core::DimSlice>& dims);
  /// The scalar varies, has its register and its place to itself, and nobody reads it any more: the
  /// register may be pointed elsewhere.
  bool may_move_register(const core::Atom& atom) const;
  /// An array, moved when this is its last use; `look` never moves it.
  ArrayRef array(const core::Atom& atom);
  ArrayRef look(const core::Atom& atom);
  ValueRef value(const core::Atom& atom);
  ValueRef look_value(const core::Atom& atom);

  // ---------------------------------------------------------------------------- definitions
  /// A register of its own for a scalar.
  ScalarRef define(const core::Binder& binder);
  /// The same, in the place of an operand of the same type that dies here, if there is one: for
  /// instructions that read a lane before they write it.
  ScalarRef define_over(const core::Binder& binder, const core::Atoms& operands);
  /// A register of a varying scalar that the instruction points somewhere itself; [home] is a
  /// register whose place lives as long, in case there is nowhere to point to.
  ScalarRef define_pointer(const core::Binder& binder, Reg& home);
  /// A parameter that the instruction sets before each run of a body: a pointer without a place.
  ValueRef define_loose(const core::Binder& binder);
  /// The register, and the place, of another scalar variable, whose life ends here.
  void define_as(const core::Binder& binder, core::VarId other);
  /// When [result] is bound in [body] after the last use of [param], it may be written there: the
  /// next state of a loop in the place of this one. [param] belongs to the body.
  void prefer(const core::Body& body, const core::Atom& result, core::VarId param);
  /// The register of [ref], which lives at least as long.
  void define_same(const core::Binder& binder, ScalarRef ref);
  /// The register and place of result [i] of a body that has run once, if they are the result's
  /// own.
  bool take_over(const core::Binder& binder, InnerBody& body, std::size_t i);
  ArrayRef define_array(const core::Binder& binder);
  /// The same where [over] is taken before the result is put: it may be put in the same register.
  ArrayRef define_array_over(const core::Binder& binder, const ArrayRef& over);
  /// An array parameter that begins as [init], whose variable is [from]: in the same register when
  /// that is moved.
  ArrayRef define_array_from(const core::Binder& binder, const ArrayRef& init, core::VarId from);
  ValueRef define_value(const core::Binder& binder);
  /// A register until the end of this statement.
  ScalarRef temporary(ScalarType type, bool varying = true);
  /// A register that instructions point somewhere.
  Reg pointer() { return new_reg(); }
  /// For one instruction to work in (Tile::room).
  std::uint32_t room() { return program.layout.rooms++; }
  ArrayRef temporary_array(ScalarType type, int rank, bool varying);

  // ---------------------------------------------------------------------------------- bodies
  enum class Runs : std::uint8_t {
    once,   ///< variables that die here may be moved inside
    often,  ///< or not at all
  };
  /// Parameters must have been defined (they belong to the body). [keep]: variables that must not
  /// be moved although they die here.
  InnerBody open(const core::Body& body, const core::Binders& params, Runs runs,
                 const std::unordered_set<core::VarId>& keep = {});
  void close(const InnerBody& inner) {
    for (const auto& [reg, slot] : inner.held) release(slot);
  }

  template <class I, class... Args>
  void emit(Args&&... args) {
    code_->push_back(std::make_unique<I>(std::forward<Args>(args)...));
  }
  void emit(std::unique_ptr<Instr> instr) { code_->push_back(std::move(instr)); }

  /// Whether [array] may be read where it lies from this statement until its reader's last use: no
  /// instruction overwrites it meanwhile. Then it lives as long as [reader].
  bool may_alias(const core::Atom& array, core::VarId reader);
  /// All that reads [array], after this statement in this body, is Soacs of width [width].
  bool read_by_soacs(core::VarId array, const core::Atom& width) const;
  /// Arrays that take no memory, and are as long as they are in any lane: Soacs read them.
  std::unordered_set<core::VarId> counts;
  /// What loops have kept, and what is computed of it: lanes may have less of it than there is room
  /// for.
  std::unordered_set<core::VarId> kept;
  /// The last use of the variable in this body is this statement.
  bool dies_here(core::VarId id) const;
  /// It is this body's to give away, and dies here, however often this statement mentions it.
  bool may_give(core::VarId id) const;

  /// A register where what binds [array], which comes later, is told where to make it.
  ArrayRef make_place(const core::Binder& array);
  /// That register, if there is one.
  std::optional<ArrayRef> place_of(core::VarId array) const;

  /// Accumulators of the lanes' own (see accumulate.cpp).
  struct OwnAcc {
    std::vector<ArrayRef> arrays;
    const core::Lambda* op = nullptr;
  };
  std::unordered_map<core::VarId, OwnAcc> own_accs;

  void lambda(const core::Lambda& lambda, const std::vector<bool>& varying);
  /// What the lambda is made of, if it is two in one.
  const Nest* nest = nullptr;
  /// Of the statement that is being compiled.
  Spot spot;

 private:
  struct Var {
    ValueRef ref;
    std::optional<VectorSlot> slot;
    bool own_home = false;   ///< one instruction writes it, to its home
    bool handed_on = false;  ///< an array whose register is another variable's now
    bool view = false;       ///< an array that may lie in the memory of another
    bool once = false;       ///< worked out in the first tile
    bool kept = false;       ///< and read in all of them: nobody may have it
  };
  struct Scope {
    const core::Body* body = nullptr;
    std::size_t position = 0;  ///< statement being compiled
    std::unordered_map<core::VarId, std::size_t> first_use, last_use;
    std::unordered_set<core::VarId> owned;
    std::unordered_set<core::VarId> adopted;
    bool top = false;
  };

  std::unordered_map<core::VarId, ArrayRef> places_;

  /// Sets the inner parameters (nest.cpp).
  void enter(const Nest& nest);
  /// Compiles the next statement of this body, or several.
  void next(const core::Body& body);
  /// Back at the statement that is being compiled.
  void mark();
  void statement(const core::Stm& stm);
  /// Compiles a run of arithmetic that begins at this statement (chain.cpp), if there is one.
  bool chain(const core::Body& body);
  /// Whether the statement at [position] of this body holds all uses of the variable.
  bool used_only_at(core::VarId id, std::size_t position) const;
  /// Whether the statement at [position] computes what the next one puts in an array.
  bool makes_element(const core::Body& body, std::size_t position) const;
  /// Compiles two statements at once when the first makes what the second puts in an array: it is
  /// made in its place.
  bool update_in_place(const core::Body& body);
  void own(const core::Binders& binders);
  void dispatch(const core::Stm& stm);
  void finish_statement(std::size_t temporaries);
  void run_once(const core::Stm& stm);
  const Var& find(core::VarId id) const;
  Var& find(core::VarId id);
  Reg new_reg() { return program.layout.scalars++; }
  Reg constant(Scalar scalar);
  Reg new_cell();
  Reg new_vector(VectorSlot slot);
  bool define_preferred(const core::Binder& binder, bool over, ScalarRef& ref);
  bool define_preferred_array(const core::Binder& binder, const ArrayRef* over);
  ScalarRef define_at(const core::Binder& binder, std::optional<VectorSlot> slot);
  VectorSlot take_slot(ScalarType type);
  void release(VectorSlot slot);
  bool can_move(core::VarId id) const;
  ValueRef free_variable(const core::Atom& atom);

  std::unordered_map<core::VarId, Var> vars_;
  std::vector<Scope> scopes_;
  std::unordered_map<core::VarId, std::pair<const core::Body*, core::VarId>> preferred_;
  Code* code_ = nullptr;
  bool once_ = false;
  std::array<std::vector<std::uint32_t>, 4> free_slots_;
  std::vector<VectorSlot> temporaries_;
  std::vector<std::pair<Reg, Scalar>> constants_;
};

/// Calls f for every variable that stands in [exp], however deep; some of them bound inside.
template <class F>
void each_variable(const core::Exp& exp, F& f) {
  core::visit(
      exp,
      [&](const core::Atom& atom) {
        if (!atom.is_constant()) f(atom.var);
      },
      [&](const core::Body& body, const core::Binders&) {
        for (const core::Stm& stm : body.stms) each_variable(stm.exp, f);
        for (const core::Atom& atom : body.results)
          if (!atom.is_constant()) f(atom.var);
      });
}

/// Whether some array is overwritten inside.
bool overwrites(const core::Exp& exp);

// One per family of expressions; [to] are the binders.
void compile(Compiler& c, const core::Copy& e, const core::Binders& to);
/// Of a constant.
void compile(Compiler& c, const core::Call& e, const core::Binders& to);
void compile(Compiler& c, const core::PrimApp& e, const core::Binders& to);
/// The value goes to a register that the caller has made.
void compile_into(Compiler& c, const core::PrimApp& e, ScalarRef out);
void compile(Compiler& c, const core::If& e, const core::Binders& to);
void compile(Compiler& c, const core::Loop& e, const core::Binders& to);
void compile(Compiler& c, const core::Soac& e, const core::Binders& to);
void compile(Compiler& c, const core::Hist& e, const core::Binders& to);
void compile(Compiler& c, const core::Scatter& e, const core::Binders& to);
void compile(Compiler& c, const core::Stream& e, const core::Binders& to);
void compile(Compiler& c, const core::Index& e, const core::Binders& to);
void compile(Compiler& c, const core::Slice& e, const core::Binders& to);
void compile(Compiler& c, const core::Update& e, const core::Binders& to);
void compile(Compiler& c, const core::ArrayLit& e, const core::Binders& to);
void compile(Compiler& c, const core::ArrayApp& e, const core::Binders& to);
void compile(Compiler& c, const core::Assert& e, const core::Binders& to);
void compile(Compiler& c, const core::Custom& e, const core::Binders& to);
void compile(Compiler& c, const core::WithAcc& e, const core::Binders& to);
void compile(Compiler& c, const core::AccUpdate& e, const core::Binders& to);

}  // namespace laguz::eval::lanes
