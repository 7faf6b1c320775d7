-- ==
-- input { [1, 2, 3, 4, 5] } output { 15 [1, 3, 5] }
def main (xs: []i32) =
  let (s, _) = loop (s, ys: []i32) = (0, xs) while length ys > 0 do (s + head ys, drop 1 ys)
  let kept = loop (ys: []i32) = xs for _i < 1i32 do ys[::2]
  in (s, kept)
