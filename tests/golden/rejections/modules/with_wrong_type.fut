-- ==
-- error: :4:12-.*Module defines
module type mt = { type t val x : t }
module m : mt with t = bool = { type t = i32 def x : t = 1 }
def main = 1
