-- ==
-- input { 3 [1] } output { 8 }
-- warning: ^$

def f '_t (_xs: []i32) = 1i32
def main (n: i32) (xs: []i32) =
  let (_a, b) = (1, f xs)
  in loop b for _i < n do b * 2
