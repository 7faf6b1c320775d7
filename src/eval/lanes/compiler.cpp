#include "eval/lanes/compiler.hpp"
#include "core/semantics.hpp"
#include "eval/lanes/chain.hpp"
#include "eval/lanes/inline.hpp"
#include "eval/lanes/nest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Body;
using core::VarId;

bool overwrites(const core::Exp& exp) {
  if (!core::written(exp).empty()) return true;
  bool found = false;
  core::visit(
      exp, [](const Atom&) {},
      [&](const Body& body, const core::Binders&) {
        for (const core::Stm& stm : body.stms) found = found || overwrites(stm.exp);
      });
  return found;
}

namespace {

std::uint8_t size_class(ScalarType type) {
  return static_cast<std::uint8_t>(std::countr_zero(static_cast<unsigned>(support::size_of(type))));
}

/// Whether the arrays that [exp] gives may lie in the memory of its operands.
bool gives_views(const core::Exp& exp) {
  if (const auto* app = std::get_if<core::ArrayApp>(&exp.node)) {
    const core::Memory memory = core::row_of(app->op).memory;
    return memory == core::Memory::view || memory == core::Memory::shared;
  }
  return !std::holds_alternative<core::Soac>(exp.node) &&
         !std::holds_alternative<core::ArrayLit>(exp.node) &&
         !std::holds_alternative<core::Update>(exp.node) &&
         !std::holds_alternative<core::Scatter>(exp.node) &&
         !std::holds_alternative<core::Hist>(exp.node);
}

/// Whether [exp] adds to an accumulator around it.
bool adds(const core::Exp& exp) {
  const core::Binders free = core::free_variables(exp);
  return std::any_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; });
}

class Drop : public Instr {
 public:
  explicit Drop(std::vector<std::uint32_t> regs) : regs_(std::move(regs)) {}
  void run(Tile& tile) const override {
    for (const auto reg : regs_) {
      tile.arrays[reg].block = BlockRef();
      tile.arrays[reg].at_block = BlockRef();
    }
  }

 private:
  std::vector<std::uint32_t> regs_;
};

/// What is uniform at the top is worked out in the first tile and kept.
class Once : public Instr {
 public:
  explicit Once(Code code) : code_(std::move(code)) {}
  void run(Tile& tile) const override {
    if (tile.fresh) lanes::run(code_, tile);
  }

 private:
  Code code_;
};

/// Copies one lane into a cell when all lanes alive agree.
class Agree : public Instr {
 public:
  Agree(ScalarRef to, ScalarRef from, Irregular irregular)
      : to_(to), from_(from), irregular_(irregular) {}
  void run(Tile& tile) const override {
    const int size = from_.size();
    if (!prims::lanes::all_equal(size, tile.n, tile.at[from_.reg], tile.mask)) irregular_.give_up();
    const auto one = prims::lanes::first(tile.n, tile.mask);
    prims::lanes::fill(size, 1, tile.at[to_.reg], tile.at[from_.reg] + one * size);
  }

 private:
  ScalarRef to_, from_;
  Irregular irregular_;
};

/// Copies the largest of the lanes alive into a cell.
/// The largest of lengths, none of which may be negative.
class Largest : public Instr {
 public:
  Largest(ScalarRef to, ScalarRef from, ScalarRef room) : to_(to), from_(from), room_(room) {}
  void run(Tile& tile) const override {
    namespace kernels = prims::lanes;
    const auto range = kernels::range(from_.type, tile.n, tile.at[from_.reg], tile.mask);
    if (range.low < 0) tile.fail_where_negative(from_.type, from_.reg, room_.reg);
    std::memcpy(tile.at[to_.reg], &range.high, sizeof range.high);
  }

 private:
  ScalarRef to_, from_, room_;
};

}  // namespace

// ------------------------------------------------------------------------------------- registers

Reg Compiler::new_cell() {
  const Reg reg = new_reg();
  program.layout.cells.push_back(reg);
  return reg;
}

Reg Compiler::new_vector(VectorSlot slot) {
  const Reg reg = new_reg();
  program.layout.homes.push_back({reg, slot.size_class, slot.index});
  return reg;
}

Reg Compiler::constant(Scalar scalar) {
  for (const auto& [reg, known] : constants_)
    if (known == scalar) return reg;
  const Reg reg = new_reg();
  program.layout.constants.push_back({reg, scalar.bits});
  constants_.emplace_back(reg, scalar);
  return reg;
}

VectorSlot Compiler::take_slot(ScalarType type) {
  const std::uint8_t c = size_class(type);
  auto& free = free_slots_[c];
  if (free.empty()) return {c, program.layout.slots[c]++};
  const VectorSlot slot{c, free.back()};
  free.pop_back();
  return slot;
}

void Compiler::release(VectorSlot slot) { free_slots_[slot.size_class].push_back(slot.index); }

const Compiler::Var& Compiler::find(VarId id) const {
  const auto it = vars_.find(id);
  LAGUZ_ASSERT(it != vars_.end(), "a variable is used before it is bound");
  return it->second;
}

Compiler::Var& Compiler::find(VarId id) {
  return const_cast<Var&>(static_cast<const Compiler*>(this)->find(id));
}

ValueRef Compiler::free_variable(const Atom& atom) {
  ValueRef ref;
  if (atom.type.is_scalar()) {
    ref.scalar = {new_cell(), atom.type.elem, false};
  } else {
    ref.is_array = true;
    ref.array = {program.layout.arrays++, atom.type.elem, atom.type.rank, false, false};
  }
  program.free.push_back({atom.var, atom.type});
  program.free_refs.push_back(ref);
  Var& var = vars_[atom.var];
  var.ref = ref;
  var.once = var.kept = true;
  return ref;
}

// -------------------------------------------------------------------------------------- operands

ScalarRef Compiler::scalar(const Atom& atom) {
  if (atom.is_constant()) return {constant(atom.scalar()), atom.type.elem, false};
  const auto it = vars_.find(atom.var);
  return it == vars_.end() ? free_variable(atom).scalar : it->second.ref.scalar;
}

std::vector<ScalarRef> Compiler::scalars(const Atoms& atoms) {
  std::vector<ScalarRef> refs;
  for (const Atom& atom : atoms) refs.push_back(scalar(atom));
  return refs;
}

ScalarRef Compiler::uniform(const Atom& atom) {
  const ScalarRef ref = scalar(atom);
  if (!ref.varying) return ref;
  const ScalarRef cell{new_cell(), ref.type, false};
  emit<Agree>(cell, ref, irregular());
  return cell;
}

ScalarRef Compiler::largest(const Atom& atom) {
  const ScalarRef from = scalar(atom);
  if (!from.varying) return from;
  const ScalarRef to{new_cell(), from.type, false};
  emit<Largest>(to, from, temporary(ScalarType::boolean));
  return to;
}

namespace {

/// Of the statements from [first] on, and those in them.
bool only_operand(const Body& body, std::size_t first, VarId array, const Atom& width) {
  const auto other = [&](const Atom& atom) { return atom.is_constant() || atom.var != array; };
  bool only = std::all_of(body.results.begin(), body.results.end(), other);
  for (std::size_t s = first; s < body.stms.size() && only; ++s) {
    const auto* soac = std::get_if<core::Soac>(&body.stms[s].exp.node);
    const bool as_operand = soac != nullptr && soac->width == width;
    core::visit(
        body.stms[s].exp, [&](const Atom& atom) { only = only && (as_operand || other(atom)); },
        [&](const Body& inner, const core::Binders&) {
          only = only && only_operand(inner, 0, array, width);
        });
  }
  return only;
}

}  // namespace

bool Compiler::read_by_soacs(VarId array, const Atom& width) const {
  const Scope& scope = scopes_.back();
  return only_operand(*scope.body, scope.position + 1, array, width);
}

std::vector<ScalarRef> Compiler::uniforms(const Atoms& atoms) {
  std::vector<ScalarRef> refs;
  for (const Atom& atom : atoms) refs.push_back(uniform(atom));
  return refs;
}

ScalarRef Compiler::index(const Atom& atom) {
  const ScalarRef ref = scalar(atom);
  if (ref.type == ScalarType::i64 || ref.type == ScalarType::u64) return ref;
  const ScalarRef wide = temporary(ScalarType::i64, ref.varying);
  emit(convert(wide, ref));
  return wide;
}

ArrayRef Compiler::look(const Atom& atom) {
  const auto it = vars_.find(atom.var);
  return it == vars_.end() ? free_variable(atom).array : it->second.ref.array;
}

ArrayRef Compiler::array(const Atom& atom) {
  ArrayRef ref = look(atom);
  ref.move = can_move(atom.var);
  return ref;
}

ValueRef Compiler::look_value(const Atom& atom) {
  ValueRef ref;
  ref.is_array = !atom.type.is_scalar();
  if (ref.is_array)
    ref.array = look(atom);
  else
    ref.scalar = scalar(atom);
  return ref;
}

ValueRef Compiler::value(const Atom& atom) {
  ValueRef ref = look_value(atom);
  if (ref.is_array) ref.array.move = can_move(atom.var);
  return ref;
}

bool Compiler::dies_here(VarId id) const {
  const Scope& scope = scopes_.back();
  const auto it = scope.last_use.find(id);
  return it != scope.last_use.end() && it->second == scope.position;
}

bool Compiler::used_only_at(VarId id, std::size_t position) const {
  const Scope& scope = scopes_.back();
  const auto first = scope.first_use.find(id);
  return first != scope.first_use.end() && first->second == position &&
         scope.last_use.at(id) == position;
}

bool Compiler::may_give(VarId id) const {
  const Scope& scope = scopes_.back();
  if (!scope.owned.count(id) && !scope.adopted.count(id)) return false;
  const Var& var = find(id);
  return dies_here(id) && (!var.once || (once_ && !var.kept));
}

bool Compiler::can_move(VarId id) const {
  const Scope& scope = scopes_.back();
  if (!may_give(id)) return false;
  int count = 0;
  auto note = [&](VarId used) { count += used == id ? 1 : 0; };
  if (scope.position < scope.body->stms.size()) {
    each_variable(scope.body->stms[scope.position].exp, note);
  } else {
    for (const Atom& atom : scope.body->results) note(atom.var);
  }
  return count == 1;
}

// ---------------------------------------------------------------------------------------- bodies

InnerBody Compiler::open(const Body& body, const core::Binders& params, Runs runs,
                         const std::unordered_set<VarId>& keep) {
  Scope scope;
  scope.body = &body;
  for (const Binder& param : params) scope.owned.insert(param.id);
  for (std::size_t i = 0; i < body.stms.size(); ++i) {
    auto note = [&](VarId id) {
      scope.first_use.emplace(id, i);
      scope.last_use[id] = i;
    };
    each_variable(body.stms[i].exp, note);
  }
  for (const Atom& atom : body.results)
    if (!atom.is_constant()) scope.last_use[atom.var] = body.stms.size();
  if (nest != nullptr && scopes_.empty())  // what its parameters read is there to the end
    for (const Atom& array : nest->arrays) scope.last_use[array.var] = body.stms.size();
  if (runs == Runs::once && !scopes_.empty()) {
    for (const auto& [id, position] : scope.last_use) {
      if (!keep.count(id) && may_give(id)) scope.adopted.insert(id);
    }
  }
  scope.top = scopes_.empty();

  InnerBody inner;
  Code* outer_code = std::exchange(code_, &inner.code);
  scopes_.push_back(std::move(scope));
  const bool entered = nest != nullptr && scopes_.back().top;
  while (scopes_.back().position < body.stms.size()) {
    if (entered && scopes_.back().position == nest->entry) enter(*nest);
    next(body);
  }
  if (!scopes_.back().top) mark();
  if (entered && nest->entry == body.stms.size()) enter(*nest);
  std::unordered_map<VarId, int> times;
  for (const Atom& atom : body.results) ++times[atom.var];
  for (const Atom& atom : body.results) {
    inner.results.push_back(value(atom));
    const bool bound_here = !atom.is_constant() && scopes_.back().owned.count(atom.var) &&
                            std::none_of(params.begin(), params.end(),
                                         [&](const Binder& p) { return p.id == atom.var; });
    inner.redirectable.push_back(bound_here && times[atom.var] == 1 && atom.type.is_scalar() &&
                                 find(atom.var).own_home && find(atom.var).slot);
  }
  for (const VarId id : scopes_.back().owned) {
    Var& var = find(id);
    if (var.slot) inner.held.emplace_back(var.ref.scalar.reg, *var.slot);
    var.slot.reset();
  }
  scopes_.pop_back();
  code_ = outer_code;
  return inner;
}

void Compiler::statement(const core::Stm& stm) {
  const std::size_t temporaries = temporaries_.size();
  bool uniform = scopes_.back().top && !once_;
  for (const Binder& binder : stm.binders) uniform = uniform && !divergence.of(binder.id);
  // What is added is added by every tile.
  uniform = uniform && !adds(stm.exp);
  // What comes from one tile's shapes may be otherwise in the next.
  auto lasting = [&](VarId id) {
    const auto it = vars_.find(id);
    uniform = uniform && (it == vars_.end() || it->second.once);
  };
  if (uniform) each_variable(stm.exp, lasting);
  if (uniform && !stm.binders.empty()) {
    run_once(stm);
    for (const Binder& binder : stm.binders) find(binder.id).kept = true;
  } else {
    dispatch(stm);
  }
  own(stm.binders);
  const bool views = gives_views(stm.exp);
  for (const Binder& binder : stm.binders)
    if (!binder.type.is_scalar() && !binder.type.acc) find(binder.id).view = views;
  finish_statement(temporaries);
}

void Compiler::own(const core::Binders& binders) {
  Scope& scope = scopes_.back();
  for (const Binder& binder : binders) {
    scope.owned.insert(binder.id);
    scope.last_use.emplace(binder.id, scope.position);  // never used
  }
}

void Compiler::run_once(const core::Stm& stm) {
  Code code;
  Code* outer = std::exchange(code_, &code);
  once_ = true;
  dispatch(stm);
  once_ = false;
  code_ = outer;
  emit<Once>(std::move(code));
}

void Compiler::finish_statement(std::size_t temporaries) {
  for (; temporaries_.size() > temporaries; temporaries_.pop_back()) release(temporaries_.back());
  Scope& scope = scopes_.back();
  std::vector<std::uint32_t> dropped;
  for (const auto& [id, position] : scope.last_use) {
    if (position != scope.position || !scope.owned.count(id)) continue;
    Var& var = find(id);
    if (var.slot) release(*var.slot);
    var.slot.reset();
    if (var.ref.is_array && !var.once && !var.handed_on) dropped.push_back(var.ref.array.reg);
  }
  std::sort(dropped.begin(), dropped.end());
  if (!dropped.empty()) emit<Drop>(std::move(dropped));
}

bool Compiler::may_alias(const Atom& array, VarId reader) {
  Scope& scope = scopes_.back();
  const auto it = scope.last_use.find(reader);
  const std::size_t end = it == scope.last_use.end() ? scope.position : it->second;
  const Var& var = find(array.var);
  if (end >= scope.body->stms.size()) return false;
  if (var.once) return var.kept;
  // Only memory that is held once is overwritten. An array that is read so holds its own until its
  // reader has read: then it must not be the one to be overwritten, nor share that one's memory,
  // for the update would copy all of it.
  const bool shares = var.view && scope.owned.count(array.var) != 0;
  for (std::size_t i = scope.position + 1; i <= end; ++i) {
    const core::Exp& exp = scope.body->stms[i].exp;
    if (!overwrites(exp)) continue;
    bool meant = shares;
    auto note = [&](VarId id) { meant = meant || id == array.var; };
    each_variable(exp, note);
    if (meant) return false;
  }
  auto& last = scope.last_use[array.var];
  last = std::max(last, end);
  return true;
}

void Compiler::dispatch(const core::Stm& stm) {
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, core::Diff> || std::is_same_v<Node, core::Trace>)
          LAGUZ_ASSERT(false, "inlining has left an expression without a lane form");
        else
          compile(*this, node, stm.binders);
      },
      stm.exp.node);
}

void Compiler::lambda(const core::Lambda& lambda, const std::vector<bool>& varying) {
  for (std::size_t i = 0; i < lambda.params.size(); ++i) {
    const Binder& param = lambda.params[i];
    ValueRef ref;
    ref.is_array = !param.type.is_scalar();
    if (ref.is_array)
      ref.array = define_array(param);
    else
      ref.scalar = define(param);
    LAGUZ_ASSERT(ref.varying() == varying[i], "a parameter varies as it is said to");
    program.params.push_back(ref);
  }
  InnerBody inner = open(lambda.body, lambda.params, Runs::often);
  program.code = std::move(inner.code);
  program.results = std::move(inner.results);
  program.redirectable = std::move(inner.redirectable);
}

Program compile(const core::Lambda& lambda, const std::vector<bool>& varying, const Spot& spot) {
  Program program;
  const Divergence divergence(lambda, varying);
  const core::Lambda ready = gather_chains(lambda, divergence);
  const KeptArrays kept(ready.body);
  Compiler compiler(divergence, kept, program);
  compiler.spot = spot;
  compiler.lambda(ready, varying);
  return program;
}

}  // namespace laguz::eval::lanes
