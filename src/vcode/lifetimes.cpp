#include "vcode/lifetimes.hpp"

#include <algorithm>

namespace laguz::vcode {

/// Follows the code in its order, and knows at which step of each code around it is.
class Lifetimes::Walk {
 public:
  Walk(const Unit& unit, Lifetimes& made)
      : unit_(unit), made_(made), depths_(unit.types.size(), 0), lasts_(unit.types.size()) {
    // What is outside of the loop is there as long as it runs.
    for (const Step& step : unit.before)
      std::visit([this](const auto& node) { this->step(node); }, step.node);
    for (const Unit::Limit& limit : unit.limits) use(limit.value);
    repeat(unit.loop);
    for (const Function& function : unit.functions) {
      for (const Value param : function.params) give(param);
      code(function.body);
      use(function.results);
    }
    for (Value value = 0; value < lasts_.size(); ++value)
      if (lasts_[value] != nullptr) made_.ends_[lasts_[value]].push_back(value);
  }

 private:
  void give(Value value) {
    depths_[value] = at_.size() - 1;
    lasts_[value] = at_.back();
  }
  /// (What a code has given that is over is asked for by the step around it.)
  void use(const Operand& operand) {
    if (!operand.value) return;
    const std::size_t depth = depths_[*operand.value];
    lasts_[*operand.value] = at_[std::min(depth, at_.size() - 1)];
  }
  void use(const Operands& all) {
    for (const Operand& one : all) use(one);
  }
  void use(SiteNumber site) { use(unit_.sites[site].numbers); }

  void code(const Code& code) {
    at_.push_back(nullptr);
    for (const Step& step : code) {
      at_.back() = &step;
      std::visit([this](const auto& node) { this->step(node); }, step.node);
    }
    at_.pop_back();
  }
  void step(const Apply& e) {
    use(e.args);
    if (e.site) use(*e.site);
    give(e.to);
  }
  void step(const Inside& e) {
    use(e.index);
    use(e.length);
    use(e.site);
  }
  void step(const Load& e) {
    use(e.at);
    give(e.to);
  }
  void step(const Store& e) {
    use(e.at);
    use(e.value);
  }
  void step(const Keep& e) { use(e.value); }
  void step(const Reserve& e) { use(e.size); }
  void step(const Swap&) {}
  void step(const Clear&) {}
  void step(const Count& e) { give(e.to); }
  void step(const Note& e) { use(e.value); }
  void step(const Invoke& e) {
    use(e.args);
    for (const Value to : e.to) give(to);
  }
  void step(const Check& e) {
    use(e.condition);
    use(e.site);
  }
  void step(const Branch& e) {
    use(e.condition);
    for (const Branch::Result& result : e.results) give(result.to);
    code(e.yes);
    code(e.no);
    for (const Branch::Result& result : e.results) {
      use(result.yes);
      use(result.no);
    }
  }
  void step(const Repeat& e) { repeat(e); }
  void repeat(const Repeat& e) {
    for (const Repeat::State& state : e.states) {
      use(state.init);
      give(state.state);
    }
    if (const auto* upwards = std::get_if<Repeat::Upwards>(&e.form)) {
      use(upwards->bound);
      give(upwards->index);
    } else {
      const auto& form = std::get<Repeat::While>(e.form);
      code(form.condition);
      use(form.holds);
    }
    code(e.body);
    for (const Repeat::State& state : e.states) use(state.next);
  }

  const Unit& unit_;
  Lifetimes& made_;
  std::vector<std::size_t> depths_;       ///< by value: of the code that it is given in, in at_
  std::vector<const Step*> lasts_;        ///< by value: the step of that code that asks for it last
  std::vector<const Step*> at_{nullptr};  ///< where it is, in each code around
};

Lifetimes::Lifetimes(const Unit& unit) { Walk(unit, *this); }

std::span<const Value> Lifetimes::end_at(const Step& step) const {
  const auto found = ends_.find(&step);
  if (found == ends_.end()) return {};
  return found->second;
}

}  // namespace laguz::vcode
