-- A function made anew in every iteration.
-- ==
-- input { 4 } output { 10 }
def main (n: i32) =
  loop s = 0 for i < n do
    let add = \k -> k + i + 1
    in add s
