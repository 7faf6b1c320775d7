-- A suffix fixes the type; integer literals may have those of floats.
-- ==
-- input { }
-- output { 1i8 2i16 3i32 4i64 5u8 6u16 7u32 8u64 9.0f16 10.0f32 11.0f64 }
def main = (1i8, 2i16, 3i32, 4i64, 5u8, 6u16, 7u32, 8u64, 9f16, 10f32, 11f64)
