-- A loop that starts from a parameter without a type may make its array longer, or not.
-- ==
-- entry: either
-- input { true } output { [5i64] }
-- input { false } output { [0i64, 1i64] }
-- ==
-- entry: longer
-- input { [1i32] } output { [1i32, 0i32, 1i32, 2i32] 6i64 }
-- ==
-- entry: same_length
-- input { [1i32, 2i32] } output { [4i32, 5i32] }
-- ==
-- entry: as_long_as
-- input { [1i32, 2i32] [3i32, 4i32] } output { [6i32, 10i32] }
def h xs (b: bool) = loop a = xs for i < 3i64 do if b then a else iota i
entry either (b: bool) = h [5] b
def longer_ xs = loop (a, n) = (xs, 0i64) for i < 3i32 do (a ++ [i], n + length a)
entry longer (xs: []i32) = longer_ xs
def raised xs = loop a = xs for i < 3i32 do map (+ i) a
entry same_length [n] (xs: [n]i32) : [n]i32 = raised xs
def summed [n] (ys: [n]i32) xs = loop a = xs for _i < 3i32 do map2 (+) a ys
entry as_long_as [n] (ys: [n]i32) (xs: [n]i32) = summed ys xs
