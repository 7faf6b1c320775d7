-- Arrays that are not stored: a size and a function from indexes.
-- ==
-- input { [1, 2, 3] } output { [3, 5, 7] }
type^ pull 'a = {n: i64, at: i64 -> a}
def from [n] 'a (xs: [n]a) : pull a = {n, at = \i -> xs[i]}
def pmap 'a 'b (f: a -> b) (p: pull a) : pull b = {n = p.n, at = \i -> f (p.at i)}
def to 'a (p: pull a) : []a = tabulate p.n p.at
def main (xs: []i32) = xs |> from |> pmap (* 2) |> pmap (+ 1) |> to
