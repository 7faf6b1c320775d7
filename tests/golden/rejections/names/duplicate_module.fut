-- ==
-- error: :4:8-.*"m"
module m = { def x : i32 = 1 }
module m = { def x : i32 = 2 }
def main = m.x
