-- Adds 1 at x, x/2, x/4, ... down to 0.
-- ==
-- input { [5i64, 2i64] 6i64 } output { [2, 2, 2, 0, 0, 1] }

def halves [k] (acc: *intrinsics.acc ([k]i32)) (x: i64) : *intrinsics.acc ([k]i32) =
  let acc = intrinsics.acc_write acc x 1
  in if x == 0 then acc else halves acc (x / 2)
def main (xs: []i64) (k: i64) : []i32 =
  intrinsics.hist_stream (replicate k 0) (+) 0 (\(acc: *intrinsics.acc ([k]i32)) x -> halves acc x) xs

-- Many at once: each of 0 to n-1 adds its binary digits' prefixes.
-- ==
-- entry: many
-- input { 100000i64 } output { true }
entry many (n: i64) : bool =
  let counts = intrinsics.hist_stream (replicate n 0i32) (+) 0 (\(acc: *intrinsics.acc ([n]i32)) x -> halves acc x) (iota n)
  let expected = (loop (xs, total) = (iota n, replicate n 0i32) for _i < 17i32 do
                    (map (/ 2) xs, reduce_by_index total (+) 0 xs (map (const 1) xs))).1
  -- The loop goes on at 0, where the recursion ends.
  in and (map2 (==) (drop 1 counts) (drop 1 expected)) && counts[0] == i32.i64 n
