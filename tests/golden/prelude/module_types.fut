-- The modules of the number types are what their module types promise.

module use_numeric (n: numeric) = { let three = n.(i32 1 + i32 2) }
module use_integral (n: integral) = { let bits = n.num_bits }
module use_float (n: float) = { let half = n.(from_fraction 1 2) }

module n_i8 = use_numeric i8
module n_f16 = use_numeric f16
module n_f64 = use_numeric f64
module i_i8 = use_integral i8
module i_i16 = use_integral i16
module i_i32 = use_integral i32
module i_i64 = use_integral i64
module i_u8 = use_integral u8
module i_u16 = use_integral u16
module i_u32 = use_integral u32
module i_u64 = use_integral u64
module f_f16 = use_float f16
module f_f32 = use_float f32
module f_f64 = use_float f64

-- ==
-- entry: integers
-- input { }
-- output { 3i8 8 16 32 64 8 16 32 64 }
entry integers =
  ( n_i8.three, i_i8.bits, i_i16.bits, i_i32.bits, i_i64.bits
  , i_u8.bits, i_u16.bits, i_u32.bits, i_u64.bits )

-- ==
-- entry: floats
-- input { }
-- output { 3f16 3f64 0.5f16 0.5f32 0.5f64 }
entry floats = (n_f16.three, n_f64.three, f_f16.half, f_f32.half, f_f64.half)
