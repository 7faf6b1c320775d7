-- ==
-- error: :6:11-14.*no constructor of #bad \| #good i32: did you mean "#bad"\?
type t = #good i32 | #bad
def or_0 (p: (t, i32)) : i32 =
  match p
    case (#bda, _) -> 0
    case (#good x, y) -> x + y
def main (x: i32) = or_0 (#good x, x)
