// Maps side by side: machine code of random maps against their steps, one iteration after the
// other.
#include <catch2/catch.hpp>

#include <random>

#include "machine/code.hpp"
#include "scalar_samples.hpp"
#include "seeds.hpp"
#include "vcode_support.hpp"

using namespace laguz_test;
namespace machine = laguz::machine;

namespace {

using vcode::Code;
using vcode::Operand;

constexpr int kStripes = 16;

/// Iterations with loops of which each has its own number of turns, what these keep for the way
/// back, arrays that an iteration makes, branches, and sums.
class RandomMap {
 public:
  explicit RandomMap(unsigned seed) : random_(seed) {
    // (Of many values, registers are used again.)
    if (roll(2) == 0) unit.types.assign(600, ScalarType::i64);
    number_ = roll(4) == 0 ? ScalarType::f32 : ScalarType::f64;
    for (int a = 0; a < 2; ++a) numbers_.push_back(given(number_));
    places_ = given(ScalarType::i64);
    for (std::size_t i = 0; i < memory[places_].size(); ++i)
      memory[places_].put(i, static_cast<std::uint64_t>(roll(kFew)));
    for (int a = 0; a < 2; ++a) results_.push_back(written(number_));
    rows_ = written(number_, kRow);
    unit.arrays[rows_].stripes = 1;
    unit.arrays[rows_].rows = true;
    table_ = given(number_, kRow);
    unit.arrays[table_].stripes = 1;
    striped_ = written(number_, kStripes);
    plain_ = written(number_);
    kept_ = filled();
    made_ = filled();
    other_ = filled();
    chosen_ = filled();
    kept_again_ = filled();
    copied_ = filled();
    given_truths_ = given(ScalarType::boolean);
    result_truths_ = written(ScalarType::boolean);
    for (const auto truths : {given_truths_, result_truths_})
      for (std::size_t i = 0; i < memory[truths].size(); ++i)
        memory[truths].put(i, static_cast<std::uint64_t>(roll(2)));
    for (vcode::ArrayNumber& own : truths_) own = filled(ScalarType::boolean);
    unit.is_map = true;
    index_ = of(value(ScalarType::i64));
    unit.loop.form = vcode::Repeat::Upwards{*index_.value, i64(kLength)};
    Code& body = unit.loop.body;
    stripe_ = apply("and", ScalarType::i64, {index_, i64(kStripes - 1)}, body);
    pool_ = {number(0.3), load(numbers_[0], index_, body)};
    few_ = {i64(roll(kFew)), load(places_, index_, body)};
    if (roll(2) == 0) few_.push_back(apply("min", ScalarType::i64, {index_, i64(kFew)}, body));
    steps(body, 2, 4 + roll(8));
    if (roll(3) == 0) add_to(plain_, roll(2) == 0 ? index_ : any_few(), body);
    for (const auto result : results_) body.push_back({vcode::Store{result, index_, any()}});
    if (roll(4) == 0)
      body.push_back(
          {vcode::Store{result_truths_, index_,
                        apply("lt", number_, {any(), load(numbers_[0], index_, body)}, body)}});
    if (roll(2) == 0) roll(2) == 0 ? row(body) : copied_row(body);
  }

  vcode::Unit unit{};
  std::vector<Memory> memory{};
  std::map<vcode::Value, std::uint64_t> values{};
  static constexpr int kLength = 38, kFew = 7, kRow = 11;

 private:
  int roll(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  vcode::Value value(ScalarType type) {
    unit.types.push_back(type);
    return static_cast<vcode::Value>(unit.types.size() - 1);
  }
  Operand of(vcode::Value v) const { return {v, unit.types[v], 0}; }
  static Operand i64(int x) { return {{}, ScalarType::i64, static_cast<std::uint64_t>(x)}; }
  Operand number(double x) const { return {{}, number_, of_double(number_, x).bits}; }
  vcode::ArrayNumber array(vcode::Unit::Array made) {
    unit.arrays.push_back(std::move(made));
    memory.push_back({unit.arrays.back().elem});
    return static_cast<vcode::ArrayNumber>(memory.size() - 1);
  }
  vcode::ArrayNumber given(ScalarType elem, int stripes = 1) {
    vcode::Unit::Array made;
    made.elem = elem;
    made.lengths = {value(ScalarType::i64)};
    made.strides = {value(ScalarType::i64)};
    made.stripes = stripes;
    values[made.lengths[0]] = kLength;
    values[made.strides[0]] = static_cast<std::uint64_t>(stripes);
    const vcode::ArrayNumber number = array(std::move(made));
    for (int i = 0; i < kLength * stripes; ++i)
      memory[number].push(of_double(elem, 0.1 * (roll(17) - 8)).bits);
    return number;
  }
  vcode::ArrayNumber written(ScalarType elem, int stripes = 1) {
    const vcode::ArrayNumber number = given(elem, stripes);
    unit.arrays[number].written = true;
    return number;
  }
  vcode::ArrayNumber filled() { return filled(number_); }
  vcode::ArrayNumber filled(ScalarType elem) {
    vcode::Unit::Array made;
    made.origin = vcode::Unit::Origin::filled;
    made.elem = elem;
    made.written = true;
    return array(std::move(made));
  }
  vcode::SiteNumber site(vcode::Operands numbers) {
    vcode::Site made;
    made.numbers = std::move(numbers);
    unit.sites.push_back(std::move(made));
    return static_cast<vcode::SiteNumber>(unit.sites.size() - 1);
  }

  Operand any() { return pool_[static_cast<std::size_t>(roll(static_cast<int>(pool_.size())))]; }
  /// At most kFew, and not below 0.
  Operand any_few() { return few_[static_cast<std::size_t>(roll(static_cast<int>(few_.size())))]; }
  Operand apply(const char* name, ScalarType at, vcode::Operands args, Code& code) {
    const prims::Prim prim = prims::get(name, at);
    const vcode::Value to = value(prims::result_type(prim));
    code.push_back({vcode::Apply{prim, std::move(args), to, {}}});
    return of(to);
  }
  Operand load(vcode::ArrayNumber from, const Operand& at, Code& code) {
    const vcode::Value to = value(unit.arrays[from].elem);
    code.push_back({vcode::Load{from, at, to}});
    return of(to);
  }
  Operand inside(Operand at, const Operand& length, Code& code) {
    code.push_back({vcode::Inside{at, length, site({at, length})}});
    return at;
  }

  void arithmetic(Code& code) {
    const char* const names[] = {"add", "mul", "sub", "max", "flush", "sin", "min"};
    const char* const name = names[roll(7)];
    vcode::Operands args{any()};
    if (prims::row_of(prims::get(name, number_)).arity == 2) args.push_back(any());
    // (Numbers stay small.)
    const Operand made = apply(name, number_, std::move(args), code);
    pool_.push_back(
        apply("max", number_, {apply("min", number_, {made, number(4)}, code), number(-4)}, code));
  }
  /// The iteration's row of what is given by rows.
  void row(Code& code) {
    const Operand first = apply("mul", ScalarType::i64, {index_, i64(kRow)}, code);
    vcode::Repeat each;
    const Operand at = of(value(ScalarType::i64));
    each.form = vcode::Repeat::Upwards{*at.value, i64(kRow)};
    within([&] {
      if (roll(2) == 0) arithmetic(each.body);
      const Operand place = apply("add", ScalarType::i64, {first, at}, each.body);
      each.body.push_back({vcode::Store{rows_, place, any()}});
    });
    code.push_back({std::move(each)});
  }
  /// The same of an array of its own, which may begin as what is given.
  void copied_row(Code& code) {
    Operand length = i64(kRow);
    if (roll(2) == 0)
      length = apply("add", ScalarType::i64, {load(places_, i64(0), code), i64(1)}, code);
    const Operand first = apply("mul", ScalarType::i64, {index_, i64(kRow)}, code);
    code.push_back({vcode::Reserve{copied_, i64(kRow)}});
    const bool takes = roll(2) == 0;
    const auto each = [&](const auto& body) {
      const Operand at = of(value(ScalarType::i64));
      vcode::Repeat loop{{}, vcode::Repeat::Upwards{*at.value, length}, {}};
      within([&] { body(at, loop.body); });
      code.push_back({std::move(loop)});
    };
    each([&](const Operand& at, Code& body) {
      Operand what = any();
      if (takes) what = load(table_, apply("add", ScalarType::i64, {first, at}, body), body);
      body.push_back({vcode::Store{copied_, at, what}});
    });
    if (roll(2) == 0) {
      const Operand last = apply("sub", ScalarType::i64, {length, i64(1)}, code);
      const Operand at = apply("min", ScalarType::i64, {any_few(), last}, code);
      code.push_back({vcode::Store{copied_, at, any()}});
    }
    each([&](const Operand& at, Code& body) {
      const Operand what = load(copied_, at, body);
      body.push_back({vcode::Store{rows_, apply("add", ScalarType::i64, {first, at}, body), what}});
    });
  }
  template <class F>
  void within(const F& what) {
    const auto pool = pool_;
    const auto few = few_;
    what();
    pool_ = pool;
    few_ = few;
  }
  void branch(Code& code, int depth) {
    vcode::Branch made{apply("lt", number_, {any(), any()}, code), {}, {}, {}};
    Operand yes, no;
    within([&] {
      steps(made.yes, depth - 1, 1 + roll(3));
      yes = any();
    });
    within([&] {
      steps(made.no, depth - 1, roll(3));
      no = any();
    });
    const vcode::Value to = value(number_);
    made.results.push_back({to, yes, no});
    code.push_back({std::move(made)});
    pool_.push_back(of(to));
  }
  void add_to(vcode::ArrayNumber sums, const Operand& place, Code& code) {
    Operand at = place;
    const int stripes = unit.arrays[sums].stripes;
    if (stripes > 1)
      at = apply(
          "add", ScalarType::i64,
          {stripe_, apply("mul", ScalarType::i64, {place, of(unit.arrays[sums].strides[0])}, code)},
          code);
    vcode::Branch inside{
        apply("lt", ScalarType::i64, {place, i64(roll(3) == 0 ? 4 : kLength)}, code), {}, {}, {}};
    const Operand before = load(sums, at, inside.yes);
    const Operand after = apply("add", number_, {before, any()}, inside.yes);
    inside.yes.push_back({vcode::Store{sums, at, after}});
    code.push_back({std::move(inside)});
  }
  /// A state; its next value is found by [body].
  template <class F>
  void loop(Code& code, vcode::Repeat made, const F& body) {
    const Operand state = of(value(number_));
    const Operand init = any();
    Operand next;
    within([&] {
      pool_.push_back(state);
      body(made.body);
      arithmetic(made.body);
      next = pool_.back();
    });
    made.states.push_back({*state.value, init, next});
    code.push_back({std::move(made)});
    pool_.push_back(state);
  }
  /// One that counts up to a number of its own, and perhaps one that goes back through what it has
  /// kept.
  void there_and_back(Code& code, int depth) {
    const bool keeps = roll(2) == 0, after = keeps && roll(4) == 0;
    // (A loop inside keeps for it: some lanes more in an iteration than others.)
    const bool pours = keeps && !after && roll(4) == 0;
    const Operand turn = of(value(ScalarType::i64)), bound = any_few();
    const vcode::ArrayNumber kept = kept_;
    if (keeps) code.push_back({vcode::Clear{kept}});
    loop(code, {{}, vcode::Repeat::Upwards{*turn.value, bound}, {}}, [&](Code& body) {
      Code keep{{vcode::Keep{kept, pool_.back()}}};
      if (pours) {
        const vcode::Value inner = value(ScalarType::i64);
        keep = {{vcode::Repeat{{}, vcode::Repeat::Upwards{inner, any_few()}, std::move(keep)}}};
      }
      if (keeps && !after) body.insert(body.end(), keep.begin(), keep.end());
      if (roll(2) == 0) few_.push_back(turn);
      const vcode::ArrayNumber hidden = keeps ? std::exchange(kept_, 0) : kept_;
      steps(body, depth - 1, 1 + roll(4));
      kept_ = hidden;
      if (after) body.push_back({vcode::Keep{kept, any()}});
    });
    if (!keeps) return;
    const Operand count = of(value(ScalarType::i64));
    code.push_back({vcode::Count{kept, *count.value}});
    const bool again = roll(3) == 0;
    if (again) code.push_back({vcode::Clear{kept_again_}});
    const Operand back = of(value(ScalarType::i64)), turns = pours || roll(2) == 0 ? count : bound;
    const Operand last = apply("sub", ScalarType::i64, {turns, i64(1)}, code);
    loop(code, {{}, vcode::Repeat::Upwards{*back.value, turns}, {}}, [&](Code& body) {
      const Operand at = apply("sub", ScalarType::i64, {last, back}, body);
      pool_.push_back(load(kept, inside(at, count, body), body));
      if (!pours && roll(8) == 0) few_.push_back(back);
      if (roll(2) == 0) add_to(striped_, at, body);
      const vcode::ArrayNumber hidden = std::exchange(kept_, 0);
      steps(body, depth - 1, 1 + roll(3));
      kept_ = hidden;
      if (again) body.push_back({vcode::Keep{kept_again_, pool_.back()}});
    });
    if (!again) return;
    const Operand forth = of(value(ScalarType::i64));
    loop(code, {{}, vcode::Repeat::Upwards{*forth.value, turns}, {}},
         [&](Code& body) { pool_.push_back(load(kept_again_, inside(forth, count, body), body)); });
  }
  /// While it has turns left, and a number is small.
  void searching(Code& code, int depth) {
    const Operand left = of(value(ScalarType::i64)), size = of(value(number_));
    vcode::Repeat::While form;
    const Operand goes = apply("lt", ScalarType::i64, {i64(0), left}, form.condition);
    const Operand small = apply("lt", number_, {size, number(2)}, form.condition);
    form.holds = apply("and", ScalarType::boolean, {goes, small}, form.condition);
    vcode::Repeat made{{}, form, {}};
    const Operand first = any_few();
    const Operand begin = any();
    Operand grown, less;
    loop(code, std::move(made), [&](Code& body) {
      steps(body, depth - 1, 1 + roll(3));
      less = apply("sub", ScalarType::i64, {left, i64(1)}, body);
      grown = apply("add", number_, {size, number(0.5)}, body);
    });
    auto& repeat = std::get<vcode::Repeat>(code.back().node);
    repeat.states.push_back({*left.value, first, less});
    repeat.states.push_back({*size.value, begin, grown});
    pool_.push_back(size);
  }
  /// A small array of an iteration's own.
  void small_array(Code& code) {
    if (made_ == 0) return;
    code.push_back({vcode::Reserve{made_, i64(kFew + 1)}});
    const Operand each = of(value(ScalarType::i64));
    vcode::Repeat fill{{}, vcode::Repeat::Upwards{*each.value, i64(kFew + 1)}, {}};
    fill.body.push_back({vcode::Store{made_, each, any()}});
    code.push_back({std::move(fill)});
    is_made_ = true;
  }
  void small_access(Code& code) {
    if (!is_made_) return;
    if (roll(2) == 0)
      code.push_back({vcode::Store{made_, any_few(), any()}});
    else
      pool_.push_back(load(made_, any_few(), code));
  }

  /// One that is made in both sides of a branch, of lengths that lanes do not share.
  void chosen_array(Code& code) {
    const ScalarType type = ScalarType::i64;
    const auto side = [&](Code& body) {
      const Operand length = apply("add", type, {any_few(), i64(1)}, body);
      body.push_back({vcode::Reserve{chosen_, length}});
      const Operand each = of(value(type));
      vcode::Repeat fill{{}, vcode::Repeat::Upwards{*each.value, length}, {}};
      const Operand what = roll(2) == 0 ? load(numbers_[1], each, fill.body) : any();
      fill.body.push_back({vcode::Store{chosen_, each, what}});
      body.push_back({std::move(fill)});
      return length;
    };
    vcode::Branch made{apply("lt", number_, {any(), any()}, code), {}, {}, {}};
    const Operand yes = side(made.yes), no = side(made.no);
    const Operand length = of(value(type));
    made.results.push_back({*length.value, yes, no});
    code.push_back({std::move(made)});
    const Operand last = apply("sub", type, {length, i64(1)}, code);
    pool_.push_back(load(chosen_, apply("min", type, {any_few(), last}, code), code));
  }

  /// Booleans of its own: made all at once, or kept one after the other; or given.
  void truths(Code& code) {
    const auto choose = [&](const Operand& truth, Code& where) {
      pool_.push_back(apply("select", number_, {truth, any(), any()}, where));
    };
    if (roll(6) == 0) return choose(load(given_truths_, index_, code), code);
    const bool keeps = roll(2) == 0;
    const vcode::ArrayNumber own = truths_[keeps ? 0 : 1];
    const Operand length = keeps ? any_few() : i64(kFew + 1), each = of(value(ScalarType::i64));
    using vcode::Step;
    code.push_back(keeps ? Step{vcode::Clear{own}} : Step{vcode::Reserve{own, length}});
    vcode::Repeat fill{{}, vcode::Repeat::Upwards{*each.value, length}, {}};
    const Operand truth =
        apply("lt", number_, {load(numbers_[1], each, fill.body), any()}, fill.body);
    fill.body.push_back(keeps ? Step{vcode::Keep{own, truth}}
                              : Step{vcode::Store{own, each, truth}});
    code.push_back({std::move(fill)});
    if (!keeps) {
      if (roll(2) == 0)
        code.push_back({vcode::Store{own, any_few(), apply("lt", number_, {any(), any()}, code)}});
      return choose(load(own, any_few(), code), code);
    }
    const Operand back = of(value(ScalarType::i64)), count = of(value(ScalarType::i64));
    code.push_back({vcode::Count{own, *count.value}});
    const Operand last = apply("sub", ScalarType::i64, {count, i64(1)}, code);
    loop(code, {{}, vcode::Repeat::Upwards{*back.value, length}, {}}, [&](Code& body) {
      const Operand at = apply("sub", ScalarType::i64, {last, back}, body);
      choose(load(own, inside(at, count, body), body), body);
    });
  }

  void steps(Code& code, int depth, int count) {
    const bool was_made = is_made_;
    const vcode::ArrayNumber made = made_;
    if (is_made_ && roll(2) == 0) is_made_ = false, made_ = std::exchange(other_, made_);
    const bool changed = made != made_;
    for (int k = 0; k < count; ++k) switch (roll(14)) {
        case 0: pool_.push_back(load(numbers_[1], any_few(), code)); break;
        case 1: {
          const Operand at = roll(3) == 0 ? any_few() : index_;
          pool_.push_back(load(numbers_[0], inside(at, of(unit.arrays[0].lengths[0]), code), code));
          break;
        }
        case 2:
          if (depth > 0) branch(code, depth);
          break;
        case 3:
        case 4:
          if (depth > 0 && kept_ != 0) there_and_back(code, depth);
          break;
        case 5:
          if (depth > 0) searching(code, depth);
          break;
        case 6: add_to(striped_, any_few(), code); break;
        case 7:
          if (!is_made_) small_array(code);
          break;
        case 8:
        case 9: small_access(code); break;
        case 10:
          if (roll(3) == 0) {
            const Operand x = any();
            code.push_back({vcode::Check{apply("lt", number_, {x, number(2)}, code), site({x})}});
          }
          break;
        case 11: chosen_array(code); break;
        case 12: truths(code); break;
        default: arithmetic(code);
      }
    if (changed) std::swap(made_, other_);
    is_made_ = was_made;
  }

  std::mt19937_64 random_;
  ScalarType number_;
  Operand index_{}, stripe_{};
  std::vector<Operand> pool_{}, few_{};
  std::vector<vcode::ArrayNumber> numbers_{}, results_{};
  vcode::ArrayNumber places_ = 0, rows_ = 0, striped_ = 0, plain_ = 0, kept_ = 0, made_ = 0,
                     other_ = 0, chosen_ = 0, kept_again_ = 0, given_truths_ = 0,
                     result_truths_ = 0, copied_ = 0, table_ = 0, truths_[2] = {};
  bool is_made_ = false;
};

std::int64_t goes_on(std::uint64_t*) { return 0; }
std::int64_t never(std::uint64_t*, std::uint64_t) { return 1; }

}  // namespace

TEST_CASE("iterations of a map side by side are iterations one after the other", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  constexpr unsigned kSeeds = 8000;
  constexpr std::size_t kRoom = 64;  // of arrays that are filled, for each of eight lanes
  int failing = 0, whole = 0;
  for (unsigned seed = 0; seed < kSeeds; seed += kSeedStep) {
    const RandomMap made(seed);
    INFO("seed " << seed << "\n" << vcode::print(made.unit));
    REQUIRE(vcode::verify(made.unit) == std::nullopt);
    std::vector<Memory> expected = made.memory, found = made.memory;
    Steps steps(made.unit, expected, made.values);
    const std::int64_t ended = steps.run();
    const machine::Words words(made.unit);
    std::vector<bool> dense(made.unit.arrays.size(), true);
    for (std::size_t a = 0; a < dense.size(); ++a) dense[a] = made.unit.arrays[a].stripes == 1;
    const auto code = compiler->compile(made.unit, words, dense);
    REQUIRE(code != nullptr);
    std::vector<std::uint64_t> all(words.size);
    all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
    all[machine::Words::kGrow] = reinterpret_cast<std::uint64_t>(&never);
    all[machine::Words::kEnd] = RandomMap::kLength;
    for (std::size_t a = 0; a < found.size(); ++a) {
      std::uint64_t* const own = &all[words.of_array[a]];
      const vcode::Unit::Array& array = made.unit.arrays[a];
      if (array.origin == vcode::Unit::Origin::filled) {
        found[a].bytes.resize(8 * kRoom * found[a].width());
        own[machine::Words::kRoom] = 8 * kRoom;
      } else {
        own[machine::Words::kLengths] = RandomMap::kLength;
        own[machine::Words::kLengths + 1] = static_cast<std::uint64_t>(array.stripes);
      }
      own[machine::Words::kAddress] = reinterpret_cast<std::uint64_t>(found[a].bytes.data());
    }
    const std::int64_t says = code->run(all.data());
    REQUIRE(says == ended);
    (ended == 0 ? whole : failing) += 1;
    for (std::size_t k = 0; k < steps.numbers.size(); ++k) {
      const ScalarType type = made.unit.sites[static_cast<std::size_t>(ended - 1)].numbers[k].type;
      if (!same({type, all[machine::Words::kFailed + k]}, {type, steps.numbers[k]}))
        FAIL("another number");
    }
    if (ended != 0) continue;
    for (std::size_t a = 0; a < expected.size(); ++a) {
      if (made.unit.arrays[a].origin == vcode::Unit::Origin::filled) continue;
      for (std::size_t i = 0; i < expected[a].size(); ++i)
        if (!same({expected[a].elem, found[a].at(i)}, {expected[a].elem, expected[a].at(i)}))
          FAIL("array " << a << ", element " << i);
    }
  }
  CHECK(whole > 2000 / static_cast<int>(kSeedStep));
  CHECK(failing > 100 / static_cast<int>(kSeedStep));
}
