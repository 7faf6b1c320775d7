-- A tuple is a record whose fields are numbered.
-- ==
-- input { 1 } output { 1 true 1 }
def main (x: i32) =
  let t = {0 = x, 1 = true}
  let (a, b) = t
  let r : {0: i32, 1: bool} = (x, false)
  in (a, b, r.0)
