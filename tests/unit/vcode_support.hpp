// vcode run step by step: what machine code is compared with.
#pragma once

#include <cstring>
#include <map>

#include "prims/catalog.hpp"
#include "vcode/code.hpp"

namespace laguz_test {

namespace vcode = laguz::vcode;
namespace prims = laguz::prims;
using laguz::support::Scalar;
using laguz::support::ScalarType;

/// A unit that is being written.
struct UnitWriter {
  vcode::Unit unit;

  vcode::Value value(ScalarType type) {
    unit.types.push_back(type);
    return static_cast<vcode::Value>(unit.types.size() - 1);
  }
  vcode::Operand of(vcode::Value x) const { return {x, unit.types[x], 0}; }
  static vcode::Operand number(std::int64_t x) {
    return {{}, ScalarType::i64, static_cast<std::uint64_t>(x)};
  }
};

/// Elements of one array.
struct Memory {
  ScalarType elem = ScalarType::f64;
  std::vector<std::uint8_t> bytes{};

  std::size_t width() const { return static_cast<std::size_t>(laguz::support::size_of(elem)); }
  std::size_t size() const { return bytes.size() / width(); }
  std::uint64_t at(std::size_t i) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width(), width());
    if (elem == ScalarType::i32) return static_cast<std::uint64_t>(static_cast<std::int32_t>(bits));
    return bits;
  }
  void put(std::size_t i, std::uint64_t bits) {
    std::memcpy(bytes.data() + i * width(), &bits, width());
  }
  void push(std::uint64_t bits) {
    bytes.resize(bytes.size() + width());
    put(size() - 1, bits);
  }
};

/// Runs a unit. [values]: of inputs, lengths and strides, before; the states in the end.
class Steps {
 public:
  Steps(const vcode::Unit& unit, std::vector<Memory>& arrays,
        std::map<vcode::Value, std::uint64_t> values)
      : unit_(unit), arrays_(arrays), values_(std::move(values)) {}

  /// 0, or 1 + the site that has failed, whose [numbers] are then what they were.
  std::int64_t run() {
    failed_ = 0;
    code(unit_.before);
    if (failed_ == 0) repeat(unit_.loop);
    return failed_;
  }
  std::vector<std::uint64_t> numbers{};
  /// By array, if several are in one's memory: whose.
  std::vector<vcode::ArrayNumber> memories{};
  std::uint64_t value(const vcode::Operand& x) const {
    return x.value ? values_.at(*x.value) : x.bits;
  }

 private:
  void fail(vcode::SiteNumber site) {
    failed_ = 1 + static_cast<std::int64_t>(site);
    for (const vcode::Operand& number : unit_.sites[site].numbers) numbers.push_back(value(number));
  }
  void code(const vcode::Code& code) {
    for (const vcode::Step& step : code) {
      if (failed_ != 0) return;
      std::visit([this](const auto& node) { this->step(node); }, step.node);
    }
  }
  void step(const vcode::Apply& e) {
    std::vector<Scalar> args;
    for (const vcode::Operand& arg : e.args) args.push_back({arg.type, value(arg)});
    if (e.site && !prims::guard_holds(e.prim, args)) return fail(*e.site);
    values_[e.to] = prims::apply(e.prim, args).bits;
  }
  void step(const vcode::Inside& e) {
    const auto index = static_cast<std::int64_t>(value(e.index));
    if (index < 0 || index >= static_cast<std::int64_t>(value(e.length))) fail(e.site);
  }
  Memory& memory(vcode::ArrayNumber array) {
    return arrays_[memories.empty() ? array : memories[array]];
  }
  void step(const vcode::Load& e) { values_[e.to] = memory(e.array).at(value(e.at)); }
  void step(const vcode::Store& e) { memory(e.array).put(value(e.at), value(e.value)); }
  void step(const vcode::Keep& e) { arrays_[e.array].push(value(e.value)); }
  void step(const vcode::Check& e) {
    if (value(e.condition) == 0) fail(e.site);
  }
  void step(const vcode::Branch& e) {
    const bool yes = value(e.condition) != 0;
    code(yes ? e.yes : e.no);
    if (failed_ != 0) return;
    for (const auto& result : e.results) values_[result.to] = value(yes ? result.yes : result.no);
  }
  void step(const vcode::Repeat& e) { repeat(e); }
  void step(const vcode::Reserve& e) {
    arrays_[e.array].bytes.resize(value(e.size) * arrays_[e.array].width());
  }
  void step(const vcode::Swap& e) { std::swap(arrays_[e.a], arrays_[e.b]); }
  void step(const vcode::Clear& e) { arrays_[e.array].bytes.clear(); }
  void step(const vcode::Count& e) { values_[e.to] = arrays_[e.array].size(); }
  void step(const vcode::Note&) { throw std::logic_error("a step that is not made here"); }
  void step(const vcode::Invoke& e) {
    const vcode::Function& called = unit_.functions[e.function];
    std::vector<std::uint64_t> args;
    for (const vcode::Operand& arg : e.args) args.push_back(value(arg));
    auto own = values_;
    for (std::size_t k = 0; k < args.size(); ++k) values_[called.params[k]] = args[k];
    code(called.body);
    std::vector<std::uint64_t> results;
    if (failed_ == 0)
      for (const vcode::Operand& result : called.results) results.push_back(value(result));
    values_ = std::move(own);
    for (std::size_t k = 0; k < results.size(); ++k) values_[e.to[k]] = results[k];
  }
  /// Whether another iteration follows.
  bool goes_on(const vcode::Repeat& e, std::int64_t i) {
    if (const auto* form = std::get_if<vcode::Repeat::Upwards>(&e.form)) {
      values_[form->index] = static_cast<std::uint64_t>(i);
      return i < static_cast<std::int64_t>(value(form->bound));
    }
    const auto& form = std::get<vcode::Repeat::While>(e.form);
    code(form.condition);
    return failed_ == 0 && value(form.holds) != 0;
  }
  void repeat(const vcode::Repeat& e) {
    for (const auto& state : e.states) values_[state.state] = value(state.init);
    for (std::int64_t i = 0; failed_ == 0 && goes_on(e, i); ++i) {
      code(e.body);
      if (failed_ != 0) return;
      std::vector<std::uint64_t> next;
      for (const auto& state : e.states) next.push_back(value(state.next));
      for (std::size_t k = 0; k < next.size(); ++k) values_[e.states[k].state] = next[k];
    }
  }

  const vcode::Unit& unit_;
  std::vector<Memory>& arrays_;
  std::map<vcode::Value, std::uint64_t> values_;
  std::int64_t failed_ = 0;
};

}  // namespace laguz_test
