-- ==
-- error: :3:12-.*Module type specifies
module m : { val f : i64 -> [3]i32 } = { def f (n: i64) : [2]i32 = [1, 2] }
def main = 1
