-- The way back through a branch takes what was dear on the way there from there: of lanes that go
-- different ways, in branches of branches and loops; and nothing comes from a side not taken.
import "lib/check"

def is_derivative (f: f64 -> f64) : bool =
  agrees (\xs -> map f (sized 6 xs)) (some 6)

-- ==
-- entry: derivatives
-- input { } output { [true, true, true, true, true] }
entry derivatives : []bool =
  [ is_derivative (\x -> if x > 0.3 then f64.sin (f64.sqrt x) * x else f64.exp x)
  , is_derivative (\x -> if x > 0.3 then f64.sin (f64.sqrt x) * x / f64.cos x
                         else if x > -0.2 then f64.exp (f64.sin x) else f64.sin (f64.exp x) * f64.exp x)
  , -- the same numbers on both sides
    is_derivative (\x -> if x > 0.3 then f64.sin x * f64.exp x else f64.exp x * f64.exp (f64.sin x))
  , -- the condition twice
    is_derivative (\x -> let y = if x > 0.3 then f64.exp x * x else x
                         let z = y * f64.cos y
                         in if x > 0.3 then f64.exp x * z else f64.sin z * f64.exp x)
  , is_derivative (\x -> loop y = x for i < 4 do
                           if y > 0.2 * f64.i64 i then f64.sin y * f64.exp (-y) else f64.cos (f64.exp y))
  ]

-- Infinite partials are those of the side that is taken.
-- ==
-- entry: infinite
-- input { [0f64, 4f64, -1f64] } output { [1f64, 0.25f64, 1f64] }
-- input { [0f64, 0f64, 0f64, 0f64] } output { [1f64, 1f64, 1f64, 1f64] }
entry infinite [n] (xs: [n]f64) : [n]f64 =
  map (\x -> vjp (\x -> if x > 0 then f64.sqrt x else x) x 1) xs

-- ==
-- entry: second
-- input { [0f64, 4f64, -1f64] } output { [0f64, -0.03125f64, 2f64] }
entry second [n] (xs: [n]f64) : [n]f64 =
  map (\x -> vjp (\x -> vjp (\x -> if x > 0 then f64.sqrt x else x * x * f64.bool (x < 0)) x 1) x 1) xs
