-- A gradient fails where its function does, though the way back looks at no element again.
-- ==
-- entry: gradient
-- input { [1.0, 2.0, 3.0] [0.0] 2i64 }
-- output { [2.0, 1.0, 0.0] }
-- input { [1.0, 2.0, 3.0] [0.0, 1.0] 2i64 }
-- output { [6.0, 2.0, 0.0] }
-- input { [1.0, 2.0, 3.0] [0.0, 1.0] 4i64 }
-- error: Index \[3\] out of bounds

-- ==
-- entry: of_linear
-- input { [1.0, 2.0, 3.0] [1.0, 2.0] 3i64 }
-- output { [2.0, 2.0, 2.0] }
-- input { [1.0, 2.0, 3.0] [1.0, 2.0] 4i64 }
-- error: Index \[3\] out of bounds

-- ==
-- entry: of_branch
-- input { [1.0, 2.0, 3.0] [0.0, 1.0] 2i64 }
-- output { [6.0, 2.0, 0.0] }
-- input { [1.0, 2.0, 3.0] [0.0, 1.0] 4i64 }
-- error: Index \[3\] out of bounds

entry gradient (a: []f64) (xs: []f64) (n: i64) =
  vjp (\a -> f64.sum (map (\x -> (loop y = x for i < n do y * y + a[i])) xs)) a 1

entry of_linear (a: []f64) (xs: []f64) (n: i64) =
  vjp (\a -> f64.sum (map (\x -> (loop y = x for i < n do y + a[i])) xs)) a 1

entry of_branch (a: []f64) (xs: []f64) (n: i64) =
  vjp (\a -> f64.sum (map (\x -> (loop y = x for i < n do if y < 100 then y * y + a[i] else y)) xs)) a 1
