-- A state machine.
-- ==
-- input { [1, 0, 0, 1, 0] } output { 2 }
-- input { [0, 0, 0] } output { 0 }
type state = #idle | #busy i32
def main (xs: []i32) =
  let (_, n) =
    loop (s: state, n) = (#idle, 0) for x in xs do
      match s
      case #idle -> if x == 1 then (#busy 1, n) else (#idle, n)
      case #busy k -> if x == 0 then (#idle, n + k) else (#busy (k + 1), n)
  in n
