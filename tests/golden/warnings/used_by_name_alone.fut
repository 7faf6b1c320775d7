-- {x} mentions x; a loop without initial values mentions its parameters.
-- ==
-- input { 3 } output { 6 }
-- warning: ^$

def main (x: i32) =
  let r = {x}
  let y = r.x
  in loop y while y < 6 do y * 2
