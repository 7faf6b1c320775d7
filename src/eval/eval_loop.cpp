// Loops. The parameters' slots are the results' slots; arrays are moved from one iteration to the
// next, so that an update in the body happens in place.
#include <algorithm>
#include <limits>

#include "eval/compiler.hpp"
#include "eval/machine.hpp"
#include "eval/machine_loop.hpp"
#include "eval/stretch.hpp"
#include "eval/turns.hpp"

namespace laguz::eval {
namespace {

/// A number that is in a slot.
struct InSlot {
  const Frame& frame;
  Slot slot;
  explicit operator std::uint64_t() const { return frame.bits(slot); }
};

/// What is kept for the loop around, and goes there at once.
struct Poured {
  History history{};
  Sink to{};
};

class Pouring {
 public:
  Pouring(const std::vector<Poured>& all, Frame& frame) : all_(all), frame_(frame) {
    for (const Poured& one : all) {
      frame.put_bits(one.to.count, 0);
      if (const auto& inside = one.history.sink)
        frame.put_bits(inside->elements, frame.bits(one.to.elements));
    }
  }
  void before() const { pour(false); }
  void after() const { pour(true); }

 private:
  void pour(bool after) const {
    for (const Poured& one : all_) {
      if (one.history.after != after) continue;
      const std::int64_t count = frame_.get<std::int64_t>(one.to.count);
      frame_.put(one.to.count, count + one.history.size(frame_));
      auto* elements = reinterpret_cast<Elements*>(frame_.bits(one.to.elements));
      if (elements == nullptr || one.history.sink) continue;
      if (one.history.is_array)
        elements->add(frame_.array(one.history.param));
      else
        elements->add_bits(frame_.bits(one.history.param));
    }
  }

  const std::vector<Poured>& all_;
  Frame& frame_;
};

std::uint64_t bytes_of(const Array& array) {
  return static_cast<std::uint64_t>(array.size() * support::size_of(array.type()));
}

std::uint64_t bytes_of(const std::vector<Checkpoint>& checkpoints) {
  std::uint64_t bytes = 0;
  for (const Checkpoint& checkpoint : checkpoints) {
    bytes += checkpoint.scalars.size() * sizeof(std::uint64_t);
    for (const Array& array : checkpoint.arrays) bytes += bytes_of(array);
  }
  return bytes;
}

class LoopNode : public Node {
 public:
  struct Parts {
    Block init;
    Block body;
    std::vector<History> histories;
    std::vector<Poured> poured{};                          ///< and others
    std::optional<Slot> counter;                           ///< receives the number of iterations
    TapeSite site;                                         ///< of histories that are taped
    std::vector<std::shared_ptr<const TapeSite>> inner{};  ///< of loops inside
    std::unique_ptr<StretchSource> again{};
    int levels = 0;    ///< TapeRoom::levels
    std::string kept;  ///< the user's names of what histories are of, if there is a profile
    std::unique_ptr<MachineLoop> machine{};
    std::string_view why_not{};  ///< machine code
  };
  explicit LoopNode(Parts parts)
      : parts_(std::move(parts)), cost_(2 * static_cast<std::int64_t>(parts_.body.size()) + 2) {}

 protected:
  Recorder begin(Frame& frame, std::optional<std::uint64_t> trips) {
    const TapeRoom room{frame.machine().options.loop_states, 1, parts_.levels};
    return {parts_.histories, room, frame, parts_.again.get(), nullptr, trips};
  }
  void finish(Frame& frame, Recorder& kept, std::uint64_t count) {
    kept.finish(frame);
    std::uint64_t states = 0;
    if (parts_.again) {
      auto& tape = frame.tape(parts_.site.tape);
      tape.reset();
      if (kept.is_full()) {
        Stretch& stretch = parts_.again->get();
        TapeLevel level = kept.level(frame, static_cast<std::int64_t>(count));
        states = bytes_of(level.checkpoints);
        tape = std::make_shared<Tape>(stretch, stretch.frame(frame), std::move(level));
      }
    }
    if (Profile* const profile = frame.machine().options.profile) {
      Profile::Kept all{states, kept.is_full(), parts_.kept};
      for (const History& history : parts_.histories)
        all.bytes += bytes_of(frame.array(history.to));
      if (all.bytes > 0) profile->note(profile->here().at(), all);
    }
    if (parts_.counter) frame.put_bits(*parts_.counter, count);
  }

  /// As machine code, from iteration [from] on.
  MachineLoop::Result run(Frame& frame, std::uint64_t from, std::optional<std::uint64_t> trips,
                          Recorder* kept) {
    if (!parts_.machine || is_skipped(frame) || !parts_.machine->pays(frame, from, trips))
      return {from, false};
    MachineLoop::Result done;
    try {
      done = parts_.machine->run(frame, from, trips, kept, place);
    } catch (const support::UserError&) {
      rethrow_in_iteration(parts_.machine->turn(), "loop", place);
    }
    if (done.turns > from || done.whole)
      Spot::here(frame.machine().options.profile)
          .note("machine code", static_cast<std::int64_t>(done.turns - from));
    return done;
  }

  /// For the profile: there is no machine code.
  void note_walk(const Frame& frame, std::int64_t n) const {
    const Spot spot = Spot::here(frame.machine().options.profile);
    const Tier tier = frame.machine().options.tier;
    if (tier == Tier::machine || tier == Tier::automatic)
      spot.note("one iteration at a time", n,
                parts_.machine ? parts_.machine->why_not() : parts_.why_not);
  }

  bool is_skipped(const Frame& frame) const {
    return parts_.site.skip && frame.bits(*parts_.site.skip) != 0;
  }

  Parts parts_;
  std::int64_t cost_;  ///< of an iteration, roughly, in nanoseconds
};

class ForNode final : public LoopNode {
 public:
  ForNode(Parts parts, Slot index, Slot bound, bool is_signed)
      : LoopNode(std::move(parts)), index_(index), bound_(bound), is_signed_(is_signed) {}

  void exec(Frame& frame) override {
    parts_.init.run(frame);
    const std::uint64_t bound = frame.bits(bound_);
    const std::uint64_t n = is_signed_ && static_cast<std::int64_t>(bound) < 0 ? 0 : bound;
    const bool records = !parts_.histories.empty() && !is_skipped(frame);
    if (records) return record(frame, n);
    const Pouring pouring(parts_.poured, frame);
    const std::uint64_t from = run(frame, 0, n, nullptr).turns;
    if (parts_.poured.empty())
      iterate(
          frame, from, n, [](std::uint64_t) {}, [] {});
    else
      iterate(
          frame, from, n, [&](std::uint64_t) { pouring.before(); }, [&] { pouring.after(); });
    if (parts_.counter) frame.put_bits(*parts_.counter, n);
  }

 private:
  void record(Frame& frame, std::uint64_t n) {
    const Pouring pouring(parts_.poured, frame);
    Recorder kept = begin(frame, n);
    const std::uint64_t from = run(frame, 0, n, &kept).turns;
    if (parts_.poured.empty()) {
      iterate(
          frame, from, n, [&](std::uint64_t i) { kept.before(frame, i); },
          [&] { kept.after(frame); });
      if (!frame.stopped()) finish(frame, kept, n);
      return;
    }
    const auto before = [&](std::uint64_t i) {
      kept.before(frame, i);
      pouring.before();
    };
    const auto after = [&] {
      kept.after(frame);
      pouring.after();
    };
    iterate(frame, from, n, before, after);
    if (!frame.stopped()) finish(frame, kept, n);
  }

  template <class Before, class After>
  void iterate(Frame& frame, std::uint64_t from, std::uint64_t n, const Before& before,
               const After& after) {
    if (from >= n) return;
    note_walk(frame, static_cast<std::int64_t>(n - from));
    const InSlot index{frame, index_};
    const Counting running(place, index, n);
    constexpr std::uint64_t kBetweenPolls = 64;
    std::uint64_t i = from;
    try {
      while (i < n) {
        const std::uint64_t end = i + std::min(kBetweenPolls, n - i);
        support::spend(static_cast<std::int64_t>(end - i) * cost_);
        for (; i < end; ++i) {
          frame.put_bits(index_, i);
          before(i);
          if (!parts_.body.run_through(frame)) return;
          after();
        }
      }
    } catch (const support::UserError&) {
      rethrow_in_iteration(static_cast<std::int64_t>(i), "loop", place);
    }
  }

  Slot index_, bound_;
  bool is_signed_;
};

class WhileNode final : public LoopNode {
 public:
  struct Condition {
    Block block;
    Arg<bool> result;
    std::vector<Slot> drops;
    bool holds(Frame& frame) {
      if (!block.empty() && !block.run_through(frame)) return false;
      const bool result_now = result.get(frame);
      for (const Slot slot : drops) frame.array(slot).release();
      return result_now;
    }
  };
  WhileNode(Parts parts, Condition condition)
      : LoopNode(std::move(parts)), condition_(std::move(condition)) {}

  void exec(Frame& frame) override {
    parts_.init.run(frame);
    const Pouring pouring(parts_.poured, frame);
    if (parts_.histories.empty() || is_skipped(frame)) {
      const std::uint64_t count = iterate(frame, nullptr, pouring);
      if (!frame.stopped() && parts_.counter) frame.put_bits(*parts_.counter, count);
      return;
    }
    Recorder kept = begin(frame, {});
    const std::uint64_t count = iterate(frame, &kept, pouring);
    if (!frame.stopped()) finish(frame, kept, count);
  }

 private:
  /// How many times.
  std::uint64_t iterate(Frame& frame, Recorder* kept, const Pouring& pouring) {
    auto done = run(frame, 0, {}, kept);
    std::uint64_t count = done.turns;
    const Counting running(place, count);
    while (!done.whole && walk(frame, kept, pouring, count)) {
      done = run(frame, count, {}, kept);
      count = done.turns;
    }
    if (!done.whole && !frame.stopped()) note_walk(frame, static_cast<std::int64_t>(count));
    return count;
  }

  /// A few iterations, one at a time; false: that was the last one, or it has been stopped.
  bool walk(Frame& frame, Recorder* kept, const Pouring& pouring, std::uint64_t& count) {
    // (How long it goes on nobody knows: what has been may be worth code for what is left.)
    constexpr std::uint64_t kUnknown = 64;
    try {
      do {
        if (!condition_.holds(frame)) return false;
        support::spend(cost_);
        if (kept != nullptr) kept->before(frame, count);
        pouring.before();
        if (!parts_.body.run_through(frame)) return false;
        if (kept != nullptr) kept->after(frame);
        pouring.after();
      } while (++count % kUnknown != 0);
    } catch (const support::UserError&) {
      rethrow_in_iteration(static_cast<std::int64_t>(count), "loop", place);
    }
    return true;
  }

  Condition condition_;
};

}  // namespace

History Compiler::history_of(const core::Loop& loop, std::size_t entry,
                             const std::vector<Slot>& params) {
  const std::uint32_t kept = loop.history[entry];
  const core::Type type = loop.params[kept].type;
  History history;
  history.is_array = type.rank > 0;
  history.flat = loop.is_flat(entry);
  history.after = loop.is_after(entry);
  history.type = type.elem;
  history.param = params[kept];
  return history;
}

/// Whether [history], which is known as [var], is what a loop inside keeps.
void Compiler::find_inner(History& history, VarId var,
                          std::vector<std::shared_ptr<const TapeSite>>& sites) const {
  const auto inner = reads_.inner_of(var);
  const auto found = inner ? taped_.find(*inner) : taped_.end();
  if (found == taped_.end()) return;
  sites.push_back(found->second.site);
  history.inner = sites.back().get();
  history.inner_entry = found->second.entry;
}

std::unique_ptr<MachineLoop> Compiler::machine_loop(const std::vector<Slot>& params, Slot bound,
                                                    KeptIn kept, std::string_view& why_not) {
  const Tier tier = machine_.options.tier;
  if (tier != Tier::machine && tier != Tier::automatic) return {};
  const auto counts = [this](VarId var) { return usage_.count(var); };
  auto lowered = vcode::lower(*current_->stm, counts);
  auto* unit = std::get_if<vcode::Unit>(&lowered);
  why_not = unit != nullptr ? "a variable is not at hand" : std::get<vcode::WhyNot>(lowered).why;
  if (unit == nullptr) return {};
  const auto& loop = std::get<core::Loop>(current_->stm->exp.node);
  std::unordered_map<VarId, Slot> slots;
  for (const Outer& outer : outers())
    if (taped_.count(outer.var) == 0) slots[outer.var] = outer.slot;
  // (What only says how often may have no place but the loop's own.)
  if (const auto* form = std::get_if<core::ForForm>(&loop.form);
      form != nullptr && !form->bound.is_constant())
    slots[form->bound.var] = bound;
  MachineLoop::Slots all;
  all.kept = std::move(kept);
  for (std::size_t k = 0; k < params.size(); ++k) {
    slots[loop.params[k].id] = params[k];
    if (loop.params[k].type.rank == 0) all.states.push_back(params[k]);
  }
  const auto slot_of = [&](VarId var) -> std::optional<Slot> {
    if (const auto tape = taped_.find(var); tape != taped_.end()) {
      all.tapes.emplace_back(tape->second.site, tape->second.entry);
      return tape->second.site->entries[tape->second.entry].to;
    }
    const auto slot = slots.find(var);
    return slot != slots.end() ? std::optional(slot->second) : std::nullopt;
  };
  if (!all.find(*unit, slot_of)) return {};
  return std::make_unique<MachineLoop>(std::move(*unit), std::move(all));
}

void Compiler::compile(const core::Loop& exp) {
  begin(true);
  const auto products = this->products();
  LoopNode::Parts parts;
  std::vector<BodyResult> inits = as_results(exp.inits);
  std::vector<Slot> params;
  for (std::size_t i = 0; i < exp.params.size(); ++i)
    params.push_back(inits[i].is_array ? bind_consumed(exp.params[i], inits[i].array)
                                       : bind(exp.params[i]));
  std::vector<Slot> to = params;
  const auto* for_form = std::get_if<core::ForForm>(&exp.form);
  Slot index = 0;
  Slot bound = 0;
  if (for_form != nullptr) {
    // The bound is evaluated with the scalars, before any array is taken.
    BodyResult n;
    n.scalar = fetch(for_form->bound);
    if (n.scalar.node) {
      bound = new_slot(false);
      inits.push_back(std::move(n));
      to.push_back(bound);
    } else {
      bound = n.scalar.slot;
    }
    index = bind(for_form->index);
  }
  assign(parts.init, std::move(inits), to);

  WhileNode::Condition condition;
  if (const auto* form = std::get_if<core::WhileForm>(&exp.form)) {
    CompiledBody compiled = body(form->condition, {}, {});
    condition.block = std::move(compiled.block);
    condition.result = typed<bool>(std::move(compiled.results[0].scalar));
    condition.drops = std::move(compiled.drops);
  }
  const std::vector<std::optional<Sink>> sinks = sinks_in(exp, current_->stm->binders);
  CompiledBody compiled = body(exp.body, exp.params, {});
  assign(compiled, params);
  parts.body = std::move(compiled.block);

  const core::Binders& binders = current_->stm->binders;
  if (spot_.profile != nullptr) parts.kept = spot_.profile->kept_names(exp);
  std::size_t result = 0;
  std::vector<bool> taped;
  KeptIn kept_in;
  bool inner = true;  ///< what is kept is for a loop around
  for (const Slot slot : params) bind_at(binders[result++], slot);
  for (std::size_t h = 0; h < exp.history.size(); ++h) {
    History history = history_of(exp, h, params);
    history.sink = sinks[h];
    if (const auto sink = sinks_.find(binders[result].id); sink != sinks_.end()) {
      kept_in.emplace_back(sink->second);
      bind(binders[result++]);
      taped.push_back(false);
      parts.poured.push_back({history, sink->second});
      continue;
    }
    history.taped = reads_.is_taped(binders[result].id);
    if (history.taped) find_inner(history, binders[result].id, parts.inner);
    inner = inner && history.taped && reads_.is_inner(binders[result].id);
    taped.push_back(history.taped);
    history.to = bind(binders[result++]);
    if (history.taped) {
      history.from = new_slot(false);
      parts.site.entries.push_back(history);
    }
    kept_in.emplace_back(parts.histories.size());
    parts.histories.push_back(history);
  }
  if (exp.counted) parts.counter = bind(binders[result++]);
  if (!parts.site.entries.empty()) {
    parts.site.tape = layout_.tapes++;
    if (inner) parts.site.skip = new_slot(false);
    const auto site = std::make_shared<const TapeSite>(parts.site);
    std::size_t entry = 0;
    for (std::size_t h = 0; h < taped.size(); ++h)
      if (taped[h]) taped_[binders[exp.params.size() + h].id] = {site, entry++};
    const std::vector<bool> kept = taped;
    parts.levels = static_cast<int>(exp.hints.stripmine);
    parts.again = std::make_unique<StretchSource>(machine_, *current_->stm, std::move(taped));
    for (std::size_t k = 0; k < params.size(); ++k)
      parts.again->params[exp.params[k].id] = params[k];
    for (std::size_t h = 0; h < kept.size(); ++h)
      if (const VarId var = binders[exp.params.size() + h].id; kept[h])
        parts.again->reads[var] = reads_.inner_of(var) ? reads_.least_of(var) : 1;
    parts.again->outers = outers();
    for (const Outer& outer : parts.again->outers)
      if (const auto read = taped_.find(outer.var); read != taped_.end())
        parts.again->taped[outer.var] = read->second;
  }

  parts.machine = machine_loop(params, bound, std::move(kept_in), parts.why_not);
  if (for_form != nullptr) {
    emit(products, std::make_unique<ForNode>(std::move(parts), index, bound,
                                             support::is_signed(for_form->index.type.elem)));
  } else {
    emit(std::make_unique<WhileNode>(std::move(parts), std::move(condition)));
  }
}

}  // namespace laguz::eval
