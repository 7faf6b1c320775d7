// The whole table of primitives: lanes against scalars, exact integers. (Accuracy:
// prims_accuracy_test.cpp.)
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "prims/catalog.hpp"
#include "prims/lanes_move.hpp"
#include "runtime/half.hpp"
#include "runtime/value_text.hpp"
#include "scalar_samples.hpp"

namespace laguz::prims {
namespace {

using laguz_test::of_double;
using laguz_test::same;
using laguz_test::sample;
using laguz_test::to_double;
using support::kScalarTypes;

Scalar parse(const char* text) { return std::get<Scalar>(runtime::read_values(text).at(0)); }

/// name(args), printed.
std::string call(std::string_view name, std::initializer_list<const char*> args) {
  std::vector<Scalar> scalars;
  for (const char* text : args) scalars.push_back(parse(text));
  const auto prim = find_full(name);
  REQUIRE(prim);
  return runtime::print(prims::apply(*prim, scalars), runtime::Style::machine);
}

/// A buffer of scalars of one type.
class Lanes {
 public:
  Lanes(ScalarType type, std::size_t n) : type_(type), bytes_(n * size()) {}
  Scalar get(std::size_t i) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &bytes_[i * size()], size());
    if (support::is_integer(type_)) return Scalar::integer(type_, static_cast<std::int64_t>(bits));
    return {type_, bits};
  }
  void set(std::size_t i, Scalar x) { std::memcpy(&bytes_[i * size()], &x.bits, size()); }
  void* data() { return bytes_.data(); }
  ScalarType type() const { return type_; }

 private:
  std::size_t size() const { return static_cast<std::size_t>(support::size_of(type_)); }
  ScalarType type_;
  std::vector<std::byte> bytes_;
};

template <class F>
void for_each_prim(const F& f) {
  for (std::size_t i = 0; i < catalog().size(); ++i)
    for (int t = 0; t < kScalarTypes; ++t) {
      const auto type = static_cast<ScalarType>(t);
      if (contains(catalog()[i].types, type)) f(Prim{static_cast<std::uint16_t>(i), type});
    }
}

}  // namespace

TEST_CASE("rows are found by their names", "[prims]") {
  CHECK(find("add", ScalarType::f32));
  CHECK_FALSE(find("add", ScalarType::boolean));
  CHECK_FALSE(find("plus", ScalarType::i32));
  for_each_prim([](Prim prim) {
    REQUIRE(find_full(full_name(prim)) == prim);
    REQUIRE(find(row_of(prim).name, prim.type) == prim);
  });
  CHECK(full_name(get("cvt_f64", ScalarType::i32)) == "cvt_f64_i32");
  CHECK(result_type(get("cvt_f64", ScalarType::i32)) == ScalarType::f64);
  CHECK(result_type(get("to_bits", ScalarType::f16)) == ScalarType::u16);
  CHECK(operand_type(get("from_bits", ScalarType::f64), 0) == ScalarType::u64);
  CHECK(operand_type(get("select", ScalarType::f32), 0) == ScalarType::boolean);
  CHECK(operand_type(get("ldexp", ScalarType::f32), 1) == ScalarType::i32);
  CHECK(result_type(get("lt", ScalarType::u8)) == ScalarType::boolean);
}

TEST_CASE("every lane has the bits of the scalar kernel", "[prims]") {
  std::mt19937_64 random(7);
  for_each_prim([&](Prim prim) {
    const Row& row = row_of(prim);
    INFO(full_name(prim));
    const auto arity = static_cast<std::size_t>(row.arity);
    for (unsigned uniform = 0; uniform < (1u << arity); ++uniform) {
      for (std::size_t n : {std::size_t{1}, std::size_t{13}, std::size_t{700}}) {
        std::vector<Lanes> args;
        for (std::size_t k = 0; k < arity; ++k) {
          args.emplace_back(operand_type(prim, static_cast<int>(k)), n);
          for (std::size_t i = 0; i < n; ++i) args[k].set(i, sample(args[k].type(), random));
          if (row.name == "polygamma" && k == 0)
            for (std::size_t i = 0; i < n; ++i)
              args[k].set(
                  i, Scalar::integer(ScalarType::i32, static_cast<std::int64_t>(random() % 4)));
        }
        std::vector<Scalar> expected;
        for (std::size_t i = 0; i < n; ++i) {
          std::vector<Scalar> scalars;
          for (std::size_t k = 0; k < arity; ++k)
            scalars.push_back(args[k].get((uniform >> k & 1) != 0 ? 0 : i));
          expected.push_back(prims::apply(prim, scalars));
        }
        const auto kernel = row.lanes[static_cast<int>(prim.type)];
        auto run = [&](Lanes& out) {
          kernel(static_cast<std::int64_t>(n), out.data(), args[0].data(),
                 arity > 1 ? args[1].data() : nullptr, arity > 2 ? args[2].data() : nullptr,
                 uniform);
          for (std::size_t i = 0; i < n; ++i) {
            if (same(out.get(i), expected[i])) continue;
            std::string text;
            for (std::size_t k = 0; k < arity; ++k)
              text += runtime::print(args[k].get((uniform >> k & 1) != 0 ? 0 : i),
                                     runtime::Style::machine) +
                      " ";
            INFO("operands " << text << "lane " << i << " of " << n << " uniform " << uniform);
            INFO("lanes " << std::hex << out.get(i).bits << " scalar " << expected[i].bits);
            REQUIRE(false);
          }
        };
        Lanes out(result_type(prim), n);
        run(out);
        // In place of an operand, the last one that varies.
        for (std::size_t k = arity; k-- > 0;)
          if (args[k].type() == result_type(prim) && (uniform >> k & 1) == 0) {
            run(args[k]);
            break;
          }
      }
    }
  });
}

TEST_CASE("an identity leaves every operand as it is", "[prims]") {
  std::mt19937_64 random(17);
  int identities = 0;
  for_each_prim([&](Prim prim) {
    const auto identity = prims::identity_of(prim);
    if (!identity) return;
    ++identities;
    INFO(full_name(prim));
    for (int i = 0; i < 200; ++i) {
      const Scalar x = sample(prim.type, random);
      const Scalar right[] = {x, *identity}, left[] = {*identity, x};
      CHECK(same(prims::apply(prim, right), x));
      if (row_of(prim).has(prims::kCommutes)) CHECK(same(prims::apply(prim, left), x));
    }
  });
  CHECK(identities > 80);
}

TEST_CASE("integers wrap and divide as documented", "[prims]") {
  CHECK(call("add_i8", {"100i8", "100i8"}) == "-56i8");
  CHECK(call("mul_u16", {"65535u16", "65535u16"}) == "1u16");
  CHECK(call("sub_u32", {"0u32", "1u32"}) == "4294967295u32");
  CHECK(call("neg_i64", {"-9223372036854775808i64"}) == "-9223372036854775808i64");
  CHECK(call("abs_i16", {"-32768i16"}) == "-32768i16");
  CHECK(call("div_i32", {"-7", "2"}) == "-4i32");
  CHECK(call("mod_i32", {"-7", "2"}) == "1i32");
  CHECK(call("quot_i32", {"-7", "2"}) == "-3i32");
  CHECK(call("rem_i32", {"-7", "2"}) == "-1i32");
  CHECK(call("div_i32", {"7", "-2"}) == "-4i32");
  CHECK(call("mod_i32", {"7", "-2"}) == "-1i32");
  CHECK(call("div_i32", {"-2147483648", "-1"}) == "-2147483648i32");
  CHECK(call("mod_i64", {"-9223372036854775808i64", "-1i64"}) == "0i64");
  CHECK(call("div_u64", {"18446744073709551615u64", "2u64"}) == "9223372036854775807u64");
  CHECK(call("div_i64", {"1i64", "0i64"}) == "0i64");
  CHECK(call("pow_i32", {"3", "4"}) == "81i32");
  CHECK(call("pow_i8", {"2i8", "7i8"}) == "-128i8");
  CHECK(call("pow_u8", {"3u8", "200u8"}) == "161u8");
  CHECK(call("pow_i32", {"0", "0"}) == "1i32");
  CHECK(call("sgn_i8", {"-128i8"}) == "-1i8");
  const Scalar one = Scalar::i64(1);
  const Scalar zero = Scalar::i64(0);
  const Scalar minus = Scalar::i64(-1);
  CHECK_FALSE(guard_holds(get("div", ScalarType::i64), std::vector<Scalar>{one, zero}));
  CHECK(guard_holds(get("div", ScalarType::i64), std::vector<Scalar>{zero, one}));
  CHECK_FALSE(guard_holds(get("pow", ScalarType::i64), std::vector<Scalar>{one, minus}));
  CHECK(guard_holds(get("add", ScalarType::i64), std::vector<Scalar>{one, zero}));
  CHECK(guard_holds(get("div", ScalarType::f64),
                    std::vector<Scalar>{Scalar::f64(1), Scalar::f64(0)}));
}

TEST_CASE("all quotients of bytes are those of the definition", "[prims]") {
  for (int x = -128; x < 128; ++x)
    for (int y = -128; y < 128; ++y) {
      if (y == 0) continue;
      const std::vector<Scalar> args = {Scalar::integer(ScalarType::i8, x),
                                        Scalar::integer(ScalarType::i8, y)};
      auto wrap = [](int z) { return Scalar::integer(ScalarType::i8, z); };
      const int down = static_cast<int>(std::floor(static_cast<double>(x) / y));
      REQUIRE(prims::apply(get("div", ScalarType::i8), args) == wrap(down));
      REQUIRE(prims::apply(get("mod", ScalarType::i8), args) == wrap(x - down * y));
      REQUIRE(prims::apply(get("quot", ScalarType::i8), args) == wrap(x / y));
      REQUIRE(prims::apply(get("rem", ScalarType::i8), args) == wrap(x % y));
    }
}

TEST_CASE("quotients of wide integers are exact", "[prims]") {
  std::mt19937_64 random(5);
  auto check = [&](ScalarType type, auto zero) {
    using T = decltype(zero);
    for (int i = 0; i < 200000; ++i) {
      const T x = static_cast<T>(random() >> (random() % 64));
      T y = static_cast<T>(random() >> (random() % 64));
      if (random() % 4 == 0) y = static_cast<T>(x / static_cast<T>(1 + random() % 7));
      if (y == 0 || (std::is_signed_v<T> && y == static_cast<T>(-1))) continue;
      const std::vector<Scalar> args = {Scalar::integer(type, static_cast<std::int64_t>(x)),
                                        Scalar::integer(type, static_cast<std::int64_t>(y))};
      REQUIRE(prims::apply(get("quot", type), args) ==
              Scalar::integer(type, static_cast<std::int64_t>(x / y)));
      REQUIRE(prims::apply(get("rem", type), args) ==
              Scalar::integer(type, static_cast<std::int64_t>(x % y)));
    }
  };
  check(ScalarType::i32, std::int32_t{});
  check(ScalarType::u32, std::uint32_t{});
  check(ScalarType::i64, std::int64_t{});
  check(ScalarType::u64, std::uint64_t{});
}

TEST_CASE("division over lanes is exact where it goes through doubles", "[prims]") {
  // Ordinary operands only: one extraordinary one sends its whole chunk to the scalar kernel.
  std::mt19937_64 random(6);
  auto number = [&](ScalarType type) {
    const auto bits = random();
    if (support::is_integer(type)) {
      const int width = std::min(8 * support::size_of(type), 52);
      const auto x = static_cast<std::int64_t>(
          bits >> (65 - width + static_cast<int>(random() % 50) % (width - 1)));
      return Scalar::integer(type, support::is_signed(type) && bits % 2 == 1 ? -x : x);
    }
    const double x =
        std::ldexp(static_cast<double>(bits >> 11), static_cast<int>(random() % 20) - 60);
    return of_double(type, bits % 2 == 1 ? -x : x);
  };
  for (const char* name : {"div", "mod", "quot", "rem"})
    for (ScalarType type : {ScalarType::i8, ScalarType::i32, ScalarType::u32, ScalarType::i64,
                            ScalarType::u64, ScalarType::f32, ScalarType::f64}) {
      const auto prim = find(name, type);
      if (!prim) continue;
      INFO(full_name(*prim));
      constexpr std::size_t n = 256;
      for (int round = 0; round < 100; ++round) {
        Lanes x(type, n), y(type, n), out(type, n);
        for (std::size_t i = 0; i < n; ++i) {
          y.set(i, number(type));
          x.set(i, number(type));
          // Multiples, and their neighbours.
          if (i % 3 == 0 && support::is_float(type)) {
            const double k = static_cast<double>(static_cast<std::int64_t>(random() % 2000) - 1000);
            double z = k * to_double(y.get(i));
            if (i % 2 == 0) z = std::nextafter(z, 1e300);
            x.set(i, of_double(type, z));
          }
        }
        row_of(*prim).lanes[static_cast<int>(type)](n, out.data(), x.data(), y.data(), nullptr, 0);
        for (std::size_t i = 0; i < n; ++i) {
          const auto expected = prims::apply(*prim, std::vector<Scalar>{x.get(i), y.get(i)});
          if (same(out.get(i), expected)) continue;
          CAPTURE(to_double(x.get(i)), to_double(y.get(i)), x.get(i).as_i64(), y.get(i).as_i64());
          CAPTURE(out.get(i).bits, expected.bits);
          REQUIRE(false);
        }
      }
    }
}

TEST_CASE("bits", "[prims]") {
  CHECK(call("shl_i8", {"1i8", "7i8"}) == "-128i8");
  CHECK(call("shl_i32", {"1", "32"}) == "0i32");
  CHECK(call("shr_i32", {"-8", "1"}) == "-4i32");
  CHECK(call("shr_i32", {"-8", "99"}) == "-1i32");
  CHECK(call("shr_u32", {"4294967288u32", "1u32"}) == "2147483644u32");
  CHECK(call("lshr_i32", {"-8", "1"}) == "2147483644i32");
  CHECK(call("lshr_i32", {"-8", "32"}) == "0i32");
  CHECK(call("popc_i8", {"-1i8"}) == "8i32");
  CHECK(call("clz_i16", {"0i16"}) == "16i32");
  CHECK(call("ctz_u64", {"0u64"}) == "64i32");
  CHECK(call("clz_u8", {"1u8"}) == "7i32");
  CHECK(call("mul_hi_i64", {"-1i64", "5i64"}) == "-1i64");
  CHECK(call("mul_hi_u64", {"18446744073709551615u64", "5u64"}) == "4u64");
  CHECK(call("mul_hi_u8", {"200u8", "200u8"}) == "156u8");
  CHECK(call("mad_hi_i32", {"65536", "65536", "7"}) == "8i32");
  CHECK(call("get_bit_i32", {"4", "2"}) == "1i32");
  CHECK(call("get_bit_i8", {"-128i8", "7"}) == "1i32");
  CHECK(call("get_bit_i8", {"-128i8", "8"}) == "0i32");
  CHECK(call("set_bit_i32", {"0", "31", "1"}) == "-2147483648i32");
  CHECK(call("set_bit_u64", {"18446744073709551615u64", "63", "0"}) == "9223372036854775807u64");
  CHECK(call("set_bit_i8", {"5i8", "9", "1"}) == "5i8");
  CHECK(call("not_i32", {"0"}) == "-1i32");
  CHECK(call("not_bool", {"true"}) == "false");
  CHECK(call("xor_bool", {"true", "true"}) == "false");
  CHECK(call("and_u8", {"12u8", "10u8"}) == "8u8");
  CHECK(call("lt_bool", {"false", "true"}) == "true");
  CHECK(call("le_bool", {"true", "false"}) == "false");
}

TEST_CASE("conversions", "[prims]") {
  CHECK(call("cvt_u64_i8", {"-1i8"}) == "255u64");
  CHECK(call("cvt_i64_i8", {"-1i8"}) == "-1i64");
  CHECK(call("cvt_i64_u8", {"255u8"}) == "255i64");
  CHECK(call("cvt_i8_i32", {"300"}) == "44i8");
  CHECK(call("cvt_u32_f32", {"-3.5f32"}) == "4294967293u32");
  CHECK(call("cvt_i32_f64", {"3.99"}) == "3i32");
  CHECK(call("cvt_i32_f64", {"-3.99"}) == "-3i32");
  for (const char* x : {"f64.nan", "f64.inf", "-f64.inf"}) {
    CHECK(call("cvt_i32_f64", {x}) == "0i32");
    CHECK(call("cvt_u64_f64", {x}) == "0u64");
  }
  CHECK(call("cvt_u64_f64", {"18446744073709549568.0"}) == "18446744073709549568u64");
  CHECK(call("cvt_i64_f64", {"-9223372036854775808.0"}) == "-9223372036854775808i64");
  CHECK(call("cvt_i64_f64", {"18446744073709555712.0"}) == "4096i64");
  CHECK(call("cvt_i64_f64", {"1e30"}) == "5076964154930102272i64");
  CHECK(call("cvt_f32_f64", {"3.5028234664e38"}) == "f32.inf");
  CHECK(call("cvt_f16_f32", {"100000f32"}) == "f16.inf");
  CHECK(call("cvt_f16_f64", {"1.00048828126f64"}) == "1.0009766f16");
  CHECK(call("cvt_f16_i64", {"65520i64"}) == "f16.inf");
  CHECK(call("cvt_f32_u64", {"18446744073709551615u64"}) == "1.8446744e19f32");
  CHECK(call("cvt_bool_f32", {"f32.nan"}) == "true");
  CHECK(call("cvt_bool_f64", {"-0.0"}) == "false");
  CHECK(call("cvt_f64_bool", {"true"}) == "1.0f64");
  CHECK(call("to_bits_f32", {"1f32"}) == "1065353216u32");
  CHECK(call("from_bits_f64", {"4607182418800017408u64"}) == "1.0f64");
  CHECK(call("from_bits_f16", {"31744u16"}) == "f16.inf");
}

TEST_CASE("floats at the edges", "[prims]") {
  CHECK(call("mod_f64", {"-7.0", "2.0"}) == "1.0f64");
  CHECK(call("mod_f64", {"7.0", "-2.0"}) == "-1.0f64");
  CHECK(call("mod_f64", {"-4.0", "2.0"}) == "0.0f64");
  CHECK(call("mod_f32", {"5.5f32", "2f32"}) == "1.5f32");
  CHECK(call("min_f64", {"f64.nan", "1.0"}) == "1.0f64");
  CHECK(call("max_f64", {"1.0", "f64.nan"}) == "1.0f64");
  CHECK(call("max_f32", {"f32.nan", "f32.nan"}) == "f32.nan");
  CHECK(call("sgn_f64", {"-0.0"}) == "-0.0f64");
  CHECK(call("sgn_f64", {"f64.nan"}) == "f64.nan");
  CHECK(call("sgn_f32", {"-3f32"}) == "-1.0f32");
  CHECK(call("neg_f64", {"0.0"}) == "-0.0f64");
  CHECK(call("round_f64", {"2.5"}) == "2.0f64");
  CHECK(call("round_f32", {"3.5f32"}) == "4.0f32");
  CHECK(call("round_f16", {"-0.5f16"}) == "-0.0f16");
  CHECK(call("trunc_f32", {"-1e10f32"}) == "-1.0e10f32");
  CHECK(call("isnan_f16", {"f16.nan"}) == "true");
  CHECK(call("isinf_f64", {"-f64.inf"}) == "true");
  CHECK(call("ldexp_f64", {"1.5", "10"}) == "1536.0f64");
  CHECK(call("copysign_f32", {"1f32", "-0.0f32"}) == "-1.0f32");
  CHECK(call("nextafter_f16", {"1f16", "2f16"}) == "1.0009766f16");
  CHECK(call("nextafter_f16", {"0f16", "-1f16"}) == "-5.9604645e-8f16");
  CHECK(call("nextafter_f16", {"f16.inf", "0f16"}) == "65504.0f16");
  CHECK(call("nextafter_f64", {"1.0", "2.0"}) == "1.0000000000000002f64");
  CHECK(call("fma_f64", {"1e308", "10.0", "-f64.inf"}) == "-f64.inf");
  CHECK(call("fma_f32", {"16777217f32", "16777217f32", "-2.81474976710656e14f32"}) == "0.0f32");
  CHECK(call("lerp_f64", {"1.0", "3.0", "0.25"}) == "1.5f64");
  CHECK(call("lerp_f64", {"1.0", "3.0", "7.0"}) == "3.0f64");
  CHECK(call("lerp_f64", {"1.0", "3.0", "f64.nan"}) == "f64.nan");
  CHECK(call("select_f64", {"true", "1.0", "2.0"}) == "1.0f64");
  CHECK(call("eq_f64", {"f64.nan", "f64.nan"}) == "false");
  CHECK(call("ne_f64", {"f64.nan", "f64.nan"}) == "true");
  CHECK(call("sinpi_f64", {"1.0"}) == "0.0f64");
  CHECK(call("sinpi_f64", {"-0.0"}) == "-0.0f64");
  CHECK(call("cospi_f64", {"0.5"}) == "0.0f64");
  CHECK(call("sinpi_f64", {"1e15"}) == "0.0f64");
  CHECK(call("cospi_f64", {"4503599627370497.0"}) == "-1.0f64");
  CHECK(call("tanpi_f64", {"0.25"}) == "1.0f64");
  CHECK(call("pow_f64", {"-2.0", "3.0"}) == "-8.0f64");
  CHECK(call("pow_f64", {"-8.0", "0.5"}) == "f64.nan");
  CHECK(call("pow_f64", {"0.0", "0.0"}) == "1.0f64");
  CHECK(call("pow_f64", {"1.7976931348623157e308", "1.0"}) == "1.7976931348623157e308f64");
  CHECK(call("asinh_f64", {"1e300"}) == "691.4686750787736f64");
  CHECK(call("gamma_f64", {"5.0"}) == "24.0f64");
  CHECK(call("lgamma_f64", {"1.0"}) == "0.0f64");
}

TEST_CASE("an f16 fma rounds once", "[prims]") {
  std::mt19937 random(11);
  for (int i = 0; i < 200000; ++i) {
    const auto any = [&] { return Scalar::f16(static_cast<std::uint16_t>(random())); };
    const std::vector<Scalar> args = {any(), any(), any()};
    const long double x = to_double(args[0]);
    const long double y = to_double(args[1]);
    const long double z = to_double(args[2]);
    const long double sum = x * y + z;  // 64 bits: exact unless the sizes are far apart
    if (!std::isfinite(static_cast<double>(sum)) || sum == 0) continue;
    if (sum - x * y != z || sum - z != x * y) continue;
    const double near = static_cast<double>(sum);
    if (near != sum) continue;
    REQUIRE(prims::apply(get("fma", ScalarType::f16), args).as_f16() ==
            runtime::double_to_half(near));
  }
}

TEST_CASE("vectors that go on by a step wrap as their type does", "[prims]") {
  for (const ScalarType type : {ScalarType::i8, ScalarType::u16, ScalarType::i32, ScalarType::i64})
    for (const std::int64_t step : {0, 1, -1, 25, 256, -77})
      for (const std::int64_t n : {1, 7, 8, 9, 43, 128, 300}) {
        INFO(support::name(type) << " by " << step << ", " << n);
        const int size = support::size_of(type);
        std::vector<std::byte> all(static_cast<std::size_t>((n + 1) * size), std::byte{99});
        lanes::affine(type, n, all.data(), 3, step);
        for (std::int64_t l = 0; l < n; ++l) {
          const auto expected = static_cast<std::uint64_t>(3 + l * step);
          REQUIRE(std::memcmp(all.data() + l * size, &expected, static_cast<std::size_t>(size)) ==
                  0);
        }
        REQUIRE(all[static_cast<std::size_t>(n * size)] == std::byte{99});
      }
}

}  // namespace laguz::prims
