// Primitives in iterations side by side: each at every type, whichever of its operands are the same
// in all of them.
#include <catch2/catch.hpp>

#include <functional>

#include "machine/code.hpp"
#include "scalar_samples.hpp"
#include "vcode_support.hpp"

using namespace laguz_test;
namespace machine = laguz::machine;

namespace {

constexpr std::size_t kTurns = 19;  // some vectors, and a rest

/// A loop that gives [prim] of elements of arrays; of inputs, where [same] says so. In a loop of
/// one iteration.
struct SideBySide : UnitWriter {
  SideBySide(prims::Prim prim, unsigned same) {
    const prims::Row& row = prims::row_of(prim);
    const vcode::Value outer = value(ScalarType::i64), index = value(ScalarType::i64);
    vcode::Repeat loop{{}, vcode::Repeat::Upwards{index, number(kTurns)}, {}};
    vcode::Apply apply{prim, {}, 0, {}};
    for (int k = 0; k < row.arity; ++k) {
      const ScalarType type = prims::operand_type(prim, k);
      if ((same >> k & 1U) != 0) {
        unit.inputs.push_back({static_cast<laguz::core::VarId>(k), value(type)});
        apply.args.push_back({unit.inputs.back().value, type, 0});
      } else {
        const vcode::Value element = value(type);
        loop.body.push_back({vcode::Load{array(type, false), of(index), element}});
        apply.args.push_back(of(element));
      }
    }
    apply.to = value(prims::result_type(prim));
    if (const auto guard = row.guard[static_cast<int>(prim.type)]; guard != prims::Guard::none) {
      unit.sites.emplace_back();
      unit.sites[0].kind = vcode::Site::Kind::guard;
      unit.sites[0].guard = guard;
      apply.site = 0;
    }
    const vcode::Operand result = of(apply.to);
    loop.body.push_back({std::move(apply)});
    loop.body.push_back({vcode::Store{array(result.type, true), of(index), result}});
    unit.loop.form = vcode::Repeat::Upwards{outer, number(1)};
    unit.loop.body.push_back({std::move(loop)});
  }

 private:
  vcode::ArrayNumber array(ScalarType elem, bool written) {
    vcode::Unit::Array made;
    made.elem = elem;
    made.written = written;
    made.lengths = {value(ScalarType::i64)};
    made.strides = {value(ScalarType::i64)};
    unit.arrays.push_back(std::move(made));
    return static_cast<vcode::ArrayNumber>(unit.arrays.size() - 1);
  }
};

std::int64_t goes_on(std::uint64_t*) { return 0; }

/// Operands for which [prim] is defined.
std::vector<Scalar> some_operands(prims::Prim prim, std::mt19937_64& random) {
  while (true) {
    std::vector<Scalar> args;
    for (int k = 0; k < prims::row_of(prim).arity; ++k)
      args.push_back(sample(prims::operand_type(prim, k), random));
    if (prims::guard_holds(prim, args)) return args;
  }
}

void check(machine::Compiler& compiler, prims::Prim prim, unsigned same, std::mt19937_64& random) {
  const SideBySide made(prim, same);
  INFO(prims::full_name(prim) << ", the same: " << same << "\n" << vcode::print(made.unit));
  REQUIRE(vcode::verify(made.unit) == std::nullopt);
  const machine::Words words(made.unit);
  const auto code =
      compiler.compile(made.unit, words, std::vector<bool>(made.unit.arrays.size(), true));
  REQUIRE(code != nullptr);
  std::vector<std::vector<Scalar>> all;
  for (std::size_t i = 0; i < kTurns; ++i) {
    all.push_back(some_operands(prim, random));
    for (std::size_t k = 0; k < all[i].size(); ++k)
      if ((same >> k & 1U) != 0) all[i][k] = all[0][k];
    if (!prims::guard_holds(prim, all[i])) all[i] = all[0];
  }
  std::vector<std::uint64_t> room(words.size);
  room[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
  room[machine::Words::kEnd] = 1;
  std::vector<Memory> arrays;
  std::size_t input = 0;
  for (std::size_t k = 0; k < all[0].size(); ++k) {
    if ((same >> k & 1U) != 0) {
      room[words.inputs + input++] = all[0][k].bits;
      continue;
    }
    Memory& array = arrays.emplace_back(Memory{all[0][k].type, {}});
    for (const auto& args : all) array.push(args[k].bits);
  }
  Memory& results = arrays.emplace_back(Memory{prims::result_type(prim), {}});
  results.bytes.resize(kTurns * results.width());
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    std::uint64_t* const own = &room[words.of_array[a]];
    own[machine::Words::kAddress] = reinterpret_cast<std::uint64_t>(arrays[a].bytes.data());
    own[machine::Words::kLengths] = kTurns;
    own[machine::Words::kLengths + 1] = 1;
  }
  REQUIRE(code->run(room.data()) == machine::Code::kDone);
  for (std::size_t i = 0; i < kTurns; ++i) {
    const Scalar expected = prims::apply(prim, all[i]);
    const Scalar found{expected.type, results.at(i)};
    const unsigned unused = 64 - 8 * static_cast<unsigned>(results.width());
    const bool is_same = laguz::support::is_float(expected.type)
                             ? laguz_test::same(found, expected)
                             : found.bits << unused == expected.bits << unused;
    if (!is_same) FAIL("iteration " << i);
  }
}

}  // namespace

TEST_CASE("primitives side by side have the bits of their kernels", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  std::mt19937_64 random(1);
  const std::span<const prims::Row> rows = prims::catalog();
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (int t = 0; t < laguz::support::kScalarTypes; ++t) {
      const auto type = static_cast<ScalarType>(t);
      if (!prims::contains(rows[r].types, type)) continue;
      const prims::Prim prim{static_cast<std::uint16_t>(r), type};
      for (unsigned same = 0; same + 1 < 1U << rows[r].arity; ++same)
        check(*compiler, prim, same, random);
    }
}
