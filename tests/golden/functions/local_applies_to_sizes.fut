-- What a local function's parameter gives may have sizes that are the arguments it is given.
-- ==
-- input { 2i64 3i64 }
-- output { [[0i32, 1i32], [10i32, 11i32], [20i32, 21i32]]
--          [[0i32, 10i32], [1i32, 11i32], [2i32, 12i32]] }

def by_rows (w: i64) (h: i64) : [h][w]i32 = tabulate_2d h w (\i j -> i32.i64 (i * 10 + j))

def by_columns (w: i64) (h: i64) : [h][w]i32 = tabulate_2d h w (\i j -> i32.i64 (i + j * 10))

def main (w: i64) (h: i64) =
  let render image = image w h
  in (render by_rows, render by_columns)
