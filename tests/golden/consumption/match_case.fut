-- Patterns alias what they take apart.
-- ==
-- error: "held".*consumed

def main (n: i64): i64 =
  let held = if n > 3 then #some (iota n) else #none
  let x = match held
          case #some xs -> (xs with [0] = 4)[0]
          case #none -> 0
  in match held case #some ys -> ys[0] + x case #none -> x
