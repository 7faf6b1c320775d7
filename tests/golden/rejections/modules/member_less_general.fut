-- ==
-- error: :3:12-.*Module type specifies
module m : { val f 'a : a -> a } = { def f (x: i32) = x }
def main = m.f 1
