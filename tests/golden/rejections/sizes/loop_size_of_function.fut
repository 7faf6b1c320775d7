-- ==
-- error: Loop-variant size "k" may not be the size of a value from outside
def h f (xs: []i32) = loop a = xs for _i < 3 do
  let y: i32 = f a in [y] ++ a
