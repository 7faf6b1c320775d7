#include "eval/lanes/loop_states.hpp"

#include "eval/lanes/derive.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

void assign(Tile& tile, ScalarRef to, ScalarRef from) {
  if (to.reg == from.reg) return;
  kernels::load(to.size(), tile.lanes(to.varying), tile.at[to.reg], tile.at[from.reg],
                from.varying ? 1 : 0);
}

/// Whether the next value of parameter [i] is another parameter.
bool is_other_param(const core::Binders& params, const core::Body& body, std::size_t i) {
  for (std::size_t j = 0; j < params.size(); ++j)
    if (j != i && params[j].id == body.results[i].var) return true;
  return false;
}

}  // namespace

void LoopStates::enter(Tile& tile) const {
  for (const ScalarState& state : scalars) {
    assign(tile, state.param, state.init);
    if (state.beside) tile.at[state.home] = tile.at[state.param.reg];
  }
  for (const ArrayState& state : arrays)
    if (state.init.reg != state.param.reg) state.param.put(tile, state.init.take(tile));
}

void LoopStates::turn(Tile& tile) const {
  for (const ScalarState& state : scalars) {
    if (!state.beside) continue;
    std::byte* const home = tile.at[state.home];
    tile.at[state.next.reg] = tile.at[state.param.reg] == home ? tile.at[state.other.reg] : home;
  }
}

void LoopStates::leave(Tile& tile) const {
  for (const ScalarState& state : scalars) {
    if (!state.beside) continue;
    std::byte* const from = std::exchange(tile.at[state.param.reg], tile.at[state.home]);
    if (from != tile.at[state.home])
      kernels::load(state.param.size(), tile.n, tile.at[state.home], from, 1);
  }
  for (const ArrayState& state : arrays)
    if (state.out.reg != state.param.reg) state.out.put(tile, std::move(state.param.peek(tile)));
}

void LoopStates::advance(Tile& tile, Mask active) const {
  for (const ScalarState& state : scalars)
    if (state.stage.reg != kNoReg) assign(tile, state.stage, state.next);
  for (const ScalarState& state : scalars) {
    const ScalarRef& next = state.stage.reg != kNoReg ? state.stage : state.next;
    if (next.reg == state.param.reg) continue;
    if (state.beside) {
      std::byte* const to = tile.at[next.reg];
      std::byte*& at = tile.at[state.param.reg];
      if (active != nullptr) kernels::select(next.size(), tile.n, to, active, to, at, 0);
      at = to;
      continue;
    }
    if (active == nullptr) {
      assign(tile, state.param, next);
      continue;
    }
    std::byte* at = tile.at[state.param.reg];
    kernels::select(next.size(), tile.n, at, active, tile.at[next.reg], at, next.varying ? 0u : 1u);
  }
  if (!moved_.empty()) advance_arrays(tile, active);
}

void LoopStates::advance_arrays(Tile& tile, Mask active) const {
  if (active == nullptr && !crossing_) {
    for (const std::size_t i : moved_) arrays[i].param.put(tile, arrays[i].next.take(tile));
    return;
  }
  std::vector<LaneArray> next;
  next.reserve(moved_.size());
  for (const std::size_t i : moved_) next.push_back(arrays[i].next.take(tile));
  auto from = next.begin();
  for (const std::size_t i : moved_) {
    const ArrayState& state = arrays[i];
    LaneArray array = std::move(*from++);
    if (active == nullptr || state.continued) {
      state.param.put(tile, std::move(array));
      continue;
    }
    LaneArray blend = tile.own(std::move(state.param.peek(tile)), true);
    if (!(blend.shape == array.shape)) state.irregular.value().give_up();
    tile.copy(blend, array, true, active);
    state.param.put(tile, std::move(blend));
  }
}

core::Binders LoopStates::define(Compiler& c, const core::Binders& params, const core::Atoms& inits,
                                 const core::Body& body, bool masked) {
  core::Binders owned;
  for (std::size_t i = 0; i < params.size(); ++i) {
    const core::Binder& param = params[i];
    if (param.type.is_scalar()) {
      ScalarState state;
      state.init = c.scalar(inits[i]);
      state.param = c.define(param);
      const bool other = is_other_param(params, body, i);
      if (other) state.stage = c.temporary(param.type.elem, state.param.varying);
      if (!other && state.param.varying && (masked || is_kept(i))) {
        state.other = c.temporary(param.type.elem);
        state.home = c.pointer();
      } else if (!masked && !other) {
        c.prefer(body, body.results[i], param.id);
      }
      scalars.push_back(state);
    } else {
      ArrayState state;
      state.init = c.array(inits[i]);
      const bool kept = !only_kept.empty() && only_kept[i];
      state.continued = kept || continues(body, body.results[i]) == param.id;
      if (!masked || state.continued) {
        owned.push_back(param);
        state.param = c.define_array_from(param, state.init, inits[i].var);
        if (!is_other_param(params, body, i)) c.prefer(body, body.results[i], param.id);
      } else {
        state.irregular = c.irregular();
        state.param = c.define_array(param);
      }
      arrays.push_back(state);
    }
  }
  return owned;
}

void LoopStates::set_next(const InnerBody& body) {
  std::size_t scalar = 0, array = 0;
  for (std::size_t i = 0; i < scalars.size() + arrays.size(); ++i) {
    if (body.results[i].is_array) {
      arrays[array++].next = body.results[i].array;
      continue;
    }
    ScalarState& state = scalars[scalar++];
    state.next = body.results[i].scalar;
    state.beside = state.home != kNoReg && body.redirectable[i] && state.next.varying;
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].next.reg == arrays[i].param.reg) continue;
    moved_.push_back(i);
    for (const ArrayState& other : arrays)
      crossing_ = crossing_ || arrays[i].next.reg == other.param.reg;
  }
}

std::optional<ScalarRef> LoopStates::beside(ScalarRef param) const {
  for (const ScalarState& state : scalars)
    if (state.param.reg == param.reg && state.beside) return state.next;
  return {};
}

void LoopStates::define_outs(Compiler& c, const core::Binders& params, const core::Binders& to) {
  std::size_t array = 0;
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].type.is_scalar()) {
      c.define_as(to[i], params[i].id);
      continue;
    }
    ArrayState& state = arrays[array++];
    state.out = c.define_array_over(to[i], state.init);
  }
}

}  // namespace laguz::eval::lanes
