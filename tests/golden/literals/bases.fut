-- Decimal, hexadecimal and binary; underscores separate digits.
-- ==
-- input { }
-- output { 255 255 255 1000000 65535 10 1 }
def main = (255, 0xFF, 0b1111_1111, 1_000_000, 0XfF_fF, 0B1010, 0b1)
