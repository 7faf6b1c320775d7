#include "eval/stretch.hpp"

#include <algorithm>

#include "core/stretch.hpp"
#include "core/walk.hpp"
#include "eval/machine.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

Frame::Ptr Stretch::frame(const Frame& around) const {
  Frame::Ptr made = Frame::make(around.machine(), layout_, around.stopped_flag());
  for (const auto& [slot, bits] : constants_) made->put_bits(slot, bits);
  for (const Outside& outer : outsides_) {
    if (outer.is_array)
      made->array(outer.there) = around.array(outer.slot);
    else
      made->put_bits(outer.there, around.bits(outer.slot));
  }
  for (const OutsideSite& one : sites_) one.site.share(around, *made, one.there);
  return made;
}

TapeLevel Stretch::run(Frame& frame, const Checkpoint& begin, std::int64_t end, TapeRoom room) {
  std::size_t scalar = 0, array = 0;
  for (const StateSlot& state : states_) {
    if (state.is_array)
      frame.array(state.slot) = begin.arrays[array++];
    else
      frame.put_bits(state.slot, begin.scalars[scalar++]);
  }
  const auto trips = static_cast<std::uint64_t>(end - begin.iteration);
  Recorder recorder(histories_, room, frame, this, &begin, trips);
  for (std::int64_t i = begin.iteration; i < end; ++i) {
    support::spend(2 * static_cast<std::int64_t>(body_.size()) + 2);
    if (index_) frame.put_bits(*index_, static_cast<std::uint64_t>(i));
    recorder.before(frame, static_cast<std::uint64_t>(i));
    body_.run(frame);
    recorder.after(frame);
  }
  recorder.finish(frame);
  TapeLevel level = recorder.level(frame, end);
  for (const StateSlot& state : states_)
    if (state.is_array) frame.array(state.slot).release();
  for (const History& history : histories_) frame.array(history.to).release();
  return level;
}

// ---- Making one

Stretch& StretchSource::get() {
  if (made_) return *made_;
  auto made = std::make_unique<Stretch>();
  Compiler::compile(*made, *this, machine_, core::run_again(loop_, histories_));
  made_ = std::move(made);
  for (const core::Binder& param : made_->params())
    states_.push_back({is_array(param.type), params.at(param.id)});
  return *made_;
}

const StateSlots& StretchSource::states() {
  get();
  return states_;
}

void Compiler::compile(Stretch& to, const StretchSource& from, Machine& machine, core::Stm loop) {
  to.function_.body.stms.push_back(std::move(loop));
  Compiler compiler(machine, to.function_);
  compiler.fill(to, from);
}

void Compiler::fill(Stretch& to, const StretchSource& from) {
  const core::Loop& loop = to.loop();
  for (const core::Binder& result : to.function_.body.stms[0].binders)
    if (const auto read = from.reads.find(result.id); read != from.reads.end())
      reads_.expect(result.id, read->second);
  std::unordered_map<const TapeSite*, std::shared_ptr<const TapeSite>> sites;
  const auto site_of = [&](const TapedRows& rows) {
    auto& there = sites[rows.site.get()];
    if (there) return there;
    TapeSite made = *rows.site;
    made.tape = layout_.tapes++;
    for (History& entry : made.entries) {
      entry.to = new_slot(true);
      entry.from = new_slot(false);
    }
    to.sites_.push_back({*rows.site, made});
    return there = std::make_shared<const TapeSite>(std::move(made));
  };
  std::unordered_set<VarId> used;
  for (const core::Binder& free : core::free_variables({loop})) used.insert(free.id);
  for (const Outer& outer : from.outers) {
    if (used.count(outer.var) == 0) continue;
    const core::Binder variable{outer.var, outer.type};
    if (const auto rows = from.taped.find(outer.var); rows != from.taped.end()) {
      const auto there = site_of(rows->second);
      bind_at(variable, there->entries[rows->second.entry].to);
      taped_[outer.var] = {there, rows->second.entry};
    } else {
      to.outsides_.push_back({is_array(outer.type), outer.slot, bind(variable)});
    }
  }
  if (const auto* form = std::get_if<core::ForForm>(&loop.form)) to.index_ = bind(form->index);
  const std::vector<Slot> params = bind(loop.params);
  const auto sinks = sinks_in(loop, to.function_.body.stms[0].binders);
  CompiledBody compiled = body(loop.body, loop.params, {});
  assign(compiled, params);
  to.body_ = std::move(compiled.block);
  const core::Binders& binders = to.function_.body.stms[0].binders;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    History history = history_of(loop, h, params);
    history.taped = true;
    history.sink = sinks[h];
    find_inner(history, binders[params.size() + h].id, to.inner_);
    history.to = new_slot(true);
    history.from = new_slot(false);
    to.histories_.push_back(history);
  }
  // What a loop inside keeps is no state: nothing goes on from there.
  for (std::size_t k = 0; k < params.size(); ++k) {
    const bool array = is_array(loop.params[k].type);
    const auto is_inner = [&](const History& one) {
      return array && one.inner != nullptr && one.param == params[k];
    };
    if (std::any_of(to.histories_.begin(), to.histories_.end(), is_inner)) continue;
    to.states_.push_back({array, params[k]});
    to.params_.push_back(loop.params[k]);
  }
  to.layout_ = layout_;
  for (const auto& [key, slot] : constants_) to.constants_.emplace_back(slot, key.second);
}

}  // namespace laguz::eval
