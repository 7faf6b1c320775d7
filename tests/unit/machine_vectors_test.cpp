// Iterations side by side: machine code of random loops against their steps, one after the other.
#include <catch2/catch.hpp>

#include "machine/code.hpp"
#include "random_unit.hpp"
#include "seeds.hpp"
#include "vcode/elements.hpp"
#include "vcode/specialise.hpp"
#include "vcode/unused.hpp"

using namespace laguz_test;
namespace machine = laguz::machine;

namespace {

std::int64_t goes_on(std::uint64_t*) { return 0; }
/// Room is made once, and enough.
constexpr std::size_t kRoom = 100;
std::int64_t never(std::uint64_t*, std::uint64_t) { return 1; }

std::vector<std::uint64_t> words_of(const machine::Words& words, const RandomUnit& made,
                                    std::vector<Memory>& memory) {
  std::vector<std::uint64_t> all(words.size);
  all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
  all[machine::Words::kGrow] = reinterpret_cast<std::uint64_t>(&never);
  all[machine::Words::kEnd] = std::get<vcode::Repeat::Upwards>(made.unit.loop.form).bound.bits;
  for (std::size_t i = 0; i < made.unit.inputs.size(); ++i)
    all[words.inputs + i] = made.values.at(made.unit.inputs[i].value);
  for (std::size_t a = 0; a < memory.size(); ++a) {
    std::uint64_t* const own = &all[words.of_array[a]];
    if (made.unit.arrays[a].origin == vcode::Unit::Origin::filled) {
      memory[a].bytes.resize(kRoom * memory[a].width());
      own[machine::Words::kRoom] = kRoom;
    } else {
      own[machine::Words::kLengths] = made.values.at(made.unit.arrays[a].lengths[0]);
      own[machine::Words::kLengths + 1] = 1;
    }
    own[machine::Words::kAddress] =
        reinterpret_cast<std::uint64_t>(memory[made.memories[a]].bytes.data());
  }
  return all;
}

}  // namespace

TEST_CASE("iterations side by side are iterations one after the other", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  constexpr unsigned kSeeds = 20000;
  int failing = 0, whole = 0, special = 0;
  for (unsigned seed = 0; seed < kSeeds; seed += kSeedStep) {
    const RandomUnit made(seed);
    INFO("seed " << seed << "\n" << vcode::print(made.unit));
    REQUIRE(vcode::verify(made.unit) == std::nullopt);
    std::vector<Memory> expected = made.memory, found = made.memory;
    Steps steps(made.unit, expected, made.values);
    steps.memories = made.memories;
    const std::int64_t ended = steps.run();
    const unsigned number = seed / kSeedStep;
    // Half of them for the numbers that they run with, or some of these.
    const auto known = [&](vcode::Value value) {
      const bool all = number % 4 == 1;
      return all || (seed + value) % 3 == 0 ? std::optional(made.values.at(value)) : std::nullopt;
    };
    const auto alike = [&](vcode::Value value) {
      return number % 8 < 4 ? value : made.first_like(value);
    };
    const auto specialised =
        number % 2 == 0 ? std::nullopt : vcode::specialise(made.unit, known, alike);
    special += specialised ? 1 : 0;
    const vcode::Unit& unit = specialised ? *specialised : made.unit;
    INFO("as it is compiled:\n" << vcode::print(unit));
    REQUIRE(vcode::verify(unit) == std::nullopt);
    const machine::Words words(unit);
    const auto code = compiler->compile(unit, words, std::vector<bool>(unit.arrays.size(), true));
    REQUIRE(code != nullptr);
    std::vector<std::uint64_t> all = words_of(words, made, found);
    const std::int64_t says = code->run(all.data());
    REQUIRE((says > 0) == (ended > 0));
    if (ended > 0)
      REQUIRE(unit.sites[static_cast<std::size_t>(says - 1)].span.lo ==
              made.unit.sites[static_cast<std::size_t>(ended - 1)].span.lo);
    (ended == 0 ? whole : failing) += 1;
    for (std::size_t k = 0; k < steps.numbers.size(); ++k) {
      const ScalarType type = made.unit.sites[static_cast<std::size_t>(ended - 1)].numbers[k].type;
      const Scalar number{type, all[machine::Words::kFailed + k]};
      if (!same(number, {type, steps.numbers[k]})) FAIL("another number");
    }
    if (ended != 0) continue;
    for (std::size_t k = 0; k < made.unit.loop.states.size(); ++k) {
      const ScalarType type = made.unit.types[made.unit.loop.states[k].state];
      const std::uint64_t bits = steps.value({made.unit.loop.states[k].state, type, 0});
      if (!same({type, all[words.states + k]}, {type, bits})) FAIL("another state");
    }
    const std::vector<bool> own = vcode::own_arrays(unit);
    for (std::size_t a = 0; a < expected.size(); ++a) {
      if (own[a]) continue;  // nobody sees it
      if (made.unit.arrays[a].origin == vcode::Unit::Origin::filled)
        REQUIRE(all[words.of_array[a] + machine::Words::kCount] == expected[a].size());
      for (std::size_t i = 0; i < expected[a].size(); ++i)
        if (!same({expected[a].elem, found[a].at(i)}, {expected[a].elem, expected[a].at(i)}))
          FAIL("array " << a << ", element " << i);
    }
  }
  CHECK(whole > 500 / static_cast<int>(kSeedStep));
  CHECK(failing > 100 / static_cast<int>(kSeedStep));
  CHECK(special > 1000 / static_cast<int>(kSeedStep));
}

TEST_CASE("arrays that nobody reads are left out if they are known to be small", "[machine]") {
  const auto steps_left = [](const vcode::Operand& size) {
    vcode::Unit unit;
    unit.types = {ScalarType::i64, ScalarType::i64};
    unit.inputs.push_back({0, 0});
    vcode::Unit::Array array;
    array.origin = vcode::Unit::Origin::filled;
    array.elem = ScalarType::f64;
    array.written = true;
    unit.arrays.push_back(array);
    unit.loop.form = vcode::Repeat::Upwards{1, {{}, ScalarType::i64, 3}};
    unit.loop.body = {{vcode::Reserve{0, size}},
                      {vcode::Store{0, {{}, ScalarType::i64, 0}, {{}, ScalarType::f64, 0}}}};
    unit.size = 2;
    vcode::leave_out_unused(unit);
    CHECK(unit.size == unit.loop.body.size());
    return unit.loop.body.size();
  };
  CHECK(steps_left({{}, ScalarType::i64, 9}) == 0);
  // There may be no memory for these, which is an error.
  CHECK(steps_left({{}, ScalarType::i64, std::uint64_t{1} << 40}) == 2);
  CHECK(steps_left({0, ScalarType::i64, 0}) == 2);
}

TEST_CASE("limits of units may be beyond 32 bits", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  RandomUnit made(0);
  made.unit.limits.push_back({{made.unit.inputs[0].value, ScalarType::i64, 0}, kMost});
  REQUIRE(vcode::verify(made.unit) == std::nullopt);
  const machine::Words words(made.unit);
  const auto code =
      compiler->compile(made.unit, words, std::vector<bool>(made.unit.arrays.size(), true));
  REQUIRE(code != nullptr);
  std::vector<Memory> memory = made.memory;
  std::vector<std::uint64_t> all = words_of(words, made, memory);
  CHECK(code->run(all.data()) != machine::Code::kLong);
  all = words_of(words, made, memory);
  all[words.inputs] = static_cast<std::uint64_t>(kMost) + 1;
  CHECK(code->run(all.data()) == machine::Code::kLong);
}
