-- Chunks come in order: a scan, chunk by chunk.
-- ==
-- input { [1, 2, 3, 4, 5] } output { 15 [1, 3, 6, 10, 15] }
-- input { empty([0]i32) } output { 0 empty([0]i32) }
def main (xs: []i32) =
  stream_seq (\c s (ys: [c]i32) -> (s + i32.sum ys, map (+ s) (scan (+) 0 ys))) 0 xs
