-- ==
-- error: :4:6-.*Cannot open a parametric module
module add (n: { val k : i32 }) = { def f (x: i32) = x + n.k }
open add
def main = 1
