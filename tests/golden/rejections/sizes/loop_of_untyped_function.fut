-- Given what varies, an untyped function would have to take any size.
-- ==
-- error: Loop-variant size "[^"]*" may not be the size of a value from outside the loop

def repeated f =
  loop ys = [1i64] for _i < 3i64 do f ys

def main = repeated (map (+ 1))
