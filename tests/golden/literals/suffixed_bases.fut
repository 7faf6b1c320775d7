-- Suffixes go with every base. In hexadecimal, f is a digit; i and u are not.
-- ==
-- input { }
-- output { 15u8 31i64 3u16 -1i32 255u8 }
def main = (0x0fu8, 0x1fi64, 0b11u16, -0x1i32, 0xffu8)
