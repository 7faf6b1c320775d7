-- ==
-- input { 1 2 } output { 1 8 }
def main (a: i32) (b: i32) =
  let t = (a, b)
  in t with 1 = 8
