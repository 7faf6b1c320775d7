-- A character is a number: its code point, of any integer type.
-- ==
-- input { }
-- output { 97i32 48u8 8364i32 32i64 }
def main : (i32, u8, i32, i64) = ('a', '0', '€', ' ')
