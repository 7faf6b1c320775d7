#include "vcode/specialise.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "prims/catalog.hpp"
#include "vcode/elements.hpp"
#include "vcode/unused.hpp"

namespace laguz::vcode {
namespace {

using prims::Op;
using support::Scalar;

/// From so many iterations on, those that do not see each other are better side by side.
constexpr std::int64_t kSideBySide = 4;
/// So many steps a loop is written out as, at most; and one of so few iterations that they never
/// are side by side, like that of a window.
constexpr std::int64_t kMostWritten = 64, kMostOfFew = 256;

bool is_constant(const Operand& x) { return !x.value; }
std::int64_t number(const Operand& x) { return static_cast<std::int64_t>(x.bits); }
Operand constant(Scalar x) { return {{}, x.type, x.bits}; }

/// The first and the last that a number of 64 bits may be.
struct Range {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

class Specialiser {
 public:
  explicit Specialiser(const Unit& from) : from_(from), is_(from.types.size()), elements_(from) {}

  std::optional<Unit> run(KnownBits known, KnownSame same) {
    to_.kept = from_.kept;
    to_.notes = from_.notes;
    to_.is_map = from_.is_map;
    to_.arrays = from_.arrays;
    for (const Unit::Input& input : from_.inputs)
      to_.inputs.push_back({input.var, enter(input.value, known, same)});
    for (Unit::Array& array : to_.arrays)
      for (auto* numbers : {&array.lengths, &array.strides})
        for (Value& number : *numbers) number = enter(number, known, same);
    code(from_.before, to_.before);
    for (const Unit::Limit& limit : from_.limits) {
      const Operand value = now(limit.value);
      if (!is_constant(value) || number(value) > limit.most)
        to_.limits.push_back({value, limit.most});
    }
    to_.loop = rolled(from_.loop);
    for (const Function& function : from_.functions) {
      Function& made = to_.functions.emplace_back();
      for (const Value param : function.params) made.params.push_back(give(param));
      scope([&] {
        code(function.body, made.body);
        made.results = now(function.results);
      });
    }
    if (!gained_) return {};
    leave_out_unused(to_);
    hoist(to_);
    return std::move(to_);
  }

 private:
  // ---- Values
  Value make(ScalarType type) {
    to_.types.push_back(type);
    return static_cast<Value>(to_.types.size() - 1);
  }
  Operand of(Value value) const { return {value, to_.types[value], 0}; }
  /// [value] of the unit from, as a new one.
  Value give(Value value) {
    const Value made = make(from_.types[value]);
    is_[value] = of(made);
    return made;
  }
  Value enter(Value value, KnownBits known, KnownSame same) {
    const Value made = give(value);
    if (const auto bits = known(value)) {
      is_[value] = constant({from_.types[value], *bits});
    } else if (const Value first = same(value); first != value) {
      is_[value] = is_[first];
      gained_ = true;
    }
    return made;
  }
  Operand now(const Operand& operand) const {
    return operand.value ? is_[*operand.value] : operand;
  }
  Operands now(const Operands& all) const {
    Operands result;
    for (const Operand& one : all) result.push_back(now(one));
    return result;
  }
  SiteNumber site(SiteNumber number) {
    Site copy = from_.sites[number];
    copy.numbers = now(copy.numbers);
    to_.sites.push_back(std::move(copy));
    return static_cast<SiteNumber>(to_.sites.size() - 1);
  }
  void add(Code& to, Node node) {
    ++to_.size;
    to.push_back({std::move(node)});
  }
  Range range(const Operand& x) const {
    if (is_constant(x)) return {number(x), number(x)};
    const auto found = ranges_.find(*x.value);
    return found == ranges_.end() ? Range{} : found->second;
  }

  // ---- What is known
  using Key = std::pair<std::uint32_t, std::vector<std::uint64_t>>;
  static Key key_of(std::uint32_t what, const Operands& args) {
    Key key{what, {}};
    for (const Operand& arg : args) {
      key.second.push_back(is_constant(arg) ? 0 : 1);
      key.second.push_back(is_constant(arg) ? arg.bits : *arg.value);
    }
    return key;
  }
  static Key key_of(prims::Prim prim, const Operands& args) {
    return key_of(static_cast<std::uint32_t>(prim.row) << 8 | static_cast<std::uint32_t>(prim.type),
                  args);
  }
  const Operand* find(const Key& key) const {
    for (const auto& scope : known_)
      if (const auto found = scope.find(key); found != scope.end()) return &found->second;
    return nullptr;
  }
  /// Whether that, which would fail, has not failed before.
  bool has_held(std::uint32_t what, const Operands& args) {
    Key key = key_of(what, args);
    if (find(key) != nullptr) return true;
    known_.back()[std::move(key)] = {};
    return false;
  }
  static constexpr std::uint32_t kInside = ~0u, kCheck = ~1u;  ///< no primitives

  template <class F>
  void scope(const F& what) {
    known_.emplace_back();
    elements_.apart(what);
    known_.pop_back();
  }

  // ---- Steps
  void code(const Code& from, Code& to) {
    for (const Step& step : from)
      std::visit([&](const auto& node) { this->step(node, to); }, step.node);
  }
  void step(const Apply& e, Code& to) {
    const Operands args = now(e.args);
    if (const auto known = value_of(e, args)) {
      is_[e.to] = *known;
      return;
    }
    Key key = key_of(e.prim, args);
    if (const Operand* before = find(key)) {
      is_[e.to] = *before;
      return;
    }
    std::optional<SiteNumber> fails;
    if (e.site) fails = site(*e.site);
    const Value made = give(e.to);
    bound(e, args, made);
    if (is_cast(e)) without_sign_[made] = args[0];
    known_.back()[std::move(key)] = of(made);
    add(to, Apply{e.prim, args, made, fails});
  }
  /// What it gives, if that is an operand or a constant.
  std::optional<Operand> value_of(const Apply& e, const Operands& args) const {
    if (std::all_of(args.begin(), args.end(), is_constant)) {
      std::vector<Scalar> scalars;
      for (const Operand& arg : args) scalars.push_back({arg.type, arg.bits});
      if (prims::guard_holds(e.prim, scalars)) return constant(prims::apply(e.prim, scalars));
      return {};
    }
    const Op op = prims::op_of(e.prim);
    if (op == Op::select && is_constant(args[0])) return args[args[0].bits != 0 ? 1 : 2];
    if (op == Op::lt && e.prim.type == ScalarType::u64 && is_inside(args[0], args[1]))
      return constant(Scalar::boolean(true));
    if (op == Op::bit_and && e.prim.type == ScalarType::boolean)
      for (const std::size_t k : {0U, 1U})
        if (is(args[k], 1)) return args[1 - k];
    if (e.prim.type != ScalarType::i64 || args.size() != 2) return {};
    const Operand &a = args[0], &b = args[1];
    if ((op == Op::add && is(b, 0)) || (op == Op::sub && is(b, 0)) || (op == Op::mul && is(b, 1)))
      return a;
    if ((op == Op::add && is(a, 0)) || (op == Op::mul && is(a, 1))) return b;
    if (op == Op::mul && (is(a, 0) || is(b, 0))) return constant(Scalar::i64(0));
    if (op == Op::eq && is_same(a, b)) return constant(Scalar::boolean(true));
    return {};
  }
  /// Whether the numbers without signs that indices and lengths are taken for are known to be one
  /// below the other.
  bool is_inside(const Operand& index, const Operand& length) const {
    const auto with_sign = [&](const Operand& x) -> std::optional<Operand> {
      if (is_constant(x)) return Operand{{}, ScalarType::i64, x.bits};
      const auto found = without_sign_.find(*x.value);
      return found == without_sign_.end() ? std::nullopt : std::optional(found->second);
    };
    const auto a = with_sign(index), b = with_sign(length);
    if (!a || !b) return false;
    const Range of_index = range(*a);
    if (of_index.first >= 0 && of_index.last < range(*b).first) return true;
    return find(key_of(kInside, {*a, *b})) != nullptr;
  }
  static bool is_cast(const Apply& e) {
    return prims::op_of(e.prim) == Op::convert && e.prim.type == ScalarType::i64 &&
           prims::result_type(e.prim) == ScalarType::u64;
  }
  /// Between what [made], which [e] gives, is.
  void bound(const Apply& e, const Operands& args, Value made) {
    if (e.prim.type != ScalarType::i64 || args.size() != 2) return;
    const Range a = range(args[0]), b = range(args[1]);
    Range r;
    const Op op = prims::op_of(e.prim);
    bool over = true;
    if (op == Op::min || op == Op::max) {
      const auto which = [&](std::int64_t x, std::int64_t y) {
        return op == Op::min ? std::min(x, y) : std::max(x, y);
      };
      r = {which(a.first, b.first), which(a.last, b.last)};
      over = false;
    }
    if (op == Op::add)
      over = __builtin_add_overflow(a.first, b.first, &r.first) ||
             __builtin_add_overflow(a.last, b.last, &r.last);
    if (op == Op::sub)
      over = __builtin_sub_overflow(a.first, b.last, &r.first) ||
             __builtin_sub_overflow(a.last, b.first, &r.last);
    // (Of what is not below 0: places are.)
    if (op == Op::mul)
      over = a.first < 0 || b.first < 0 || __builtin_mul_overflow(a.first, b.first, &r.first) ||
             __builtin_mul_overflow(a.last, b.last, &r.last);
    if (!over) ranges_[made] = r;
  }
  void step(const Inside& e, Code& to) {
    const Operand index = now(e.index), length = now(e.length);
    const Range of_index = range(index), of_length = range(length);
    if (of_index.first >= 0 && of_index.last < of_length.first) return;
    if (!has_held(kInside, {index, length})) add(to, Inside{index, length, site(e.site)});
  }
  void step(const Check& e, Code& to) {
    const Operand condition = now(e.condition);
    if (is(condition, 1)) return;
    if (!has_held(kCheck, {condition})) add(to, Check{condition, site(e.site)});
  }
  void step(const Load& e, Code& to) {
    const Operand at = now(e.at);
    if (const auto known = elements_.load(e.array, at)) {
      is_[e.to] = *known;
      gained_ = true;
      return;
    }
    add(to, Load{e.array, at, give(e.to)});
  }
  void step(const Store& e, Code& to) {
    const Store made{e.array, now(e.at), now(e.value)};
    elements_.store(made.array, made.at, made.value);
    add(to, made);
  }
  void step(const Keep& e, Code& to) {
    elements_.forget(e.array);
    add(to, Keep{e.array, now(e.value)});
  }
  void step(const Reserve& e, Code& to) {
    elements_.forget(e.array);
    add(to, Reserve{e.array, now(e.size)});
  }
  void step(const Swap& e, Code& to) {
    elements_.forget(e.a);
    elements_.forget(e.b);
    add(to, e);
  }
  void step(const Clear& e, Code& to) {
    elements_.forget(e.array);
    add(to, e);
  }
  void step(const Count& e, Code& to) { add(to, Count{e.array, give(e.to)}); }
  void step(const Note& e, Code& to) { add(to, Note{e.number, now(e.value)}); }
  void step(const Invoke& e, Code& to) {
    Invoke made{e.function, now(e.args), {}};
    for (const Value value : e.to) made.to.push_back(give(value));
    add(to, std::move(made));
  }

  void step(const Branch& e, Code& to) {
    const Operand condition = now(e.condition);
    if (is_constant(condition) && !(is(condition, 1) && addition_in(e))) {
      const bool yes = condition.bits != 0;
      code(yes ? e.yes : e.no, to);
      for (const Branch::Result& result : e.results)
        is_[result.to] = now(yes ? result.yes : result.no);
      return;
    }
    Branch made{condition, {}, {}, {}};
    std::vector<Operand> yes, no;
    scope([&] {
      code(e.yes, made.yes);
      for (const Branch::Result& result : e.results) yes.push_back(now(result.yes));
    });
    scope([&] {
      code(e.no, made.no);
      for (const Branch::Result& result : e.results) no.push_back(now(result.no));
    });
    elements_.forget_changed_in(e.yes);
    elements_.forget_changed_in(e.no);
    for (std::size_t k = 0; k < e.results.size(); ++k)
      made.results.push_back({give(e.results[k].to), yes[k], no[k]});
    add(to, std::move(made));
  }

  // ---- Loops
  void step(const Repeat& e, Code& to) {
    const auto* form = std::get_if<Repeat::Upwards>(&e.form);
    const auto trips = form != nullptr ? count(form->bound) : std::nullopt;
    if (!trips) return add(to, rolled(e));
    gained_ = gained_ || form->bound.value;
    if (!is_better_written(e, *trips)) return add(to, rolled(e));
    std::vector<Operand> states;
    for (const Repeat::State& state : e.states) states.push_back(now(state.init));
    for (std::int64_t turn = 0; turn < *trips; ++turn) {
      is_[form->index] = {{}, form->bound.type, static_cast<std::uint64_t>(turn)};
      for (std::size_t k = 0; k < states.size(); ++k) is_[e.states[k].state] = states[k];
      code(e.body, to);
      for (std::size_t k = 0; k < states.size(); ++k) states[k] = now(e.states[k].next);
    }
    for (std::size_t k = 0; k < states.size(); ++k) is_[e.states[k].state] = states[k];
  }
  /// How many iterations, if that is known.
  std::optional<std::int64_t> count(const Operand& bound) const {
    const Operand here = now(bound);
    if (!is_constant(here)) return {};
    if (support::is_signed(here.type)) return std::max<std::int64_t>(number(here), 0);
    return number(here) < 0 ? std::nullopt : std::optional(number(here));
  }
  bool is_better_written(const Repeat& e, std::int64_t trips) const {
    if (trips <= 1) return true;
    if (trips > kMostWritten || to_.size > kMostSteps) return false;
    if (trips < kSideBySide) return trips * length_of(e.body) <= kMostOfFew;
    const bool beside = e.states.empty() || is_dear(e.body);
    return !(beside && is_innermost(e)) && trips * length_of(e.body) <= kMostWritten;
  }
  /// Whether it computes something that several iterations are better given at once.
  static bool is_dear(const Code& code) {
    return std::any_of(code.begin(), code.end(), [](const Step& step) {
      const auto* apply = std::get_if<Apply>(&step.node);
      return apply != nullptr && prims::row_of(apply->prim).has(prims::kDear);
    });
  }
  /// Whether no loop is left in it once those that are better so are written out.
  bool is_innermost(const Repeat& e) const {
    return std::none_of(e.body.begin(), e.body.end(), [&](const Step& step) {
      const auto* loop = std::get_if<Repeat>(&step.node);
      if (loop == nullptr) return false;
      const auto* form = std::get_if<Repeat::Upwards>(&loop->form);
      const auto trips = form != nullptr ? count(form->bound) : std::nullopt;
      return !trips || !is_better_written(*loop, *trips);
    });
  }
  /// Steps that are left of [code], at most; more than may be written out, if that is not known.
  std::int64_t length_of(const Code& code) const {
    std::int64_t sum = 0;
    for (const Step& step : code) {
      ++sum;
      if (const auto* branch = std::get_if<Branch>(&step.node))
        sum += length_of(branch->yes) + length_of(branch->no);
      if (const auto* loop = std::get_if<Repeat>(&step.node)) {
        const auto* form = std::get_if<Repeat::Upwards>(&loop->form);
        const auto trips = form != nullptr ? count(form->bound) : std::nullopt;
        if (!trips) return kMostOfFew + 1;
        sum += is_better_written(*loop, *trips) ? *trips * length_of(loop->body)
                                                : length_of(loop->body);
      }
      if (sum > kMostOfFew) return sum;
    }
    return sum;
  }
  Repeat rolled(const Repeat& e) {
    Repeat made;
    for (const Repeat::State& state : e.states) made.states.push_back({0, now(state.init), {}});
    if (const auto* form = std::get_if<Repeat::Upwards>(&e.form)) {
      const Operand bound = now(form->bound);
      const Value index = give(form->index);
      if (const Range most = range(bound); bound.type == ScalarType::i64 && most.last > 0)
        ranges_[index] = {0, most.last - 1};
      made.form = Repeat::Upwards{index, bound};
    }
    for (std::size_t k = 0; k < e.states.size(); ++k)
      made.states[k].state = give(e.states[k].state);
    if (const auto* form = std::get_if<Repeat::While>(&e.form))
      elements_.forget_changed_in(form->condition);
    elements_.forget_changed_in(e.body);
    scope([&] {
      if (const auto* form = std::get_if<Repeat::While>(&e.form)) {
        Repeat::While turns;
        code(form->condition, turns.condition);
        turns.holds = now(form->holds);
        made.form = std::move(turns);
      }
      code(e.body, made.body);
      for (std::size_t k = 0; k < e.states.size(); ++k) made.states[k].next = now(e.states[k].next);
    });
    return made;
  }

  const Unit& from_;
  Unit to_{};
  std::vector<Operand> is_;  ///< by value of the unit from: what it is here
  std::unordered_map<Value, Range> ranges_{};
  std::unordered_map<Value, Operand> without_sign_{};  ///< numbers of 64 bits: those with one
  std::vector<std::map<Key, Operand>> known_{1};
  KnownElements elements_;
  bool gained_ = false;
};

void add_bounds(const Code& code, std::unordered_set<Value>& all) {
  for (const Step& step : code) {
    if (const auto* branch = std::get_if<Branch>(&step.node)) {
      add_bounds(branch->yes, all);
      add_bounds(branch->no, all);
    }
    const auto* loop = std::get_if<Repeat>(&step.node);
    if (loop == nullptr) continue;
    if (const auto* form = std::get_if<Repeat::Upwards>(&loop->form); form && form->bound.value)
      all.insert(*form->bound.value);
    add_bounds(loop->body, all);
  }
}

}  // namespace

std::unordered_set<Value> bounds(const Unit& unit) {
  std::unordered_set<Value> all, inputs;
  add_bounds(unit.loop.body, all);
  for (const Unit::Input& input : unit.inputs)
    if (all.count(input.value) != 0) inputs.insert(input.value);
  return inputs;
}

std::optional<Unit> specialise(const Unit& unit, KnownBits known, KnownSame same) {
  return Specialiser(unit).run(known, same);
}

}  // namespace laguz::vcode
