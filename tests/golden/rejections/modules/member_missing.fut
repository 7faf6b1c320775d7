-- ==
-- error: :3:12-.*Module does not define a value named
module m : { val g : i32 } = { def f : i32 = 1 }
def main = m.g
