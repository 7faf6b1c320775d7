-- Outside, an abstract type is no i32.
-- ==
-- error: :5:12-.*Cannot apply
module m : { type t val x : t } = { type t = i32 def x : t = 1 }
def main = m.x + 1
