-- Each call of a function whose result's type is not written has sizes of its own.
-- ==
-- entry: sum
-- input { [1i32, 2i32, 3i32] } output { 6i32 }
-- input { empty([0]i32) } output { 0i32 }
-- ==
-- entry: of_record
-- input { [1i32, 2i32, 3i32] } output { 6i32 }
-- ==
-- entry: mixed
-- input { [1i32, 2i32] } output { 4i32 }
-- ==
-- entry: same_length
-- input { [1i32, 2i32] } output { [3i32, 4i32] }
-- ==
-- entry: pairs
-- input { [1i32, 2i32] } output { 5i32 }
def total (xs: []i32) = if length xs == 0 then 0i32 else xs[0] + total xs[1:]
entry sum (xs: []i32) = total xs
def total' (r: {a: []i32}) = if length r.a == 0 then 0i32 else r.a[0] + total' {a = r.a[1:]}
entry of_record (xs: []i32) = total' {a = xs}
def until [n] (xs: [n]i32) (ys: []i32) = if n == 0 then ys[0] else xs[0] + until xs[1:] ys
entry mixed (xs: []i32) = until xs xs
def raise (xs: []i32) (i: i32) = if i == 0 then xs else raise (map (+ 1) xs) (i - 1)
entry same_length [n] (xs: [n]i32) : [n]i32 = raise xs 2
def dot (xs: []i32) (ys: []i32) =
  if length xs == 0 then 0 else (let (x, y) = (zip xs ys)[0] in x * y) + dot xs[1:] ys[1:]
entry pairs (xs: []i32) = dot xs xs
