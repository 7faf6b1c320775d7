-- States of loops that some iterations overwrite in part and others make anew, or give up for another array.

import "lib/check"

def both [n] (f: [n]f64 -> [n]f64) (by: i64) =
  let at = tabulate n (\i -> 1 + 0.3 * f64.sin (f64.i64 (7 * i + by)))
  in (first_order f at, second_order f at)

-- ==
-- entry: made made_then_written chosen swapped in_turn by_kind in_a_while inside_out rows accepted
-- input { 6i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry made n =
  both (\(x: [n]f64) ->
          loop x = copy x for s < 7 do
            if s % 3 == 0 then map (\v -> v / (1 + v * v)) x else x with [s % n] = f64.sin x[(s + 1) % n]) n

entry made_then_written n =
  both (\(x: [n]f64) ->
          loop x = copy x for s < 7 do
            let x = if s % 3 == 0 then map (\v -> v / (1 + v * v)) x else x
            let v = x[s % n]
            in x with [s % n] = v * f64.cos v) n

entry chosen n =
  both (\(x: [n]f64) ->
          let other = map f64.sin x
          in loop x = copy x for s < 6 do
               if s == 3 then map (* 0.5) other else x with [s % n] = x[s % n] * x[(s + 2) % n]) n

entry swapped n =
  both (\(x: [n]f64) ->
          let (a, b) = loop (a, b) = (copy x, map f64.sin x) for s < 6 do
                         let (a, b) = if s % 2 == 1 then (b, a) else (a, b)
                         let a = copy a with [s % n] = a[s % n] * b[(s + 1) % n]
                         in (a, copy b)
          in map2 (\a b -> a + 2 * b) a b) n

entry in_turn n =
  both (\(x: [n]f64) ->
          loop x = copy x for s < 7 do
            let x = x with [s % n] = 1.5 * f64.sin x[s % n]
            in if s % 3 == 2 then let z = f64.sum x in map (\v -> v / z) x else x) n

type event = #one i64 | #scale f64 | #none
entry by_kind n =
  let events = [#scale 0.5, #one 2, #none, #one 1, #scale 1.5, #one 2]
  in both (\(x: [n]f64) ->
             loop x = copy x for e in events do
               match e : event
               case #one i -> x with [i] = x[i] * x[i + 1]
               case #scale z -> map (\v -> z * v * v) x
               case #none -> x) n

entry in_a_while n =
  both (\(x: [n]f64) ->
          let (x, _) = loop (x, s) = (copy x, 0) while s < 6 do
                         (if s == 2 || s == 4 then scan (*) 1 x else x with [s % n] = f64.exp (-x[s % n]), s + 1)
          in x) n

entry inside_out n =
  both (\(x: [n]f64) ->
          loop x = copy x for s < 4 do
            let x = loop x = x for t < 3 do
                      if t == s % 3 then map f64.sin x else x with [t] = x[t] * x[(t + s) % n]
            in if s % 2 == 0 then (if s == 2 then rotate 1 x else x with [0] = x[1] * x[2]) else map (* 1.1) x) n

entry rows n =
  both (\(x: [n]f64) ->
          let m = loop m = replicate 4 x for s < 5 do
                    if s == 2 then map (map (\v -> v * v)) m
                    else m with [s % 4] = map2 (\a b -> a * f64.sin b) m[s % 4] m[(s + 1) % 4]
          in map f64.sum (transpose m)) n

-- Proposals that are taken or not.
entry accepted n =
  both (\(x: [n]f64) ->
          loop x = copy x for s < 6 do
            let y = map (\v -> v + 0.1 * f64.sin (v * f64.i64 s)) x
            in if s % 2 == 0 then y else x) n

-- In the lanes of a map, each in its own way.
-- ==
-- entry: in_lanes
-- input { 5i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry in_lanes n =
  both (\(x: [n]f64) ->
          map (\i -> f64.sum (loop y = map (* (1 + 0.1 * f64.i64 i)) x for s < 5 do
                                if (s + i) % 3 == 0 then map (\v -> v / (1 + v * v)) y
                                else y with [s % n] = y[s % n] * y[(s + i) % n])) (iota n)) n

-- There are 2^40 ways through the branches, and none of them leads to
-- where the iteration began.
-- ==
-- entry: many_ways
-- input { 4i64 }
-- output { [true, true, true, true] }
entry many_ways n =
  let f [n] (first: [n]f64) : [n]f64 =
        let (x, y) =
          loop (x, y) = (copy first, map f64.sin first) for s < 3 do
            let (x, y) = (map f64.cos x, map (* 0.5) y)
            let (x, y) = if x[0 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[1 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[2 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[3 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[4 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[5 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[6 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[7 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[8 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[9 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[10 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[11 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[12 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[13 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[14 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[15 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[16 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[17 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[18 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[19 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[20 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[21 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[22 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[23 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[24 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[25 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[26 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[27 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[28 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[29 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[30 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[31 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[32 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[33 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[34 % n] > 0.4 then (y, x) else (x, y)
            let (x, y) = if x[35 % n] > 0.0 then (y, x) else (x, y)
            let (x, y) = if x[36 % n] > 0.1 then (y, x) else (x, y)
            let (x, y) = if x[37 % n] > 0.2 then (y, x) else (x, y)
            let (x, y) = if x[38 % n] > 0.3 then (y, x) else (x, y)
            let (x, y) = if x[39 % n] > 0.4 then (y, x) else (x, y)
            in (copy x with [s % n] = 0.5, copy y)
        in map2 (+) x y
  in first_order f (tabulate n (\i -> 0.35 + 0.21 * f64.i64 i))
