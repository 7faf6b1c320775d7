-- To the left, also the power.
-- ==
-- input { } output { 5 1 64 256 2 }
def main = (10 - 3 - 2, 24 / 4 / 6, 2 ** 3 ** 2, 1 << 2 << 6, 17 % 10 % 5)
