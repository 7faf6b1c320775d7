-- | What the modules of numbers have in common: module types, for functors over any kind of number.
--
-- Each number type has a module of its own name: `i8 i16 i32 i64 u8 u16 u32 u64` are `integral`,
-- `f16 f32 f64` are `float`, and `bool` can at least be made from every other.

-- | Types that can be made from every scalar type.
--
-- * A boolean is false for 0 and true for any other number; a number is 1 for true and 0 for false.
-- * An integer made from a wider integer keeps the low bits. Made from a narrower one it keeps the
--   number; only an unsigned integer made from a narrower signed one gets zero bits in front.
-- * An integer made from a float is rounded towards zero; it is 0 for NaN and for infinities.
-- * A float is the number nearest to what it is made from; of two, that with an even last bit.
module type from_prim = {
  -- | The type itself.
  type t

  -- | From a signed 8-bit integer.
  val i8 : i8 -> t

  -- | From a signed 16-bit integer.
  val i16 : i16 -> t

  -- | From a signed 32-bit integer.
  val i32 : i32 -> t

  -- | From a signed 64-bit integer.
  val i64 : i64 -> t

  -- | From an unsigned 8-bit integer.
  val u8 : u8 -> t

  -- | From an unsigned 16-bit integer.
  val u16 : u16 -> t

  -- | From an unsigned 32-bit integer.
  val u32 : u32 -> t

  -- | From an unsigned 64-bit integer.
  val u64 : u64 -> t

  -- | From a 16-bit float.
  val f16 : f16 -> t

  -- | From a 32-bit float.
  val f32 : f32 -> t

  -- | From a 64-bit float.
  val f64 : f64 -> t

  -- | From a boolean: 1 for true, 0 for false.
  val bool : bool -> t
}

-- | Numbers: what integers and floats can both do.
module type numeric = {
  include from_prim

  -- | Sum.
  val (+) : t -> t -> t

  -- | Difference.
  val (-) : t -> t -> t

  -- | Product.
  val (*) : t -> t -> t

  -- | Quotient; of integers, rounded down.
  val (/) : t -> t -> t

  -- | Remainder of division rounded down: it has the sign of the divisor.
  val (%) : t -> t -> t

  -- | Power.
  val (**) : t -> t -> t

  -- | As a 64-bit integer; a float is rounded towards zero.
  val to_i64 : t -> i64

  -- | Are they equal?
  val (==) : t -> t -> bool

  -- | Is the first less than the second?
  val (<) : t -> t -> bool

  -- | Is the first greater than the second?
  val (>) : t -> t -> bool

  -- | Is the first less than the second, or equal?
  val (<=) : t -> t -> bool

  -- | Is the first greater than the second, or equal?
  val (>=) : t -> t -> bool

  -- | Are they different?
  val (!=) : t -> t -> bool

  -- | The number with its sign changed.
  val neg : t -> t

  -- | The greater of two.
  val max : t -> t -> t

  -- | The lesser of two.
  val min : t -> t -> t

  -- | Magnitude.
  val abs : t -> t

  -- | -1, 0 or 1, as the number is negative, zero or positive.
  val sgn : t -> t

  -- | The greatest value; infinity for floats.
  val highest : t

  -- | The least value; negative infinity for floats.
  val lowest : t

  -- | All elements added up; 0 for none.
  val sum [n] : [n]t -> t

  -- | All elements multiplied; 1 for none.
  val product [n] : [n]t -> t

  -- | The greatest element; `lowest` for none.
  val maximum [n] : [n]t -> t

  -- | The least element; `highest` for none.
  val minimum [n] : [n]t -> t
}

-- | Integers of a fixed number of bits.
module type integral = {
  include numeric

  -- | Quotient, rounded towards zero.
  val (//) : t -> t -> t

  -- | Remainder of `//`: it has the sign of the dividend.
  val (%%) : t -> t -> t

  -- | The bits set in both.
  val (&) : t -> t -> t

  -- | The bits set in either.
  val (|) : t -> t -> t

  -- | The bits set in one of them only.
  val (^) : t -> t -> t

  -- | All bits inverted.
  val not : t -> t

  -- | Bits moved up, zeros coming in.
  val (<<) : t -> t -> t

  -- | Bits moved down, copies of the sign (zeros, if unsigned) coming in.
  val (>>) : t -> t -> t

  -- | Bits moved down, zeros coming in.
  val (>>>) : t -> t -> t

  -- | The number of bits.
  val num_bits : i32

  -- | One bit as 0 or 1. The first argument is its number, counting from the lowest.
  val get_bit : i32 -> t -> i32

  -- | The number with one bit, whose number comes first, set to 0 or 1, which comes last.
  val set_bit : i32 -> t -> i32 -> t

  -- | How many bits are 1.
  val popc : t -> i32

  -- | The upper half of the exact product.
  val mul_hi : (x: t) -> (y: t) -> t

  -- | `mul_hi a b + c`.
  val mad_hi : (a: t) -> (b: t) -> (c: t) -> t

  -- | How many bits above the highest 1; all of them for 0.
  val clz : t -> i32

  -- | How many bits below the lowest 1; all of them for 0.
  val ctz : t -> i32
}

-- | Numbers that stand for real numbers.
module type real = {
  include numeric

  -- | `1 / x`.
  val recip : t -> t

  -- | The fraction of two integers.
  val from_fraction : i64 -> i64 -> t

  -- | As a 64-bit float.
  val to_f64 : t -> f64

  -- | Square root.
  val sqrt : t -> t

  -- | `1 / sqrt x`.
  val rsqrt : t -> t

  -- | Cube root.
  val cbrt : t -> t

  -- | `e` to the power of `x`.
  val exp : t -> t

  -- | Sine of an angle in radians.
  val sin : t -> t

  -- | Cosine of an angle in radians.
  val cos : t -> t

  -- | Tangent of an angle in radians.
  val tan : t -> t

  -- | `sin (pi * x)`.
  val sinpi : t -> t

  -- | `cos (pi * x)`.
  val cospi : t -> t

  -- | `tan (pi * x)`.
  val tanpi : t -> t

  -- | The angle from -pi/2 to pi/2 with this sine.
  val asin : t -> t

  -- | The angle from 0 to pi with this cosine.
  val acos : t -> t

  -- | The angle from -pi/2 to pi/2 with this tangent.
  val atan : t -> t

  -- | `asin x / pi`.
  val asinpi : t -> t

  -- | `acos x / pi`.
  val acospi : t -> t

  -- | `atan x / pi`.
  val atanpi : t -> t

  -- | Hyperbolic sine.
  val sinh : t -> t

  -- | Hyperbolic cosine.
  val cosh : t -> t

  -- | Hyperbolic tangent.
  val tanh : t -> t

  -- | The inverse of `sinh`.
  val asinh : t -> t

  -- | The inverse of `cosh`.
  val acosh : t -> t

  -- | The inverse of `tanh`.
  val atanh : t -> t

  -- | `atan2 y x` is the angle of the point that lies `x` to the right and `y` up.
  val atan2 : t -> t -> t

  -- | `atan2 y x / pi`.
  val atan2pi : t -> t -> t

  -- | `sqrt (x*x + y*y)`, without overflow on the way.
  val hypot : t -> t -> t

  -- | The gamma function: `gamma (n + 1)` is n factorial.
  val gamma : t -> t

  -- | `log (abs (gamma x))`.
  val lgamma : t -> t

  -- | The error function.
  val erf : t -> t

  -- | `1 - erf x`.
  val erfc : t -> t

  -- | `lerp x y w` lies the part `w` of the way from `x` to `y`; `w` is from 0 to 1.
  val lerp : t -> t -> t -> t

  -- | Natural logarithm.
  val log : t -> t

  -- | Logarithm to the base 2.
  val log2 : t -> t

  -- | Logarithm to the base 10.
  val log10 : t -> t

  -- | `log (1 + x)`, accurate for small `x`.
  val log1p : t -> t

  -- | The nearest whole number above or equal.
  val ceil : t -> t

  -- | The nearest whole number below or equal.
  val floor : t -> t

  -- | The whole number next towards zero.
  val trunc : t -> t

  -- | The nearest whole number; of two, the even one.
  val round : t -> t

  -- | `a * b + c`.
  val mad : (a: t) -> (b: t) -> (c: t) -> t

  -- | `a * b + c`, rounded once.
  val fma : (a: t) -> (b: t) -> (c: t) -> t

  -- | Is it infinite, with either sign?
  val isinf : t -> bool

  -- | Is it not a number?
  val isnan : t -> bool

  -- | Infinity.
  val inf : t

  -- | Not a number.
  val nan : t

  -- | The ratio of a circle's circumference to its diameter.
  val pi : t

  -- | The base of the natural logarithm.
  val e : t
}

-- | Real numbers as IEEE 754 floats, down to their bits.
module type float = {
  include real

  -- | The unsigned integer type with as many bits.
  type int_t

  -- | The number that has these bits.
  val from_bits : int_t -> t

  -- | The bits of a number.
  val to_bits : t -> int_t

  -- | The number of bits.
  val num_bits : i32

  -- | One bit as 0 or 1. The first argument is its number, counting from the lowest.
  val get_bit : i32 -> t -> i32

  -- | The number with one bit, whose number comes first, set to 0 or 1, which comes last.
  val set_bit : i32 -> t -> i32 -> t

  -- | The distance from 1 to the next greater number.
  val epsilon : t

  -- | The next number after `x` on the way to `y`.
  val nextafter : (x: t) -> (y: t) -> t

  -- | The number times 2 to the power of the integer.
  val ldexp : t -> i32 -> t

  -- | The magnitude of `x` with the sign of `y`.
  val copysign : (x: t) -> (y: t) -> t
}
