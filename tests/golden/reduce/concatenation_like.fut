-- An operator that is associative but does not commute, over many elements: the longest run of ones.
-- ==
-- input { [1, 1, 0, 1, 1, 1, 0, 1] } output { 3 }
-- input { [0, 0] } output { 0 }
-- input { empty([0]i32) } output { 0 }
type run = {best: i32, left: i32, right: i32, all: bool, n: i32}
def join (a: run) (b: run) : run =
  { best = i32.max (a.right + b.left) (i32.max a.best b.best)
  , left = if a.all then a.n + b.left else a.left
  , right = if b.all then a.right + b.n else b.right
  , all = a.all && b.all
  , n = a.n + b.n }
def one (x: i32) : run = {best = x, left = x, right = x, all = x == 1, n = 1}
def main (xs: []i32) = (reduce join {best = 0, left = 0, right = 0, all = true, n = 0} (map one xs)).best
