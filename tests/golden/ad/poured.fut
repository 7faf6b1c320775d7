-- Loops that go round as often as the loop around says, whose numbers that one keeps: one after the
-- other. Slopes along a direction are the same by both modes, and slopes of slopes.
import "lib/check"

def numbers (n: i64) (k: f64) : [n]f64 = tabulate n (\i -> 0.8 + 0.3 * f64.sin (k + 1.3 * f64.i64 i))

def both [n] (f: [n]f64 -> f64) : bool =
  let x = numbers n 0
  let d = numbers n 1
  let dot a b = f64.sum (map2 (*) a b)
  let slope x = vjp f x 1
  in near (dot d (slope x)) (jvp f x d) && near (dot d (jvp slope x d)) (dot d (vjp slope x d))

-- One state, in loops by number; no turns at all, too.
-- ==
-- entry: numbered
-- input { 40i64 } output { true }
-- input { 1i64 } output { true }
-- input { 0i64 } output { true }
entry numbered (n: i64) : bool =
  both (\(y: [n]f64) ->
    loop a = 0.5 for i < n do
      loop a = 0.5 * a + 0.1 * y[i] for _k < i % 4 do a * a + 0.3)

-- As long as a condition holds, and how often is asked for.
-- ==
-- entry: conditions
-- input { 40i64 } output { true }
entry conditions (n: i64) : bool =
  both (\(y: [n]f64) ->
    (loop (a, turns) = (0.5, 0i64) for i < n do
       let (a, k) = loop (a, k) = (a + y[i], 0i64) while a > 0.7 do (0.6 * a * y[i], k + 1)
       in (a + 0.01 * f64.i64 k, turns + k)).0)

-- Several states, some of which the loop around keeps in another way.
-- ==
-- entry: several
-- input { 30i64 } output { true }
entry several (n: i64) : bool =
  both (\(y: [n]f64) ->
    (loop (a, b, c) = (0.5, 0.2, 0.1) for i < n do
       let (a, b) = loop (a, b) = (a, b) for k < (i * 7) % 5 do (f64.sin (a * b) + y[i], 0.5 * b + a * a * f64.i64 k)
       let c = loop c for _k < i % 3 do c * a + 0.1
       in (0.3 * a, 0.2 * b, c)).2)

-- Three deep, and with loops side by side.
-- ==
-- entry: deep
-- input { 12i64 } output { true }
entry deep (n: i64) : bool =
  both (\(y: [n]f64) ->
    loop a = 0.3 for i < n do
      let a = loop a for j < i % 5 do
                let a = loop a = a + 0.01 * y[i] for _k < (i + j) % 4 do a - 0.1 * a * a * y[j]
                in loop a for _k < j % 2 do f64.sin a
      in loop a for _k < i % 2 do a * a)

-- States that are arrays, and loops inside whose arrays are.
-- ==
-- entry: arrays
-- input { 20i64 } output { true }
entry arrays (n: i64) : bool =
  both (\(y: [n]f64) ->
    f64.sum (loop v = replicate 3 0.4 for i < n do
               let s = loop s = 0.1 for k < i % 4 do s * v[k % 3] + y[i]
               let v = loop v for _k < i % 3 do map (\x -> f64.sin (x + s)) v
               in map (0.7 *) v))

-- In functions that call themselves, and in maps.
-- ==
-- entry: around
-- input { 25i64 } output { true }
def descend [n] (y: [n]f64) (depth: i64) (a: f64) : f64 =
  if depth == 0 then a
  else descend y (depth - 1) (loop a for i < depth do loop a for _k < (i + depth) % 3 do a * y[i] + 0.2)

entry around (n: i64) : bool =
  both (\(y: [n]f64) ->
    descend y 5 0.3
    + f64.sum (tabulate 7 (\r -> loop a = 0.2 for i < n do loop a for _k < (i + r) % 4 do f64.sin (a * y[i]) + 0.1)))
