-- ==
-- error: :3:12-.*Module does not define a type named
module m : { type t val f : t } = { def f : i32 = 1 }
def main = 1
