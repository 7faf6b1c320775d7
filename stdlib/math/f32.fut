-- | Binary floating-point numbers of 32 bits (IEEE 754): 24 significant bits, magnitudes from
-- 1.4e-45 to about 3.4e38, infinities and NaN.
module f32 : (float with t = f32 with int_t = u32) = {
  type t = f32

  type int_t = u32

  -- | The same number.
  def i8 (x: i8) : t = intrinsics.cvt_f32_i8 x

  -- | The same number.
  def i16 (x: i16) : t = intrinsics.cvt_f32_i16 x

  -- | The nearest number, ties to even.
  def i32 (x: i32) : t = intrinsics.cvt_f32_i32 x

  -- | The nearest number, ties to even.
  def i64 (x: i64) : t = intrinsics.cvt_f32_i64 x

  -- | The same number.
  def u8 (x: u8) : t = intrinsics.cvt_f32_u8 x

  -- | The same number.
  def u16 (x: u16) : t = intrinsics.cvt_f32_u16 x

  -- | The nearest number, ties to even.
  def u32 (x: u32) : t = intrinsics.cvt_f32_u32 x

  -- | The nearest number, ties to even.
  def u64 (x: u64) : t = intrinsics.cvt_f32_u64 x

  -- | The same number.
  def f16 (x: f16) : t = intrinsics.cvt_f32_f16 x

  -- | The value itself.
  def f32 (x: f32) : t = x

  -- | The nearest number, ties to even.
  def f64 (x: f64) : t = intrinsics.cvt_f32_f64 x

  -- | 1 for true, 0 for false.
  def bool (x: bool) : t = intrinsics.cvt_f32_bool x

  -- | Sum.
  def (+) (x: t) (y: t) : t = intrinsics.add_f32 x y

  -- | Difference.
  def (-) (x: t) (y: t) : t = intrinsics.sub_f32 x y

  -- | Product.
  def (*) (x: t) (y: t) : t = intrinsics.mul_f32 x y

  -- | Quotient.
  def (/) (x: t) (y: t) : t = intrinsics.div_f32 x y

  -- | What is left of `x` after a whole number of times `y`: it has the sign of `y`.
  def (%) (x: t) (y: t) : t = intrinsics.mod_f32 x y

  -- | `x` to the power of `y`.
  def (**) (x: t) (y: t) : t = intrinsics.pow_f32 x y

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def to_i64 (x: t) : i64 = intrinsics.cvt_i64_f32 x

  -- | As a 64-bit float: the same number.
  def to_f64 (x: t) : f64 = intrinsics.cvt_f64_f32 x

  -- | Are they equal? NaN equals nothing, not even itself.
  def (==) (x: t) (y: t) : bool = intrinsics.eq_f32 x y

  -- | Is `x` less? Not if either is NaN.
  def (<) (x: t) (y: t) : bool = intrinsics.lt_f32 x y

  -- | Is `x` greater? Not if either is NaN.
  def (>) (x: t) (y: t) : bool = intrinsics.gt_f32 x y

  -- | Is `x` less or equal? Not if either is NaN.
  def (<=) (x: t) (y: t) : bool = intrinsics.le_f32 x y

  -- | Is `x` greater or equal? Not if either is NaN.
  def (>=) (x: t) (y: t) : bool = intrinsics.ge_f32 x y

  -- | Are they different? Always if either is NaN.
  def (!=) (x: t) (y: t) : bool = intrinsics.ne_f32 x y

  -- | The number with its sign changed, that of zero too.
  def neg (x: t) : t = intrinsics.neg_f32 x

  -- | The greater of two; if one is NaN, the other.
  def max (x: t) (y: t) : t = intrinsics.max_f32 x y

  -- | The lesser of two; if one is NaN, the other.
  def min (x: t) (y: t) : t = intrinsics.min_f32 x y

  -- | Magnitude.
  def abs (x: t) : t = intrinsics.abs_f32 x

  -- | -1, 0 or 1, as the number is negative, zero or positive; NaN for NaN.
  def sgn (x: t) : t = intrinsics.sgn_f32 x

  -- | Infinity.
  def inf : t = intrinsics.from_bits_f32 0x7f800000u32

  -- | Not a number: the result of `0 / 0` and the like.
  def nan : t = intrinsics.from_bits_f32 0x7fc00000u32

  -- | Infinity: nothing is greater.
  def highest : t = inf

  -- | Negative infinity: nothing is less.
  def lowest : t = intrinsics.neg_f32 inf

  -- | The distance from 1 to the next greater number, 2^-23.
  def epsilon : t = 1.1920928955078125e-7f32

  -- | The ratio of a circle's circumference to its diameter.
  def pi : t = 3.141592653589793f32

  -- | The base of the natural logarithm.
  def e : t = 2.718281828459045f32

  -- | `1 / x`.
  def recip (x: t) : t = intrinsics.div_f32 1f32 x

  -- | The fraction `x / y`.
  def from_fraction (x: i64) (y: i64) : t =
    intrinsics.div_f32 (intrinsics.cvt_f32_i64 x) (intrinsics.cvt_f32_i64 y)

  -- | Square root; NaN for a negative number.
  def sqrt (x: t) : t = intrinsics.sqrt_f32 x

  -- | `1 / sqrt x`.
  def rsqrt (x: t) : t = intrinsics.rsqrt_f32 x

  -- | Cube root, of negative numbers too.
  def cbrt (x: t) : t = intrinsics.cbrt_f32 x

  -- | `e` to the power of `x`.
  def exp (x: t) : t = intrinsics.exp_f32 x

  -- | Natural logarithm; NaN for a negative number.
  def log (x: t) : t = intrinsics.log_f32 x

  -- | Logarithm to the base 2.
  def log2 (x: t) : t = intrinsics.log2_f32 x

  -- | Logarithm to the base 10.
  def log10 (x: t) : t = intrinsics.log10_f32 x

  -- | `log (1 + x)`, accurate for small `x`.
  def log1p (x: t) : t = intrinsics.log1p_f32 x

  -- | Sine of an angle in radians.
  def sin (x: t) : t = intrinsics.sin_f32 x

  -- | Cosine of an angle in radians.
  def cos (x: t) : t = intrinsics.cos_f32 x

  -- | Tangent of an angle in radians.
  def tan (x: t) : t = intrinsics.tan_f32 x

  -- | `sin (pi * x)`.
  def sinpi (x: t) : t = intrinsics.sinpi_f32 x

  -- | `cos (pi * x)`.
  def cospi (x: t) : t = intrinsics.cospi_f32 x

  -- | `tan (pi * x)`.
  def tanpi (x: t) : t = intrinsics.tanpi_f32 x

  -- | The angle from -pi/2 to pi/2 whose sine is `x`.
  def asin (x: t) : t = intrinsics.asin_f32 x

  -- | The angle from 0 to pi whose cosine is `x`.
  def acos (x: t) : t = intrinsics.acos_f32 x

  -- | The angle from -pi/2 to pi/2 whose tangent is `x`.
  def atan (x: t) : t = intrinsics.atan_f32 x

  -- | `asin x / pi`.
  def asinpi (x: t) : t = intrinsics.asinpi_f32 x

  -- | `acos x / pi`.
  def acospi (x: t) : t = intrinsics.acospi_f32 x

  -- | `atan x / pi`.
  def atanpi (x: t) : t = intrinsics.atanpi_f32 x

  -- | Hyperbolic sine.
  def sinh (x: t) : t = intrinsics.sinh_f32 x

  -- | Hyperbolic cosine.
  def cosh (x: t) : t = intrinsics.cosh_f32 x

  -- | Hyperbolic tangent.
  def tanh (x: t) : t = intrinsics.tanh_f32 x

  -- | The inverse of `sinh`.
  def asinh (x: t) : t = intrinsics.asinh_f32 x

  -- | The inverse of `cosh`; NaN below 1.
  def acosh (x: t) : t = intrinsics.acosh_f32 x

  -- | The inverse of `tanh`; NaN beyond -1 and 1.
  def atanh (x: t) : t = intrinsics.atanh_f32 x

  -- | The angle, from -pi to pi, of the point with the coordinates `x` (to the right) and `y` (up).
  def atan2 (y: t) (x: t) : t = intrinsics.atan2_f32 y x

  -- | `atan2 y x / pi`.
  def atan2pi (y: t) (x: t) : t = intrinsics.atan2pi_f32 y x

  -- | `sqrt (x*x + y*y)`, without overflow on the way.
  def hypot (x: t) (y: t) : t = intrinsics.hypot_f32 x y

  -- | The gamma function: `gamma (n + 1)` is n factorial.
  def gamma (x: t) : t = intrinsics.gamma_f32 x

  -- | `log (abs (gamma x))`.
  def lgamma (x: t) : t = intrinsics.lgamma_f32 x

  -- | The error function.
  def erf (x: t) : t = intrinsics.erf_f32 x

  -- | `1 - erf x`, accurate for large `x`.
  def erfc (x: t) : t = intrinsics.erfc_f32 x

  -- | The point that lies the part `w` of the way from `x` to `y`; `w` is from 0 to 1.
  def lerp (x: t) (y: t) (w: t) : t = intrinsics.lerp_f32 x y w

  -- | `a * b + c`, rounded once.
  def fma (a: t) (b: t) (c: t) : t = intrinsics.fma_f32 a b c

  -- | `a * b + c`.
  def mad (a: t) (b: t) (c: t) : t = intrinsics.mad_f32 a b c

  -- | The nearest whole number above or equal.
  def ceil (x: t) : t = intrinsics.ceil_f32 x

  -- | The nearest whole number below or equal.
  def floor (x: t) : t = intrinsics.floor_f32 x

  -- | The whole number next towards zero.
  def trunc (x: t) : t = intrinsics.trunc_f32 x

  -- | The nearest whole number; of two, the even one.
  def round (x: t) : t = intrinsics.round_f32 x

  -- | The next number after `x` on the way to `y`.
  def nextafter (x: t) (y: t) : t = intrinsics.nextafter_f32 x y

  -- | `x` times 2 to the power of `y`.
  def ldexp (x: t) (y: i32) : t = intrinsics.ldexp_f32 x y

  -- | The magnitude of `x` with the sign of `y`.
  def copysign (x: t) (y: t) : t = intrinsics.copysign_f32 x y

  -- | Is it infinite, with either sign?
  def isinf (x: t) : bool = intrinsics.isinf_f32 x

  -- | Is it not a number?
  def isnan (x: t) : bool = intrinsics.isnan_f32 x

  -- | The bits as an unsigned integer.
  def to_bits (x: t) : u32 = intrinsics.to_bits_f32 x

  -- | The number that has these bits.
  def from_bits (x: u32) : t = intrinsics.from_bits_f32 x

  -- | The number of bits, 32.
  def num_bits : i32 = 32i32

  -- | Bit number `bit` as 0 or 1, counting from the lowest.
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.get_bit_u32 (to_bits x) bit

  -- | The number with bit number `bit` set to `b`, which is 0 or 1.
  def set_bit (bit: i32) (x: t) (b: i32) : t =
    from_bits (intrinsics.set_bit_u32 (to_bits x) bit b)

  -- | All elements added up; 0 for none.
  def sum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.add_f32 x y) 0f32 xs

  -- | All elements multiplied; 1 for none.
  def product [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.mul_f32 x y) 1f32 xs

  -- | The greatest element; `lowest` for none.
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.max_f32 x y) lowest xs

  -- | The least element; `highest` for none.
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.min_f32 x y) highest xs
}
