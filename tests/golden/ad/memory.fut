-- Long loops: what they keep, and that it does not matter for the result.

import "lib/check"

def turn [n] (r: f64) (xs: [n]f64) : [n]f64 = map2 (\x y -> x + r * (y - x)) xs (rotate 1 xs)

-- Loops cut into stretches, in two and in three levels, of lengths that divide and that do not.
-- ==
-- tags { threads }
-- entry: stripmined
-- input { } output { [true, true, true, true, true, true] }
entry stripmined =
  let plain (n: i64) (xs: [3]f64) = loop ys = xs for i < n do map (f64.sin <-< (* xs[i % 3])) (turn 0.3 ys)
  let two (n: i64) (xs: [3]f64) =
    #[stripmine(2)] loop ys = xs for i < n do map (f64.sin <-< (* xs[i % 3])) (turn 0.3 ys)
  let three (n: i64) (xs: [3]f64) =
    #[stripmine(3)] loop ys = xs for i < n do map (f64.sin <-< (* xs[i % 3])) (turn 0.3 ys)
  let same f g n = near_all (vjp (f n) (some 3) [1, 2, 3]) (vjp (g n) (some 3) [1, 2, 3])
  in [ agrees (two 7) (some 3), agrees (three 5) (some 3), same plain two 16, same plain two 0
     , same plain three 27, same plain three 41 ]

-- ==
-- entry: stripmined_while
-- input { } output { [true, true] }
entry stripmined_while =
  let f (xs: [2]f64) =
    let (y, _) = #[stripmine(2)] loop (y, i) = (xs[0], 0i64) while i < 11 do (f64.sin (y * xs[1]), i + 1)
    in [y]
  let g (xs: [2]f64) =
    let (y, _) = #[bound(20)] loop (y, i) = (xs[0], 0i64) while i < 11 do (f64.sin (y * xs[1]), i + 1)
    in [y]
  in [agrees f (some 2), agrees g (some 2)]

-- States that would fill 560 MB if all of them were kept, which is more than may be: an array that
-- turns, and of which every state is read in one place. That gives a product of its first elements.
-- ==
-- entry: large
-- input { } output { true }
entry large =
  let n = 700000i64
  let turns = 100i64
  let f (xs: [n]f64) = (loop (p, ys) = (1, xs) for _i < turns do (p * ys[0], rotate 1 ys)).0
  let xs = map (\i -> 1 + 0.01 * f64.sin (f64.i64 i)) (iota n)
  let p = f64.product (take turns xs)
  in near_all (vjp f xs 1) (map2 (\i x -> if i < turns then p / x else 0) (iota n) xs)

-- An array that is updated in place is not copied for every iteration: two hundred thousand updates
-- of two hundred thousand places.
-- ==
-- entry: many_updates
-- input { } output { true }
entry many_updates =
  let n = 200000
  let f (x: f64) = f64.sum (loop ys = replicate n 1 for i < n - 1 do ys with [i + 1] = ys[i] * x)
  in near (vjp f 1 1) (f64.i64 ((n - 1) * n / 2))

-- A million turns of a number, kept as numbers.
-- ==
-- entry: many_turns
-- input { } output { true }
entry many_turns =
  let f (x: f64) = loop y = 0 for _i < 1000000i32 do 0.5 * y + x
  in near (vjp f 3 1) 2
