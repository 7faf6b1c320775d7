-- ==
-- input { 3 } output { 8 7 }
def main (x: i32) =
  let f = (+ 1) >-> (* 2)
  let g = (+ 1) <-< (* 2)
  in (f x, g x)
