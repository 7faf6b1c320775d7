#include <algorithm>
#include <unordered_set>

#include "core/walk.hpp"
#include "eval/compiler.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

constexpr int kDeepestTree = 48;

/// A node that says where it is.
class AtSite final : public Node {
 public:
  AtSite(NodePtr node, const Spot& spot) : node_(std::move(node)), spot_(spot) {
    place = node_->place;
  }
  void exec(Frame& frame) override {
    const Profile::Within within(*spot_.profile, spot_.at, 1);
    node_->exec(frame);
  }

 private:
  NodePtr node_;
  Spot spot_;
};

/// The same of an expression.
template <class T>
class ExprAtSite final : public ExprOf<ExprAtSite<T>, T> {
 public:
  ExprAtSite(ScalarPtr node, const Spot& spot)
      : node_(static_cast<Expr<T>*>(node.release())), spot_(spot) {
    this->place = node_->place;
  }
  T value(Frame& frame) {
    const Profile::Within within(*spot_.profile, spot_.at, 1);
    return node_->eval(frame);
  }

 private:
  std::unique_ptr<Expr<T>> node_;
  Spot spot_;
};

/// Arithmetic belongs to the statement that uses it, or it would take several times as long.
bool has_site(const core::Exp& exp) {
  return !std::holds_alternative<core::PrimApp>(exp.node) &&
         !std::holds_alternative<core::Index>(exp.node) &&
         !std::holds_alternative<core::Copy>(exp.node);
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
    for (const core::Binder& binder : stm.binders)
      if (is_array(binder.type) && usage_.canonical(binder.id) == binder.id &&
          !last.count(binder.id))
        current.unread.push_back(binder.id);
    if (i + 1 < end) {
      current.next = &body.stms[i + 1];
      for (const auto& [var, count] : usages[i + 1].arrays)
        if (owned.count(var) && last.at(var) == i + 1) current.dying_at_next.push_back(var);
    }
    current_ = &current;
    statement(stm);
    for (const VarId var : current.dying)
      if (!contains(current.moved, var)) scope.late_drops.push_back(slot_of(var));
    for (const VarId var : current.unread) scope.late_drops.push_back(slot_of(var));
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
  const Spot around = spot_;
  if (spot_.profile != nullptr) spot_.at = spot_.profile->add(stm, around.at, function_.name);
  std::visit([this](const auto& exp) { compile(exp); }, stm.exp.node);
  spot_ = around;
}

void Compiler::emit(NodePtr node) {
  if (!node->place) node->place = place();
  add(std::move(node), spot_);
}

void Compiler::add(NodePtr node, const Spot& spot) {
  if (spot.profile != nullptr) node = std::make_unique<AtSite>(std::move(node), spot);
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
  add(std::move(node), entry.spot);
}

void Compiler::define(const core::Binder& binder, Operand operand) {
  if (spot_.profile != nullptr && operand.node && has_site(current_->stm->exp))
    operand.node = with_type(operand.type, [&](auto tag) -> ScalarPtr {
      return std::make_unique<ExprAtSite<typename decltype(tag)::type>>(std::move(operand.node),
                                                                        spot_);
    });
  const int uses = usage_.count(binder.id);
  if (uses == 0 && !operand.fails) return;
  const bool nests = uses == 1 && operand.depth < kDeepestTree;
  scope_->pending.push_back({binder.id, std::move(operand), place(), spot_});
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

void Compiler::compile(const core::Copy& exp) {
  begin(false);
  if (!is_array(exp.atom.type)) define(binder(), fetch(exp.atom));
}

void Compiler::compile(const core::Diff&) {
  LAGUZ_ASSERT(false, "derivatives are gone before evaluation");
}

}  // namespace laguz::eval
