-- All iterations of a map add to the same places, and to some of them twice: what a tile of lanes
-- has added is taken back when that is found out, and added in its order. It is found out once, by
-- the first input: that one is of a size whose sums are striped.
-- ==
-- tags { threads }
-- entry: agrees
-- input { 300i64 100i64 } output { true }
-- input { 70i64 100i64 } output { true }
-- input { 700i64 61i64 } output { true }
-- ==
-- entry: bits
-- input { 300i64 100i64 }
-- input { 70i64 100i64 }
-- input { 1500i64 100i64 }
import "lib/check"

def f [m] (n: i64) (ws: [m]f64) : f64 =
  let places = map (\j -> (j * 37) % 61) (iota 80)
  in f64.sum (map (\x -> loop s = x for j < 80 do f64.sin (s * ws[places[j]]))
                  (map (\i -> f64.i64 i / f64.i64 n) (iota n)))

def weights (m: i64) : [m]f64 = tabulate m (\i -> 0.9 + f64.i64 i / 1000)

entry agrees (n: i64) (m: i64) : bool =
  near_all (vjp (f n) (weights m) 1) (map (jvp (f n) (weights m)) (tabulate m (basis m)))

entry bits (n: i64) (m: i64) : [m]f64 = vjp (f n) (weights m) 1
