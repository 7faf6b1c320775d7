-- ==
-- error: :4:12-.*Cannot apply non-parametric module
module m = { def x : i32 = 1 }
module n = m { def y : i32 = 1 }
def main = n.x
