// Machine code of functions that call themselves and each other: random ones against their steps,
// how deep they go, and when they ask whether they are to stop.
#include <catch2/catch.hpp>

#include <optional>

#include "machine/code.hpp"
#include "scalar_samples.hpp"
#include "seeds.hpp"
#include "support/deep_stack.hpp"
#include "value_of.hpp"
#include "vcode_support.hpp"

using namespace laguz_test;
namespace machine = laguz::machine;

namespace {

constexpr ScalarType kTypes[] = {ScalarType::i64, ScalarType::i32, ScalarType::u8,
                                 ScalarType::f64, ScalarType::f32, ScalarType::f16};

/// A unit that calls the first of some functions. Each has a number of levels for its first
/// parameter, and calls one or two with a level less.
struct RandomCalls : UnitWriter {
  explicit RandomCalls(unsigned seed) : random(seed) {
    const std::size_t count = 1 + random() % 3;
    for (std::size_t f = 0; f < count; ++f) {
      Signature& one = signatures.emplace_back();
      one.params = some_types(10);
      one.params.insert(one.params.begin(), ScalarType::i64);
      one.results = some_types(4);
    }
    unit.functions.resize(count);
    vcode::Invoke call{0, {}, {}};
    for (const ScalarType type : signatures[0].params) {
      unit.inputs.push_back({0, value(type)});
      call.args.push_back(of(unit.inputs.back().value));
    }
    for (const ScalarType type : signatures[0].results) {
      call.to.push_back(value(type));
      const vcode::Value state = value(type);
      unit.loop.states.push_back({state, of(call.to.back()), of(state)});
    }
    unit.loop.form = vcode::Repeat::Upwards{value(ScalarType::i64), number(0)};
    unit.before.push_back({std::move(call)});
    for (std::size_t f = 0; f < count; ++f) write(f);
  }

 private:
  struct Signature {
    std::vector<ScalarType> params{}, results{};
  };
  using There = std::vector<vcode::Operand>;

  std::vector<ScalarType> some_types(std::size_t most) {
    std::vector<ScalarType> types(1 + random() % most);
    for (ScalarType& type : types) type = kTypes[random() % std::size(kTypes)];
    return types;
  }
  /// One of [type] that is there, or a constant.
  vcode::Operand some(ScalarType type, const There& there) {
    There fit;
    for (const vcode::Operand& one : there)
      if (one.type == type) fit.push_back(one);
    if (!fit.empty() && random() % 4 != 0) return fit[random() % fit.size()];
    return {{}, type, sample(type, random).bits};
  }
  vcode::Operand apply(prims::Prim prim, const There& args, vcode::Code& code) {
    const vcode::Value to = value(prims::result_type(prim));
    code.push_back({vcode::Apply{prim, args, to, {}}});
    return of(to);
  }
  void compute(int steps, There& there, vcode::Code& code) {
    constexpr const char* kPrims[] = {"add", "sub", "mul", "min", "max"};
    for (; steps > 0; --steps) {
      const ScalarType type = kTypes[random() % std::size(kTypes)];
      const prims::Prim prim = prims::get(kPrims[random() % std::size(kPrims)], type);
      there.push_back(apply(prim, {some(type, there), some(type, there)}, code));
    }
  }
  /// Fails for few.
  void check(const There& there, vcode::Code& code) {
    const vcode::Operand x = some(ScalarType::u8, there);
    const vcode::Operand differs =
        apply(prims::get("ne", ScalarType::u8), {x, {{}, ScalarType::u8, 1}}, code);
    vcode::Site& site = unit.sites.emplace_back();
    site.kind = vcode::Site::Kind::check;
    site.numbers = {x};
    code.push_back({vcode::Check{differs, static_cast<vcode::SiteNumber>(unit.sites.size() - 1)}});
  }
  void write(std::size_t f) {
    const Signature& own = signatures[f];
    vcode::Function made;
    There there;
    for (const ScalarType type : own.params) {
      made.params.push_back(value(type));
      there.push_back(of(made.params.back()));
    }
    const vcode::Operand level = there[0];
    compute(static_cast<int>(random() % 4), there, made.body);
    const vcode::Operand goes_on =
        apply(prims::get("lt", ScalarType::i64), {number(0), level}, made.body);
    vcode::Branch branch{goes_on, {}, {}, {}};
    There below = there, none = there;
    const vcode::Operand next =
        apply(prims::get("sub", ScalarType::i64), {level, number(1)}, branch.yes);
    for (std::uint64_t calls = 1 + random() % 2; calls > 0; --calls) {
      compute(static_cast<int>(random() % 3), below, branch.yes);
      vcode::Invoke call{static_cast<vcode::FunctionNumber>(random() % signatures.size()), {}, {}};
      for (const ScalarType type : signatures[call.function].params)
        call.args.push_back(some(type, below));
      call.args[0] = next;
      for (const ScalarType type : signatures[call.function].results) {
        call.to.push_back(value(type));
        below.push_back(of(call.to.back()));
      }
      branch.yes.push_back({std::move(call)});
    }
    if (random() % 3 == 0) check(below, branch.yes);
    compute(static_cast<int>(random() % 5), below, branch.yes);
    compute(static_cast<int>(random() % 3), none, branch.no);
    for (const ScalarType type : own.results) {
      const vcode::Value to = value(type);
      branch.results.push_back({to, some(type, below), some(type, none)});
      there.push_back(of(to));
    }
    made.body.push_back({std::move(branch)});
    compute(static_cast<int>(random() % 3), there, made.body);
    for (const ScalarType type : own.results) made.results.push_back(some(type, there));
    unit.functions[f] = std::move(made);
  }

  std::mt19937_64 random;
  std::vector<Signature> signatures;
};

std::int64_t goes_on(std::uint64_t*) { return 0; }

/// A function of a number: the sum of what it gives of one less, [calls] times, and one.
vcode::Unit counting(int calls) {
  UnitWriter to_write;
  vcode::Unit& unit = to_write.unit;
  const auto value = [&](ScalarType type) { return to_write.value(type); };
  const auto of = [&](vcode::Value x) { return to_write.of(x); };
  const auto number = UnitWriter::number;
  const auto prim = [](const char* name) { return prims::get(name, ScalarType::i64); };
  const vcode::Value n = value(ScalarType::i64), goes_on = value(ScalarType::boolean),
                     less = value(ScalarType::i64), result = value(ScalarType::i64);
  vcode::Function function{{n}, {}, {of(result)}};
  function.body.push_back({vcode::Apply{prim("lt"), {number(0), of(n)}, goes_on, {}}});
  vcode::Branch branch{of(goes_on), {}, {}, {}};
  branch.yes.push_back({vcode::Apply{prim("sub"), {of(n), number(1)}, less, {}}});
  vcode::Operand sum = number(1);
  for (int k = 0; k < calls; ++k) {
    const vcode::Value found = value(ScalarType::i64), next = value(ScalarType::i64);
    branch.yes.push_back({vcode::Invoke{0, {of(less)}, {found}}});
    branch.yes.push_back({vcode::Apply{prim("add"), {sum, of(found)}, next, {}}});
    sum = of(next);
  }
  branch.results.push_back({result, sum, number(1)});
  function.body.push_back({std::move(branch)});
  unit.functions.push_back(std::move(function));
  const vcode::Value input = value(ScalarType::i64), to = value(ScalarType::i64),
                     state = value(ScalarType::i64);
  unit.inputs.push_back({0, input});
  unit.before.push_back({vcode::Invoke{0, {of(input)}, {to}}});
  unit.loop.states.push_back({state, of(to), of(state)});
  unit.loop.form = vcode::Repeat::Upwards{value(ScalarType::i64), number(0)};
  return std::move(unit);
}

}  // namespace

TEST_CASE("functions of machine code give what their steps give", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  constexpr unsigned kSeeds = 3000;
  int failing = 0, whole = 0;
  for (unsigned seed = 0; seed < kSeeds; seed += kSeedStep) {
    const RandomCalls made(seed);
    INFO("seed " << seed << "\n" << vcode::print(made.unit));
    REQUIRE(vcode::verify(made.unit) == std::nullopt);
    const machine::Words words(made.unit);
    const auto code = compiler->compile(made.unit, words, {});
    REQUIRE(code != nullptr);
    std::mt19937_64 random(seed);
    for (std::int64_t levels = 0; levels < 6; ++levels) {
      std::map<vcode::Value, std::uint64_t> values;
      std::vector<std::uint64_t> all(words.size);
      for (std::size_t i = 0; i < made.unit.inputs.size(); ++i) {
        const vcode::Value input = made.unit.inputs[i].value;
        const std::uint64_t bits = i == 0 ? static_cast<std::uint64_t>(levels)
                                          : sample(made.unit.types[input], random).bits;
        values[input] = all[words.inputs + i] = bits;
      }
      std::vector<Memory> none;
      Steps steps(made.unit, none, values);
      const std::int64_t ended = steps.run();
      all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
      REQUIRE(code->run(all.data()) == (ended == 0 ? machine::Code::kDone : machine::Code::kLong));
      (ended == 0 ? whole : failing) += 1;
      if (ended != 0) continue;
      for (std::size_t k = 0; k < made.unit.loop.states.size(); ++k) {
        const auto& state = made.unit.loop.states[k];
        const ScalarType type = made.unit.types[state.state];
        const Scalar expected{type, steps.value({state.state, type, 0})};
        if (!same({type, all[words.states + k]}, expected)) FAIL("result " << k);
      }
    }
  }
  CHECK(whole > 10000 / static_cast<int>(kSeedStep));
  CHECK(failing > 200 / static_cast<int>(kSeedStep));
}

TEST_CASE("calls of machine code go as deep as there is stack", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  const vcode::Unit unit = counting(1);
  const machine::Words words(unit);
  const auto code = compiler->compile(unit, words, {});
  REQUIRE(code != nullptr);
  const auto run = [&](std::uint64_t levels, std::uintptr_t floor) {
    std::vector<std::uint64_t> all(words.size);
    all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
    all[machine::Words::kFloor] = floor;
    all[words.inputs] = levels;
    const std::int64_t ended = code->run(all.data());
    return ended == machine::Code::kDone ? std::optional(all[words.states]) : std::nullopt;
  };
  laguz::support::on_deep_stack([&] {
    const std::uintptr_t floor = laguz::support::deep_stack_floor();
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    CHECK(run(100'000, floor) == 100'001);
    CHECK_FALSE(run(1'000'000'000, floor));
    CHECK(run(1000, here - 1'000'000) == 1001);
    CHECK_FALSE(run(100'000, here - 1'000'000));
    CHECK(run(0, here - 1'000'000) == 1);
    CHECK_FALSE(run(0, here + 1'000'000));
  });
}

TEST_CASE("calls of machine code ask whether they are to stop", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  const vcode::Unit unit = counting(2);
  const machine::Words words(unit);
  const auto code = compiler->compile(unit, words, {});
  REQUIRE(code != nullptr);
  std::int64_t polls = 0;
  std::vector<std::uint64_t> all(words.size);
  const machine::Words::Poll count = [](std::uint64_t* of) -> std::int64_t {
    ++*reinterpret_cast<std::int64_t*>(of[machine::Words::kOwner]);
    return 0;
  };
  const machine::Words::Poll third = [](std::uint64_t* of) -> std::int64_t {
    return ++*reinterpret_cast<std::int64_t*>(of[machine::Words::kOwner]) == 3 ? 1 : 0;
  };
  all[machine::Words::kOwner] = reinterpret_cast<std::uint64_t>(&polls);
  all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(count);
  all[words.inputs] = 16;
  CHECK(code->run(all.data()) == machine::Code::kDone);
  CHECK(all[words.states] == (std::uint64_t{1} << 17) - 1);
  CHECK(polls >= (std::int64_t{1} << 17) * 5 / machine::Words::kFuel);
  polls = 0;
  all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(third);
  all[words.inputs] = 60;  // for ever
  CHECK(code->run(all.data()) == machine::Code::kStopped);
  CHECK(polls == 3);
}
