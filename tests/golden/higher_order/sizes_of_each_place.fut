-- A type parameter stands for other sizes in each of its places, if functions choose them.
-- ==
-- entry: main
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] 1i64 3i64 }

def pair (k: i64) = (iota k, iota (k + 1))

def at '~a (f: i64 -> (a, a)) (k: i64) : (a, a) = f k

def ends '~a (g: {left: i64 -> a, right: i64 -> a}) : (a, a) = (g.left 1, g.right 3)

def main (n: i64) =
  let (a, b) = at pair n
  let (c, d) = ends {left = \k -> filter (< k) (iota 3), right = \k -> filter (< k) (iota 3)}
  in (a, b, length c, length d)
