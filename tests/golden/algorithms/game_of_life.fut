-- A blinker turns in every step; a block stays.
-- ==
-- input { 1 } output { [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]] }
-- input { 2 } output { [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]] }
def step [n] [m] (a: [n][m]i32) : [n][m]i32 =
  tabulate_2d n m (\i j ->
    let alive di dj = a[(i + di + n) % n, (j + dj + m) % m]
    let around = alive (-1) (-1) + alive (-1) 0 + alive (-1) 1 + alive 0 (-1) + alive 0 1
                 + alive 1 (-1) + alive 1 0 + alive 1 1
    in i32.bool (around == 3 || (around == 2 && a[i, j] == 1)))
def main (k: i32) =
  let start = replicate 5 (replicate 5 0) with [2, 1:4] = [1, 1, 1]
  in loop a = start for _i < k do step a
