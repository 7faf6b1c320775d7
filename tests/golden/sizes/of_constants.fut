-- The unknown sizes of a constant are the same wherever it is mentioned.
-- ==
-- entry: sum
-- input { } output { [4i32, 6i32] }
-- ==
-- entry: chosen
-- input { true } output { [5i32, 7i32] }
-- input { false } output { [2i32, 3i32] }
-- ==
-- entry: next_to_it
-- input { } output { [4i32, 6i32] [2i64, 3i64] }
-- ==
-- entry: in_functors
-- input { } output { [4i32, 6i32] [6i32] }

def big = filter (> 1) [1i32, 2, 3]
def add = map2 (+) big
entry sum = add big

entry chosen (b: bool) = if b then map (+ 1) (add big) else copy big

def pair : ([]i32, []i64) = (map (* 2) big, filter (> 1) [1, 2, 3])
entry next_to_it = (map2 (\x y -> x + y - y) pair.0 pair.0, map2 (\x y -> x + y - y) pair.1 pair.1)

module over (m: { val least : i32 }) = {
  def xs = filter (> m.least) [1, 2, 3]
  def double = map2 (+) xs xs
}
module one = over { def least = 1i32 }
module two = over { def least = 2i32 }
entry in_functors = (map2 (\x y -> x + y - y) one.double one.xs, two.double)
