// Machine code: every primitive against its kernel, and when it asks whether it is to stop.
#include <catch2/catch.hpp>

#include "eval_support.hpp"
#include "machine/code.hpp"
#include "prims/catalog.hpp"
#include "scalar_samples.hpp"
#include "vcode/lower.hpp"

using namespace laguz_test;
namespace vcode = laguz::vcode;
namespace machine = laguz::machine;
namespace prims = laguz::prims;

namespace {

/// One iteration that gives [prim] of its inputs.
vcode::Unit unit_of(prims::Prim prim) {
  vcode::Unit unit;
  const auto value = [&](ScalarType type) {
    unit.types.push_back(type);
    return static_cast<vcode::Value>(unit.types.size() - 1);
  };
  const prims::Row& row = prims::row_of(prim);
  vcode::Apply apply{prim, {}, 0, {}};
  for (int i = 0; i < row.arity; ++i) {
    const ScalarType type = prims::operand_type(prim, i);
    unit.inputs.push_back({0, value(type)});
    apply.args.push_back({unit.inputs.back().value, type, 0});
  }
  const ScalarType result = prims::result_type(prim);
  const vcode::Value state = value(result);
  apply.to = value(result);
  if (const auto guard = row.guard[static_cast<int>(prim.type)]; guard != prims::Guard::none) {
    unit.sites.emplace_back();
    unit.sites[0].kind = vcode::Site::Kind::guard;
    unit.sites[0].guard = guard;
    apply.site = 0;
  }
  unit.loop.states.push_back({state, {{}, result, 0}, {apply.to, result, 0}});
  unit.loop.form = vcode::Repeat::Upwards{value(ScalarType::i64), {{}, ScalarType::i64, 1}};
  unit.loop.body.push_back({std::move(apply)});
  return unit;
}

std::int64_t goes_on(std::uint64_t*) { return 0; }

}  // namespace

TEST_CASE("machine code of every primitive has the bits of its kernel", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  std::mt19937_64 random(1);
  const std::span<const prims::Row> rows = prims::catalog();
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (int t = 0; t < laguz::support::kScalarTypes; ++t) {
      const auto type = static_cast<ScalarType>(t);
      if (!prims::contains(rows[r].types, type)) continue;
      const prims::Prim prim{static_cast<std::uint16_t>(r), type};
      const vcode::Unit unit = unit_of(prim);
      INFO(prims::full_name(prim));
      REQUIRE(vcode::verify(unit) == std::nullopt);
      const machine::Words words(unit);
      const auto code = compiler->compile(unit, words, std::vector<bool>(unit.arrays.size(), true));
      REQUIRE(code != nullptr);
      for (int turn = 0; turn < 60; ++turn) {
        std::vector<Scalar> args;
        std::vector<std::uint64_t> all(words.size);
        all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
        all[machine::Words::kEnd] = 1;
        for (std::size_t i = 0; i < unit.inputs.size(); ++i) {
          args.push_back(sample(unit.types[unit.inputs[i].value], random));
          all[words.inputs + i] = args.back().bits;
        }
        const std::int64_t ended = code->run(all.data());
        REQUIRE((ended == machine::Code::kDone) == prims::guard_holds(prim, args));
        if (ended != machine::Code::kDone) continue;
        const Scalar found{prims::result_type(prim), all[words.states]};
        const Scalar expected = prims::apply(prim, args);
        if (!laguz_test::same(found, expected)) FAIL("other bits");
      }
    }
}

TEST_CASE("machine code asks whether it is to stop by what it does, in branches too", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  constexpr int kSteps = 500, kTurns = 4000;
  vcode::Unit unit;
  const auto value = [&](ScalarType type) {
    unit.types.push_back(type);
    return static_cast<vcode::Value>(unit.types.size() - 1);
  };
  const auto of = [&](vcode::Value x) { return vcode::Operand{x, unit.types[x], 0}; };
  const vcode::Value state = value(ScalarType::i64), index = value(ScalarType::i64);
  vcode::Branch branch{{{}, ScalarType::boolean, 1}, {}, {}, {}};
  vcode::Value last = state;
  for (int k = 0; k < kSteps; ++k) {
    const vcode::Value next = value(ScalarType::i64);
    branch.yes.push_back(
        {vcode::Apply{prims::get("add", ScalarType::i64), {of(last), of(index)}, next, {}}});
    last = next;
  }
  const vcode::Value result = value(ScalarType::i64);
  branch.results.push_back({result, of(last), of(state)});
  unit.loop.states.push_back({state, {{}, ScalarType::i64, 0}, of(result)});
  unit.loop.form = vcode::Repeat::Upwards{index, {{}, ScalarType::i64, kTurns}};
  unit.loop.body.push_back({std::move(branch)});
  REQUIRE(vcode::verify(unit) == std::nullopt);
  const machine::Words words(unit);
  const auto code = compiler->compile(unit, words, std::vector<bool>(unit.arrays.size(), true));
  REQUIRE(code != nullptr);
  std::vector<std::uint64_t> all(words.size);
  std::int64_t polls = 0;
  const machine::Words::Poll count = [](std::uint64_t* of) -> std::int64_t {
    ++*reinterpret_cast<std::int64_t*>(of[machine::Words::kOwner]);
    return 0;
  };
  all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(count);
  all[machine::Words::kOwner] = reinterpret_cast<std::uint64_t>(&polls);
  all[machine::Words::kEnd] = kTurns;
  CHECK(code->run(all.data()) == machine::Code::kDone);
  CHECK(polls >= std::int64_t{kSteps} * kTurns / machine::Words::kFuel - 1);
}
