-- reduce_comm may take the elements in any order; the result is that of reduce.
-- ==
-- input { 5000i64 } output { 12497500i64 4999i64 12497500i64 }
def main (n: i64) =
  let xs = iota n
  in (reduce_comm (+) 0 xs, reduce_comm i64.max 0 xs, reduce (+) 0 xs)
