-- A function remembers what was in scope where it was made.
-- ==
-- input { 1 } output { 11 }
def make (x: i32) =
  let y = x * 10
  in \z -> y + z
def main (x: i32) =
  let f = make x
  let y = 1000
  in f 1 + 0 * y
