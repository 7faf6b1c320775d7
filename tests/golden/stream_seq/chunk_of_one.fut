-- ==
-- input { [1, 2, 3] } output { 3 [1, 3, 6] }
def main (xs: []i32) =
  let ((k, _), ys) =
    #[chunk(1)] stream_seq (\c (k, s) (ys: [c]i32) -> ((k + 1, s + i32.sum ys), map (+ s) ys)) (0, 0) xs
  in (k, ys)
