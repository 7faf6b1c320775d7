-- Every let may take a name anew; the right-hand side sees the old value.
-- ==
-- input { 1 } output { 12 }
def main (x: i32) =
  let x = x + 1
  let x = x * x
  let x = x + x + x
  in x
