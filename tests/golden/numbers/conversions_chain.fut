-- Narrowing and widening again keeps the low bits, with sign or without.
-- ==
-- input { 511 } output { -1 255 511 -1 }
-- input { 384 } output { -128 128 384 -128 }
def main (x: i32) = (i32.i8 (i8.i32 x), i32.u8 (u8.i32 x), i32.i16 (i16.i32 x), i32.i64 (i64.i8 (i8.i32 x)))
