-- The quote may be part of a name: x' is one name, 'x' a character.
-- ==
-- input { 1 } output { 2 3 120 }
def main (x: i32) =
  let x' = x + 1
  let x'' = x' + 1
  in (x', x'', 'x')
