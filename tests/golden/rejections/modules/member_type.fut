-- ==
-- error: :3:12-.*Module type specifies
module m : { val f : i32 } = { def f : bool = true }
def main = m.f
