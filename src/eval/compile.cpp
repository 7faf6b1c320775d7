#include <algorithm>
#include <unordered_set>

#include "core/walk.hpp"
#include "eval/compiler.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

constexpr int kDeepestTree = 48;

bool is_array(core::Type type) { return type.rank > 0 && !type.acc; }

template <class T>
bool contains(const std::vector<T>& all, const T& x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

class CopyScalar final : public ScalarNode {
 public:
  explicit CopyScalar(Slot from) : from_(from) {}
  void exec(Frame& frame) override { frame.put_bits(dst, frame.bits(from_)); }
  std::uint64_t bits(Frame& frame) override { return frame.bits(from_); }

 private:
  Slot from_;
};

class CopyArray final : public Node {
 public:
  CopyArray(Slot to, ArrayArg from) : to_(to), from_(from) {}
  void exec(Frame& frame) override { frame.array(to_) = from_.take(frame); }

 private:
  Slot to_;
  ArrayArg from_;
};

class Drop final : public Node {
 public:
  explicit Drop(std::vector<Slot> slots) : slots_(std::move(slots)) {}
  void exec(Frame& frame) override {
    for (const Slot slot : slots_) frame.array(slot).release();
  }

 private:
  std::vector<Slot> slots_;
};

NodePtr store(Operand operand, Slot to) {
  ScalarPtr node = operand.node ? std::move(operand.node)
                                : ScalarPtr(std::make_unique<CopyScalar>(operand.slot));
  node->dst = to;
  return node;
}

bool reads(const Operand& operand, Slot slot) {
  return operand.node ? contains(operand.reads, slot) : operand.slot == slot;
}

}  // namespace

void join(Operand& into, const Operand& operand) {
  if (operand.node) {
    into.reads.insert(into.reads.end(), operand.reads.begin(), operand.reads.end());
  } else {
    into.reads.push_back(operand.slot);
  }
  into.ordered |= operand.ordered;
  into.fails |= operand.fails;
  into.depth = std::max(into.depth, operand.node ? operand.depth + 1 : 1);
}

void spend_on(Frame& frame, const Array& array) {
  constexpr std::int64_t kPerNanosecond = 4;
  frame.machine().spend(10 + array.size() / kPerNanosecond);
}

void make_owned(Frame& frame, Array& array) {
  array = Array::owned(std::move(array));
  spend_on(frame, array);
}

// ---- Functions and bodies

std::unique_ptr<Code> Compiler::run() {
  auto code = std::make_unique<Code>();
  for (const core::Binder& param : function_.params) {
    ValueArg arg;
    arg.is_array = is_array(param.type);
    const Slot slot = bind(param);
    (arg.is_array ? arg.array.slot : arg.scalar.slot) = slot;
    code->params.push_back(std::move(arg));
  }
  CompiledBody compiled = body(function_.body, function_.params, {});
  code->block = std::move(compiled.block);
  for (BodyResult& result : compiled.results) {
    ValueArg arg;
    arg.is_array = result.is_array;
    arg.array = result.array;
    arg.scalar = untyped(std::move(result.scalar));
    code->results.push_back(std::move(arg));
  }
  code->layout = layout_;
  for (const auto& [key, slot] : constants_) code->constants.emplace_back(slot, key.second);
  return code;
}

CompiledBody Compiler::body(const core::Body& body, const core::Binders& bound,
                            std::vector<VarId> dying, bool settled) {
  CompiledBody result;
  Scope scope;
  scope.block = &result.block;
  Scope* const outer_scope = std::exchange(scope_, &scope);
  Current* const outer_current = std::exchange(current_, nullptr);

  // Which arrays die at which statement; the results are one after the last.
  const std::size_t end = body.stms.size();
  std::vector<Usage::Of> usages;
  std::unordered_map<VarId, std::size_t> last;
  for (std::size_t i = 0; i < end; ++i) {
    usages.push_back(usage_.of(body.stms[i].exp));
    for (const auto& [var, count] : usages[i].arrays) last[var] = i;
    for (const VarId var : usages[i].inner_arrays) last[var] = i;
  }
  std::unordered_map<VarId, int> in_results;
  for (const core::Atom& atom : body.results) {
    if (atom.is_constant() || !is_array(atom.type)) continue;
    const VarId var = usage_.canonical(atom.var);
    last[var] = end;
    ++in_results[var];
  }
  std::unordered_set<VarId> owned(dying.begin(), dying.end());
  std::vector<VarId> on_entry = std::move(dying);
  const auto own = [&](const core::Binders& binders) {
    for (const core::Binder& binder : binders)
      if (is_array(binder.type) && usage_.canonical(binder.id) == binder.id)
        owned.insert(binder.id);
  };
  own(bound);
  for (const core::Binder& binder : bound)
    if (is_array(binder.type)) on_entry.push_back(binder.id);
  for (const core::Stm& stm : body.stms) own(stm.binders);

  std::vector<Slot> unused;
  for (const VarId var : on_entry)
    if (!last.count(var)) unused.push_back(slot_of(var));
  drop(result.block, std::move(unused), {});

  for (std::size_t i = 0; i < end; ++i) {
    const core::Stm& stm = body.stms[i];
    Current current;
    current.stm = &stm;
    current.usage = std::move(usages[i]);
    for (const auto& [var, count] : current.usage.arrays)
      if (owned.count(var) && last.at(var) == i) current.dying.push_back(var);
    for (const VarId var : current.usage.inner_arrays)
      if (owned.count(var) && last.at(var) == i && !contains(current.dying, var))
        current.dying.push_back(var);
    current_ = &current;
    statement(stm);
    for (const VarId var : current.dying)
      if (!contains(current.moved, var)) scope.late_drops.push_back(slot_of(var));
    for (const core::Binder& binder : stm.binders)
      if (is_array(binder.type) && usage_.canonical(binder.id) == binder.id &&
          !last.count(binder.id))
        scope.late_drops.push_back(slot_of(binder.id));
    const bool waiting = std::any_of(scope.pending.begin(), scope.pending.end(),
                                     [](const Pending& p) { return p.operand.ordered; });
    if (!waiting) drop(result.block, std::exchange(scope.late_drops, {}), {});
    current_ = nullptr;
  }

  // Ordered results must come in the order of their statements.
  std::vector<VarId> ordered;
  for (const Pending& p : scope.pending)
    if (p.operand.ordered) ordered.push_back(p.var);
  std::vector<VarId> wanted;
  for (const core::Atom& atom : body.results)
    if (contains(ordered, atom.var)) wanted.push_back(atom.var);
  if (wanted != ordered || settled) flush_ordered(0);

  result.drops = std::move(scope.late_drops);
  for (const core::Atom& atom : body.results) {
    BodyResult one;
    one.is_array = is_array(atom.type);
    if (one.is_array) {
      const VarId var = usage_.canonical(atom.var);
      one.array.slot = slot_of(var);
      one.array.move = owned.count(var) && in_results.at(var) == 1;
      if (owned.count(var) && !one.array.move && !contains(result.drops, one.array.slot))
        result.drops.push_back(one.array.slot);
    } else {
      one.scalar = fetch(atom);
    }
    result.results.push_back(std::move(one));
  }
  scope_ = outer_scope;
  current_ = outer_current;
  return result;
}

void Compiler::statement(const core::Stm& stm) {
  std::visit([this](const auto& exp) { compile(exp); }, stm.exp.node);
}

void Compiler::emit(NodePtr node) {
  if (!node->place) node->place = place();
  scope_->block->add(std::move(node));
}

// ---- Pending expressions

void Compiler::begin(bool stays) {
  auto& pending = scope_->pending;
  bool flush = false;
  for (const VarId var : current_->usage.inner_scalars) {
    const auto found = std::find_if(pending.begin(), pending.end(),
                                    [&](const Pending& p) { return p.var == var; });
    if (found == pending.end()) continue;
    if (found->operand.ordered) {
      flush = true;
    } else {
      materialise(static_cast<std::size_t>(found - pending.begin()));
    }
  }
  std::vector<VarId> ordered;
  for (const Pending& p : pending)
    if (p.operand.ordered) ordered.push_back(p.var);
  std::vector<VarId> wanted;
  core::visit(
      current_->stm->exp,
      [&](const core::Atom& atom) {
        if (!atom.is_constant() && contains(ordered, atom.var)) wanted.push_back(atom.var);
      },
      [](const core::Body&, const core::Binders&) {});
  const bool in_order = wanted.size() <= ordered.size() &&
                        std::equal(wanted.rbegin(), wanted.rend(), ordered.rbegin());
  if (flush || !in_order) {
    flush_ordered(0);
  } else if (stays) {
    flush_ordered(wanted.size());
  }
}

void Compiler::flush_ordered(std::size_t keep_last) {
  auto& pending = scope_->pending;
  std::size_t ordered = 0;
  for (const Pending& p : pending) ordered += p.operand.ordered;
  for (std::size_t i = 0; i < pending.size() && ordered > keep_last;) {
    if (!pending[i].operand.ordered) {
      ++i;
      continue;
    }
    materialise(i);
    --ordered;
  }
}

void Compiler::materialise(std::size_t pending_index) {
  auto& pending = scope_->pending;
  Pending entry = std::move(pending[pending_index]);
  pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(pending_index));
  if (!entry.operand.node) {
    slots_[entry.var] = entry.operand.slot;
    return;
  }
  const Slot slot = new_slot(false);
  slots_[entry.var] = slot;
  NodePtr node = store(std::move(entry.operand), slot);
  if (!node->place) node->place = entry.place;
  scope_->block->add(std::move(node));
}

void Compiler::define(const core::Binder& binder, Operand operand) {
  const int uses = usage_.count(binder.id);
  if (uses == 0 && !operand.fails) return;
  const bool nests = uses == 1 && operand.depth < kDeepestTree;
  scope_->pending.push_back({binder.id, std::move(operand), place()});
  if (nests) return;
  if (scope_->pending.back().operand.ordered) {
    flush_ordered(0);
  } else {
    materialise(scope_->pending.size() - 1);
  }
}

Operand Compiler::fetch(const core::Atom& atom) {
  Operand operand;
  operand.type = slot_type(atom.type);
  if (atom.is_constant()) {
    operand.slot = constant(atom.scalar());
    return operand;
  }
  auto& pending = scope_->pending;
  const auto found = std::find_if(pending.begin(), pending.end(),
                                  [&](const Pending& p) { return p.var == atom.var; });
  if (found == pending.end()) {
    operand.slot = slot_of(atom.var);
    return operand;
  }
  operand = std::move(found->operand);
  pending.erase(found);
  return operand;
}

// ---- Operands and results

Slot Compiler::constant(Scalar scalar) {
  const auto [found, fresh] = constants_.try_emplace({scalar.type, scalar.bits}, 0);
  if (fresh) found->second = new_slot(false);
  return found->second;
}

ScalarArg Compiler::lazy(const core::Atom& atom) {
  const auto found = std::find_if(scope_->pending.begin(), scope_->pending.end(),
                                  [&](const Pending& p) { return p.var == atom.var; });
  // What may fail fails now; it is the same operand if it is flushed.
  if (!atom.is_constant() && found != scope_->pending.end() && found->operand.fails)
    flush_ordered(0);
  return scalar(atom);
}

std::vector<ScalarArg> Compiler::scalars(const core::Atoms& atoms) {
  std::vector<ScalarArg> all;
  for (const core::Atom& atom : atoms) all.push_back(scalar(atom));
  return all;
}

ArrayArg Compiler::array(const core::Atom& atom) {
  const VarId var = usage_.canonical(atom.var);
  ArrayArg arg;
  arg.slot = slot_of(var);
  const auto& usage = current_->usage;
  const bool once = contains(usage.arrays, std::pair<VarId, int>(var, 1));
  arg.move = once && contains(current_->dying, var) && !contains(usage.inner_arrays, var);
  if (arg.move) current_->moved.push_back(var);
  return arg;
}

std::vector<ArrayArg> Compiler::arrays(const core::Atoms& atoms) {
  std::vector<ArrayArg> all;
  for (const core::Atom& atom : atoms) all.push_back(array(atom));
  return all;
}

ValueArg Compiler::value(const core::Atom& atom, bool take) {
  ValueArg arg;
  arg.is_array = is_array(atom.type);
  if (arg.is_array) {
    arg.array = take ? array(atom) : look(atom);
  } else {
    arg.scalar = scalar(atom);
  }
  return arg;
}

std::vector<ValueArg> Compiler::values(const core::Atoms& atoms, bool take) {
  std::vector<ValueArg> all;
  for (const core::Atom& atom : atoms) all.push_back(value(atom, take));
  return all;
}

std::vector<VarId> Compiler::hand_over() {
  std::vector<VarId> all;
  const auto& usage = current_->usage;
  for (const VarId var : current_->dying) {
    const bool direct = std::any_of(usage.arrays.begin(), usage.arrays.end(),
                                    [&](const auto& use) { return use.first == var; });
    if (direct || !contains(usage.inner_arrays, var)) continue;
    all.push_back(var);
    current_->moved.push_back(var);
  }
  return all;
}

Slot Compiler::bind(const core::Binder& binder) {
  return slots_[binder.id] = new_slot(is_array(binder.type));
}

std::vector<Slot> Compiler::bind(const core::Binders& binders) {
  std::vector<Slot> slots;
  for (const core::Binder& binder : binders) slots.push_back(bind(binder));
  return slots;
}

Slot Compiler::bind_consumed(const core::Binder& binder, const ArrayArg& array) {
  if (!array.move) return bind(binder);
  bind_at(binder, array.slot);
  return array.slot;
}

std::vector<BodyResult> Compiler::as_results(const core::Atoms& atoms) {
  std::vector<BodyResult> all;
  for (const core::Atom& atom : atoms) {
    BodyResult one;
    one.is_array = is_array(atom.type);
    if (one.is_array) {
      one.array = array(atom);
    } else {
      one.scalar = fetch(atom);
    }
    all.push_back(std::move(one));
  }
  return all;
}

Slot Compiler::settle(Block& prologue, const core::Atom& atom) {
  Operand operand = fetch(atom);
  if (!operand.node) return operand.slot;
  const Slot slot = new_slot(false);
  prologue.add(store(std::move(operand), slot));
  return slot;
}

void Compiler::assign(Block& block, std::vector<BodyResult> results, const std::vector<Slot>& to) {
  // Where a later source still needs a destination's old value, the new one waits in a spare slot.
  // Scalars go first: their expressions may look at arrays.
  std::vector<NodePtr> late;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].is_array) continue;
    Operand& operand = results[i].scalar;
    if (!operand.node && operand.slot == to[i]) continue;
    const bool busy = std::any_of(
        results.begin() + static_cast<std::ptrdiff_t>(i) + 1, results.end(),
        [&](const BodyResult& other) { return !other.is_array && reads(other.scalar, to[i]); });
    const Slot target = busy ? new_slot(false) : to[i];
    const ScalarType type = operand.type;
    block.add(store(std::move(operand), target));
    operand = Operand{};
    operand.type = type;
    operand.slot = target;
    if (!busy) continue;
    Operand spare;
    spare.slot = target;
    late.push_back(store(std::move(spare), to[i]));
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].is_array || results[i].array.slot == to[i]) continue;
    const bool busy = std::any_of(
        results.begin() + static_cast<std::ptrdiff_t>(i) + 1, results.end(),
        [&](const BodyResult& other) { return other.is_array && other.array.slot == to[i]; });
    const Slot target = busy ? new_slot(true) : to[i];
    block.add(std::make_unique<CopyArray>(target, results[i].array));
    if (busy) late.push_back(std::make_unique<CopyArray>(to[i], ArrayArg{target, true}));
  }
  for (NodePtr& node : late) block.add(std::move(node));
}

void Compiler::assign(CompiledBody& body, const std::vector<Slot>& to) {
  std::vector<Slot> arrays;
  for (std::size_t i = 0; i < to.size(); ++i)
    if (body.results[i].is_array) arrays.push_back(to[i]);
  assign(body.block, std::move(body.results), to);
  body.results.clear();
  drop(body.block, std::move(body.drops), arrays);
}

void Compiler::drop(Block& block, std::vector<Slot> slots, const std::vector<Slot>& except) {
  std::vector<Slot> kept;
  for (const Slot slot : slots)
    if (!contains(except, slot)) kept.push_back(slot);
  if (!kept.empty()) block.add(std::make_unique<Drop>(std::move(kept)));
}

void Compiler::compile(const core::Copy& exp) {
  begin(false);
  if (!is_array(exp.atom.type)) define(binder(), fetch(exp.atom));
}

void Compiler::compile(const core::Diff&) {
  LAGUZ_ASSERT(false, "derivatives are gone before evaluation");
}

}  // namespace laguz::eval
