-- ==
-- error: :4:12-.*Module does not define a module named
module type mt = { module inner : { val x : i32 } }
module m : mt = { def x : i32 = 1 }
def main = 1
