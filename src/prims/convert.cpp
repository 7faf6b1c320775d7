// Conversions between scalar types, by value and by bits.
#include "prims/scalar_ops.hpp"
#include "prims/table.hpp"

namespace laguz::prims {
namespace {

template <ScalarType To>
void add_conversion(Table& table, std::string_view name) {
  using Result = std::conditional_t<To == ScalarType::f16, Half, Stored<To>>;
  table.row<Signature<Fixed<To>, Self>, all_types>(name, K(ops::convert<Result>(x)), Diff::convert)
      .is(Op::convert)
      .with(kCheap);
}

/// Of an integer that a float was rounded to: constant, wherever that has a derivative.
template <ScalarType To>
void add_step(Table& table, std::string_view name) {
  using Result = std::conditional_t<To == ScalarType::f16, Half, Stored<To>>;
  table
      .row<Signature<Fixed<To>, Self>, ints | booleans>(name, K(ops::convert<Result>(x)),
                                                        Diff::zero)
      .is(Op::convert)
      .with(kCheap);
}

}  // namespace

void add_conversions(Table& table) {
  add_conversion<ScalarType::i8>(table, "cvt_i8");
  add_conversion<ScalarType::i16>(table, "cvt_i16");
  add_conversion<ScalarType::i32>(table, "cvt_i32");
  add_conversion<ScalarType::i64>(table, "cvt_i64");
  add_conversion<ScalarType::u8>(table, "cvt_u8");
  add_conversion<ScalarType::u16>(table, "cvt_u16");
  add_conversion<ScalarType::u32>(table, "cvt_u32");
  add_conversion<ScalarType::u64>(table, "cvt_u64");
  add_conversion<ScalarType::f16>(table, "cvt_f16");
  add_conversion<ScalarType::f32>(table, "cvt_f32");
  add_conversion<ScalarType::f64>(table, "cvt_f64");
  add_conversion<ScalarType::boolean>(table, "cvt_bool");
  add_step<ScalarType::f16>(table, "cvt_f16_step");
  add_step<ScalarType::f32>(table, "cvt_f32_step");
  add_step<ScalarType::f64>(table, "cvt_f64_step");
  table.row<Signature<Bits, Self>, floats>("to_bits", raw(K(ops::to_bits(x))), Diff::bitcast)
      .is(Op::to_bits);
  for (const auto& [name, diff] : {std::pair{"from_bits", Diff::bitcast},
                                   std::pair{"from_bits_step", Diff::zero}})  // as add_step
    table.row<Signature<Self, Bits>, floats>(name, raw(K(ops::from_bits(x))), diff)
        .is(Op::from_bits);
}

}  // namespace laguz::prims
