-- ==
-- input { 1 2 } output { 1 2 3 }
def main (a: i32) (b: i32) =
  let r = {first = a, second = b}
  in (r.first, r.second, r.first + r.second)
