-- ==
-- input { 1 } output { 1 }
-- warning: :6:.*:7:.*:8:

def main (x: i32) =
  let a = 1
  let b = 2
  let c = 3
  in x
