-- ==
-- input { 1 } output { 55 }
def main (x: i32) =
  let (a, b, c, d, e, f, g, h, i, j) = (x, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  in a + b + c + d + e + f + g + h + i + j
