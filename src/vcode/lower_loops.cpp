// Loops, and what they keep of their iterations.
#include <algorithm>

#include "core/reduce_shape.hpp"
#include "prims/catalog.hpp"
#include "vcode/lowering.hpp"

namespace laguz::vcode {

std::variant<Unit, WhyNot> Lowering::run(const core::Stm& stm) {
  const auto& loop = std::get<core::Loop>(stm.exp.node);
  if (map_) map_loop_ = &loop;
  known_.emplace_back();
  Repeat whole;
  for (const core::Binder& param : loop.params) {
    if (param.type.rank > 0) continue;
    const Value begin = value(param.type.elem);
    unit_.inputs.push_back({param.id, begin});
    whole.states.push_back({value(param.type.elem), of(begin), {}});
    values_[param.id] = of(whole.states.back().state);
  }
  begin_arrays(stm, loop, true, unit_.before);
  begin_history(stm, loop, true);
  if (!refused_) iterations(stm, loop, whole);
  if (refused_) return *refused_;
  unit_.loop = std::move(whole);
  unit_.is_map = map_.has_value();
  hoist(unit_);
  end_limits();
  if (refused_) return *refused_;
  return std::move(unit_);
}

void Lowering::end_limits() {
  std::unordered_set<Value> there;
  for (const Unit::Input& input : unit_.inputs) there.insert(input.value);
  for (const Unit::Array& array : unit_.arrays) {
    there.insert(array.lengths.begin(), array.lengths.end());
    there.insert(array.strides.begin(), array.strides.end());
  }
  for (const Step& step : unit_.before)
    if (const auto* apply = std::get_if<Apply>(&step.node)) there.insert(apply->to);
  for (const Wide& wide : wide_) {
    if (!wide.value.value) {
      if (static_cast<std::int64_t>(wide.value.bits) > wide.most) refuse("its rows are long");
    } else if (there.count(*wide.value.value) != 0) {
      unit_.limits.push_back({wide.value, wide.most});
    } else if (wide.matters) {
      refuse("a width in it changes");
    }
  }
}

bool Lowering::is_unread(const core::Stm& stm, const core::Loop& loop, std::size_t k) const {
  for (std::size_t h = 0; h < loop.history.size(); ++h)
    if (loop.history[h] == k && !loop.is_after(h)) return false;
  return uses_(loop.params[k].id) == 0 && uses_(stm.binders[k].id) == 0;
}

void Lowering::begin_arrays(const core::Stm& stm, const core::Loop& loop, bool outermost,
                            Code& code) {
  std::unordered_set<ArrayNumber> states;
  std::vector<View> inits(loop.params.size());
  for (std::size_t k = 0; k < loop.params.size() && !refused_; ++k) {
    const core::Binder& param = loop.params[k];
    if (param.type.acc) return refuse("an accumulator is a state of it");
    if (param.type.rank == 0 || is_unread(stm, loop, k)) continue;
    const bool moves = found_.moving.count(param.id) != 0;
    if (outermost && !moves) {
      inits[k] = whole(given(param, true));
    } else if (outermost) {
      const ArrayNumber array = filled(param.type.elem);
      Unit::Array& own = unit_.arrays[array];
      own.var = param.id;
      for (int d = 0; d < param.type.rank; ++d) {
        const Value length = value(ScalarType::i64);
        unit_.arrays[array].lengths.push_back(length);
        inits[k].lengths.push_back(of(length));
      }
      inits[k].array = array;
      inits[k].first = i64(0);
      inits[k].strides = dense_strides(inits[k].lengths, i64(1), code);
      extents_[array] = inits[k];
      limit(size_of(inits[k].lengths, code), kMostCopied, false);
    } else {
      inits[k] = view(loop.inits[k]);
      if (refused_) return;
      const bool own = may_overwrite(inits[k], param.id) && states.count(inits[k].array) == 0;
      if (moves || !own) inits[k] = copied(inits[k], param.type.elem, code);
      scratch_.erase(inits[k].array);
    }
    states.insert(inits[k].array);
  }
  for (std::size_t k = 0; k < loop.params.size() && !refused_; ++k) {
    const core::Binder& param = loop.params[k];
    if (param.type.rank == 0) continue;
    if (is_unread(stm, loop, k))
      nowhere_.insert(param.id);
    else
      rename(inits[k], param.id);
  }
  writable_ = std::move(states);
}

void Lowering::next_arrays(const core::Stm& stm, const core::Loop& loop, ArrayNumber first,
                           Code& code) {
  struct Move {
    View from, to;
    bool swaps;
  };
  std::vector<Move> moves;
  for (std::size_t k = 0; k < loop.params.size() && !refused_; ++k) {
    const core::Binder& param = loop.params[k];
    if (param.type.rank == 0) continue;
    const core::Atom& next = loop.body.results[k];
    if (is_unread(stm, loop, k)) continue;
    const View own = whole(views_.at(param.id).array), from = view(next);
    if (refused_) return;
    if (from.is_memory() && from.array == own.array && is_whole(from)) continue;
    if (!loop.is_regular(k)) return refuse("its states change their lengths");
    if (found_.moving.insert(param.id).second) refuse("arrays of its states change places");
    const bool swaps = from.is_memory() && from.array >= first && scratch_.count(from.array) != 0 &&
                       is_whole(from) && scratch_.erase(from.array) == 1;
    moves.push_back({from, own, swaps});
  }
  // Copies first, of what states have been; one that is overwritten is not copied.
  for (const Move& move : moves)
    for (const Move& other : moves)
      if (&move != &other && !move.swaps && move.from.is_memory() &&
          move.from.array == other.to.array && !other.swaps)
        return refuse("arrays of its states change places");
  for (const bool swaps : {false, true})
    for (const Move& move : moves) {
      if (move.swaps != swaps) continue;
      if (swaps)
        add(code, Swap{move.to.array, move.from.array});
      else if (move.from.is_memory() && move.from.array == move.to.array)
        copy_into(move.to, copied(move.from, unit_.arrays[move.to.array].elem, code), code);
      else
        copy_into(move.to, move.from, code);
      scratch_.insert(move.from.array);
    }
}

void Lowering::map_body(const core::Stm& stm, const core::Loop& loop, const Operand& index,
                        Code& code) {
  const core::Atoms& results = loop.body.results;
  std::vector<bool> given(results.size(), false);
  const auto give = [&](std::size_t k) {
    if (!refused_ && !given[k]) give_row(stm, loop, k, index, code);
    given[k] = true;
  };
  for (std::size_t s = 0; s < loop.body.stms.size();) {
    if (refused_) return;
    const core::Stm& one = loop.body.stms[s];
    if (const auto k = given_by(one, loop)) {
      give_literal(stm, loop, *k, std::get<core::ArrayLit>(one.exp.node), index, code);
      given[*k] = true;
      ++s;
      continue;
    }
    s += statements(loop.body, s, code);
    // (What is given at once takes no register until the end.)
    for (const core::Binder& binder : one.binders)
      for (std::size_t k = 0; k < results.size(); ++k)
        if (results[k].var == binder.id) give(k);
  }
  for (std::size_t k = 0; k < results.size(); ++k) give(k);
}

std::optional<std::size_t> Lowering::given_by(const core::Stm& stm, const core::Loop& loop) const {
  const auto* literal = std::get_if<core::ArrayLit>(&stm.exp.node);
  if (literal == nullptr || literal->row.rank > 0 || uses_(stm.binders[0].id) != 1) return {};
  const core::Atoms& results = loop.body.results;
  const auto found = std::find(results.begin(), results.end(), stm.binders[0].atom());
  return found == results.end() ? std::nullopt
                                : std::optional<std::size_t>(found - results.begin());
}

void Lowering::give_literal(const core::Stm& stm, const core::Loop& loop, std::size_t k,
                            const core::ArrayLit& literal, const Operand& index, Code& code) {
  const View all = view(loop.params[k].atom());
  const Operands elements = operands(literal.elements);
  if (refused_) return;
  unit_.arrays[all.array].written = unit_.arrays[all.array].rows = true;
  const Operand count = i64(static_cast<std::int64_t>(elements.size()));
  check_same({all.lengths[1]}, {count}, Site::Kind::rows, stm, code);
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const Operand place = place_of(all, {index, i64(static_cast<std::int64_t>(e))}, code);
    add(code, Store{all.array, place, elements[e]});
  }
}

void Lowering::give_row(const core::Stm& stm, const core::Loop& loop, std::size_t k,
                        const Operand& index, Code& code) {
  const core::Atom& result = loop.body.results[k];
  const View all = view(loop.params[k].atom());
  if (refused_) return;
  if (k < map_->folds.size()) {
    unit_.arrays[all.array].written = true;
    unit_.arrays[all.array].stripes = core::kLanes;
    const Operand in_block = minus(index, operand(map_->first), code), element = operand(result);
    return accumulate(all, index, in_block, element, code, [&](const Operand& before) {
      const Value sum = value(element.type);
      add(code, Apply{map_->folds[k], {before, element}, sum, {}});
      return of(sum);
    });
  }
  const View row = all.from(1, place_of(all, {index}, code));
  unit_.arrays[all.array].written = unit_.arrays[all.array].rows = true;
  if (result.type.rank == 0) return add(code, Store{all.array, row.first, operand(result)});
  const View from = view(result);
  if (refused_) return;
  check_same(row.lengths, from.lengths, Site::Kind::rows, stm, code);
  limit(size_of(row.lengths, code), kMostCopied, false);
  copy_into(row, from, code);
}

void Lowering::repeat(const core::Stm& stm, const core::Loop& loop, Code& code) {
  Repeat step;
  const auto around = writable_;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    const core::Binder& param = loop.params[k];
    if (param.type.rank > 0) continue;
    step.states.push_back({value(param.type.elem), operand(loop.inits[k]), {}});
  }
  begin_arrays(stm, loop, false, code);
  std::size_t scalar = 0;
  for (const core::Binder& param : loop.params)
    if (param.type.rank == 0) values_[param.id] = of(step.states[scalar++].state);
  begin_history(stm, loop, false);
  if (refused_) return;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const core::VarId var = stm.binders[loop.params.size() + h].id;
    if (poured_.count(var) == 0) add(code, Clear{views_.at(var).array});
  }
  iterations(stm, loop, step);
  if (refused_) return;
  writable_ = around;
  scalar = 0;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    const core::Binder& binder = stm.binders[k];
    if (binder.type.rank == 0)
      values_[binder.id] = of(step.states[scalar++].state);
    else if (is_unread(stm, loop, k))
      nowhere_.insert(binder.id);
    else
      rename(views_.at(loop.params[k].id), binder.id);
  }
  end_loop(stm, loop, std::move(step), code);
}

void Lowering::begin_history(const core::Stm& stm, const core::Loop& loop, bool outermost) {
  for (std::size_t h = 0; h < loop.history.size() && !refused_; ++h) {
    const std::size_t k = loop.history[h];
    const core::Binder& param = loop.params[k];
    const core::VarId var = stm.binders[loop.params.size() + h].id;
    Poured to{};
    if (const auto found = poured_.find(var); found != poured_.end()) {
      to = found->second;
      found->second.found = true;
      to.found = false;
      if (!to.row.empty() && loop.is_flat(h)) return refuse("it keeps arrays");
      if (!to.row.empty()) to.row.erase(to.row.begin());
    } else {
      // (Nobody is told a row's lengths where they are known: those that the state begins with.)
      const bool as_init = !outermost && param.type.rank > 0 && !loop.is_flat(h);
      if (as_init && !loop.is_regular(k)) return refuse("a loop in it keeps rows");
      if (as_init && is_unread(stm, loop, k)) kept_rows_[var] = view(loop.inits[k]).lengths;
      to.array = filled(param.type.elem);
      if (!loop.is_flat(h) && outermost)
        for (int d = 0; d < param.type.rank; ++d) to.row.push_back(unit_.notes++);
      if (outermost) unit_.kept.push_back({to.array, to.row});
    }
    views_[var].array = to.array;
    rows_[var] = to.row;
    if (param.type.rank == 0 || !is_unread(stm, loop, k)) continue;
    const core::Atom& next = loop.body.results[k];
    // (A loop inside may put it there at once.)
    const bool alone =
        uses_(next.var) == 1 && std::count(loop.history.begin(), loop.history.end(), k) == 1;
    if (alone) poured_[next.var] = std::move(to);
  }
}

void Lowering::keep(const core::Stm& stm, const core::Loop& loop, bool after, const Repeat& step,
                    Code& code) {
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const std::size_t k = loop.history[h];
    if (loop.is_after(h) != after) continue;
    const core::VarId var = stm.binders[loop.params.size() + h].id;
    const ArrayNumber to = views_.at(var).array;
    if (loop.params[k].type.rank > 0) {
      const auto poured = poured_.find(loop.body.results[k].var);
      const bool there = is_unread(stm, loop, k) && poured != poured_.end() && poured->second.found;
      if (there) continue;
      const core::Atom state = after ? loop.body.results[k] : loop.params[k].atom();
      const View all = view(state);
      if (refused_) return;
      keep_all(to, all, code);
      note_lengths({to, rows_.at(var)}, all.lengths, code);
      continue;
    }
    const Repeat::State& state = step.states[number_of(loop, k)];
    add(code, Keep{to, after ? state.next : of(state.state)});
  }
}

std::size_t Lowering::number_of(const core::Loop& loop, std::size_t k) {
  return static_cast<std::size_t>(
      std::count_if(loop.params.begin(), loop.params.begin() + static_cast<std::ptrdiff_t>(k),
                    [](const core::Binder& param) { return param.type.rank == 0; }));
}

void Lowering::pouring(const core::Stm& stm, const core::Body& branch, Code& code) {
  for (std::size_t r = 0; r < stm.binders.size(); ++r) {
    const auto found = poured_.find(stm.binders[r].id);
    const core::Atom& result = branch.results[r];
    if (found == poured_.end()) continue;
    found->second.found = true;
    // (What is lowered twice has been met before.)
    const bool is_inside =
        std::any_of(branch.stms.begin(), branch.stms.end(), [&](const core::Stm& one) {
          return std::any_of(one.binders.begin(), one.binders.end(),
                             [&](const core::Binder& made) { return made.id == result.var; });
        });
    if (!is_inside || uses_(result.var) != 1) continue;
    Poured to = found->second;
    to.found = false;
    poured_[result.var] = std::move(to);
  }
  body(branch, code);
  for (std::size_t r = 0; r < stm.binders.size() && !refused_; ++r) {
    if (poured_.count(stm.binders[r].id) == 0) continue;
    const core::VarId result = branch.results[r].var;
    const auto inside = poured_.find(result);
    if (inside != poured_.end() && inside->second.found) continue;
    const View all = view(branch.results[r]);
    if (refused_) return;
    const Poured& to = poured_.at(stm.binders[r].id);
    keep_all(to.array, all, code);
    note_lengths(to, all.lengths, code);
  }
}

void Lowering::keep_all(ArrayNumber to, const View& from, Code& code) {
  limit(size_of(from.lengths, code), kMostCopied, false);
  each(from.lengths, code, [&](const Operands& at, Code& inside) {
    add(inside, Keep{to, read(from, at, inside)});
  });
}

void Lowering::note_lengths(const Poured& to, const Operands& lengths, Code& code) {
  for (std::size_t d = 0; d < to.row.size(); ++d) add(code, Note{to.row[d], lengths[d]});
}

bool Lowering::counts(const core::Stm& stm, const core::Loop& loop) const {
  if (loop.counted) return true;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const auto found = poured_.find(stm.binders[loop.params.size() + h].id);
    const bool rows = loop.params[loop.history[h]].type.rank > 0 && !loop.is_flat(h);
    if (found == poured_.end() && rows) return true;
    if (found != poured_.end() && !found->second.row.empty()) return true;
  }
  return false;
}

void Lowering::iterations(const core::Stm& stm, const core::Loop& loop, Repeat& step) {
  known_.emplace_back();
  if (const auto* count = std::get_if<core::ForForm>(&loop.form)) {
    if (count->down) return refuse("it counts down");
    Operand bound = operand(count->bound);
    const Value index = bind(count->index);
    counted_.insert(index);
    if (&loop == map_loop_ && map_->stripes > 1)
      stripe_ = compute("and", ScalarType::i64, {of(index), i64(map_->stripes - 1)}, step.body);
    step.form = Repeat::Upwards{index, std::move(bound)};
  } else {
    Repeat::While form;
    const auto& condition = std::get<core::WhileForm>(loop.form).condition;
    body(condition, form.condition);
    if (refused_) return;
    form.holds = operand(condition.results[0]);
    step.form = std::move(form);
  }
  const auto first = static_cast<ArrayNumber>(unit_.arrays.size());
  const Operand around = std::exchange(product_, i64(1));
  const int soacs = std::exchange(soacs_, 0);
  keep(stm, loop, false, step, step.body);
  if (&loop == map_loop_)
    map_body(stm, loop, of(std::get<Repeat::Upwards>(step.form).index), step.body);
  else
    body(loop.body, step.body);
  if (refused_) return;
  product_ = around;
  soacs_ = soacs;
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    if (loop.params[k].type.rank == 0)
      step.states[number_of(loop, k)].next = operand(loop.body.results[k]);
  keep(stm, loop, true, step, step.body);
  if (&loop != map_loop_) next_arrays(stm, loop, first, step.body);
  known_.pop_back();
}

void Lowering::end_loop(const core::Stm& stm, const core::Loop& loop, Repeat step, Code& code) {
  Operand trips;
  if (counts(stm, loop)) {
    const auto* upwards = std::get_if<Repeat::Upwards>(&step.form);
    if (upwards != nullptr && upwards->bound.type == ScalarType::i64) {
      trips = compute("max", ScalarType::i64, {upwards->bound, i64(0)}, code);
    } else {
      const Value so_far = value(ScalarType::i64), more = value(ScalarType::i64);
      const core::Prim add_prim = prims::get("add", ScalarType::i64);
      add(step.body, Apply{add_prim, {of(so_far), i64(1)}, more, {}});
      step.states.push_back({so_far, i64(0), of(more)});
      trips = of(so_far);
    }
  }
  add(code, std::move(step));
  if (loop.counted) values_[stm.binders[loop.count_at()].id] = trips;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const core::VarId var = stm.binders[loop.params.size() + h].id;
    const auto poured = poured_.find(var);
    if (poured == poured_.end()) {
      const ArrayNumber array = views_.at(var).array;
      View all{array, i64(0), {}, {}};
      const core::Binder& param = loop.params[loop.history[h]];
      if (param.type.rank == 0 || loop.is_flat(h)) {
        const Value count = value(ScalarType::i64);
        add(code, Count{array, count});
        all.lengths = {of(count)};
      } else {
        const auto found = kept_rows_.find(var);
        all.lengths =
            found != kept_rows_.end() ? found->second : whole(views_.at(param.id).array).lengths;
        all.lengths.insert(all.lengths.begin(), trips);
      }
      all.strides = dense_strides(all.lengths, i64(1), code);
      extents_[array] = all;
      rename(all, var);
    } else if (!poured->second.row.empty()) {
      add(code, Note{poured->second.row[0], trips});
    }
  }
}

}  // namespace laguz::vcode
