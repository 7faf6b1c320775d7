-- ==
-- error: :4:12-.*Module type specifies
module type mt = { module inner : { val x : i32 } }
module m : mt = { module inner = { def x : bool = true } }
def main = 1
