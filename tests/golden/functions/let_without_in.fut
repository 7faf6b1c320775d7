-- Between lets, `in` may be left out, or not.
-- ==
-- input { 3 } output { 12 }
def main (x: i32) =
  let a = x + 1 in
  let b = a * 2
  let c = a + b
  in c
