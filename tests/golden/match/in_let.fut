-- ==
-- input { 3 } output { 9 }
def main (x: i32) =
  let y = match x case 0 -> 1 case n -> n * 2
  in x + y
