// Steps of iterations side by side, but for primitives.
#ifdef LAGUZ_ASMJIT
#include "machine/planner.hpp"

namespace laguz::machine {

using prims::Op;
using support::ScalarType;
using vcode::Code;
using vcode::Operand;
using vcode::Value;
using Kind = Spread::Kind;

void Planner::step(const vcode::Inside& e, Where where) {
  check();
  if (is_uniform(e.index) && is_uniform(e.length)) return;
  if ((!is_uniform(e.length) && !map_) || is_folded(e.index)) return refuse();
  const Spread index = plan_.of(e.index);
  constexpr std::uint64_t kFar = 1 << 20;
  const bool by_ends =
      index.kind == Kind::linear && !index.step.value && index.step.bits < kFar && !where.masked;
  if (by_ends && is_uniform(e.length)) return;
  vector(e.index);
  vector(e.length);
}

void Planner::step(const vcode::Load& e, Where where) {
  const ScalarType elem = unit_.arrays[e.array].elem;
  const Spread at = plan_.of(e.at);
  if (is_apart(e.array)) {
    apart(e.array, e.at);
    return give(e.to, {Kind::varying, {}});
  }
  const auto written = written_.find(memories_[e.array]);
  if (written != written_.end() && (!is_same(written->second, e.at) || at.kind != Kind::linear)) {
    order(e.array);
    return refuse();
  }
  if (at.kind == Kind::uniform) return give(e.to, {});
  const bool truths = elem == ScalarType::boolean;
  if (!fits(elem) || (truths && (where.masked || !at.is_next()))) return refuse();
  if (!at.is_next() && (where.masked || at.kind == Kind::varying)) vector(e.at);
  give(e.to, {Kind::varying, {}});
}

void Planner::step(const vcode::Store& e, Where where) {
  writes_ = true;
  const ScalarType elem = unit_.arrays[e.array].elem;
  const Spread at = plan_.of(e.at);
  if (is_apart(e.array)) {
    apart(e.array, e.at);
    return vector(e.value);
  }
  if (where.repeated && !gives_rows(e.array)) return refuse();
  if (at.kind == Kind::uniform || at.kind == Kind::folded) {
    order(e.array);
    return refuse();
  }
  const bool truths = elem == ScalarType::boolean;
  if (!fits(elem) || ((where.masked || truths) && !at.is_next()) || (where.masked && truths)) {
    order(e.array);
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

void Planner::apart(vcode::ArrayNumber array, const Operand& at) {
  const ScalarType elem = unit_.arrays[array].elem;
  if (!fits(elem)) return refuse();
  in_vector(elem);
  if (is_own(array) && !map_->own.is_begun(array)) return refuse();
  if (is_own(array) ? !is_uniform(at) : !plan_.of(at).is_next()) vector(at);
}

void Planner::step(const vcode::Keep& e, Where where) {
  const ScalarType elem = unit_.arrays[e.array].elem;
  if (is_own(e.array)) {
    if (!map_->own.keep(e.array) || !fits(elem)) return refuse();
    in_vector(elem);
    return vector(e.value);
  }
  writes_ = written_over_ = true;
  if (is_read(e.array)) return refuse();
  if (where.masked || where.chosen || where.repeated || !fits(elem)) {
    order(e.array);
    return refuse();
  }
  vector(e.value);
  in_vector(elem);
}

void Planner::step(const vcode::Reserve& e, Where) {
  if (!is_own(e.array)) return refuse();
  if (!is_uniform(e.size)) vector(e.size);
  map_->own.begin(e.array);
}

void Planner::step(const vcode::Clear& e, Where) {
  if (!is_own(e.array)) return refuse();
  map_->own.begin(e.array);
}

void Planner::step(const vcode::Count& e, Where) {
  if (!is_own(e.array) || !map_->own.is_begun(e.array)) return refuse();
  if (!map_->own.is_ragged(e.array)) return give(e.to, {});
  plan_.ragged.insert(e.array);
  give(e.to, {Kind::varying, {}});
}

void Planner::step(const vcode::Check& e, Where) {
  check();
  if (!is_uniform(e.condition)) vector(e.condition);
}

void Planner::step(const vcode::Branch& e, Where where) {
  const bool uniform = is_uniform(e.condition);
  if (!uniform) vector(e.condition);
  // (What is written in part is slow to read again.)
  const bool whole = !map_ && !uniform && !where.masked && !where.repeated && !written_over_ &&
                     e.no.empty() && e.results.empty() && writes_over(e.yes);
  if (whole) plan_.whole.insert(&e);
  where.masked = where.masked || (!uniform && !whole);
  where.chosen = true;
  around(&e.yes, !uniform, [&] { code(e.yes, where); });
  around(&e.no, !uniform, [&] { code(e.no, where); });
  if (map_) map_->own.join(&e.yes, &e.no);
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

void Planner::step(const vcode::Repeat& e, Where where) {
  const auto* form = std::get_if<vcode::Repeat::Upwards>(&e.form);
  if (form == nullptr || !is_uniform(form->bound)) return map_ ? uneven(e, where) : refuse();
  where.repeated = true;
  give(form->index, {});
  // What starts the same and becomes the same is the same.
  for (const auto& state : e.states)
    give(state.state, is_uniform(state.init) ? Spread{} : Spread{Kind::varying, {}});
  while (possible_) {
    around(&e, false, [&] { code(e.body, where); });
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
  // (A state of a loop around may turn out to vary after all.)
  plan_.copies.erase(&e);
  if (possible_ && !where.masked && copies(e)) plan_.copies.insert(&e);
}

bool Planner::copies(const vcode::Repeat& e) const {
  const vcode::Load* load = nullptr;
  const vcode::Store* store = nullptr;
  for (const vcode::Step& step : e.body) {
    const auto* const apply = std::get_if<vcode::Apply>(&step.node);
    const auto* const first = std::get_if<vcode::Load>(&step.node);
    const auto* const last = std::get_if<vcode::Store>(&step.node);
    // (The last square begins anywhere: what goes round, by `goes_round`, is not next there.)
    if (apply != nullptr && !apply->site && prims::op_of(apply->prim) != Op::bit_and &&
        plan_.of(of(apply->to)).kind != Kind::varying)
      continue;
    if (first != nullptr && load == nullptr) {
      load = first;
    } else if (last != nullptr && store == nullptr) {
      store = last;
    } else {
      return false;
    }
  }
  if (!map_ || load == nullptr || store == nullptr || store->value.value != load->to ||
      !e.states.empty())
    return false;
  const bool gives = is_own(load->array) && gives_rows(store->array);
  const bool takes = is_own(store->array) && !is_apart(load->array);
  const auto& [own, row] = gives ? std::pair(load->at, store->at) : std::pair(store->at, load->at);
  if ((!gives && !takes) || !is_uniform(own) || plan_.of(row).kind != Kind::linear ||
      store->value.type == ScalarType::boolean)
    return false;
  // (Elements of a lane come one after the other where its own iterations might run side by side.)
  const auto along = plan_vectors(unit_, e, is_one_);
  return along && along->of(own).is_next() && along->of(row).is_next();
}

void Planner::uneven(const vcode::Repeat& e, Where where) {
  where.masked = where.repeated = true;
  const auto* upwards = std::get_if<vcode::Repeat::Upwards>(&e.form);
  if (upwards != nullptr && upwards->bound.type != ScalarType::i64) return refuse();
  in_vector(ScalarType::i64);
  auto& falling = plan_.uneven[&e];
  if (upwards != nullptr) {
    vector(upwards->bound);
    give(upwards->index, {});
    falling = map_->loops->falling_in(e);
    falling_.insert(falling.begin(), falling.end());
  }
  for (const auto& state : e.states) {
    give(state.state, {Kind::varying, {}});
    vector(state.init);
  }
  around(&e, true, [&] {
    if (const auto* form = std::get_if<vcode::Repeat::While>(&e.form)) {
      code(form->condition, where);
      vector(form->holds);
    }
    code(e.body, where);
  });
  for (const auto& state : e.states) vector(state.next);
}

}  // namespace laguz::machine
#endif
