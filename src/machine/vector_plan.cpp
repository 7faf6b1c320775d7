#ifdef LAGUZ_ASMJIT
#include "machine/planner.hpp"

#include <bit>

#include "machine/vector_prims.hpp"
#include "prims/catalog.hpp"

namespace laguz::machine {

using prims::Op;
using support::ScalarType;
using vcode::Code;
using vcode::Operand;
using vcode::Value;
using Kind = Spread::Kind;

namespace {

bool is_wide_integer(ScalarType type) { return type == ScalarType::i64 || type == ScalarType::u64; }

}  // namespace

std::optional<VectorPlan> Planner::run(const vcode::Repeat& loop) {
  const auto* form = std::get_if<vcode::Repeat::Upwards>(&loop.form);
  if (form == nullptr || form->bound.type != ScalarType::i64) return {};
  collect(loop.body);
  // Which arrays are written in order is found out on the way.
  while (true) {
    const std::size_t known = ordered_.size() + no_sums_.size();
    auto plan = attempt(loop, *form);
    if (ordered_.size() + no_sums_.size() == known) return plan;
  }
}

std::optional<VectorPlan> Planner::attempt(const vcode::Repeat& loop,
                                           const vcode::Repeat::Upwards& form) {
  plan_ = {};
  near_.clear();
  possible_ = true;
  wide_ = writes_ = written_over_ = false;
  computed_ = 0;
  for (const auto& state : loop.states) give(state.state, {Kind::folded, {}});
  index_ = form.index;
  give(form.index, {Kind::linear, Operand{{}, ScalarType::i64, 1}});
  near_[form.index] = {};
  code(loop.body, Where{});
  for (const auto& state : loop.states) fold(state.next, plan_.folds);
  if (map_) plan_.own = map_->own.all();
  // (To take lanes out of vectors costs as much as what is gained by a step.)
  const bool pays =
      plan_.folds.steps.empty() ? writes_ || computed_ > 0 : computed_ >= plan_.folds.folded.size();
  if (!possible_ || !pays) return {};
  plan_.lanes = wide_ || is_better_by_fours(form.bound) ? 4 : 8;
  // (What adds farther on comes first: to each element iterations add in their order. Between
  // additions of a row there are others: what has just been written in part is slow to read.)
  std::stable_sort(
      plan_.additions.begin(), plan_.additions.end(),
      [](const Addition& a, const Addition& b) { return a.near.behind > b.near.behind; });
  return std::move(plan_);
}

void Planner::give(Value value, Spread spread) {
  if (spread.kind == Kind::linear && is(spread.step, 0)) spread = {};
  plan_.spreads[value] = spread;
  if (spread.kind == Kind::varying) in_vector(unit_.types[value]);
}

void Planner::in_vector(ScalarType type) {
  if (!fits(type)) refuse();
  if (type != ScalarType::boolean && support::size_of(type) == 8) wide_ = true;
}

void Planner::fold(const Operand& operand, VectorPlan::InOrder& among) {
  const Kind kind = plan_.of(operand).kind;
  if (kind == Kind::uniform && !is_outside(operand)) among.held.insert(*operand.value);
  if (kind == Kind::uniform || kind == Kind::folded) return;
  vector(operand);
  among.folded.insert(*operand.value);
}

void Planner::vector(const Operand& operand) {
  const Kind kind = plan_.of(operand).kind;
  if (kind == Kind::folded) refuse();
  in_vector(operand.type);
  if (kind != Kind::varying && operand.value) plan_.spread_out.insert(*operand.value);
}

void Planner::collect(const Code& code) {
  for (const vcode::Step& step : code) {
    if (const auto* load = std::get_if<vcode::Load>(&step.node))
      read_.insert(memories_[load->array]);
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
      collect(branch->yes), collect(branch->no);
    if (const auto* loop = std::get_if<vcode::Repeat>(&step.node)) {
      collect(loop->body);
      if (const auto* form = std::get_if<vcode::Repeat::While>(&loop->form))
        collect(form->condition);
    }
    if (const auto* store = std::get_if<vcode::Store>(&step.node)) {
      if (is_apart(store->array) || gives_rows(store->array)) continue;
      const auto [first, is_new] = written_.try_emplace(memories_[store->array], store->at);
      if (!is_new && !is_same(first->second, store->at)) order(store->array);
    }
    if (const auto* keep = std::get_if<vcode::Keep>(&step.node))
      if (!is_own(keep->array) && !written_.try_emplace(memories_[keep->array], Operand{}).second)
        order(keep->array);
  }
}

bool Planner::writes_over(const Code& code) const {
  return std::any_of(code.begin(), code.end(), [&](const vcode::Step& step) {
    const auto* store = std::get_if<vcode::Store>(&step.node);
    return store != nullptr && is_read(store->array);
  });
}

void Planner::code(const Code& code, Where where) {
  for (const vcode::Step& one : code) {
    if (!possible_) return;
    if (is_ordered(one)) {
      in_order(one, where);
      continue;
    }
    std::visit([&](const auto& node) { this->step(node, where); }, one.node);
  }
}

void Planner::step(const vcode::Apply& e, Where) {
  if (e.site) check();
  const bool uniform = std::all_of(e.args.begin(), e.args.end(),
                                   [&](const Operand& arg) { return is_uniform(arg); });
  if (uniform || falling_.count(e.to) != 0) return give(e.to, {});
  if (auto place = near(e)) near_[e.to] = *std::move(place);
  if (const auto step = linear(e)) return give(e.to, {Kind::linear, *step});
  for (const Operand& arg : e.args) vector(arg);
  give(e.to, {Kind::varying, {}});
  ++computed_;
  if (!has_vectors(e.prim)) refuse();
}

std::optional<Operand> Planner::linear(const vcode::Apply& e) const {
  const Op op = prims::op_of(e.prim);
  const auto step_of = [&](std::size_t k) -> std::optional<Operand> {
    const Spread spread = plan_.of(e.args[k]);
    if (spread.kind == Kind::uniform) return Operand{{}, ScalarType::i64, 0};
    if (spread.kind == Kind::linear) return spread.step;
    return {};
  };
  if (op == Op::convert && is_wide_integer(unit_.types[e.to]) && is_wide_integer(e.args[0].type))
    return step_of(0);
  if (e.prim.type != ScalarType::i64) return {};
  if (op == Op::bit_and && e.args[0].value == index_ && goes_round(e.args[1])) return step_of(0);
  if (op == Op::add || op == Op::sub) {
    const auto a = step_of(0), b = step_of(1);
    if (!a || !b) return {};
    if (is(*b, 0)) return a;
    if (op == Op::add && is(*a, 0)) return b;
    if (a->value || b->value) return {};
    return Operand{{}, ScalarType::i64, op == Op::add ? a->bits + b->bits : a->bits - b->bits};
  }
  if (op == Op::mul)
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
      const auto step = step_of(k);
      const Operand& by = e.args[1 - k];
      if (!step || !is_uniform(by)) continue;
      const bool by_one = by.value && *by.value < is_one_.size() && is_one_[*by.value];
      if (by_one) return step;
      if (!step->value && !by.value) return Operand{{}, ScalarType::i64, step->bits * by.bits};
      if (!step->value && step->bits == 1 && is_outside(by)) return by;
    }
  return {};
}

std::optional<Near> Planner::near(const vcode::Apply& e) const {
  const Op op = prims::op_of(e.prim);
  for (std::size_t k = 0; k < e.args.size() && k < 2; ++k) {
    const auto found = e.args[k].value ? near_.find(*e.args[k].value) : near_.end();
    if (found == near_.end()) continue;
    Near place = found->second;
    if (op == Op::convert && is_wide_integer(unit_.types[e.to])) return place;
    if (e.args.size() != 2 || e.prim.type != ScalarType::i64) return {};
    const Operand& by = e.args[1 - k];
    if (!is_uniform(by)) return {};
    const bool by_one = by.value ? *by.value < is_one_.size() && is_one_[*by.value] : by.bits == 1;
    if (op == Op::min || op == Op::max || (op == Op::mul && by_one)) return place;
    if (op != Op::add && (op != Op::sub || k != 0)) return {};
    if (by.value) {
      place.beside.emplace_back(*by.value, op == Op::sub);
      std::sort(place.beside.begin(), place.beside.end());
    } else {
      // (Places of 64 bits: what passes their end begins again, as in the code.)
      const std::uint64_t more = op == Op::sub ? 0 - by.bits : by.bits;
      place.behind = static_cast<std::int64_t>(static_cast<std::uint64_t>(place.behind) + more);
    }
    return place;
  }
  return {};
}

bool Planner::goes_round(const Operand& mask) const {
  // Vectors of a map begin with a multiple of the stripes; of another loop, of their lanes.
  if (map_)
    return std::any_of(unit_.arrays.begin(), unit_.arrays.end(), [&](const auto& array) {
      return array.stripes > 1 && is(mask, array.stripes - 1);
    });
  constexpr std::uint64_t kMostLanes = 8;
  return !mask.value && mask.bits >= kMostLanes - 1 && std::has_single_bit(mask.bits + 1);
}

std::optional<VectorPlan> plan_vectors(const vcode::Unit& unit, const vcode::Repeat& loop,
                                       const std::vector<bool>& is_one) {
  return Planner(unit, is_one).run(loop);
}

namespace {

/// Few vectors take it, and one iteration after the other what they leave.
bool is_short(const vcode::Repeat& loop) {
  constexpr std::uint64_t kMost = 15;
  const Operand& bound = std::get<vcode::Repeat::Upwards>(loop.form).bound;
  return !bound.value && bound.bits <= kMost;
}

/// Whether branches, but for those that only add, read or write an element themselves: lanes do so
/// with masks then, and one by one.
bool chooses_memory(const Code& code, bool chosen = false) {
  return std::any_of(code.begin(), code.end(), [&](const vcode::Step& step) {
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
      return !vcode::addition_in(*branch) &&
             (chooses_memory(branch->yes, true) || chooses_memory(branch->no, true));
    return chosen && (std::holds_alternative<vcode::Load>(step.node) ||
                      std::holds_alternative<vcode::Store>(step.node));
  });
}

/// Steps of loops inside whose iterations may run side by side, and of others.
struct Insides {
  std::size_t beside = 0, others = 0;

  void add(const vcode::Unit& unit, const Code& code, const std::vector<bool>& is_one) {
    for (const vcode::Step& step : code) {
      if (const auto* branch = std::get_if<vcode::Branch>(&step.node)) {
        add(unit, branch->yes, is_one);
        add(unit, branch->no, is_one);
      }
      const auto* loop = std::get_if<vcode::Repeat>(&step.node);
      if (loop == nullptr) continue;
      const auto plan = plan_vectors(unit, *loop, is_one);
      const bool good = plan && plan->folds.steps.empty() && loop->states.empty() &&
                        !is_short(*loop) && !chooses_memory(loop->body);
      (good ? beside : others) += loop->body.size();
      if (!good) add(unit, loop->body, is_one);
    }
  }
};

}  // namespace

std::optional<VectorPlan> plan_map(const vcode::Unit& unit, const std::vector<bool>& is_one) {
  if (!unit.is_map || !unit.loop.states.empty()) return {};
  Insides insides;
  insides.add(unit, unit.loop.body, is_one);
  if (insides.beside > insides.others) return {};
  const UnevenLoops loops(unit);
  auto plan = Planner(unit, is_one, loops).run(unit.loop);
  // (What little is computed for what is added one after the other is as fast so, too.)
  const bool in_order = plan && (!plan->sums.steps.empty() || !plan->folds.steps.empty());
  if (in_order && insides.others == 0) return {};
  return plan;
}

}  // namespace laguz::machine
#endif
