-- Few places of a long array at a time, in loops: bins of any operator, scatters, of numbers and of rows;
-- places that meet, and places outside.

import "lib/check"

def both [n] (f: [n]f64 -> [n]f64) (at: [n]f64) = (first_order f at, second_order f at)
def numbers (n: i64) : [n]f64 = tabulate n (\i -> 1 + 0.3 * f64.sin (f64.i64 (7 * i + 1)))

-- In step s; -1 and n among them.
def places (n: i64) (k: i64) (s: i64) : [k]i64 = tabulate k (\j -> (j * j * 5 + s * 3) % (n + 2) - 1)
def twice (n: i64) (k: i64) (s: i64) : [k]i64 = tabulate k (\j -> (j / 2 * 3 + s) % n)

def values [n] (x: [n]f64) (k: i64) (s: i64) : *[k]f64 =
  tabulate k (\j -> let v = x[(j * 5 + s) % n] in v * (1.1 + 0.1 * f64.sin (v + f64.i64 (j + s))))

def steps [n] (at: i64 -> (k: i64) -> i64 -> [k]i64) (op: f64 -> f64 -> f64) (ne: f64) (x: [n]f64) : [n]f64 =
  loop x = copy x for s < 4 do
    let vs = values x 6 s
    in reduce_by_index x op ne (at n 6 s) vs

def lae (a: f64) (b: f64) : f64 = f64.max a b + f64.log1p (f64.exp (-f64.abs (a - b)))

-- ==
-- tags { long }
-- entry: largest smallest product_twice soft soft_twice
-- input { 9i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry largest n = both (steps places f64.max f64.lowest) (numbers n)
entry smallest n = both (steps places f64.min f64.highest) (numbers n)
entry product_twice n = both (steps twice (*) 1) (numbers n)
entry soft n = both (steps places lae f64.lowest) (numbers n)
entry soft_twice n = both (steps twice lae f64.lowest) (numbers n)

-- Which of several that are equal is the largest: the first; what was there before comes before all.
-- ==
-- entry: equal
-- input { 5i64 }
-- output { [1.0, 1.0, 0.0, 1.0, 1.0] [0.0, 3.0, 0.0, 0.0] }
entry equal (n: i64) : ([n]f64, [4]f64) =
  let f (x: [n]f64) (w: [4]f64) =
    loop x = copy x for _s < 3 do reduce_by_index x f64.max f64.lowest [0, 2, 2, 9] w
  in (vjp (\x -> f x [1, 2, 2, 7]) (replicate n 1) (replicate n 1),
      vjp (f (replicate n 1)) [1, 2, 2, 7] (tabulate n (\i -> if i == 2 then 3 else 1)))

-- Pairs, whose operator looks at both.
-- ==
-- entry: pairs rows rows_moved two_dimensions read_after twice_in_a_step largest_of_two_dimensions branches
-- input { 8i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry pairs n =
  let f (x: [n]f64) : [n]f64 =
    let (a, b) =
      loop (a, b) = (copy x, map (* 0.5) x) for s < 3 do
        let is = places n 5 s
        let vs = map (\v -> (v, v * v)) (values a 5 s)
        let (p, q) = unzip (reduce_by_index (zip a b) (\(a, b) (c, d) -> (a + 0.1 * c * d, b * (1 + 0.1 * c) + d)) (0, 0) is vs)
        in (p, q)
    in map2 (+) a b
  in both f (numbers n)

-- Scatters of rows: the last one counts.
entry rows n =
  let f (x: [n]f64) : [n]f64 =
    let m = loop m = replicate n x for s < 3 do
              scatter m (twice n 4 s) (tabulate 4 (\j -> map (\v -> v * f64.sin (v + f64.i64 j)) m[(j * 3 + s) % n]))
    in map (\r -> f64.sum r) (transpose m)
  in both f (numbers n)

entry rows_moved n =
  let f (x: [n]f64) : [n]f64 =
    let m = loop m = replicate n x for s < 3 do
              let r = map (\v -> v * v) m[s]
              in reduce_by_index m (map2 f64.max) (replicate n f64.lowest) (places n 3 s) (tabulate 3 (\j -> rotate j r))
    in map (\r -> f64.sum (map f64.sin r)) m
  in both f (numbers n)

entry two_dimensions n =
  let f (x: [n]f64) : [n]f64 =
    let m = loop m = tabulate_2d n 3 (\i j -> x[i] * f64.i64 (j + 1)) for s < 3 do
              let is = map (\i -> (i, (i + s) % 4)) (places n 5 s)
              in scatter_2d m is (map (\(i, _) -> m[(i + 2) % n, s] * m[(i + 3) % n, s]) is)
    in map f64.sum m
  in both f (numbers n)

-- What an iteration ends with is read besides: by another state, by the next update.
entry read_after n =
  let f (x: [n]f64) : [n]f64 =
    let (x, s) =
      loop (x, s) = (copy x, 0) for t < 4 do
        let x = reduce_by_index x f64.max f64.lowest (places n 5 t) (values x 5 t)
        in (x, s + x[t] * x[(t * 3 + 1) % n])
    in map (* s) x
  in both f (numbers n)

entry twice_in_a_step n =
  let f (x: [n]f64) : [n]f64 =
    loop x = copy x for t < 3 do
      let x = reduce_by_index x f64.min f64.highest (places n 5 t) (values x 5 t)
      let vs = values x 4 (t + 1)
      in reduce_by_index x f64.max f64.lowest (twice n 4 t) vs
  in both f (numbers n)

entry largest_of_two_dimensions n =
  let f (x: [n]f64) : [n]f64 =
    let m = loop m = tabulate_2d n 3 (\i j -> x[i] * f64.i64 (j + 1)) for s < 3 do
              let is = map (\i -> (i, (i + s) % 4)) (places n 5 s)
              let vs = map (\(i, _) -> 1.1 * m[(i + 2) % n, s] * m[(i + 3) % n, s]) is
              in reduce_by_index_2d m f64.max f64.lowest is vs
    in map f64.sum m
  in both f (numbers n)

-- In one branch of two.
entry branches n =
  let f (x: [n]f64) : [n]f64 =
    loop x = copy x for s < 5 do
      let vs = values x 4 s
      in if s % 2 == 0 then reduce_by_index x f64.max f64.lowest (places n 4 s) vs
         else scatter x (twice n 4 s) (map f64.sin vs)
  in both f (numbers n)

-- In the lanes of a map.
-- ==
-- entry: in_lanes
-- input { 6i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry in_lanes n =
  let f (x: [n]f64) : [n]f64 =
    map (\i -> f64.sum (loop y = map (* (1 + 0.1 * f64.i64 i)) x for s < 3 do
                          let vs = values y 4 s
                          let y = reduce_by_index y f64.max f64.lowest (places n 4 (s + i)) vs
                          let vs = map f64.sin (values y 4 s)
                          in scatter y (twice n 4 s) vs)) (iota n)
  in both f (numbers n)
