// Random vcode: loops in loops.
#pragma once

#include <random>

#include "scalar_samples.hpp"
#include "vcode_support.hpp"

namespace laguz_test {

/// A loop around one or two more, over arrays that are read, overwritten in place, written anew,
/// added to, and kept, and over a few elements of its own.
class RandomUnit {
 public:
  explicit RandomUnit(unsigned seed) : random_(seed) {
    types_ = roll(3) == 0   ? std::vector{ScalarType::f32, ScalarType::i32}
             : roll(4) == 0 ? std::vector{ScalarType::f64}
             : roll(3) == 0 ? std::vector{ScalarType::i64, ScalarType::f64}
                            : std::vector{ScalarType::f64, ScalarType::i64, ScalarType::f32,
                                          ScalarType::i32, ScalarType::boolean};
    // (Of many values, registers are used again.)
    if (roll(2) == 0) unit.types.assign(600, ScalarType::i64);
    trips_ = input(static_cast<std::uint64_t>(roll(21)));
    for (const ScalarType type : types_)
      pool_[type] = {input(type), constant(type), constant(type)};
    pool_[ScalarType::i64].push_back(input(static_cast<std::uint64_t>(roll(5))));
    for (int a = 0; a < 3; ++a) given(type());
    places_ = given(ScalarType::i64);
    for (std::size_t i = 0; i < memory[places_].size(); ++i)
      memory[places_].put(i, static_cast<std::uint64_t>(roll(kLength)));
    for (int a = 0; a < 2; ++a) overwritten_.push_back(given(type()));
    fresh_ = given(type());
    for (int a = 0; a < 3; ++a) sums_.push_back(given(types_[0]));
    kept_ = filled(type());
    few_ = filled(types_[0]);
    for (const auto array : {overwritten_[0], overwritten_[1], fresh_})
      unit.arrays[array].written = true;
    for (vcode::ArrayNumber a = 0; a < unit.arrays.size(); ++a) memories.push_back(a);
    // (Sums of one accumulator for several updates.)
    const bool by_site = roll(3) == 0;
    for (const auto array : sums_) {
      unit.arrays[array].origin = vcode::Unit::Origin::sum;
      unit.arrays[array].written = true;
      unit.arrays[array].var = 1;
      if (!by_site) memories[array] = sums_[0];
    }
    has_few_ = roll(5) == 0;
    unit.kept.push_back({kept_, {}});

    const vcode::Value turn = value(ScalarType::i64);
    unit.loop.form = vcode::Repeat::Upwards{turn, constant(ScalarType::i64, 1 + roll(3))};
    const vcode::Operand state = of(value(types_[0]));
    pool_[types_[0]].push_back(state);
    pool_[ScalarType::i64].push_back(of(turn));
    vcode::Repeat::State whole{*state.value, pool_[types_[0]][0], state};
    unit.loop.body.push_back({inner(whole)});
    unit.loop.states.push_back(std::move(whole));
  }

  vcode::Unit unit{};
  std::vector<Memory> memory{};
  /// By array: whose memory it is in.
  std::vector<vcode::ArrayNumber> memories{};
  std::map<vcode::Value, std::uint64_t> values{};

  /// The first input or length that is the same number as [one].
  vcode::Value first_like(vcode::Value one) const {
    const auto is_like = [&](vcode::Value other) {
      return unit.types[other] == unit.types[one] && values.at(other) == values.at(one);
    };
    for (const auto& input : unit.inputs)
      if (is_like(input.value)) return input.value;
    for (const auto& array : unit.arrays)
      for (const auto* numbers : {&array.lengths, &array.strides})
        for (const vcode::Value number : *numbers)
          if (is_like(number)) return number;
    return one;
  }

 private:
  static constexpr int kLength = 40, kFew = 4;
  using Pool = std::map<ScalarType, std::vector<vcode::Operand>>;

  int roll(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  ScalarType type() { return pick_number(); }
  ScalarType pick_number() {
    while (true) {
      const ScalarType type =
          types_[static_cast<std::size_t>(roll(static_cast<int>(types_.size())))];
      if (type != ScalarType::boolean) return type;
    }
  }
  vcode::Value value(ScalarType type) {
    unit.types.push_back(type);
    return static_cast<vcode::Value>(unit.types.size() - 1);
  }
  vcode::Operand of(vcode::Value v) const { return {v, unit.types[v], 0}; }
  vcode::Operand constant(ScalarType type) { return {{}, type, small(type).bits}; }
  static vcode::Operand constant(ScalarType type, int x) {
    return {{}, type, static_cast<std::uint64_t>(x)};
  }
  Scalar small(ScalarType type) {
    if (roll(8) == 0) return sample(type, random_);
    if (type == ScalarType::boolean) return Scalar::boolean(roll(2) == 0);
    if (laguz::support::is_integer(type)) return Scalar::integer(type, roll(9) - 4);
    // (Sums of the second are other ones in another order.)
    return of_double(type, (roll(2) == 0 ? 0.25 : 0.1) * (roll(17) - 8));
  }
  vcode::Operand input(ScalarType type) {
    const vcode::Operand made = input(small(type).bits);
    unit.types[*made.value] = type;
    return {made.value, type, 0};
  }
  vcode::Operand input(std::uint64_t bits) {
    unit.inputs.push_back({0, value(ScalarType::i64)});
    values[unit.inputs.back().value] = bits;
    return of(unit.inputs.back().value);
  }
  vcode::ArrayNumber given(ScalarType elem) {
    vcode::Unit::Array array;
    array.elem = elem;
    array.lengths = {value(ScalarType::i64)};
    array.strides = {value(ScalarType::i64)};
    values[array.lengths[0]] = kLength;
    values[array.strides[0]] = 1;
    unit.arrays.push_back(array);
    Memory elements{elem};
    for (int i = 0; i < kLength; ++i) elements.push(small(elem).bits);
    memory.push_back(std::move(elements));
    return static_cast<vcode::ArrayNumber>(memory.size() - 1);
  }
  vcode::ArrayNumber filled(ScalarType elem) {
    vcode::Unit::Array array;
    array.origin = vcode::Unit::Origin::filled;
    array.elem = elem;
    array.written = true;
    unit.arrays.push_back(array);
    memory.push_back({elem});
    return static_cast<vcode::ArrayNumber>(memory.size() - 1);
  }
  vcode::SiteNumber site(vcode::Operands numbers, prims::Guard guard = prims::Guard::none) {
    vcode::Site made;
    made.kind = guard == prims::Guard::none ? vcode::Site::Kind::check : vcode::Site::Kind::guard;
    made.guard = guard;
    made.numbers = std::move(numbers);
    made.span.lo = static_cast<std::uint32_t>(unit.sites.size());  // which tells it from others
    unit.sites.push_back(std::move(made));
    return static_cast<vcode::SiteNumber>(unit.sites.size() - 1);
  }

  vcode::Operand any(ScalarType type) {
    const auto& all = pool_[type];
    if (all.empty() || roll(12) == 0) return constant(type);
    const int from = static_cast<int>(all.size());
    // What has been made last is wanted most.
    const int k = roll(2) == 0 ? from - 1 - roll(std::min(from, 3)) : roll(from);
    return all[static_cast<std::size_t>(k)];
  }
  vcode::Operand apply(const char* name, ScalarType at, vcode::Operands args, vcode::Code& code) {
    const prims::Prim prim = prims::get(name, at);
    const vcode::Value to = value(prims::result_type(prim));
    code.push_back({vcode::Apply{prim, std::move(args), to, {}}});
    return of(to);
  }

  /// Some primitive of what there is.
  void apply(vcode::Code& code) {
    static const std::span<const prims::Row> rows = prims::catalog();
    while (true) {
      const std::size_t r = random_() % rows.size();
      const ScalarType at = types_[static_cast<std::size_t>(roll(static_cast<int>(types_.size())))];
      const prims::Row& row = rows[r];
      if (!prims::contains(row.types, at) || row.op == prims::Op::to_bits) continue;
      if (row.op == prims::Op::other && roll(10) != 0) continue;
      if (row.name == "umul_hi" || row.name == "nextafter") continue;
      const prims::Prim prim{static_cast<std::uint16_t>(r), at};
      const auto known = [&](ScalarType type) {
        return std::find(types_.begin(), types_.end(), type) != types_.end() ||
               type == ScalarType::boolean;
      };
      bool fits = known(prims::result_type(prim));
      vcode::Operands args;
      for (int k = 0; k < row.arity; ++k) {
        fits = fits && known(prims::operand_type(prim, k));
        args.push_back(any(prims::operand_type(prim, k)));
      }
      const prims::Guard guard = row.guard[static_cast<int>(at)];
      if (!fits || (guard != prims::Guard::none && roll(4) != 0)) continue;
      const vcode::Value to = value(prims::result_type(prim));
      vcode::Apply made{prim, args, to, {}};
      if (guard != prims::Guard::none) made.site = site({args[1]}, guard);
      code.push_back({std::move(made)});
      pool_[unit.types[to]].push_back(of(to));
      return;
    }
  }

  /// A place, most often inside: an iteration's own, one beside it (within bounds, perhaps), one
  /// from the other end, a column's, or what an array says.
  vcode::Operand place(vcode::Code& code) {
    const ScalarType i64 = ScalarType::i64;
    const vcode::Operand i = index_, length = of(unit.arrays[0].lengths[0]);
    vcode::Operand at = i;
    switch (roll(7)) {
      case 0: at = apply("add", i64, {i, constant(i64, roll(8) == 0 ? -1 : roll(4))}, code); break;
      case 1: at = apply("sub", i64, {constant(i64, 24), i}, code); break;
      case 2: at = apply("mul", i64, {i, roll(2) == 0 ? constant(i64, 2) : any(i64)}, code); break;
      case 3: {
        const vcode::Value found = value(i64);
        code.push_back({vcode::Inside{i, length, site({i})}});
        code.push_back({vcode::Load{places_, i, found}});
        at = of(found);
        break;
      }
      case 4: at = roll(3) == 0 ? any(i64) : i; break;
      case 5: at = beside(code); break;
      default: break;
    }
    code.push_back({vcode::Inside{at, length, site({at, length})}});
    return at;
  }
  /// A place beside the iteration's own, but at the ends.
  vcode::Operand beside(vcode::Code& code) {
    const ScalarType i64 = ScalarType::i64;
    vcode::Operand at = roll(2) == 0 ? any(i64) : constant(i64, roll(5) - 2);
    at = apply("add", i64, {index_, at}, code);
    at = apply("max", i64, {at, constant(i64, 0)}, code);
    return apply("min", i64, {at, roll(4) != 0 ? constant(i64, 20) : any(i64)}, code);
  }
  vcode::Operand load(vcode::ArrayNumber array, const vcode::Operand& at, vcode::Code& code) {
    const vcode::Value found = value(unit.arrays[array].elem);
    code.push_back({vcode::Load{array, at, found}});
    pool_[unit.types[found]].push_back(of(found));
    return of(found);
  }

  void branch(vcode::Code& code, int depth) {
    vcode::Branch made{any(ScalarType::boolean), {}, {}, {}};
    if (roll(3) != 0)
      made.condition = apply("lt", types_[0], {any(types_[0]), any(types_[0])}, code);
    const Pool around = pool_;
    steps(made.yes, depth - 1, 1 + roll(4));
    const Pool yes = std::exchange(pool_, around);
    steps(made.no, depth - 1, roll(4));
    const Pool no = std::exchange(pool_, around);
    for (int k = roll(3); k >= 0; --k) {
      const ScalarType at = types_[static_cast<std::size_t>(roll(static_cast<int>(types_.size())))];
      const auto last = [&](const Pool& pool) {
        const auto found = pool.find(at);
        return found == pool.end() || found->second.empty() ? constant(at) : found->second.back();
      };
      made.results.push_back({value(at), last(yes), last(no)});
    }
    for (const auto& result : made.results) pool_[unit.types[result.to]].push_back(of(result.to));
    code.push_back({std::move(made)});
  }

  /// Folds elements of a row, as many as in all iterations.
  void row(vcode::Code& code) {
    const ScalarType i64 = ScalarType::i64;
    vcode::Repeat loop;
    const vcode::Value k = value(i64);
    const bool is_known = roll(3) != 0;
    const vcode::Operand trips = constant(i64, roll(4));
    loop.form =
        vcode::Repeat::Upwards{k, is_known ? trips : apply("min", i64, {trips_, trips}, code)};
    const vcode::Operand sum = of(value(types_[0]));
    const Pool around = pool_;
    pool_[types_[0]].push_back(sum);
    const vcode::Operand start = apply("mul", i64, {index_, constant(i64, 1 + roll(2))}, code);
    const vcode::Operand at = apply("add", i64, {start, of(k)}, loop.body);
    const vcode::Operand length = of(unit.arrays[0].lengths[0]);
    loop.body.push_back({vcode::Inside{at, length, site({at})}});
    load(0, at, loop.body);
    steps(loop.body, 0, 1 + roll(2));
    const vcode::Operand next =
        apply(roll(2) == 0 ? "add" : "max", types_[0], {sum, any(types_[0])}, loop.body);
    loop.states.push_back({*sum.value, roll(2) == 0 ? constant(types_[0]) : any_of(around), next});
    pool_ = around;
    code.push_back({std::move(loop)});
    pool_[types_[0]].push_back(sum);
  }
  vcode::Operand any_of(const Pool& pool) {
    const auto& all = pool.at(types_[0]);
    return all[static_cast<std::size_t>(roll(static_cast<int>(all.size())))];
  }

  void steps(vcode::Code& code, int depth, int count) {
    for (int k = 0; k < count; ++k) switch (roll(10)) {
        case 0:
        case 1: load(static_cast<vcode::ArrayNumber>(roll(3)), place(code), code); break;
        case 2:
        case 3:
          if (depth > 0) branch(code, depth);
          break;
        case 4:
          if (depth > 1 && roll(2) == 0) row(code);
          if (has_few_) few(code);
          break;
        case 5:
          if (roll(4) == 0) {
            const vcode::Operand x = any(types_[0]);
            const vcode::Operand holds = apply("lt", types_[0], {x, constant(types_[0], 0)}, code);
            const vcode::Operand or_not =
                roll(3) == 0 ? holds : vcode::Operand{{}, ScalarType::boolean, 1};
            code.push_back({vcode::Check{or_not, site({x})}});
          }
          break;
        default: apply(code);
      }
  }

  /// Elements of the few are overwritten and read.
  void few(vcode::Code& code) {
    const ScalarType i64 = ScalarType::i64;
    const auto at = [&]() -> vcode::Operand {
      if (roll(4) != 0) return constant(i64, roll(kFew));
      return apply("and", i64, {any(i64), constant(i64, kFew - 1)}, code);
    };
    for (int k = 1 + roll(3); k > 0; --k)
      if (roll(2) == 0)
        load(few_, at(), code);
      else
        code.push_back({vcode::Store{few_, at(), any(types_[0])}});
  }

  void add_to(vcode::ArrayNumber array, const vcode::Operand& at, vcode::Code& code) {
    vcode::Branch within{
        apply("lt", ScalarType::i64,
              {at, roll(2) == 0 ? any(ScalarType::i64) : constant(ScalarType::i64, kLength)}, code),
        {},
        {},
        {}};
    if (roll(3) == 0) within.condition = any(ScalarType::boolean);
    const ScalarType elem = unit.arrays[array].elem;
    const vcode::Value before = value(elem);
    within.yes.push_back({vcode::Load{array, at, before}});
    const auto after = apply("add", elem, {of(before), any(elem)}, within.yes);
    within.yes.push_back({vcode::Store{array, at, after}});
    if (roll(3) == 0)
      code.insert(code.end(), within.yes.begin(), within.yes.end());
    else
      code.push_back({std::move(within)});
  }

  vcode::Node inner(vcode::Repeat::State& whole) {
    vcode::Repeat loop;
    index_ = of(value(ScalarType::i64));
    loop.form = vcode::Repeat::Upwards{*index_.value, trips_};
    const Pool around = pool_;
    pool_[ScalarType::i64].push_back(index_);
    std::vector<vcode::Operand> folded;
    for (int k = roll(3); k > 0; --k) folded.push_back(of(value(type())));
    if (has_few_) {
      loop.body.push_back({vcode::Reserve{few_, constant(ScalarType::i64, kFew)}});
      for (int k = 0; k < kFew; ++k)
        loop.body.push_back({vcode::Store{few_, constant(ScalarType::i64, k), any(types_[0])}});
    }
    const bool in_place = roll(2) == 0;
    vcode::Operand own = index_;
    if (in_place) {
      own = place(loop.body);
      load(overwritten_[0], own, loop.body);
    }
    steps(loop.body, 3, 3 + roll(8));
    const auto store = [&](vcode::ArrayNumber array, const vcode::Operand& at, vcode::Code& code) {
      code.push_back({vcode::Store{array, at, any(unit.arrays[array].elem)}});
    };
    const bool early = roll(4) == 0;
    if (in_place && early) store(overwritten_[0], own, loop.body);
    if (roll(3) == 0) {
      const vcode::Operand at = place(loop.body);
      store(fresh_, at, loop.body);
    }
    if (in_place && !early) store(overwritten_[0], own, loop.body);
    if (roll(3) == 0) {
      // At one place, or several that may be those of other iterations.
      const bool anywhere = roll(2) == 0, near = roll(2) == 0;
      for (int k = anywhere ? roll(3) : 0; k >= 0; --k) {
        const vcode::Operand at = !anywhere ? index_ : near ? beside(loop.body) : place(loop.body);
        if (near)
          loop.body.push_back({vcode::Inside{at, constant(ScalarType::i64, 21), site({at})}});
        add_to(sums_[static_cast<std::size_t>(roll(3))], at, loop.body);
      }
    }
    if (roll(4) == 0) {
      vcode::Code one{{vcode::Keep{kept_, any(unit.arrays[kept_].elem)}}};
      if (roll(3) == 0) one = {{vcode::Branch{any(ScalarType::boolean), one, {}, {}}}};
      loop.body.insert(loop.body.end(), one.begin(), one.end());
    }
    for (const vcode::Operand& state : folded) {
      pool_[state.type].push_back(state);
      const char* const names[] = {"add", "mul", "min", "sub"};
      vcode::Operand next = apply(names[roll(4)], state.type, {state, any(state.type)}, loop.body);
      pool_[state.type].push_back(next);
      if (roll(3) == 0) next = apply("max", state.type, {any(state.type), next}, loop.body);
      loop.states.push_back({*state.value, constant(state.type), next});
    }
    pool_ = around;
    for (const auto& state : loop.states)
      if (unit.types[state.state] == types_[0]) whole.next = of(state.state);
    return loop;
  }

  std::mt19937_64 random_;
  std::vector<ScalarType> types_{};
  Pool pool_{};
  vcode::Operand trips_{}, index_{};
  vcode::ArrayNumber places_ = 0, fresh_ = 0, kept_ = 0, few_ = 0;
  std::vector<vcode::ArrayNumber> overwritten_{}, sums_{};
  bool has_few_ = false;
};

}  // namespace laguz_test
