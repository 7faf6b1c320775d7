-- Two modules, two hidden types.
-- ==
-- error: :7:18-.*Cannot apply
module type mt = { type t val x : t val get : t -> i32 }
module a : mt = { type t = i32 def x : t = 1 def get (x: t) = x }
module b : mt = { type t = i32 def x : t = 1 def get (x: t) = x }
def main = a.get b.x
