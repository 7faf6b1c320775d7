-- Patterns alias what they take apart.
-- ==
-- error: "held".*consumed

type maybe [n] = #some ([n]i64) | #none

def main (n: i64) (b: bool): i64 =
  let held: maybe [n] = if b then #some (iota n) else #none
  let x = match held
          case #some xs -> (xs with [0] = 4)[0]
          case #none -> 0
  in match held
     case #some ys -> ys[0] + x
     case #none -> x
