-- #[chunk(k)] fixes the size of the chunks: how many there are shows it.
-- ==
-- input { 10i64 } output { 4i32 [0i32, 0i32, 0i32, 1i32, 1i32, 1i32, 2i32, 2i32, 2i32, 3i32] }
def main (n: i64) =
  #[chunk(3)] stream_seq (\c k (xs: [c]i64) -> (k + 1, map (const k) xs)) 0 (iota n)
