-- Rules of the user's own.

import "lib/check"

-- A rule is used where there is one: this one is wrong on purpose.
def doubled (x: f64) : f64 = with_vjp (\x -> x * x) (\_ w -> 100 * w) x
def tripled (x: f64) : f64 = with_jvp (\x -> x * x) (\_ d -> 100 * d) x

-- ==
-- entry: used
-- input { 3.0 } output { 9.0 100.0 100.0 100.0 9.0 }
entry used (x: f64) =
  (doubled x, vjp doubled x 1, vjp tripled x 1, jvp tripled x 1, tripled x)

-- In loops, maps and branches, of functions that call them.
-- ==
-- entry: inside
-- input { 3.0 } output { 1000000.0 200.0 100.0 200.0 }
entry inside (x: f64) =
  let f x = doubled x + tripled x
  in ( vjp (\x -> loop y = x for _i < 3i32 do doubled y) x 1
     , vjp (\x -> f64.sum (map f [x])) x 1
     , vjp (\x -> if x > 0 then doubled x else x) x 1
     , vjp f x 1 )

-- A rule may be differentiated itself, and hold for arrays. (What a function records for its rule
-- has no derivative.)
-- ==
-- entry: right
-- input { } output { [true, true, true] }
entry right =
  let sine = with_jvp (map f64.sin) (\xs ds -> map2 (\x d -> d * f64.cos x) xs ds)
  let root = with_vjp (map f64.sqrt) (\ys ws -> map2 (\y w -> w / (2 * y)) ys ws)
  let tape = with_vjp_tape (\xs -> (map f64.exp xs, map (\x -> 1 + f64.exp x) xs))
                           (\(es, ws) -> map2 (*) es ws)
  in [ and (first_order sine (some 3)) && and (second_order sine (some 3))
     , and (first_order root [1, 2, 3]) && and (second_order root [1, 2, 3])
     , and (first_order tape (some 3))
     ]

-- What the function refers to besides its argument counts as constant; so does `stop_gradient`.
-- ==
-- entry: constants
-- input { 3.0 } output { 0.0 3.0 3.0 6.0 }
entry constants (x: f64) =
  ( vjp (\x -> with_vjp (\y -> x * y) (\_ w -> w) 2) x 1
  , vjp (\x -> x * stop_gradient x) x 1
  , jvp (\x -> x * stop_gradient x) x 1
  , vjp (\x -> x * stop_gradient (vjp (\y -> y * y) x 1)) x 1 )

-- ==
-- entry: checkpoints
-- input { } output { [true, true] }
entry checkpoints =
  let f (xs: [3]f64) = loop xs for i < 4 do map (\x -> f64.sin (x * xs[i % 3])) (rotate 1 xs)
  in [ agrees (checkpoint f) (some 3), near_all (vjp (checkpoint f) (some 3) [1, 2, 3]) (vjp f (some 3) [1, 2, 3]) ]
