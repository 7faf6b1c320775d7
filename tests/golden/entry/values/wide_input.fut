-- ==
-- input { 1 2 3 4 5 6 7 8 9 10 11 12 } output { 78 }
entry main (a: i32) (b: i32) (c: i32) (d: i32) (e: i32) (f: i32)
           (g: i32) (h: i32) (i: i32) (j: i32) (k: i32) (l: i32) =
  a + b + c + d + e + f + g + h + i + j + k + l
