-- f [x] applies f to an array; f[x] indexes f.
-- ==
-- input { [7, 8] } output { 8 1i64 }
def main (f: []i32) =
  let count = \(xs: []i64) -> length xs
  in (f[1], count [1])
