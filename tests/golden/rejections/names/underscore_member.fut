-- It is the last part of what is written that counts.
-- ==
-- error: :5:12-.*"m\._x"
module m = { def _x = 1i32 }
def main = m._x
