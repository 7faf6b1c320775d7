-- ==
-- input { 6 } output { 8 }
def collatz (n: i32) (k: i32) : i32 =
  match (n, n % 2)
  case (1, _) -> k
  case (_, 0) -> collatz (n / 2) (k + 1)
  case _ -> collatz (3 * n + 1) (k + 1)
def main (n: i32) = collatz n 0
