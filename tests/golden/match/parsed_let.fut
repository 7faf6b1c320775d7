-- In a case there may be a let, without in before the next let.
-- ==
-- input { 2 } output { 13 }
def main (x: i32) =
  match x
  case 2 ->
    let y = x + 1
    let z = y * 4
    in z + 1
  case _ -> 0
