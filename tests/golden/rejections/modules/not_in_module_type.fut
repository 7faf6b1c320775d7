-- What the module type does not name is not there.
-- ==
-- error: :5:12-.*Unknown name
module m : { val f : i32 } = { def f : i32 = 1 def g : i32 = 2 }
def main = m.g
