-- Modules and values share their names: a parameter hides a module.
-- ==
-- input { 3 } output { 3 }
module m = { def y : i32 = 9 }
def main (x: i32) =
  let f (m: {y: i32}) = m.y
  in f {y = x}
