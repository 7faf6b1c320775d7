#include "eval/lanes/chain.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/walk.hpp"
#include "eval/lanes/compiler.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_chain.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

using core::PrimApp;
using kernels::ChainSide;

constexpr std::size_t kMostOperations = 48;
constexpr std::size_t kMostSteps = 4 * kMostOperations + 1;

class ChainRun : public Instr {
 public:
  /// Operands that the code does not have are any register, so that nobody has to ask.
  struct Step {
    kernels::ChainCode code = nullptr;
    Reg a = 0, b = 0;
  };
  /// For the lanes after the last whole block: the row's own kernel. Without a register, an operand
  /// is the result of the operation before, and a result is the next one's operand.
  struct Operation {
    prims::LaneKernel kernel = nullptr;
    std::array<Reg, 3> args{};
    unsigned uniform = 0;
    bool chooses = false;  ///< by truths, the first operand
    Reg out = kNoReg;
  };

  ScalarType type = ScalarType::f64;
  std::vector<Step> steps;
  std::vector<Operation> operations;

  void run(Tile& tile) const override {
    const std::int64_t block = kernels::chain_block(type);
    const std::int64_t blocks = tile.n / block;
    if (blocks > 0) {
      kernels::ChainStep ready[kMostSteps];
      std::byte* const* const at = tile.at.data();
      for (std::size_t i = 0; i < steps.size(); ++i)
        ready[i] = {steps[i].code, at[steps[i].a], at[steps[i].b]};
      kernels::run_chain(ready, blocks);
    }
    if (blocks * block < tile.n) rest(tile, blocks * block);
  }

 private:
  void rest(Tile& tile, std::int64_t first) const {
    constexpr std::size_t kMostBytes = 512;  // of a block
    alignas(64) std::byte between[2][kMostBytes];
    const std::int64_t offset = first * support::size_of(type);
    std::size_t side = 0;
    for (const Operation& operation : operations) {
      const std::byte* args[3];
      for (std::size_t k = 0; k < 3; ++k) {
        if (operation.args[k] == kNoReg)
          args[k] = between[side];
        else
          args[k] = tile.at[operation.args[k]] + ((operation.uniform >> k & 1) != 0 ? 0
                                                  : k == 0 && operation.chooses     ? first
                                                                                    : offset);
      }
      side = 1 - side;
      std::byte* out = operation.out == kNoReg ? between[side] : tile.at[operation.out] + offset;
      operation.kernel(tile.n - first, out, args[0], args[1], args[2], operation.uniform);
    }
  }
};

/// An operation of three is a product and a sum, or what a comparison lets through.
bool is_product(const PrimApp& e) {
  const prims::Op op = prims::op_of(e.prim);
  return op == prims::Op::mad || op == prims::Op::mulsub;
}

bool is_choice(const PrimApp& e) { return prims::op_of(e.prim) == prims::Op::select; }

/// How an operation takes the result of the one before it, which is [acc].
bool takes(const PrimApp& e, core::VarId acc) {
  int times = 0;
  for (const core::Atom& arg : e.args) times += arg.var == acc ? 1 : 0;
  if (times == 0) return false;
  if (e.args.size() < 3) return true;
  if (is_choice(e)) return times == 1 && e.args[0].var != acc;
  if (!is_product(e)) return times == 1 && e.args[2].var == acc;
  if (times == 1) return true;
  return times == 2 && e.args[2].var != acc;  // the factors of a product
}

class Maker {
 public:
  Maker(Compiler& c, ChainRun& run) : c_(c), run_(run) {}

  /// The steps of one operation; [acc]: what the accumulator holds.
  void add(const PrimApp& e, core::VarId acc) {
    const bool taken = acc != 0 && takes(e, acc);
    const core::Atoms& args = e.args;
    auto is_acc = [&](std::size_t k) { return taken && args[k].var == acc; };
    if (args.size() == 1) {
      if (!taken) load(args[0]);
      step(kernels::chain_unary(e.prim));
    } else if (args.size() == 2) {
      binary(e.prim, args[0], args[1], is_acc(0), is_acc(1));
    } else if (is_choice(e)) {
      if (!is_acc(1) && !is_acc(2)) load(args[2]);
      const ScalarRef truths = c_.scalar(args[0]), other = c_.scalar(args[is_acc(1) ? 2 : 1]);
      const auto choice = truths.varying ? kernels::chain_choice : kernels::chain_decision;
      step(choice(e.prim.type, is_acc(1), !other.varying), truths.reg, other.reg);
    } else if (is_acc(2) || !is_product(e)) {
      if (!is_acc(2)) load(args[2]);
      const ScalarRef a = c_.scalar(args[0]), b = c_.scalar(args[1]);
      step(kernels::chain_ternary(e.prim, !a.varying, !b.varying), a.reg, b.reg);
    } else {
      const bool sum = prims::op_of(e.prim) == prims::Op::mad;
      binary(prims::get("mul", e.prim.type), args[0], args[1], is_acc(0), is_acc(1));
      binary(prims::get(sum ? "add" : "sub", e.prim.type), args[0], args[2], true, false);
    }
  }

  void store(Reg reg) { step(kernels::chain_store(run_.type), reg); }
  void stop() { step(kernels::chain_stop()); }

 private:
  void step(kernels::ChainCode code, Reg a = 0, Reg b = 0) { run_.steps.push_back({code, a, b}); }
  void load(const core::Atom& atom) {
    const ScalarRef ref = c_.scalar(atom);
    step(kernels::chain_load(run_.type, !ref.varying), ref.reg);
  }
  void binary(prims::Prim prim, const core::Atom& x, const core::Atom& y, bool left, bool right) {
    if (left && right) {
      step(kernels::chain_binary(prim, ChainSide::both, false));
      return;
    }
    if (!left && !right) load(x);
    const ScalarRef other = c_.scalar(right ? x : y);
    step(kernels::chain_binary(prim, right ? ChainSide::right : ChainSide::left, !other.varying),
         other.reg);
  }

  Compiler& c_;
  ChainRun& run_;
};

const PrimApp& app_of(const core::Stm& stm) { return std::get<PrimApp>(stm.exp.node); }

/// Puts arithmetic in an order in which most operations take the result of the one before: of what
/// an operation takes, that which nobody else takes is computed last.
class Ordering {
 public:
  explicit Ordering(std::vector<core::Stm>& stms) : stms_(stms), placed_(stms.size(), false) {
    for (std::size_t s = 0; s < stms_.size(); ++s) {
      made_[stms_[s].binders[0].id] = s;
      for (const core::Atom& arg : app_of(stms_[s]).args) ++uses_[arg.var];
    }
  }

  std::vector<core::Stm> ordered() {
    std::vector<core::Stm> all;
    std::vector<std::size_t> open;  // statements, each of which the one before it waits for
    for (std::size_t s = 0; s < stms_.size(); ++s) {
      if (uses_.count(stms_[s].binders[0].id) != 0) continue;  // comes with those that take it
      open.push_back(s);
      while (!open.empty()) {
        if (const auto next = awaited(open.back())) {
          open.push_back(*next);
          continue;
        }
        placed_[open.back()] = true;
        all.push_back(std::move(stms_[open.back()]));
        open.pop_back();
      }
    }
    return all;
  }

 private:
  std::optional<std::size_t> awaited(std::size_t s) const {
    std::optional<std::size_t> alone;  // what nobody else takes
    const PrimApp& e = app_of(stms_[s]);
    const bool takes_last = e.args.size() == 3 && !is_product(e);
    for (std::size_t k = 0; k < e.args.size(); ++k) {
      const core::Atom& arg = e.args[takes_last ? e.args.size() - 1 - k : k];
      const auto found = made_.find(arg.var);
      if (arg.is_constant() || found == made_.end() || placed_[found->second]) continue;
      if (uses_.at(arg.var) > 1 || alone) return found->second;
      alone = found->second;
    }
    return alone;
  }

  std::vector<core::Stm>& stms_;
  std::vector<bool> placed_;
  std::unordered_map<core::VarId, std::size_t> made_;
  std::unordered_map<core::VarId, int> uses_;
};

core::Body gather(core::Body body, const Divergence& divergence) {
  for (core::Stm& stm : body.stms)
    core::visit(
        stm.exp, [](core::Atom&) {},
        [&](core::Body& inner, core::Binders&) { inner = gather(std::move(inner), divergence); });
  std::vector<core::Stm> ordered, waiting;
  std::unordered_set<core::VarId> results;  // of those that wait
  auto flush = [&] {
    for (core::Stm& stm : Ordering(waiting).ordered()) ordered.push_back(std::move(stm));
    waiting.clear();
    results.clear();
  };
  for (core::Stm& stm : body.stms) {
    if (can_chain(stm, divergence)) {
      if (!waiting.empty() && app_of(waiting[0]).prim.type != app_of(stm).prim.type) flush();
      results.insert(stm.binders[0].id);
      waiting.push_back(std::move(stm));
      continue;
    }
    // Arithmetic never fails, so what may fail can go first; but what overwrites an array must not
    // go before those who read it.
    bool stays = overwrites(stm.exp);
    auto note = [&](core::VarId id) { stays = stays || results.count(id) != 0; };
    each_variable(stm.exp, note);
    if (stays) flush();
    ordered.push_back(std::move(stm));
  }
  flush();
  body.stms = std::move(ordered);
  return body;
}

}  // namespace

bool can_chain(const core::Stm& stm, const Divergence& divergence) {
  const auto* app = std::get_if<PrimApp>(&stm.exp.node);
  if (app == nullptr || !divergence.of(stm.binders[0].id)) return false;
  const prims::Prim prim = app->prim;
  if (!kernels::has_chains(prim.type) || prims::result_type(prim) != prim.type) return false;
  switch (app->args.size()) {
    case 1: return kernels::chain_unary(prim) != nullptr;
    case 2: return kernels::chain_binary(prim, ChainSide::left, false) != nullptr;
    case 3: return is_choice(*app) || kernels::chain_ternary(prim, false, false) != nullptr;
    default: return false;
  }
}

core::Lambda gather_chains(const core::Lambda& lambda, const Divergence& divergence) {
  return {lambda.params, gather(lambda.body, divergence)};
}

bool Compiler::chain(const core::Body& body) {
  Scope& scope = scopes_.back();
  const std::size_t first = scope.position;
  std::size_t count = 0;
  while (first + count < body.stms.size() && count < kMostOperations &&
         can_chain(body.stms[first + count], divergence) &&
         app_of(body.stms[first + count]).prim.type == app_of(body.stms[first]).prim.type &&
         !makes_element(body, first + count))
    ++count;
  if (count < 2) return false;

  emit(std::make_unique<ChainRun>());
  auto* run = static_cast<ChainRun*>(code_->back().get());  // what is dropped is dropped after it
  run->type = app_of(body.stms[first]).prim.type;
  Maker maker(*this, *run);
  core::VarId acc = 0;
  bool acc_kept = true;
  for (std::size_t i = 0; i < count; ++i) {
    const core::Stm& stm = body.stms[first + i];
    const PrimApp& e = app_of(stm);
    const core::Binder& binder = stm.binders[0];
    ChainRun::Operation operation;
    operation.chooses = is_choice(e);
    operation.kernel = prims::row_of(e.prim).lanes[static_cast<int>(e.prim.type)];
    for (std::size_t k = 0; k < 3; ++k) {
      const core::Atom& arg = e.args[std::min(k, e.args.size() - 1)];
      const bool between = arg.var != 0 && arg.var == acc && !acc_kept;
      operation.args[k] = between ? kNoReg : scalar(arg).reg;
      if (!between && !scalar(arg).varying) operation.uniform |= 1u << k;
    }
    maker.add(e, acc);
    // A result that the next operation alone takes has no place of its own.
    const bool last = i + 1 == count;
    acc_kept = last || !takes(app_of(body.stms[first + i + 1]), binder.id) ||
               !used_only_at(binder.id, scope.position + 1);
    acc = binder.id;
    if (acc_kept) {
      const ScalarRef out = define_over(binder, e.args);
      operation.out = out.reg;
      maker.store(out.reg);
      own(stm.binders);
    }
    run->operations.push_back(operation);
    finish_statement(temporaries_.size());
    ++scope.position;
  }
  maker.stop();
  return true;
}

}  // namespace laguz::eval::lanes
