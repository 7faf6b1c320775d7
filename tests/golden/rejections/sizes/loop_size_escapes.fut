-- `b` would be as long as what the loop makes longer each time.
-- ==
-- error: Loop-variant size "k" may not be the size of a value from outside
def h (b: []i32) (xs: []i32) = loop a = xs for i < 2 do
  let y = zip a b in map (+ i) a ++ [y[0].1]
