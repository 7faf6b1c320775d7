// C++ types of scalars, in memory and in a kernel.
#pragma once

#include <cstdint>
#include <type_traits>

#include "prims/prim.hpp"
#include "runtime/half.hpp"

namespace laguz::prims {

/// The bits of an f16, for kernels that must see them; others get a float.
struct Half {
  std::uint16_t bits;
};

template <ScalarType T>
struct CppType;
template <>
struct CppType<ScalarType::i8> : std::type_identity<std::int8_t> {};
template <>
struct CppType<ScalarType::i16> : std::type_identity<std::int16_t> {};
template <>
struct CppType<ScalarType::i32> : std::type_identity<std::int32_t> {};
template <>
struct CppType<ScalarType::i64> : std::type_identity<std::int64_t> {};
template <>
struct CppType<ScalarType::u8> : std::type_identity<std::uint8_t> {};
template <>
struct CppType<ScalarType::u16> : std::type_identity<std::uint16_t> {};
template <>
struct CppType<ScalarType::u32> : std::type_identity<std::uint32_t> {};
template <>
struct CppType<ScalarType::u64> : std::type_identity<std::uint64_t> {};
template <>
struct CppType<ScalarType::f16> : std::type_identity<std::uint16_t> {};
template <>
struct CppType<ScalarType::f32> : std::type_identity<float> {};
template <>
struct CppType<ScalarType::f64> : std::type_identity<double> {};
template <>
struct CppType<ScalarType::boolean> : std::type_identity<bool> {};

/// As it lies in a buffer and as a typed scalar kernel takes it.
template <ScalarType T>
using Stored = typename CppType<T>::type;

/// From memory to a kernel's argument; [Raw] kernels see an f16's bits.
template <ScalarType T, bool Raw>
inline auto widen(Stored<T> x) {
  if constexpr (T != ScalarType::f16)
    return x;
  else if constexpr (Raw)
    return Half{x};
  else
    return runtime::half_to_float(x);
}

/// From a kernel's result to memory.
template <ScalarType T, class R>
inline Stored<T> narrow(R x) {
  if constexpr (std::is_same_v<R, Half>)
    return x.bits;
  else if constexpr (T == ScalarType::f16)
    return runtime::float_to_half(x);
  else
    return static_cast<Stored<T>>(x);
}

template <ScalarType T>
inline Stored<T> unbox(Scalar x) {
  if constexpr (T == ScalarType::f64)
    return x.as_f64();
  else if constexpr (T == ScalarType::f32)
    return x.as_f32();
  else if constexpr (T == ScalarType::boolean)
    return x.as_bool();
  else
    return static_cast<Stored<T>>(x.bits);
}

template <ScalarType T>
inline Scalar box(Stored<T> x) {
  if constexpr (T == ScalarType::f64)
    return Scalar::f64(x);
  else if constexpr (T == ScalarType::f32)
    return Scalar::f32(x);
  else if constexpr (T == ScalarType::f16)
    return Scalar::f16(x);
  else if constexpr (T == ScalarType::boolean)
    return Scalar::boolean(x);
  else
    return Scalar::integer(T, static_cast<std::int64_t>(x));
}

}  // namespace laguz::prims
