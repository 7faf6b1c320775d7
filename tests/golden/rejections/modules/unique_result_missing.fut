-- ==
-- error: :3:12-.*Module type specifies
module m : { val f [n] : [n]i32 -> *[n]i32 } = { def f [n] (xs: [n]i32) : [n]i32 = xs }
def main = 1
