// Operands of nodes, slots, and the assignment of results.
#include <algorithm>

#include "core/walk.hpp"
#include "eval/compiler.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

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

bool reads(const Operand& operand, Slot slot) {
  return operand.node ? contains(operand.reads, slot) : operand.slot == slot;
}

}  // namespace

NodePtr store(Operand operand, Slot to) {
  ScalarPtr node = operand.node ? std::move(operand.node)
                                : ScalarPtr(std::make_unique<CopyScalar>(operand.slot));
  node->dst = to;
  return node;
}

void spend_on(const Array& array) {
  constexpr std::int64_t kPerNanosecond = 4;
  support::spend(10 + array.size() / kPerNanosecond);
}

void make_owned(Array& array) {
  array = Array::owned(std::move(array));
  spend_on(array);
}

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

std::vector<VarId> Compiler::hand_over(const std::vector<VarId>& kept) {
  std::vector<VarId> all;
  const auto& usage = current_->usage;
  for (const VarId var : current_->dying) {
    const bool direct = std::any_of(usage.arrays.begin(), usage.arrays.end(),
                                    [&](const auto& use) { return use.first == var; });
    if (direct || !contains(usage.inner_arrays, var) || contains(kept, var)) continue;
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
  for (const Slot slot : slots) {
    if (contains(except, slot)) continue;
    const auto rows = std::find_if(taped_.begin(), taped_.end(), [slot](const auto& one) {
      return one.second.site->entries[one.second.entry].to == slot;
    });
    if (rows != taped_.end())
      forget_taped(block, rows->second);
    else
      kept.push_back(slot);
  }
  if (!kept.empty()) block.add(std::make_unique<Drop>(std::move(kept)));
}

const Outer& find_outer(const std::vector<Outer>& outers, VarId var) {
  const auto found = std::find_if(outers.begin(), outers.end(),
                                  [&](const Outer& outer) { return outer.var == var; });
  LAGUZ_ASSERT(found != outers.end(), "a plan's variable is free in its expression");
  return *found;
}

std::vector<Outer> Compiler::outers() {
  std::vector<Outer> all;
  for (const core::Binder& var : core::free_variables(current_->stm->exp)) {
    const VarId id = usage_.canonical(var.id);
    if (slots_.count(id) == 0) continue;  // an operand that was pending
    all.push_back({var.id, var.type, slot_of(id)});
  }
  return all;
}

std::optional<ProductNest> Compiler::products() {
  auto nest = find_products(current_->stm->exp, iotas_);
  if (!nest) return nest;
  // (The kernels take whole arrays.)
  for (const core::Binder& var : core::free_variables(current_->stm->exp))
    if (taped_.count(var.id) > 0) return {};
  for (const SumOfProducts& sum : nest->sums)
    if (sum.added && sum.added->outside && !contains(adding_accs_, sum.added->acc.id)) return {};
  flush_ordered(0);
  for (const core::Binder& var : core::free_variables(current_->stm->exp)) {
    auto& pending = scope_->pending;
    const auto found = std::find_if(pending.begin(), pending.end(),
                                    [&](const Pending& p) { return p.var == var.id; });
    if (found != pending.end()) materialise(static_cast<std::size_t>(found - pending.begin()));
  }
  return nest;
}

std::vector<std::vector<Slot>> Compiler::products_in(const core::Soac& map) {
  constexpr std::size_t kOfMatrices = 3;  // dimensions
  std::optional<core::Binders> free;      // once there are products
  std::vector<std::vector<Slot>> all;
  bool others = false;
  const auto width = [&](const core::Atom& atom) -> std::optional<Slot> {
    if (atom.is_constant()) return constant(atom.scalar());
    const auto outside = [&](const core::Binder& var) { return var.id == atom.var; };
    const VarId id = usage_.canonical(atom.var);
    if (!free) free = core::free_variables(current_->stm->exp);
    if (std::none_of(free->begin(), free->end(), outside) || slots_.count(id) == 0) return {};
    return slot_of(id);
  };
  const auto look = [&](const auto& self, const core::Body& body) -> void {
    for (const core::Stm& stm : body.stms) {
      const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
      if (const auto nest = find_products(stm.exp, iotas_)) {
        auto& widths = all.emplace_back();
        for (const core::Atom& atom : nest->widths) {
          const auto slot = width(atom);
          others = others || !slot;
          if (slot) widths.push_back(*slot);
        }
        others = others || widths.size() < kOfMatrices;
      } else if (soac != nullptr && soac->reduces.empty() && soac->scans.empty()) {
        const std::size_t before = all.size();
        self(self, soac->lambda.body);
        others = others || all.size() == before;
      } else {
        core::visit(
            stm.exp, [](const core::Atom&) {},
            [&](const core::Body&, const core::Binders&) { others = true; });
      }
    }
  };
  look(look, map.lambda.body);
  return others ? std::vector<std::vector<Slot>>() : all;
}

void Compiler::emit(const std::optional<ProductNest>& products, NodePtr node) {
  if (!products) return emit(std::move(node));
  std::vector<Slot> results;
  for (const core::Binder& result : current_->stm->binders) results.push_back(slot_of(result.id));
  const auto slot = [this](const core::Atom& atom) {
    return atom.is_constant() ? constant(atom.scalar()) : slot_of(usage_.canonical(atom.var));
  };
  Parted parted;
  const auto note = [&](const core::Stm& stm) {
    const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
    if (soac == nullptr || soac->parted_from == 0) return;
    const core::Binders free = core::free_variables(stm.exp);
    parted.from = soac->parted_from;
    parted.accs = parted_accs(*soac, apart_accs_, iotas_, [&](VarId var) -> std::optional<Slot> {
      for (const core::Binder& variable : free)
        if (variable.id == var) return slot(variable.atom());
      return {};
    });
  };
  note(*current_->stm);
  if (const auto* with = std::get_if<core::WithAcc>(&current_->stm->exp.node))
    for (const core::Stm& stm : with->body.stms) note(stm);
  node->place = place();
  emit(product_node(*products, slot, std::move(results), std::move(parted), std::move(node)));
}

}  // namespace laguz::eval
