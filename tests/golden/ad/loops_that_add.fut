-- Loops that only add up, whose iterations have no order on the way back.
import "lib/check"

def turned (n: i32) (xs: [5]f64) : f64 = loop s = xs[0] * xs[1] for i < n do f64.sin (xs[i64.i32 i % 5] * f64.i32 i) + s

-- ==
-- entry: all
-- input { } output { [true, true, true, true, true, true, true] }
entry all =
  let both (xs: [5]f64) = loop (s, t) = (xs[3], 0) for i < 4 do (s + xs[i] * xs[i + 1], t + f64.exp xs[i])
  let nested (xs: [5]f64) = loop s = 0 for i < 5 do s + (loop t = xs[i] for j < i do t + xs[i] * xs[j] ** 2)
  let dependent (xs: [5]f64) = loop s = 0 for i < 5 do let t = s + xs[i] in t * xs[i]
  let some_of (xs: [5]f64) = loop s = 1 for i < 5 do s + (if xs[i] > 0.5 then xs[i] ** 3 else 2 * xs[i])
  in [ agrees (\xs -> [turned 7 xs, turned 0 xs, turned (-2) xs, turned 1 xs]) (some 5)
     , agrees (\xs -> let (s, t) = both xs in [s, t, s * t]) (some 5)
     , agrees (\xs -> [nested xs]) (some 5)
     , agrees (\xs -> [dependent xs]) (some 5)
     , agrees (\xs -> [some_of xs]) (some 5)
     , agrees (\xs -> map (\x -> turned 9 (map (* x) xs)) xs) (some 5)
     , agrees (\xs -> loop ys = xs for _i < 3 do map (\y -> loop s = y for k < 5 do s + 0.1 * ys[k] * xs[k]) ys) (some 5)
     ]

-- What fails on the way there fails.
-- ==
-- entry: fails
-- input { 5i64 } output { [0.0, 1.0, 1.0, 1.0, 1.0] }
-- input { 6i64 } error: Index \[5\] out of bounds for array of shape \[5\]
entry fails (n: i64) = vjp (\(xs: [5]f64) -> loop s = 0 for i in 1..<n do s + xs[i]) (some 5) 1
