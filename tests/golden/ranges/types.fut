-- The elements have the type of the bounds, any integer type.
-- ==
-- input { } output { [1i8, 2i8] [253u8, 254u8, 255u8] [0i64, 1i64] [7u64, 5u64, 3u64] }
def main = (1i8..<3, 253u8...255, 0i64..<2, 7u64..5...3)
