-- Innermost first, then who called: f from g from main.
-- ==
-- input { [1] } error: #0 .*:5:27-31.*#1 .*:6:39-42.*#2 .*:7:30-33
-- input { [1, 2] } output { 2 }
def f (xs: []i32) : i32 = xs[1]
#[noinline] def g (xs: []i32) : i32 = f xs + 0
def main (xs: []i32) : i32 = g xs
