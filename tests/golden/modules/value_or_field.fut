-- x.y is a field if x is a value, and a member if it is a module.
-- ==
-- input { 3 } output { 3 9 }
module m = { def y : i32 = 9 }
def main (a: i32) =
  let r = {y = a}
  in (r.y, m.y)
