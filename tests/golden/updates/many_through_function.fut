-- ==
-- input { 200000i64 } output { 200000i64 }
#[noinline]
def set [n] (a: *[n]i64) (i: i64) : *[n]i64 = a with [i] = a[i] + 1
def main (n: i64) = i64.sum (loop a = replicate n 0 for i < n do set a i)
