-- ==
-- error: :4:12-.*Cannot match parametric module with non-parametric module type
module type mt = { module inner : { val x : i32 } }
module m : mt = { module inner (p: {}) = { def x : i32 = 1 } }
def main = 1
