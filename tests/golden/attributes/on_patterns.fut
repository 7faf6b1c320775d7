-- ==
-- input { 3 } output { 7 }
def f (#[fast] x: i32) = x + 1
def main (x: i32) =
  let #[unused] (a, #[used] b) = (x, f x)
  in a + b
