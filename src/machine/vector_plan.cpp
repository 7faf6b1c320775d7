#ifdef LAGUZ_ASMJIT
#include "machine/vector_plan.hpp"

#include <algorithm>

#include "machine/vector_prims.hpp"
#include "prims/catalog.hpp"

namespace laguz::machine {
namespace {

using prims::Op;
using support::ScalarType;
using vcode::Code;
using vcode::Operand;
using vcode::Value;
using Kind = Spread::Kind;

bool is_wide_integer(ScalarType type) { return type == ScalarType::i64 || type == ScalarType::u64; }
bool fits(ScalarType type) {
  return type == ScalarType::boolean || support::size_of(type) == 8 ||
         (support::size_of(type) == 4);
}

class Planner {
 public:
  Planner(const vcode::Unit& unit, const std::vector<bool>& is_one)
      : unit_(unit), is_one_(is_one) {}

  std::optional<VectorPlan> run(const vcode::Repeat& loop) {
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

 private:
  std::optional<VectorPlan> attempt(const vcode::Repeat& loop, const vcode::Repeat::Upwards& form) {
    plan_ = {};
    near_.clear();
    possible_ = true;
    wide_ = writes_ = written_over_ = false;
    computed_ = 0;
    for (const auto& state : loop.states) give(state.state, {Kind::folded, {}});
    give(form.index, {Kind::linear, Operand{{}, ScalarType::i64, 1}});
    near_[form.index] = 0;
    code(loop.body, Where{});
    for (const auto& state : loop.states) fold(state.next, plan_.folds);
    // (To take lanes out of vectors costs as much as what is gained by a step.)
    const bool pays = plan_.folds.steps.empty() ? writes_ || computed_ > 0
                                                : computed_ >= plan_.folds.folded.size();
    if (!possible_ || !pays) return {};
    plan_.lanes = wide_ || is_better_by_fours(form.bound) ? 4 : 8;
    // (What adds farther on comes first: to each element iterations add in their order.)
    std::stable_sort(plan_.additions.begin(), plan_.additions.end(),
                     [](const Addition& a, const Addition& b) {
                       const auto of_a = a.store().array, of_b = b.store().array;
                       return of_a != of_b ? of_a < of_b : a.near > b.near;
                     });
    return std::move(plan_);
  }

  /// Of so many iterations, half a vector does most of what whole ones leave.
  static bool is_better_by_fours(const Operand& bound) {
    return !bound.value && bound.bits % 8 >= 4;
  }

  /// Where a step stands.
  struct Where {
    bool masked = false;    ///< in a branch that not all iterations take
    bool repeated = false;  ///< in a loop
    bool chosen = false;    ///< in a branch
  };

  void refuse() { possible_ = false; }
  void give(Value value, Spread spread) {
    if (spread.kind == Kind::linear && is(spread.step, 0)) spread = {};
    plan_.spreads[value] = spread;
    if (spread.kind == Kind::varying) in_vector(unit_.types[value]);
  }
  void in_vector(ScalarType type) {
    if (!fits(type)) refuse();
    if (type != ScalarType::boolean && support::size_of(type) == 8) wide_ = true;
  }
  bool is_folded(const Operand& operand) const { return plan_.of(operand).kind == Kind::folded; }
  /// It is asked for by one iteration after the other.
  void fold(const Operand& operand, VectorPlan::InOrder& among) {
    const Kind kind = plan_.of(operand).kind;
    if (kind == Kind::uniform && !is_outside(operand)) among.held.insert(*operand.value);
    if (kind == Kind::uniform || kind == Kind::folded) return;
    vector(operand);
    among.folded.insert(*operand.value);
  }
  /// It is asked for as a vector.
  void vector(const Operand& operand) {
    const Kind kind = plan_.of(operand).kind;
    if (kind == Kind::folded) refuse();
    if (kind != Kind::uniform) in_vector(operand.type);
    if (kind != Kind::varying && operand.value) plan_.spread_out.insert(*operand.value);
  }
  bool is_uniform(const Operand& operand) const { return plan_.of(operand).kind == Kind::uniform; }

  /// Arrays that are read, and that are written.
  void collect(const Code& code) {
    for (const vcode::Step& step : code) {
      if (const auto* load = std::get_if<vcode::Load>(&step.node)) read_.push_back(load->array);
      if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
        collect(branch->yes), collect(branch->no);
      if (const auto* loop = std::get_if<vcode::Repeat>(&step.node)) collect(loop->body);
      if (const auto* store = std::get_if<vcode::Store>(&step.node)) {
        const auto [first, is_new] = written_.try_emplace(store->array, store->at);
        if (!is_new && !is_same(first->second, store->at)) ordered_.insert(store->array);
      }
      if (const auto* keep = std::get_if<vcode::Keep>(&step.node))
        if (!written_.try_emplace(keep->array, Operand{}).second) ordered_.insert(keep->array);
    }
  }
  bool is_read(vcode::ArrayNumber array) const {
    return std::find(read_.begin(), read_.end(), array) != read_.end();
  }

  bool writes_over(const Code& code) const {
    return std::any_of(code.begin(), code.end(), [&](const vcode::Step& step) {
      const auto* store = std::get_if<vcode::Store>(&step.node);
      return store != nullptr && is_read(store->array);
    });
  }

  /// What may fail, may fail before anything is written that would be read again.
  void check() {
    if (written_over_) refuse();
  }

  void code(const Code& code, Where where) {
    for (const vcode::Step& one : code) {
      if (!possible_) return;
      if (is_ordered(one)) {
        in_order(one, where);
        continue;
      }
      std::visit([&](const auto& node) { this->step(node, where); }, one.node);
    }
  }

  // ---- What is done one after the other
  bool is_ordered(const Code& code) const {
    return std::any_of(code.begin(), code.end(),
                       [&](const auto& step) { return is_ordered(step); });
  }
  bool is_ordered(const vcode::Step& step) const {
    const auto folds = [&](const Operand& arg) { return is_folded(arg); };
    if (const auto* apply = std::get_if<vcode::Apply>(&step.node))
      return std::any_of(apply->args.begin(), apply->args.end(), folds);
    if (const auto* load = std::get_if<vcode::Load>(&step.node))
      return ordered_.count(load->array) != 0 || folds(load->at);
    if (const auto* store = std::get_if<vcode::Store>(&step.node))
      return ordered_.count(store->array) != 0;
    if (const auto* keep = std::get_if<vcode::Keep>(&step.node))
      return ordered_.count(keep->array) != 0;
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
      return folds(branch->condition) || is_ordered(branch->yes) || is_ordered(branch->no);
    return false;
  }
  void in_order(const vcode::Step& step, Where where) {
    if (where.masked || where.repeated || where.chosen) return refuse();
    if (const auto sum = addition(step)) {
      writes_ = true;
      for (const Operand& one : {sum->within(), sum->store().at, sum->what()})
        fold(one, plan_.sums);
      for (const Value value : {sum->load().to, sum->sum().to})
        plan_.spreads[value] = {Kind::folded, {}};
      plan_.sums.steps.push_back(&step);
      plan_.additions.push_back(*sum);
      return;
    }
    one_by_one(step);
    plan_.folds.steps.push_back(&step);
  }
  /// One whose places seem to be next to each other.
  std::optional<Addition> addition(const vcode::Step& step) const {
    const auto* branch = std::get_if<vcode::Branch>(&step.node);
    if (branch == nullptr || !branch->no.empty() || !branch->results.empty()) return {};
    if (branch->yes.size() != 3) return {};
    const auto* load = std::get_if<vcode::Load>(&branch->yes[0].node);
    const auto* sum = std::get_if<vcode::Apply>(&branch->yes[1].node);
    const auto* store = std::get_if<vcode::Store>(&branch->yes[2].node);
    if (load == nullptr || sum == nullptr || store == nullptr || sum->site) return {};
    const bool adds = load->array == store->array && is_same(load->at, store->at) &&
                      sum->args.size() == 2 && sum->args[0].value == load->to &&
                      store->value.value == sum->to && prims::op_of(sum->prim) == Op::add;
    if (!adds || no_sums_.count(store->array) != 0) return {};
    const ScalarType elem = unit_.arrays[store->array].elem;
    const auto near = store->at.value ? near_.find(*store->at.value) : near_.end();
    if (elem == ScalarType::boolean || !fits(elem) || !has_vectors(sum->prim) ||
        near == near_.end() || is_folded(branch->condition) || is_folded(sum->args[1]))
      return {};
    return Addition{&step, near->second};
  }
  void one_by_one(const Code& code) {
    for (const vcode::Step& step : code) one_by_one(step);
  }
  void one_by_one(const vcode::Step& step) {
    const auto gives = [&](Value value) { plan_.spreads[value] = {Kind::folded, {}}; };
    if (const auto* apply = std::get_if<vcode::Apply>(&step.node)) {
      if (apply->site) refuse();
      for (const Operand& arg : apply->args) fold(arg, plan_.folds);
      gives(apply->to);
    } else if (const auto* load = std::get_if<vcode::Load>(&step.node)) {
      if (written_.count(load->array) != 0) ordered_.insert(load->array);
      no_sums_.insert(load->array);
      fold(load->at, plan_.folds);
      gives(load->to);
    } else if (const auto* store = std::get_if<vcode::Store>(&step.node)) {
      ordered_.insert(store->array);
      no_sums_.insert(store->array);
      fold(store->at, plan_.folds);
      fold(store->value, plan_.folds);
    } else if (const auto* keep = std::get_if<vcode::Keep>(&step.node)) {
      ordered_.insert(keep->array);
      fold(keep->value, plan_.folds);
    } else if (const auto* branch = std::get_if<vcode::Branch>(&step.node)) {
      fold(branch->condition, plan_.folds);
      one_by_one(branch->yes);
      one_by_one(branch->no);
      for (const auto& result : branch->results) {
        fold(result.yes, plan_.folds);
        fold(result.no, plan_.folds);
        gives(result.to);
      }
    } else {
      refuse();
    }
  }

  void step(const vcode::Apply& e, Where) {
    if (e.site) check();
    const bool uniform = std::all_of(e.args.begin(), e.args.end(),
                                     [&](const Operand& arg) { return is_uniform(arg); });
    if (uniform) return give(e.to, {});
    if (const auto behind = near(e)) near_[e.to] = *behind;
    if (const auto step = linear(e)) return give(e.to, {Kind::linear, *step});
    for (const Operand& arg : e.args) vector(arg);
    give(e.to, {Kind::varying, {}});
    ++computed_;
    if (!has_vectors(e.prim)) refuse();
  }
  /// What an integer grows by from lane to lane, if it is the same for all.
  std::optional<Operand> linear(const vcode::Apply& e) const {
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
  /// Where a place is about that grows by one from lane to lane but at the ends of an array: how
  /// far behind the iteration's own, as far as constants say so.
  std::optional<std::int64_t> near(const vcode::Apply& e) const {
    const Op op = prims::op_of(e.prim);
    // (Places of 64 bits: what passes their end begins again, as in the code.)
    const auto behind = [](std::int64_t place, std::uint64_t by) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(place) + by);
    };
    for (std::size_t k = 0; k < e.args.size() && k < 2; ++k) {
      const auto found = e.args[k].value ? near_.find(*e.args[k].value) : near_.end();
      if (found == near_.end()) continue;
      if (op == Op::convert && is_wide_integer(unit_.types[e.to])) return found->second;
      if (e.args.size() != 2 || e.prim.type != ScalarType::i64) return {};
      const Operand& by = e.args[1 - k];
      if (!is_uniform(by)) return {};
      const bool by_one =
          by.value ? *by.value < is_one_.size() && is_one_[*by.value] : by.bits == 1;
      const std::uint64_t constant = by.value ? 0 : by.bits;
      if (op == Op::add) return behind(found->second, constant);
      if (op == Op::sub && k == 0) return behind(found->second, 0 - constant);
      if (op == Op::min || op == Op::max || (op == Op::mul && by_one)) return found->second;
    }
    return {};
  }
  bool is_outside(const Operand& operand) const {
    return !operand.value || plan_.spreads.count(*operand.value) == 0;
  }

  void step(const vcode::Inside& e, Where where) {
    check();
    if (is_uniform(e.index) && is_uniform(e.length)) return;
    if (!is_uniform(e.length) || is_folded(e.index)) return refuse();
    const Spread index = plan_.of(e.index);
    constexpr std::uint64_t kFar = 1 << 20;
    const bool by_ends =
        index.kind == Kind::linear && !index.step.value && index.step.bits < kFar && !where.masked;
    if (by_ends) return;
    vector(e.index);
    vector(e.length);
  }
  void step(const vcode::Load& e, Where where) {
    const ScalarType elem = unit_.arrays[e.array].elem;
    const Spread at = plan_.of(e.at);
    const auto written = written_.find(e.array);
    if (written != written_.end() && (!is_same(written->second, e.at) || at.kind != Kind::linear)) {
      ordered_.insert(e.array);
      return refuse();
    }
    if (at.kind == Kind::uniform) return give(e.to, {});
    if (elem == ScalarType::boolean || !fits(elem)) return refuse();
    if (!at.is_next() && (where.masked || at.kind == Kind::varying)) vector(e.at);
    give(e.to, {Kind::varying, {}});
  }
  void step(const vcode::Store& e, Where where) {
    writes_ = true;
    const ScalarType elem = unit_.arrays[e.array].elem;
    const Spread at = plan_.of(e.at);
    if (where.repeated) return refuse();
    if (at.kind == Kind::uniform || at.kind == Kind::folded) {
      ordered_.insert(e.array);
      return refuse();
    }
    if (elem == ScalarType::boolean || !fits(elem) || (where.masked && !at.is_next())) {
      ordered_.insert(e.array);
      return refuse();
    }
    vector(e.value);
    in_vector(elem);
    if (is_read(e.array)) {
      written_over_ = true;
      if (!at.is_next() && at.kind == Kind::linear) plan_.nonzero.push_back(at.step);
    }
    if (at.kind == Kind::varying) in_vector(ScalarType::i64);
  }
  void step(const vcode::Keep& e, Where where) {
    writes_ = written_over_ = true;
    const ScalarType elem = unit_.arrays[e.array].elem;
    if (is_read(e.array)) return refuse();
    if (where.masked || where.chosen || where.repeated || elem == ScalarType::boolean ||
        !fits(elem)) {
      ordered_.insert(e.array);
      return refuse();
    }
    vector(e.value);
    in_vector(elem);
  }
  void step(const vcode::Reserve&, Where) { refuse(); }
  void step(const vcode::Swap&, Where) { refuse(); }
  void step(const vcode::Clear&, Where) { refuse(); }
  void step(const vcode::Count&, Where) { refuse(); }
  void step(const vcode::Note&, Where) { refuse(); }
  void step(const vcode::Check& e, Where) {
    check();
    if (!is_uniform(e.condition)) vector(e.condition);
  }
  void step(const vcode::Branch& e, Where where) {
    const bool uniform = is_uniform(e.condition);
    if (!uniform) vector(e.condition);
    // (What is written in part is slow to read again.)
    const bool whole = !uniform && !where.masked && !where.repeated && !written_over_ &&
                       e.no.empty() && e.results.empty() && writes_over(e.yes);
    if (whole) plan_.whole.insert(&e);
    where.masked = where.masked || (!uniform && !whole);
    where.chosen = true;
    code(e.yes, where);
    code(e.no, where);
    for (const vcode::Branch::Result& result : e.results) {
      const Spread yes = plan_.of(result.yes), no = plan_.of(result.no);
      const bool both = yes.kind == Kind::uniform && no.kind == Kind::uniform;
      if (uniform && both) {
        give(result.to, {});
      } else {
        vector(result.yes);
        vector(result.no);
        give(result.to, {Kind::varying, {}});
      }
    }
  }
  void step(const vcode::Repeat& e, Where where) {
    const auto* form = std::get_if<vcode::Repeat::Upwards>(&e.form);
    if (form == nullptr || !is_uniform(form->bound)) return refuse();
    where.repeated = true;
    give(form->index, {});
    // What starts the same and becomes the same is the same.
    for (const auto& state : e.states)
      give(state.state, is_uniform(state.init) ? Spread{} : Spread{Kind::varying, {}});
    while (possible_) {
      code(e.body, where);
      bool settled = true;
      for (const auto& state : e.states) {
        if (!is_uniform(of(state.state)) || is_uniform(state.next)) continue;
        give(state.state, {Kind::varying, {}});
        settled = false;
      }
      if (settled) break;
    }
    for (const auto& state : e.states)
      if (!is_uniform(of(state.state))) vector(state.init), vector(state.next);
  }
  Operand of(Value value) const { return {value, unit_.types[value], 0}; }

  const vcode::Unit& unit_;
  const std::vector<bool>& is_one_;
  VectorPlan plan_{};
  std::vector<vcode::ArrayNumber> read_{};
  std::unordered_map<vcode::ArrayNumber, Operand> written_{};  ///< where
  std::unordered_set<vcode::ArrayNumber> ordered_{};  ///< iterations write to the same elements
  std::unordered_set<vcode::ArrayNumber> no_sums_{};  ///< of these, what is not only added to
  std::unordered_map<Value, std::int64_t> near_{};    ///< see `near`
  bool possible_ = true, wide_ = false, writes_ = false;
  std::size_t computed_ = 0;   ///< steps
  bool written_over_ = false;  ///< something that would be read, or be there twice
};

}  // namespace

std::optional<VectorPlan> plan_vectors(const vcode::Unit& unit, const vcode::Repeat& loop,
                                       const std::vector<bool>& is_one) {
  return Planner(unit, is_one).run(loop);
}

}  // namespace laguz::machine
#endif
