-- | The module `bool` of the prelude.

-- | Truth values, made from numbers: 0 is false, everything else is true.
module bool = {
  -- | The type itself.
  type t = bool

  -- | Is the number anything but 0?
  def i8 (x: i8) : t = intrinsics.cvt_bool_i8 x

  -- | Is the number anything but 0?
  def i16 (x: i16) : t = intrinsics.cvt_bool_i16 x

  -- | Is the number anything but 0?
  def i32 (x: i32) : t = intrinsics.cvt_bool_i32 x

  -- | Is the number anything but 0?
  def i64 (x: i64) : t = intrinsics.cvt_bool_i64 x

  -- | Is the number anything but 0?
  def u8 (x: u8) : t = intrinsics.cvt_bool_u8 x

  -- | Is the number anything but 0?
  def u16 (x: u16) : t = intrinsics.cvt_bool_u16 x

  -- | Is the number anything but 0?
  def u32 (x: u32) : t = intrinsics.cvt_bool_u32 x

  -- | Is the number anything but 0?
  def u64 (x: u64) : t = intrinsics.cvt_bool_u64 x

  -- | Is the number anything but 0? NaN is; -0.0 is not.
  def f16 (x: f16) : t = intrinsics.cvt_bool_f16 x

  -- | Is the number anything but 0? NaN is; -0.0 is not.
  def f32 (x: f32) : t = intrinsics.cvt_bool_f32 x

  -- | Is the number anything but 0? NaN is; -0.0 is not.
  def f64 (x: f64) : t = intrinsics.cvt_bool_f64 x

  -- | The value itself.
  def bool (x: bool) : t = x
}
