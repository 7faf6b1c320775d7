-- ==
-- input { 2.0 } output { 1.2599210498948732 }
-- input { 27.0 } output { 3.0 }
def main (a: f64) =
  (loop (lo, hi) = (0, f64.max 1 a) for _i < 60i32 do
     let mid = (lo + hi) / 2
     in if mid ** 3 < a then (mid, hi) else (lo, mid)).0
