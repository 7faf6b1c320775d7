// Loops. The parameters' slots are the results' slots; arrays are moved from one iteration to the
// next, so that an update in the body happens in place.
#include <algorithm>
#include <limits>

#include "eval/compiler.hpp"
#include "eval/rows.hpp"

namespace laguz::eval {
namespace {

/// A parameter whose states are kept.
struct History {
  bool is_array = false;
  bool flat = false;   ///< states of any shape, by their elements
  bool after = false;  ///< at the end of iterations
  ScalarType type = ScalarType::i64;
  Slot param = 0;
  Slot to = 0;
  Rows rows;
  Elements elements;

  void begin(std::int64_t expected) {
    rows.reset(type, expected);
    elements.reset(type, expected);
  }
  /// Bytes that the present state takes.
  std::int64_t bytes(Frame& frame) const {
    return (is_array ? frame.array(param).size() : 1) * support::size_of(type);
  }
  void keep(Frame& frame) {
    if (flat) {
      elements.add(frame.array(param));
    } else if (is_array) {
      rows.add(frame.array(param));
    } else {
      rows.add_bits(frame.bits(param));
    }
  }
  void finish(Frame& frame) {
    frame.array(to) =
        flat ? elements.take() : rows.take(is_array ? frame.array(param).shape() : Shape{});
  }
};

/// The histories of one run of a loop. (Loops may be entered again through recursion.)
class Kept {
 public:
  /// [trips]: of a for loop, for whose states room is claimed at once; of others, unknown.
  /// [budget]: of bytes, or 0.
  Kept(std::vector<History> histories, std::int64_t budget, Frame& frame,
       std::optional<std::uint64_t> trips)
      : histories_(std::move(histories)), left_(budget), limited_(budget != 0) {
    for (const History& history : histories_) {
      after_ = after_ || history.after;
      varying_ = varying_ || history.flat;
      if (!history.flat) each_ += history.bytes(frame);
    }
    if (limited_ && each_ > 0) room_ = static_cast<std::uint64_t>(budget / each_);
    constexpr std::int64_t kExpected = 16;
    const std::int64_t expected =
        trips ? static_cast<std::int64_t>(std::min(*trips, room_)) : kExpected;
    for (History& history : histories_) history.begin(expected);
  }

  /// Before an iteration. False when there is no room.
  bool keep(Frame& frame) {
    if (limited_ && !takes(frame)) return false;
    for (History& history : histories_)
      if (!history.after) history.keep(frame);
    return true;
  }
  void keep_after(Frame& frame) {
    if (!after_) return;
    for (History& history : histories_)
      if (history.after) history.keep(frame);
  }

  bool empty() const { return histories_.empty(); }

  void finish(Frame& frame) {
    for (History& history : histories_) history.finish(frame);
  }

 private:
  bool takes(Frame& frame) {
    if (room_ == 0) return false;
    --room_;
    if (!varying_) return true;
    left_ -= each_;
    for (const History& history : histories_)
      if (history.flat) left_ -= history.bytes(frame);
    return left_ >= 0;
  }

  std::vector<History> histories_;
  std::int64_t left_;
  bool limited_;
  bool after_ = false;     ///< some are of the ends of iterations
  bool varying_ = false;   ///< states are not all of one size
  std::int64_t each_ = 0;  ///< bytes of those that are, in each iteration
  std::uint64_t room_ = std::numeric_limits<std::int64_t>::max();  ///< for so many iterations more
};

class LoopNode : public Node {
 public:
  struct Parts {
    Block init;
    Block body;
    std::vector<History> histories;
    std::int64_t budget = 0;      ///< of the histories
    std::optional<Slot> counter;  ///< receives the number of iterations
  };
  explicit LoopNode(Parts parts)
      : parts_(std::move(parts)), cost_(2 * static_cast<std::int64_t>(parts_.body.size()) + 2) {}

 protected:
  Kept begin(Frame& frame, std::optional<std::uint64_t> trips) const {
    return {parts_.histories, parts_.budget, frame, trips};
  }
  void finish(Frame& frame, Kept& kept, std::uint64_t count) {
    kept.finish(frame);
    if (parts_.counter) frame.put_bits(*parts_.counter, count);
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
    Kept kept = begin(frame, n);
    const std::uint64_t count = kept.empty() ? iterate(
                                                   frame, n, [] { return true; }, [] {})
                                             : iterate(
                                                   frame, n, [&] { return kept.keep(frame); },
                                                   [&] { kept.keep_after(frame); });
    if (!frame.stopped()) finish(frame, kept, count);
  }

 private:
  /// At most [n] iterations, while [before] holds; how many.
  template <class Before, class After>
  std::uint64_t iterate(Frame& frame, std::uint64_t n, const Before& before, const After& after) {
    constexpr std::uint64_t kBetweenPolls = 64;
    for (std::uint64_t i = 0; i < n;) {
      const std::uint64_t end = i + std::min(kBetweenPolls, n - i);
      support::spend(static_cast<std::int64_t>(end - i) * cost_);
      for (; i < end; ++i) {
        frame.put_bits(index_, i);
        if (!before()) return i;
        if (!parts_.body.run_through(frame)) return i;
        after();
      }
    }
    return n;
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
    Kept kept = begin(frame, {});
    std::uint64_t count = 0;
    for (; condition_.holds(frame); ++count) {
      support::spend(cost_);
      if (!kept.keep(frame)) break;
      if (!parts_.body.run_through(frame)) return;
      kept.keep_after(frame);
    }
    if (!frame.stopped()) finish(frame, kept, count);
  }

 private:
  Condition condition_;
};

}  // namespace

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
  CompiledBody compiled = body(exp.body, exp.params, {});
  assign(compiled, params);
  parts.body = std::move(compiled.block);

  const core::Binders& binders = current_->stm->binders;
  std::size_t result = 0;
  for (const Slot slot : params) bind_at(binders[result++], slot);
  for (std::size_t h = 0; h < exp.history.size(); ++h) {
    const std::uint32_t kept = exp.history[h];
    const core::Type type = exp.params[kept].type;
    History history;
    history.is_array = type.rank > 0;
    history.flat = exp.is_flat(h);
    history.after = exp.is_after(h);
    history.type = type.elem;
    history.param = params[kept];
    history.to = bind(binders[result++]);
    parts.histories.push_back(std::move(history));
  }
  if (exp.counted) parts.counter = bind(binders[result++]);
  parts.budget = exp.budget;

  if (for_form != nullptr) {
    emit(products, std::make_unique<ForNode>(std::move(parts), index, bound,
                                             support::is_signed(for_form->index.type.elem)));
  } else {
    emit(std::make_unique<WhileNode>(std::move(parts), std::move(condition)));
  }
}

}  // namespace laguz::eval
