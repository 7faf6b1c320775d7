-- | Signed integers of 8 bits, from -2^7 to 2^7 - 1. What leaves that range wraps around.
module i8 : (integral with t = i8) = {
  type t = i8

  -- | The value itself.
  def i8 (x: i8) : t = x

  -- | The low 8 bits.
  def i16 (x: i16) : t = intrinsics.cvt_i8_i16 x

  -- | The low 8 bits.
  def i32 (x: i32) : t = intrinsics.cvt_i8_i32 x

  -- | The low 8 bits.
  def i64 (x: i64) : t = intrinsics.cvt_i8_i64 x

  -- | The same bits.
  def u8 (x: u8) : t = intrinsics.cvt_i8_u8 x

  -- | The low 8 bits.
  def u16 (x: u16) : t = intrinsics.cvt_i8_u16 x

  -- | The low 8 bits.
  def u32 (x: u32) : t = intrinsics.cvt_i8_u32 x

  -- | The low 8 bits.
  def u64 (x: u64) : t = intrinsics.cvt_i8_u64 x

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def f16 (x: f16) : t = intrinsics.cvt_i8_f16 x

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def f32 (x: f32) : t = intrinsics.cvt_i8_f32 x

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def f64 (x: f64) : t = intrinsics.cvt_i8_f64 x

  -- | 1 for true, 0 for false.
  def bool (x: bool) : t = intrinsics.cvt_i8_bool x

  -- | Sum.
  def (+) (x: t) (y: t) : t = intrinsics.add_i8 x y

  -- | Difference.
  def (-) (x: t) (y: t) : t = intrinsics.sub_i8 x y

  -- | Product.
  def (*) (x: t) (y: t) : t = intrinsics.mul_i8 x y

  -- | Quotient, rounded down. An error if `y` is 0.
  def (/) (x: t) (y: t) : t = intrinsics.div_i8 x y

  -- | Remainder of `/`: it has the sign of `y`. An error if `y` is 0.
  def (%) (x: t) (y: t) : t = intrinsics.mod_i8 x y

  -- | Quotient, rounded towards zero. An error if `y` is 0.
  def (//) (x: t) (y: t) : t = intrinsics.quot_i8 x y

  -- | Remainder of `//`: it has the sign of `x`. An error if `y` is 0.
  def (%%) (x: t) (y: t) : t = intrinsics.rem_i8 x y

  -- | `x` to the power of `y`. An error if `y` is negative.
  def (**) (x: t) (y: t) : t = intrinsics.pow_i8 x y

  -- | As a 64-bit integer.
  def to_i64 (x: t) : i64 = intrinsics.cvt_i64_i8 x

  -- | Are they equal?
  def (==) (x: t) (y: t) : bool = intrinsics.eq_i8 x y

  -- | Is `x` less?
  def (<) (x: t) (y: t) : bool = intrinsics.lt_i8 x y

  -- | Is `x` greater?
  def (>) (x: t) (y: t) : bool = intrinsics.gt_i8 x y

  -- | Is `x` less or equal?
  def (<=) (x: t) (y: t) : bool = intrinsics.le_i8 x y

  -- | Is `x` greater or equal?
  def (>=) (x: t) (y: t) : bool = intrinsics.ge_i8 x y

  -- | Are they different?
  def (!=) (x: t) (y: t) : bool = intrinsics.ne_i8 x y

  -- | The number with its sign changed.
  def neg (x: t) : t = intrinsics.neg_i8 x

  -- | The greater of two.
  def max (x: t) (y: t) : t = intrinsics.max_i8 x y

  -- | The lesser of two.
  def min (x: t) (y: t) : t = intrinsics.min_i8 x y

  -- | Magnitude. That of `lowest` is `lowest`.
  def abs (x: t) : t = intrinsics.abs_i8 x

  -- | -1, 0 or 1, as the number is negative, zero or positive.
  def sgn (x: t) : t = intrinsics.sgn_i8 x

  -- | The greatest number, 2^7 - 1.
  def highest : t = 127i8

  -- | The least number, -2^7.
  def lowest : t = intrinsics.not_i8 127i8

  -- | The bits set in both.
  def (&) (x: t) (y: t) : t = intrinsics.and_i8 x y

  -- | The bits set in either.
  def (|) (x: t) (y: t) : t = intrinsics.or_i8 x y

  -- | The bits set in one of them only.
  def (^) (x: t) (y: t) : t = intrinsics.xor_i8 x y

  -- | All bits inverted.
  def not (x: t) : t = intrinsics.not_i8 x

  -- | Bits moved `y` places up, zeros coming in.
  def (<<) (x: t) (y: t) : t = intrinsics.shl_i8 x y

  -- | Bits moved `y` places down, copies of the sign coming in.
  def (>>) (x: t) (y: t) : t = intrinsics.shr_i8 x y

  -- | Bits moved `y` places down, zeros coming in.
  def (>>>) (x: t) (y: t) : t = intrinsics.lshr_i8 x y

  -- | The number of bits, 8.
  def num_bits : i32 = 8i32

  -- | Bit number `bit` as 0 or 1, counting from the lowest.
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.get_bit_i8 x bit

  -- | The number with bit number `bit` set to `b`, which is 0 or 1.
  def set_bit (bit: i32) (x: t) (b: i32) : t = intrinsics.set_bit_i8 x bit b

  -- | How many bits are 1.
  def popc (x: t) : i32 = intrinsics.popc_i8 x

  -- | The upper half of the exact, 16-bit product.
  def mul_hi (x: t) (y: t) : t = intrinsics.mul_hi_i8 x y

  -- | `mul_hi a b + c`.
  def mad_hi (a: t) (b: t) (c: t) : t = intrinsics.mad_hi_i8 a b c

  -- | How many bits above the highest 1; 8 for 0.
  def clz (x: t) : i32 = intrinsics.clz_i8 x

  -- | How many bits below the lowest 1; 8 for 0.
  def ctz (x: t) : i32 = intrinsics.ctz_i8 x

  -- | All elements added up; 0 for none.
  def sum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.add_i8 x y) 0i8 xs

  -- | All elements multiplied; 1 for none.
  def product [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.mul_i8 x y) 1i8 xs

  -- | The greatest element; `lowest` for none.
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.max_i8 x y) lowest xs

  -- | The least element; `highest` for none.
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.min_i8 x y) highest xs
}
