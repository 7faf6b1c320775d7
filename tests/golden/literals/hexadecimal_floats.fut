-- The exponent of a hexadecimal float is a power of two in decimal digits.
-- ==
-- input { }
-- output { 15.5 1.0 0.5 -3.0 10.625f32 }
def main = (0x1.fp3, 0x1.0p0, 0x1.0p-1, -0x1.8p1, 0xA.ap0f32)
