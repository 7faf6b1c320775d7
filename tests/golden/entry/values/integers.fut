-- Integers in input: bases, signs, underscores, suffixes; i32 without one.
-- ==
-- input { 1 -0x10 0b101i8 1_000u16 -9223372036854775808i64 18446744073709551615u64 }
-- output { 1i32 -16 5i8 1000u16 -9223372036854775808i64 18446744073709551615u64 }
entry main (a: i32) (b: i32) (c: i8) (d: u16) (e: i64) (f: u64) = (a, b, c, d, e, f)
