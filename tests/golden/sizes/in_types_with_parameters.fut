-- ==
-- input { [[1, 2], [3, 4]] } output { [1, 2] [3, 4] }
type halves [n] 'a = ([n]a, [n]a)
def split_in_half [n] 'a (xs: [2 * n]a) : halves [n] a = (xs[:n], xs[n:2 * n] :> [n]a)
def main (xs: [2][2]i32) =
  let (a, b) = split_in_half (xs :> [2 * 1][2]i32)
  in (a[0], b[0])
