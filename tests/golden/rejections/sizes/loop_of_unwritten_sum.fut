-- The payload is not as long in the end as it was in the beginning.
-- ==
-- error: payload of other sizes[^$]*write the type of "acc"
def h [n] (xs: [n]i32) : (#some ([]i32) | #none) =
  loop acc = #some xs for i < 3 do #some (map (+ i) [1, 2, 3])
