-- ==
-- input { [1, 2] } output { 3 2i64 }
module m = { type vec [n] 'a = [n]a type pair 'a 'b = {l: a, r: b} module n = { type int = i32 } }
def f [n] (v: m.vec [n] m.n.int) (p: m.pair i32 (m.vec [n] bool)) = (i32.sum v + p.l, length p.r)
def main (xs: []i32) = f xs {l = 0, r = map (> 0) xs}
