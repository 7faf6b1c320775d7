// The twelve scalar types and a scalar that knows its type.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace laguz::support {

enum class ScalarType : std::uint8_t {
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  f32,
  f64,
  boolean
};
inline constexpr int kScalarTypes = 12;

constexpr std::string_view name(ScalarType type) {
  constexpr std::string_view names[] = {"i8",  "i16", "i32", "i64", "u8",  "u16",
                                        "u32", "u64", "f16", "f32", "f64", "bool"};
  return names[static_cast<int>(type)];
}

/// The type called [text]: "i8", ..., "bool".
constexpr std::optional<ScalarType> scalar_type_named(std::string_view text) {
  for (int i = 0; i < kScalarTypes; ++i)
    if (name(static_cast<ScalarType>(i)) == text) return static_cast<ScalarType>(i);
  return std::nullopt;
}

constexpr int size_of(ScalarType type) {
  // Two bits for each power of two: a table would be copied to the stack in every call.
  constexpr int powers[] = {0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 0};
  constexpr unsigned packed = [&] {
    unsigned bits = 0;
    for (int i = 0; i < kScalarTypes; ++i) bits |= static_cast<unsigned>(powers[i]) << (2 * i);
    return bits;
  }();
  return 1 << (packed >> (2 * static_cast<unsigned>(type)) & 3u);
}

constexpr bool is_signed(ScalarType t) { return t <= ScalarType::i64; }
constexpr bool is_unsigned(ScalarType t) { return t >= ScalarType::u8 && t <= ScalarType::u64; }
constexpr bool is_integer(ScalarType t) { return t <= ScalarType::u64; }
constexpr bool is_float(ScalarType t) { return t >= ScalarType::f16 && t <= ScalarType::f64; }

/// A scalar as its bits. Integers are sign- or zero-extended to 64 bits, f16 is its 16 bits, f32
/// its 32, f64 its 64, a boolean 0 or 1; unused high bits of floats are 0, so equal scalars have
/// equal bits.
struct Scalar {
  ScalarType type = ScalarType::i64;
  std::uint64_t bits = 0;

  static Scalar i64(std::int64_t x) { return {ScalarType::i64, static_cast<std::uint64_t>(x)}; }
  static Scalar f64(double x) { return {ScalarType::f64, std::bit_cast<std::uint64_t>(x)}; }
  static Scalar f32(float x) { return {ScalarType::f32, std::bit_cast<std::uint32_t>(x)}; }
  static Scalar f16(std::uint16_t half) { return {ScalarType::f16, half}; }
  static Scalar boolean(bool x) { return {ScalarType::boolean, x ? 1u : 0u}; }
  /// [x] wrapped to the integer type [type].
  static Scalar integer(ScalarType type, std::int64_t x);

  std::int64_t as_i64() const { return static_cast<std::int64_t>(bits); }
  double as_f64() const { return std::bit_cast<double>(bits); }
  float as_f32() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
  std::uint16_t as_f16() const { return static_cast<std::uint16_t>(bits); }
  bool as_bool() const { return bits != 0; }
  bool operator==(const Scalar&) const = default;
};

inline Scalar Scalar::integer(ScalarType type, std::int64_t x) {
  switch (type) {
    case ScalarType::i8:
      return {type, static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(x)})};
    case ScalarType::i16:
      return {type, static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(x)})};
    case ScalarType::i32:
      return {type, static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(x)})};
    case ScalarType::u8: return {type, static_cast<std::uint8_t>(x)};
    case ScalarType::u16: return {type, static_cast<std::uint16_t>(x)};
    case ScalarType::u32: return {type, static_cast<std::uint32_t>(x)};
    case ScalarType::i64:
    case ScalarType::u64: return {type, static_cast<std::uint64_t>(x)};
    case ScalarType::f16:
    case ScalarType::f32:
    case ScalarType::f64:
    case ScalarType::boolean: break;
  }
  return {type, 0};
}

}  // namespace laguz::support
