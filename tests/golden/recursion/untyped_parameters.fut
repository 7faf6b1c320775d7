-- Neither the result's type nor the parameters' are written: each call has sizes of its own.
-- ==
-- entry: found
-- input { [1i32, 2i32, 7i32] } output { 7i32 }
-- input { [1i32] } output { -1i32 }
-- ==
-- entry: total
-- input { [1i32, 2i32, 7i32] } output { 10i32 15i32 }
-- ==
-- entry: calls
-- input { [3i64, 1i64, 2i64] } output { 14i64 3i64 }
def find p xs = if length xs == 0 then -1i32
                else if p (head xs) then head xs else find p (tail xs)
entry found (xs: []i32) = find (> 2) xs
def sum xs = if length xs == 0 then 0i32 else head xs + sum (drop 1 xs)
def go [n] (xs: [n]i32) ys = if n == 0 then ys + 0i32 else go (drop 1 xs) (ys + xs[0])
entry total (xs: []i32) = (sum xs, go xs 5)
def parts xs = if null xs then 0i64 else head xs + parts (tail xs) + parts (init xs)
def kept xs = if null xs then 0i64 else 1 + kept (filter (> 0i64) (tail xs))
entry calls (xs: []i64) = (parts xs, kept xs)
