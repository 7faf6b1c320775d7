-- | Unsigned integers of 64 bits, from 0 to 2^64 - 1. What leaves that range wraps around.
module u64 : (integral with t = u64) = {
  type t = u64

  -- | The same bits, zeros in front.
  def i8 (x: i8) : t = intrinsics.cvt_u64_i8 x

  -- | The same bits, zeros in front.
  def i16 (x: i16) : t = intrinsics.cvt_u64_i16 x

  -- | The same bits, zeros in front.
  def i32 (x: i32) : t = intrinsics.cvt_u64_i32 x

  -- | The same bits.
  def i64 (x: i64) : t = intrinsics.cvt_u64_i64 x

  -- | The same number.
  def u8 (x: u8) : t = intrinsics.cvt_u64_u8 x

  -- | The same number.
  def u16 (x: u16) : t = intrinsics.cvt_u64_u16 x

  -- | The same number.
  def u32 (x: u32) : t = intrinsics.cvt_u64_u32 x

  -- | The value itself.
  def u64 (x: u64) : t = x

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def f16 (x: f16) : t = intrinsics.cvt_u64_f16 x

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def f32 (x: f32) : t = intrinsics.cvt_u64_f32 x

  -- | Rounded towards zero; 0 for NaN and for infinities.
  def f64 (x: f64) : t = intrinsics.cvt_u64_f64 x

  -- | 1 for true, 0 for false.
  def bool (x: bool) : t = intrinsics.cvt_u64_bool x

  -- | Sum.
  def (+) (x: t) (y: t) : t = intrinsics.add_u64 x y

  -- | Difference.
  def (-) (x: t) (y: t) : t = intrinsics.sub_u64 x y

  -- | Product.
  def (*) (x: t) (y: t) : t = intrinsics.mul_u64 x y

  -- | Quotient, rounded down. An error if `y` is 0.
  def (/) (x: t) (y: t) : t = intrinsics.div_u64 x y

  -- | Remainder of `/`. An error if `y` is 0.
  def (%) (x: t) (y: t) : t = intrinsics.mod_u64 x y

  -- | The same as `/`.
  def (//) (x: t) (y: t) : t = intrinsics.quot_u64 x y

  -- | The same as `%`.
  def (%%) (x: t) (y: t) : t = intrinsics.rem_u64 x y

  -- | `x` to the power of `y`.
  def (**) (x: t) (y: t) : t = intrinsics.pow_u64 x y

  -- | As a 64-bit integer.
  def to_i64 (x: t) : i64 = intrinsics.cvt_i64_u64 x

  -- | Are they equal?
  def (==) (x: t) (y: t) : bool = intrinsics.eq_u64 x y

  -- | Is `x` less?
  def (<) (x: t) (y: t) : bool = intrinsics.lt_u64 x y

  -- | Is `x` greater?
  def (>) (x: t) (y: t) : bool = intrinsics.gt_u64 x y

  -- | Is `x` less or equal?
  def (<=) (x: t) (y: t) : bool = intrinsics.le_u64 x y

  -- | Is `x` greater or equal?
  def (>=) (x: t) (y: t) : bool = intrinsics.ge_u64 x y

  -- | Are they different?
  def (!=) (x: t) (y: t) : bool = intrinsics.ne_u64 x y

  -- | The number with its sign changed: 2^64 less `x`, but for 0.
  def neg (x: t) : t = intrinsics.neg_u64 x

  -- | The greater of two.
  def max (x: t) (y: t) : t = intrinsics.max_u64 x y

  -- | The lesser of two.
  def min (x: t) (y: t) : t = intrinsics.min_u64 x y

  -- | The number itself.
  def abs (x: t) : t = intrinsics.abs_u64 x

  -- | 0 for 0, else 1.
  def sgn (x: t) : t = intrinsics.sgn_u64 x

  -- | The greatest number, 2^64 - 1.
  def highest : t = 18446744073709551615u64

  -- | The least number, 0.
  def lowest : t = 0u64

  -- | The bits set in both.
  def (&) (x: t) (y: t) : t = intrinsics.and_u64 x y

  -- | The bits set in either.
  def (|) (x: t) (y: t) : t = intrinsics.or_u64 x y

  -- | The bits set in one of them only.
  def (^) (x: t) (y: t) : t = intrinsics.xor_u64 x y

  -- | All bits inverted.
  def not (x: t) : t = intrinsics.not_u64 x

  -- | Bits moved `y` places up, zeros coming in.
  def (<<) (x: t) (y: t) : t = intrinsics.shl_u64 x y

  -- | Bits moved `y` places down, zeros coming in.
  def (>>) (x: t) (y: t) : t = intrinsics.shr_u64 x y

  -- | Bits moved `y` places down, zeros coming in.
  def (>>>) (x: t) (y: t) : t = intrinsics.lshr_u64 x y

  -- | The number of bits, 64.
  def num_bits : i32 = 64i32

  -- | Bit number `bit` as 0 or 1, counting from the lowest.
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.get_bit_u64 x bit

  -- | The number with bit number `bit` set to `b`, which is 0 or 1.
  def set_bit (bit: i32) (x: t) (b: i32) : t = intrinsics.set_bit_u64 x bit b

  -- | How many bits are 1.
  def popc (x: t) : i32 = intrinsics.popc_u64 x

  -- | The upper half of the exact, 128-bit product.
  def mul_hi (x: t) (y: t) : t = intrinsics.mul_hi_u64 x y

  -- | `mul_hi a b + c`.
  def mad_hi (a: t) (b: t) (c: t) : t = intrinsics.mad_hi_u64 a b c

  -- | How many bits above the highest 1; 64 for 0.
  def clz (x: t) : i32 = intrinsics.clz_u64 x

  -- | How many bits below the lowest 1; 64 for 0.
  def ctz (x: t) : i32 = intrinsics.ctz_u64 x

  -- | All elements added up; 0 for none.
  def sum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.add_u64 x y) 0u64 xs

  -- | All elements multiplied; 1 for none.
  def product [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.mul_u64 x y) 1u64 xs

  -- | The greatest element; `lowest` for none.
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.max_u64 x y) lowest xs

  -- | The least element; `highest` for none.
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce (\x y -> intrinsics.min_u64 x y) highest xs
}
