-- ==
-- error: :3:12-.*"mt"
module m : mt = { def x : i32 = 1 }
def main = m.x
