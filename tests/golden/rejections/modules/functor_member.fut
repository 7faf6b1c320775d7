-- A functor has no members before it is applied.
-- ==
-- error: :5:12-.*Cannot access
module add (n: { val k : i32 }) = { def f (x: i32) = x + n.k }
def main = add.f 1
