-- ==
-- input { 1 } output { 4 }
#[a] #[b(c(d))] #[1]
def f (#[p] x: i32) : i32 = #[q] (x + #[r(s, 2,)] (#[t] 3))
def main (x: i32) = #[u] f x
