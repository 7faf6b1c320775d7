-- if, let, loop, match may be the right-hand operand, and take all that follows.
-- ==
-- input { true 3 } output { 4 8 6 13 }
def main (c: bool) (x: i32) =
  ( x + if c then 1 else 2 + 100
  , x + let y = x in y + 2
  , x + loop s = 0 for i < x do s + i
  , x + match x case 3 -> 5 + 5 case _ -> 0
  )
