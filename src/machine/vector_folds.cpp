// What iterations side by side do one after the other: they fold, and add where others add, too.
#ifdef LAGUZ_ASMJIT
#include <algorithm>
#include <utility>

#include "machine/vectors.hpp"

namespace laguz::machine {

using namespace asmjit;
using vcode::Value;

// Additions are done one after the other, each for all lanes. To each element that is the order of
// the iterations if none of a row begins behind the one before it (what a later one adds there is
// of a later iteration), and no two rows meet.
void VectorEmitter::sums() {
  if (plan_.additions.empty()) return;
  const Label one_by_one = cc_.newLabel(), end = cc_.newLabel();
  std::vector<Gp> places;
  for (const Addition& addition : plan_.additions) places.push_back(first_of(addition, one_by_one));
  check_order(places, one_by_one);
  for (std::size_t k = 0; k < plan_.additions.size(); ++k) add(plan_.additions[k], places[k]);
  cc_.jmp(end);
  cc_.bind(one_by_one);
  in_order(plan_.sums);
  cc_.bind(end);
  for (const Gp& place : places) scalar_.registers_.release(place, Registers::Kind::general);
}

void VectorEmitter::check_order(const std::vector<Gp>& places, const Label& no) {
  const std::vector<Addition>& all = plan_.additions;
  const auto place_in_text = [&](const Addition& one) {
    return std::find(plan_.sums.steps.begin(), plan_.sums.steps.end(), one.step);
  };
  struct Row {
    std::size_t first, last;
  };
  std::vector<Row> rows;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& one) {
      return all[k].is_in_row_of(all[one.first]);
    });
    if (row == rows.end()) {
      rows.push_back({k, k});
      continue;
    }
    const Addition& before = all[std::exchange(row->last, k)];
    const bool in_text = place_in_text(before) < place_in_text(all[k]);
    // (Places wrap around where constants are as far from each other as that.)
    std::int64_t between = 0;
    const bool is_known = is_next(before) && is_next(all[k]) &&
                          !__builtin_sub_overflow(before.near.behind, all[k].near.behind, &between);
    if (is_known && (in_text || between > 0)) continue;
    cc_.cmp(places[static_cast<std::size_t>(&before - all.data())], places[k]);
    in_text ? cc_.jl(no) : cc_.jle(no);
  }
  const Gp end = scalar_.gp(scalar_.passing(ScalarType::i64));
  for (std::size_t b = 1; b < rows.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      if (all[rows[a].first].memory != all[rows[b].first].memory) continue;
      const Label apart = cc_.newLabel();
      cc_.lea(end, x86::ptr(places[rows[a].first], plan_.lanes));
      cc_.cmp(end, places[rows[b].last]);
      cc_.jle(apart);
      cc_.lea(end, x86::ptr(places[rows[b].first], plan_.lanes));
      cc_.cmp(end, places[rows[a].last]);
      cc_.jg(no);
      cc_.bind(apart);
    }
}

bool VectorEmitter::is_next(const Addition& addition) const {
  return is_uniform(addition.within()) && plan_.of(addition.store().at).is_next();
}

VectorEmitter::Gp VectorEmitter::first_of(const Addition& addition, const Label& no) {
  if (is_next(addition)) {
    if (!is(addition.within(), 1)) {
      const Gp within = scalar_.gp(addition.within());
      cc_.test(within, within);
      cc_.jz(no);
    }
    const Gp first = scalar_.registers_.take(Registers::Kind::general).as<Gp>();
    cc_.mov(first, scalar_.gp(addition.store().at));
    return first;
  }
  const Vec at = vector(addition.store().at), expected = passing(ScalarType::i64);
  cc_.emit(x86::Inst::kIdVpbroadcastq, expected, at.xmm());
  emit(x86::Inst::kIdVpaddq, expected, expected, lanes_of(ScalarType::i64, {0, 1, 2, 3}));
  emit(x86::Inst::kIdVpcmpeqq, expected, expected, at);
  emit(x86::Inst::kIdVandps, expected, expected, vector(addition.within()));
  cc_.emit(x86::Inst::kIdVptest, expected, ones());
  cc_.jnc(no);
  const Gp first = scalar_.registers_.take(Registers::Kind::general).as<Gp>();
  cc_.vpextrq(first, at.xmm(), 0);
  return first;
}

void VectorEmitter::add(const Addition& addition, const Gp& first) {
  x86::Mem place = scalar_.element(addition.store().array, first);
  const ScalarType type = addition.store().value.type;
  place.setSize(static_cast<std::uint32_t>(plan_.lanes * width(type)));
  cc_.emit(x86::Inst::kIdVmovups, own(addition.load().to), place);
  apply(addition.sum());
  cc_.emit(x86::Inst::kIdVmovups, place, own(addition.sum().to));
  for (const Value value : {addition.load().to, addition.sum().to}) {
    scalar_.registers_.release(vectors_.at(value), kind_of(type));
    vectors_.erase(value);
  }
}

void VectorEmitter::in_order(const VectorPlan::InOrder& what) {
  struct Folded {
    Value value;
    Vec half;
    x86::Reg around;
  };
  // (They last for all steps of the folds.)
  std::vector<std::pair<x86::Reg, Registers::Kind>> taken;
  const auto take = [&](Registers::Kind kind) {
    taken.emplace_back(scalar_.registers_.take(kind), kind);
    return taken.back().first;
  };
  std::vector<Folded> all;
  for (const Value value : what.folded) all.push_back({value, vector(of(value)), {}});
  for (Folded& one : all)
    one.around = std::exchange(scalar_.of_values_[one.value],
                               take(Emitter::kind_of(scalar_.unit_.types[one.value])));
  for (int lane = 0; lane < plan_.lanes; ++lane) {
    for (auto& [value, half, around] : all) {
      const ScalarType type = scalar_.unit_.types[value];
      const int in_half = 16 / width(type);
      if (lane == in_half) {
        const x86::Xmm high = take(Registers::Kind::vector).as<x86::Xmm>();
        cc_.vextractf128(high, half.ymm(), 1);
        half = high;
      }
      extract(value, half.xmm(), lane % in_half);
    }
    for (const vcode::Step* step : what.steps)
      std::visit([this](const auto& node) { scalar_.step(node); }, step->node);
    if (&what == &plan_.folds) scalar_.next_states(loop_);
    // Another lane has registers of its own.
    for (const auto& [value, spread] : plan_.spreads)
      if (spread.kind == Kind::folded && !is_state(value)) scalar_.of_values_[value] = {};
  }
  for (const Folded& one : all) scalar_.of_values_[one.value] = one.around;
  for (const auto& [reg, kind] : taken) scalar_.registers_.release(reg, kind);
}

void VectorEmitter::end_in_order() {
  std::unordered_set<Value> held = plan_.folds.held;
  held.insert(plan_.sums.held.begin(), plan_.sums.held.end());
  for (const Value value : held) scalar_.release(value);
  for (const auto* all : {&plan_.sums, &plan_.folds})
    for (const Value value : all->folded) {
      const auto own = vectors_.find(value);
      if (own == vectors_.end()) continue;
      scalar_.registers_.release(own->second, kind_of(scalar_.unit_.types[value]));
      vectors_.erase(own);
    }
  scalar_.registers_.end_step();
}

void VectorEmitter::extract(Value value, const x86::Xmm& half, int lane) {
  const ScalarType type = scalar_.unit_.types[value];
  if (type == ScalarType::boolean || support::is_integer(type)) {
    const Gp to = scalar_.gp(value);
    if (width(type) == 8)
      cc_.vpextrq(to, half, lane);  // (not `vmovq`, which asmjit lets read memory that it cannot)
    else
      cc_.vpextrd(to.r32(), half, lane);
    if (type == ScalarType::boolean) cc_.and_(to, 1);
    scalar_.extend(to, type);
    return;
  }
  const x86::Xmm to = scalar_.xmm(value);
  if (lane == 0)
    cc_.vmovaps(to, half);
  else if (width(type) == 8)
    cc_.vunpckhpd(to, half, half);
  else
    cc_.vshufps(to, half, half, lane);
}

}  // namespace laguz::machine
#endif
