-- All calls of a recursive function have the sizes that its parameters leave open.
-- ==
-- error: Sizes "k" and "\(n - 1\) - k" do not match.*Hint: a function that calls itself at other sizes needs size parameters
def count (xs: []i32) (k: i64) : i64 =
  let n = length xs
  in if n == 0 then 0 else count (take k xs) k + count (drop k (tail xs)) k
def main (xs: []i32) = count xs 1
