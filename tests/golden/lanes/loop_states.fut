-- The next state of a loop is an array that is made anew, and takes one element that comes from the
-- state before: that one is there until it has been read.

def states (n: i64) (x: f64) : f64 =
  f64.sum (loop s = replicate 3 0.5f64 for i < n do [s[i % 3], x, s[i % 3]])

-- ==
-- entry: gradients
-- input { 2i64 [1.0, 2.0] } output { [3.0, 6.0] [3.0, 6.0] }
-- input { 3i64 [1.0, 2.0] } output { [3.0, 6.0] [3.0, 6.0] }
-- input { 4i64 [1.0, 2.0] } output { [3.0, 6.0] [3.0, 6.0] }
-- input { 5i64 [1.0, 2.0] } output { [3.0, 6.0] [3.0, 6.0] }
entry gradients [m] (n: i64) (w: [m]f64) : ([m]f64, [m]f64) =
  (map (\w -> vjp (states n) 1.5 w) w, mjp (states n) 1.5 w)
