-- ==
-- error: :4:14-.*Unknown type
module m = { local type t = i32 def x : t = 1 }
def main (x: m.t) = x
