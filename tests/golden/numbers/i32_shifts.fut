-- A left shift of i32 loses the high bits; a right shift copies the sign into the high bits.
-- ==
-- input { [1i32, 1i32, 2147483647i32, -2147483648i32, 3i32, 5i32, 2147483647i32, -1i32, -100i32]
--         [0i32, 31i32, 1i32, 31i32, 30i32, 3i32, 31i32, 1i32, 3i32] }
-- output { [1i32, -2147483648i32, -2i32, 0i32, -1073741824i32, 40i32, -2147483648i32, -2i32,
--          -800i32]
--          [1i32, 0i32, 1073741823i32, -1i32, 0i32, 0i32, 0i32, -1i32, -13i32]
--          [1i32, 0i32, 1073741823i32, 1i32, 0i32, 0i32, 0i32, 2147483647i32, 536870899i32] }
def main [n] (xs: [n]i32) (ys: [n]i32) =
  (map2 (<<) xs ys, map2 (>>) xs ys, map2 (i32.>>>) xs ys)
