-- What an operator reads is there as long as anything is added.
-- ==
-- input { [1, 2, 3, 4] } output { [42, 164, 3] }
-- input { [5, 6, 7, 0] } output { [10, 12, 7] }

def write [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) (x: i32) : *intrinsics.acc ([k]i32) =
  intrinsics.acc_write acc i x

def further [k] [n] (acc: *intrinsics.acc ([k]i32)) (i: i64) (xs: [n]i32) : *intrinsics.acc ([k]i32) =
  if i >= n then acc else further (write acc i xs[i]) (i + 1) xs

def main (xs: [4]i32) =
  intrinsics.hist_stream (copy xs[0:3]) (\a b -> a + b + 10 * xs[3] * a * b) 0
                         (\(acc: *intrinsics.acc ([3]i32)) i -> further acc i xs[0:2]) (iota 1)
