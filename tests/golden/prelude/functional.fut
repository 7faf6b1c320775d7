-- Putting functions together.
-- ==
-- entry: pipes
-- input { 3 }
-- output { 8 8 8 7 }
entry pipes (x: i32) =
  ( x |> (+ 1) |> (* 2)
  , (* 2) <| (+ 1) <| x
  , ((+ 1) >-> (* 2)) x
  , ((+ 1) <-< (* 2)) x
  )

-- ==
-- entry: shuffled
-- input { 7 2 }
-- output { -5 5 5 7 2 }
entry shuffled (x: i32) (y: i32) =
  (flip (-) x y, curry (\(a, b) -> a - b) x y, uncurry (-) (x, y), const x y, id y)

-- A count of zero or less does nothing.
-- ==
-- entry: iterated
-- input { 3 1 }
-- output { 8 }
-- input { 0 1 }
-- output { 1 }
-- input { -3 1 }
-- output { 1 }
entry iterated (n: i32) (x: i32) = iterate n (* 2) x

-- ==
-- entry: searched
-- input { 1 }
-- output { 128 128 }
-- input { 100 }
-- output { 100 100 }
-- input { 200 }
-- output { 200 200 }
entry searched (x: i32) =
  (iterate_until (>= 100) (* 2) x, iterate_while (< 100) (* 2) x)

-- ==
-- entry: leftovers
-- input { 2 2.9 }
-- output { 2.0f32 2.0f64 2 2 false 2 }
entry leftovers (x: i32) (y: f64) =
  (r32 x, r64 x, t32 (f32.f64 y), t64 y, not (x == 2), opaque x)
